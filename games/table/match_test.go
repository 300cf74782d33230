package table_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/games/twin/wager"
)

// mustNew begins a match, with the same chance every time.
func mustNew(t testing.TB, rules games.Ruleset, seats int) table.Match {
	t.Helper()
	setup := games.Setup{Seats: seats}
	if rules.Info().Chance {
		setup.Seed = &games.Seed{1}
	}
	m, err := table.New(rules, setup)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return m
}

// mustFind returns the rules of a game of the catalog.
func mustFind(t testing.TB, game string) games.Ruleset {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// playAtRandom plays legal actions until the match is over or has plies events.
func playAtRandom(t testing.TB, m table.Match, rng *rand.Rand, plies int) table.Match {
	t.Helper()
	for m.Ply() < plies && !m.Over() {
		seat := m.ToAct()[rng.IntN(len(m.ToAct()))]
		legal := m.Legal(seat)
		var err error
		if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// replay plays the log of a match again from its setup.
func replay(t testing.TB, m table.Match) table.Match {
	t.Helper()
	again, err := table.New(m.Ruleset(), m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range m.Log() {
		if again, err = again.Replay(e); err != nil {
			t.Fatalf("line %d, %v: %v", i, e, err)
		}
	}
	return again
}

func TestSetupIsTheMatchsOwn(t *testing.T) {
	if _, err := table.New(nim{}, games.Setup{Seats: 7}); err == nil {
		t.Error("New with 7 seats: no error")
	}
	filled := games.Setup{Seats: 2, Options: map[string]string{"pile": "40"}}
	dealt := games.Setup{Seats: 2, Seed: &games.Seed{1}, Fixed: map[string]string{"Chance": "1"}}
	for _, c := range []struct {
		rules       games.Ruleset
		setup, want games.Setup
	}{
		{nim{}, games.Setup{Options: map[string]string{"pile": "40"}}, filled},
		{wager.Rules{}, games.Setup{Seats: 2, Seed: &games.Seed{1}, Fixed: map[string]string{"Chance": "1"}}, dealt},
	} {
		m, err := table.New(c.rules, c.setup)
		if err != nil {
			t.Fatal(err)
		}
		for _, given := range []games.Setup{c.setup, m.Setup()} {
			for _, m := range []map[string]string{given.Options, given.Fixed} {
				for k := range m {
					m[k] = "0"
				}
			}
			if given.Seed != nil {
				given.Seed[0] = 2
			}
		}
		if diff := cmp.Diff(c.want, m.Setup()); diff != "" {
			t.Errorf("Setup (-want +got):\n%s", diff)
		}
	}
}

func TestPlayStoresTheCanonicalText(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take  2", "2:  Offer   DRAW ", "1: decline draw", "2: take 01", "1: Offer undo 002")
	want := []table.Event{
		{Seat: 1, Text: "take 2"}, {Seat: 2, Text: "offer draw"}, {Seat: 1, Text: "decline draw"},
		{Seat: 2, Text: "take 1"}, {Seat: 1, Text: "offer undo 2"},
	}
	m.Log()[0].Text = "changed by a caller"
	if diff := cmp.Diff(want, m.Log()); diff != "" {
		t.Errorf("Log (-want +got):\n%s", diff)
	}
}

func TestPlayToTheEnd(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 3; 2: take 3; 1: take 3")
	if !slices.Equal(m.ToAct(), []games.Seat{2}) || !slices.Equal(m.Legal(2), []string{"take 1", "take 2", "take 3"}) {
		t.Errorf("to act %v, legal %q", m.ToAct(), m.Legal(2))
	}
	for _, seat := range []games.Seat{games.Omniscient, games.Spectator, 1, 3, 64, 1000} {
		if got := m.Legal(seat); got != nil {
			t.Errorf("Legal(%d) = %v, want none", seat, got)
		}
	}
	if _, err := m.Play(1, "take 1", time.Time{}); err != games.ErrNotYourTurn {
		t.Errorf("Play out of turn = %v, want ErrNotYourTurn", err)
	}

	m = mustPlay(t, m, "2: take 3")
	want := &games.Result{Scores: map[games.Seat]float64{1: 0, 2: 1}, Winners: []games.Seat{2}, Reason: "pile"}
	if diff := cmp.Diff(want, m.Result()); diff != "" {
		t.Errorf("Result (-want +got):\n%s", diff)
	}
	if !m.Over() || m.ToAct() != nil || m.Legal(1) != nil || len(m.Offers(1)) > 0 {
		t.Errorf("over %v, to act %v, legal %v, offers %v, want it over and done", m.Over(), m.ToAct(), m.Legal(1), m.Offers(1))
	}
	for _, line := range []string{"1: take 1", "1: resign", "1: abort", "1: offer draw", "1: claim draw", "1: offer undo 1", "1: offer undo", "1: timeout", "1: nonsense", "!1: timeout"} {
		if _, err := play(m, line); err != games.ErrFinished {
			t.Errorf("%s after the end: %v, want ErrFinished", line, err)
		}
	}
}

func TestAt(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	all := []table.Match{m}
	for _, line := range []string{"1: take 1", "1: offer draw", "2: take 1", "1: take 1", "2: offer undo 0", "1: accept undo", "1: take 2", "2: resign"} {
		m = mustPlay(t, m, line)
		all = append(all, m)
	}
	for ply, want := range all {
		for _, later := range all[ply:] {
			got := later.At(ply)
			if diff := cmp.Diff(want.Log(), got.Log()); diff != "" {
				t.Fatalf("At(%d).Log() (-want +got):\n%s", ply, diff)
			}
			if !same(want.State(), got.State()) || !cmp.Equal(want.DrawOffer(), got.DrawOffer()) || want.Over() != got.Over() {
				t.Fatalf("At(%d) is not as it was", ply)
			}
		}
	}
	if got := m.At(-1).Ply(); got != 0 {
		t.Errorf("At(-1).Ply() = %d, want 0", got)
	}
	if got := m.At(99).Ply(); got != m.Ply() {
		t.Errorf("At(99).Ply() = %d, want %d", got, m.Ply())
	}
}

func TestIsSurrounding(t *testing.T) {
	for _, text := range []string{"resign", "RESIGN", " offer  draw", "offer undo 3", "offer undo", "offer undo x", "timeout", "abort"} {
		if !table.IsSurrounding(text) {
			t.Errorf("IsSurrounding(%q) = false", text)
		}
	}
	for _, text := range []string{"", "E6-E8", "take 1", "offer", "offer undoing", "resigned", "accept", "resign now"} {
		if table.IsSurrounding(text) {
			t.Errorf("IsSurrounding(%q) = true", text)
		}
	}
}

func TestRefusalsAreWhole(t *testing.T) {
	all := table.Refusals()
	for key, text := range all {
		if !strings.HasPrefix(key, "table.") || !strings.HasSuffix(text, ".") {
			t.Errorf("the refusal %s: %q", key, text)
		}
	}
	all["table.seat"] = ""
	if table.Refusals()["table.seat"] == "" {
		t.Error("a caller can change the refusals")
	}
}

// TestMatchIsSharedFreely plays on from one value in many goroutines; the race
// detector is to find nothing.
func TestMatchIsSharedFreely(t *testing.T) {
	m := mustPlay(t, mustNew(t, mustFind(t, "camelot"), 0), "1: E6-E8", "2: F10-F9")
	var all sync.WaitGroup
	for _, action := range m.Legal(1) {
		all.Go(func() {
			next, err := m.Play(1, action, time.Time{})
			if err != nil {
				t.Errorf("Play(%q) = %v", action, err)
				return
			}
			if got := next.Log()[2].Text; got != action {
				t.Errorf("after %q the log has %q", action, got)
			}
			if m.Offers(2); m.At(1).Ply() != 1 || m.Ply() != 2 {
				t.Error("a match changed while others played on from it")
			}
		})
	}
	all.Wait()
}

// Last is the action that led to the position: not an event around it, such as an offer, nor
// an action that was taken back.
func TestLast(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	if e, ok := m.Last(); ok {
		t.Errorf("Last() = %v at the start", e)
	}
	for _, step := range []struct {
		line string
		want table.Event
	}{
		{"1: take 2", table.Event{Seat: 1, Text: "take 2"}},
		{"2: take 1", table.Event{Seat: 2, Text: "take 1"}},
		{"1: offer undo 1", table.Event{Seat: 2, Text: "take 1"}},
		{"2: accept undo", table.Event{Seat: 1, Text: "take 2"}},
		{"2: resign", table.Event{Seat: 1, Text: "take 2"}},
	} {
		m = mustPlay(t, m, step.line)
		if got, ok := m.Last(); !ok || got != step.want {
			t.Errorf("after %s Last() = %v, %v, want %v", step.line, got, ok, step.want)
		}
	}
}

// TestEventsKeepTheirTimes plays one game at two paces.
func TestEventsKeepTheirTimes(t *testing.T) {
	start := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	log := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1; 2: offer draw; 2: take 2; 1: offer undo 0; 2: accept undo").Log()
	at := func(pace time.Duration) table.Match {
		m := mustNew(t, nim{}, 2)
		for i, e := range log {
			var err error
			if m, err = m.Play(e.Seat, e.Text, start.Add(time.Duration(i)*pace)); err != nil {
				t.Fatal(err)
			}
		}
		return m
	}
	fast, slow := at(time.Second), at(time.Hour)
	for i, e := range slow.Log() {
		if want := start.Add(time.Duration(i) * time.Hour); !e.At.Equal(want) {
			t.Errorf("event %d happened at %v, want %v", i, e.At, want)
		}
	}
	if told := slow.Story(games.Spectator, 0, 5); !told[3].At.Equal(start.Add(3 * time.Hour)) {
		t.Errorf("event 3 is told to have happened at %v", told[3].At)
	}
	if e, ok := slow.At(3).Last(); !ok || !e.At.Equal(start.Add(2*time.Hour)) {
		t.Errorf("the last action happened at %v", e.At)
	}
	if !reflect.DeepEqual(fast.State(), slow.State()) || !slices.Equal(fast.Offers(1), slow.Offers(1)) || !reflect.DeepEqual(fast.DrawOffer(), slow.DrawOffer()) {
		t.Error("what a match comes to depends on its times")
	}
	if replayed := replay(t, slow).Log(); !slices.Equal(replayed, slow.Log()) {
		t.Errorf("replayed, the log is %v, was %v", replayed, slow.Log())
	}
}

// A game without squares lists the legal actions that begin with some words, in
// pages.
func TestLegalFromWords(t *testing.T) {
	m := mustNew(t, nim{}, 2)
	for _, tt := range []struct {
		seat games.Seat
		from string
		skip int
		want []string
		more bool
	}{
		{1, "take", 0, []string{"take 1", "take 2"}, true},
		{1, "take", 2, []string{"take 3"}, false},
		{1, "take 2", 0, []string{"take 2"}, false},
		{1, "tak", 0, nil, false},
		{2, "take", 0, nil, false},
		{3, "take", 0, nil, false},
	} {
		if got, more := m.LegalFrom(tt.seat, tt.from, tt.skip, 2); !slices.Equal(got, tt.want) || more != tt.more {
			t.Errorf("LegalFrom(%d, %q, %d) = %v, %v, want %v, %v", tt.seat, tt.from, tt.skip, got, more, tt.want, tt.more)
		}
	}
}
