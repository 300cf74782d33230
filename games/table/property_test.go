package table_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/table"
)

// TestRandomEvents posts events of all kinds, possible and not, from any seat,
// at any value of a match seen so far.
func TestRandomEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := nim{drawless: rapid.Bool().Draw(t, "drawless"), hidden: rapid.Bool().Draw(t, "hidden")}
		seats := rapid.IntRange(2, 4).Draw(t, "seats")
		m, err := table.New(rules, games.Setup{Seats: seats, Options: map[string]string{"pile": "40"}})
		if err != nil {
			t.Fatal(err)
		}
		type seen struct {
			match table.Match
			log   []table.Event
			pile  games.View
		}
		all := []seen{{m, m.Log(), m.State().View(games.Omniscient)}}
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			from := all[len(all)-1]
			if rapid.IntRange(0, 9).Draw(t, "branch") == 0 {
				from = rapid.SampledFrom(all).Draw(t, "from")
			}
			seat := games.Seat(rapid.IntRange(0, seats+1).Draw(t, "seat"))
			if to := from.match.ToAct(); len(to) > 0 && rapid.Bool().Draw(t, "to act") {
				seat = to[0]
			}
			text := rapid.OneOf(
				rapid.SampledFrom([]string{"take 1", "take 1", "take 2", "take 4", "offer undo 0", "offer undo 2", "offer undo 9", "resign", "abort", "offer"}),
				rapid.SampledFrom([]string{"offer draw", "accept draw", "decline draw", "claim draw", "accept undo", "decline undo", "timeout"}),
			).Draw(t, "text")
			next, err := from.match.Replay(table.Event{Seat: seat, Text: text})
			checkStep(t, from.match, next, err)
			if err == nil {
				all = append(all, seen{next, next.Log(), next.State().View(games.Omniscient)})
			}
		}
		for _, s := range all {
			if diff := cmp.Diff(s.log, s.match.Log()); diff != "" {
				t.Fatalf("the log of an older value changed (-was +is):\n%s", diff)
			}
			if pile := s.match.State().View(games.Omniscient); pile != s.pile {
				t.Fatalf("the pile of an older value changed from %v to %v", s.pile, pile)
			}
			checkReplay(t, s.match)
			for seat := range games.Seat(seats + 2) {
				checkOffers(t, s.match, seat)
			}
		}
	})
}

// checkOffers compares Offers with the events that Play accepts.
func checkOffers(t *rapid.T, m table.Match, seat games.Seat) {
	offered := m.Offers(seat)
	for _, text := range []string{"accept draw", "decline draw", "accept undo", "decline undo", "claim draw", "offer draw", "abort", "resign"} {
		if _, err := m.Play(seat, text, time.Time{}); slices.Contains(offered, text) != (err == nil) {
			t.Fatalf("Offers(%d) = %q, and %q ends with %v", seat, offered, text, err)
		}
	}
	for _, text := range offered {
		if _, err := m.Play(seat, text, time.Time{}); err != nil {
			t.Fatalf("Offers(%d) = %q, and %q ends with %v", seat, offered, text, err)
		}
	}
}

// checkStep checks the invariants of every event posted at a match.
func checkStep(t *rapid.T, before, after table.Match, err error) {
	if err != nil {
		if after.Ply() != before.Ply() {
			t.Fatalf("refused with %v, and yet the log grew", err)
		}
		if (err == games.ErrFinished) != before.Over() {
			t.Fatalf("refused with %v while over is %v", err, before.Over())
		}
		return
	}
	if after.Ply() != before.Ply()+1 {
		t.Fatalf("one event led from ply %d to %d", before.Ply(), after.Ply())
	}
	draw, undo := after.DrawOffer(), after.UndoOffer()
	if after.Over() && (draw.By != 0 || undo.By != 0 || len(after.ToAct()) > 0) {
		t.Fatalf("after the end: draw offer %d, undo offer %d, to act %v", draw.By, undo.By, after.ToAct())
	}
	if !after.Over() && len(after.ToAct()) == 0 {
		t.Fatal("the match goes on and nobody is to act")
	}
	if undo.By != 0 && same(after.At(undo.Line).State(), after.State()) {
		t.Fatalf("going back to line %d would change nothing", undo.Line)
	}
	for _, seat := range after.ToAct() {
		if len(after.Legal(seat)) == 0 {
			t.Fatalf("seat %d is to act and has no legal action", seat)
		}
	}
	path := after.Path()
	log := after.Log()
	for i, at := range path {
		if i > 0 && at <= path[i-1] || table.IsSurrounding(log[at].Text) {
			t.Fatalf("the path %v does not lead through game actions of %v", path, log)
		}
	}
}

// checkReplay plays a match's log again and finds the same match.
func checkReplay(t *rapid.T, m table.Match) {
	again := m.At(0)
	for _, e := range m.Log() {
		var err error
		if again, err = again.Replay(e); err != nil {
			t.Fatalf("replaying %v: %v", e, err)
		}
	}
	if diff := cmp.Diff(m.Log(), again.Log()); diff != "" {
		t.Fatalf("replayed log (-played +replayed):\n%s", diff)
	}
	if !same(m.State(), again.State()) || standing(m) != standing(again) || !cmp.Equal(m.Path(), again.Path()) {
		t.Fatalf("replay of %v differs from play", m.Log())
	}
	for seat := games.Seat(1); int(seat) <= m.Setup().Seats; seat++ {
		if diff := cmp.Diff(m.Offers(seat), again.Offers(seat)); diff != "" {
			t.Fatalf("offers to seat %d (-played +replayed):\n%s", seat, diff)
		}
	}
}
