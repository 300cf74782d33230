package table_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/table"
)

// wandering plays a match on boards until it is over or has plies events. Among the moves are
// offers, requests to go back, resignations and events of operators.
func wandering(t testing.TB, rules games.Ruleset, rng *rand.Rand, plies int) table.Match {
	t.Helper()
	m := mustNew(t, rules, 0)
	for m.Ply() < plies && !m.Over() {
		seat := games.Seat(1 + rng.IntN(m.Setup().Seats))
		text := ""
		if offers := m.Offers(seat); rng.IntN(4) == 0 && len(offers) > 0 {
			text = offers[rng.IntN(len(offers))]
		}
		if text == "" || (text == "resign" || text == "abort" || text == "accept draw" || text == "claim draw") && rng.IntN(40) > 0 {
			seat = m.ToAct()[0]
			legal := m.Legal(seat)
			text = legal[rng.IntN(min(len(legal), 6))]
		}
		next, err := m.Play(seat, text, time.Time{})
		if rng.IntN(8) == 0 {
			about := []string{table.OfferBot(games.Seat(1+rng.IntN(m.Setup().Seats)), 2), table.AcceptBot, table.DeclineBot}
			if negotiated, refused := m.Replay(table.Event{Seat: seat, Text: about[rng.IntN(3)]}); refused == nil {
				next, err = negotiated, nil
			}
		}
		if rng.IntN(20) == 0 {
			written := fmt.Sprint("rewind ", rng.IntN(m.Ply()+1))
			if rng.IntN(20) == 0 {
				written = "void"
			}
			if then, refused := m.Replay(table.Event{Seat: 1, Text: written}); refused == nil {
				next, err = then, nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		m = next
	}
	return m
}

// mustRestore restores a match from the state saved at a ply, and plays the rest.
func mustRestore(t testing.TB, m table.Match, ply int) table.Match {
	t.Helper()
	log := m.Log()
	got, err := table.Restore(m.Ruleset(), m.Setup(), log, m.At(ply).Save())
	if err != nil || got.Ply() != ply {
		t.Fatalf("restored at ply %d of %d: %v", got.Ply(), ply, err)
	}
	for _, e := range log[ply:] {
		if got, err = got.Replay(e); err != nil {
			t.Fatal(err)
		}
	}
	return got
}

// A match that was restored is, in its past, its present and whatever follows, the one
// that was saved.
func TestRestoredIsWhatWasSaved(t *testing.T) {
	for _, rules := range catalog.All() {
		if rules.Info().Hidden {
			continue
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(effort.N(12)) {
				rng := rand.New(rand.NewPCG(seed, 1))
				m := wandering(t, rules, rng, 150)
				for _, ply := range []int{0, rng.IntN(m.Ply() + 1), m.Ply()} {
					compareMatches(t, m, mustRestore(t, m, ply), rng)
				}
			}
		})
	}
}

func compareMatches(t *testing.T, want, got table.Match, rng *rand.Rand) {
	t.Helper()
	if !bytes.Equal(want.Save(), got.Save()) {
		t.Errorf("at ply %d the same match is saved in two ways", want.Ply())
	}
	if diff := cmp.Diff(want.Log(), got.Log()); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	for _, ply := range append(rng.Perm(want.Ply() + 1)[:min(30, want.Ply())], want.Ply()) {
		want, got := want.At(ply), got.At(ply)
		if was, is := viewJSON(t, want.State()), viewJSON(t, got.State()); was != is {
			t.Fatalf("at ply %d one sees\n%s, want\n%s", ply, is, was)
		}
		if !cmp.Equal(want.Path(), got.Path()) || !cmp.Equal(want.Result(), got.Result()) || !cmp.Equal(want.Asked(), got.Asked()) || !cmp.Equal(want.BotOffer(), got.BotOffer()) {
			t.Errorf("at ply %d path, result or what is asked differ", ply)
		}
		for seat := games.Seat(1); int(seat) <= want.Setup().Seats; seat++ {
			if !cmp.Equal(want.Legal(seat), got.Legal(seat)) || !cmp.Equal(want.Offers(seat), got.Offers(seat)) {
				t.Errorf("at ply %d seat %d may do other things", ply, seat)
			}
		}
		claimed := func(m table.Match) string {
			reason, err := m.State().(games.Drawer).Claim()
			return fmt.Sprint(reason, " ", err)
		}
		if was, is := claimed(want), claimed(got); was != is {
			t.Errorf("at ply %d a claim of a draw is answered with %s, want %s", ply, is, was)
		}
	}
}

// Restoring takes no step, and later each position of the past is folded once.
func TestRestoreFoldsNothing(t *testing.T) {
	const plies = 1000
	applied := 0
	rules := counted{mustFind(t, "camelot"), &applied}
	m := shuttled(t, rules, plies)
	saved := m.Save()
	applied = 0
	m, err := table.Restore(rules, m.Setup(), m.Log(), saved)
	if err != nil || applied > 0 {
		t.Fatalf("restored in %d steps, %v", applied, err)
	}
	if m.Offers(1); applied > 0 {
		t.Errorf("the present takes %d steps", applied)
	}
	if m.At(plies - 1); applied != plies-1 {
		t.Errorf("the first look back takes %d steps, want %d", applied, plies-1)
	}
	applied = 0
	for i := range 100 {
		if m.At(i * 10); applied > 15*(i+1) {
			t.Fatalf("%d looks back take %d steps", i+1, applied)
		}
	}
}

// Restore refuses a state saved for another match or by another program, and an incomplete
// one.
func TestRestoreRefusesWhatWasNotSaved(t *testing.T) {
	rules := mustFind(t, "camelot")
	m := shuttled(t, rules, 40)
	saved, log := m.Save(), m.Log()
	refused := func(what string, rules games.Ruleset, log []table.Event, saved []byte) {
		t.Helper()
		if _, err := table.Restore(rules, games.Setup{}, log, saved); err == nil {
			t.Errorf("restored from %s", what)
		}
	}
	sealed := func(body []byte) []byte {
		return binary.LittleEndian.AppendUint32(body, crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
	}
	other := m.Log()
	other[7].Seat = 3 - other[7].Seat
	refused("what other events led to", rules, other, saved)
	refused("what more events led to", rules, log[:30], saved)
	refused("what another game led to", mustFind(t, "cam"), log, saved)
	refused("nothing", rules, log, nil)
	for i := range saved {
		refused("a part", rules, log, saved[:i])
		if i < len(saved)-crc32.Size {
			refused("a part that is whole in itself", rules, log, sealed(bytes.Clone(saved[:i])))
		}
		for _, flip := range []byte{1, 0x80} {
			broken := bytes.Clone(saved)
			broken[i] ^= flip
			refused("what was damaged", rules, log, broken)
			if i < len(saved)-crc32.Size { // may be another state, but never a panic
				_, _ = table.Restore(rules, games.Setup{}, log, sealed(broken[:len(saved)-crc32.Size]))
			}
		}
	}
}

// Of a game with hidden parts nothing is saved.
func TestNothingHiddenIsSaved(t *testing.T) {
	for _, rules := range catalog.All() {
		if rules.Info().Hidden && mustNew(t, rules, 0).Save() != nil {
			t.Errorf("%s is saved", rules.Info().ID)
		}
	}
}
