package dbtest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// The decision of a seat without a choice is due from the change that sets its time: at the start,
// with an event, or with orders alone. With orders alone, only that seat sees another version of
// the match.
func testForced(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	at := func(seconds int) time.Time { return c.Now().Add(time.Duration(seconds) * time.Second) }
	begin := func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{ToAct: []games.Seat{1}, ForcedDue: at(9), Orders: db.Orders{1: "x"}}, nil
	}
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID, HostSeat: 1, Public: true, Begin: begin})
	m, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open.ID, Player: bo.ID, Begin: begin}, nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(m db.Match, when time.Time) {
		t.Helper()
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" || !m.ForcedDue.Equal(when) {
			t.Errorf("due %v, want %v; stored (-returned +stored):\n%s", m.ForcedDue, when, diff)
		}
		next, err := s.NextDue(t.Context(), at(0))
		if !next.Equal(when) || err != nil {
			t.Errorf("NextDue = %v, %v, want %v", next, err, when)
		}
		var want []string
		if !when.IsZero() {
			want = []string{m.ID}
			if due, err := s.Due(t.Context(), when.Add(-time.Millisecond)); len(due) > 0 || err != nil {
				t.Errorf("Due a moment before = %v, %v", due, err)
			}
		}
		if due, err := s.Due(t.Context(), at(99)); !slices.Equal(due, want) || err != nil {
			t.Errorf("Due = %v, %v, want %v", due, err, want)
		}
	}
	check(m, at(9))
	m = MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Move("x")(m, o)
		change.ForcedDue = at(7)
		return change, err
	})
	check(m, at(7))
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{1: "y"}, ForcedDue: at(8)}, nil
	})
	check(m, at(8))
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, nil })
	check(m, at(8))
	m = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{1: ""}}, nil
	})
	check(m, time.Time{})
	m = MustAppend(t, s, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		change, err := Finish(1)(m, o)
		change.ForcedDue = at(7)
		return change, err
	})
	check(m, time.Time{})
}
