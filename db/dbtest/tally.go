package dbtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// end is a decision that ends a match.
func end(result games.Result) db.Decide {
	return func(m db.Match, _ db.Orders) (db.Change, error) {
		return db.Change{Events: []db.Event{{Seat: 1, Text: "end"}}, Result: &result}, nil
	}
}

func testTally(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	check := func(when string, player db.Player, want db.Tally) {
		t.Helper()
		got, err := s.Tally(t.Context(), player.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	check("without any match", ada, db.Tally{})
	MustStart(t, s, ada, bo)
	MustStart(t, s, bo, ada)
	MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1})
	solo := MustCreate(t, s, db.NewMatch{Seats: 2, Solo: true, Host: ada.ID, ToAct: []games.Seat{1, 2}})
	check("under way", ada, db.Tally{Awaiting: 1, Live: 2, Open: 1, Alone: 1})
	check("under way", bo, db.Tally{Awaiting: 1, Live: 2})
	MustAppend(t, s, solo.ID, end(games.Result{Winners: []games.Seat{1}, Reason: "castle"}))
	for _, result := range []games.Result{
		{Winners: []games.Seat{1}, Reason: "castle"}, {Winners: []games.Seat{1}, Reason: "resignation"},
		{Winners: []games.Seat{2}, Reason: "castle"}, {Winners: []games.Seat{1, 2}, Reason: "points"},
		{Reason: "agreement"}, {Reason: games.ReasonAborted},
	} {
		MustAppend(t, s, MustStart(t, s, ada, bo).ID, end(result))
	}
	check("after some ends", ada, db.Tally{Awaiting: 1, Live: 2, Open: 1, Finished: 7, Won: 3, Drawn: 1, Lost: 1})
	check("after some ends", bo, db.Tally{Awaiting: 1, Live: 2, Finished: 6, Won: 2, Drawn: 1, Lost: 2})
}
