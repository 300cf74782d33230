package dbtest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// The feed has every stored change of a match, whichever store wrote it, and no refused change.
func testFeed(t *testing.T, e Engine) {
	c := NewClock()
	s, other := e.openTwo(t, c.Now)
	if !e.Shared {
		if got := s.Feed(); got != nil {
			t.Errorf("Feed = %v of a store that one process owns, want nil", got)
		}
		return
	}
	f := other.Feed()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	both := slices.Sorted(slices.Values([]string{ada.ID, bo.ID}))
	if last, err := f.LastChange(t.Context()); last != 0 || err != nil {
		t.Fatalf("LastChange = %d, %v before any change", last, err)
	}
	r := &feedReader{Feed: f}
	check := func(want ...db.StoredChange) {
		t.Helper()
		r.check(t, want...)
	}
	check()
	m := MustStart(t, s, ada, bo)
	check(db.StoredChange{Match: m.ID, Players: both})
	MustAppend(t, s, m.ID, Move("E6-E8"))
	MustAppend(t, other, m.ID, dueMove("G6-G8", c.Now().Add(time.Hour)))
	check(db.StoredChange{Match: m.ID, Ply: 1, Players: both}, db.StoredChange{Match: m.ID, Ply: 2, Players: both, Due: true, Own: true})
	if _, err := s.Append(t.Context(), db.Once{}, m.ID, MoveAt(0, "stale")); err == nil {
		t.Error("a stale move is stored")
	}
	check()

	table := MustCreate(t, s, db.NewMatch{Seats: 3, Public: true, Host: ada.ID})
	secret := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	check(db.StoredChange{Match: table.ID, Players: []string{ada.ID}, Listed: true}, db.StoredChange{Match: secret.ID, Players: []string{ada.ID}})
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: table.ID, Player: bo.ID}, nil); err != nil {
		t.Fatal(err)
	}
	check(db.StoredChange{Match: table.ID, Players: both, Listed: true})
	if err := s.DeleteOpenMatch(t.Context(), table.ID, ada.ID); err != nil {
		t.Fatal(err)
	}
	check(db.StoredChange{Match: table.ID, Players: both, Listed: true})
	if got, err := s.Feed().LastChange(t.Context()); got != r.last || err != nil {
		t.Errorf("LastChange = %d, %v, want %d", got, err, r.last)
	}

	// Each change that reduces rights names the players whose streams end.
	_, token, err := s.CreateGuest(t.Context(), db.Once{}, "Cy", nil)
	mustDo(t, err)
	cy, made, err := s.PlayerByToken(t.Context(), token)
	mustDo(t, err)
	for what, end := range map[string]func() error{
		"token":    func() error { return s.RevokeToken(t.Context(), cy.ID, made.ID) },
		"sessions": func() error { return s.Sessions().EndOtherSessions(t.Context(), cy.ID, "") },
		"suspended": func() error {
			return s.Act(t.Context(), db.NewAct{Kind: db.ActSuspend, Player: cy.ID, Until: c.Now().Add(time.Hour), Reason: "x"})
		},
	} {
		if err := end(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		check(db.StoredChange{Players: []string{cy.ID}, Ended: true})
	}
	mustDo(t, s.Leave(t.Context(), cy.ID))
	check(db.StoredChange{Players: []string{cy.ID}, Ended: true})

	c.Advance(db.ChangeLifetime + time.Millisecond)
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got, err := f.Changes(t.Context(), 0, 10); len(got) != 0 || err != nil {
		t.Errorf("%d changes after their time, %v, want none", len(got), err)
	}
	if got, err := f.LastChange(t.Context()); got != r.last || err != nil {
		t.Errorf("LastChange = %d, %v after Purge, want %d", got, err, r.last)
	}
	MustAppend(t, s, m.ID, Finish(1))
	check(db.StoredChange{Match: m.ID, Ply: 3, Players: both})
}

// feedReader reads a feed from the change after last.
type feedReader struct {
	db.Feed
	last int64 // number of the change read last
}

// check reads further changes, and fails unless they are exactly the wanted ones, in this order.
func (r *feedReader) check(t *testing.T, want ...db.StoredChange) {
	t.Helper()
	got, err := r.Changes(t.Context(), r.last, 10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].Number <= r.last {
			t.Errorf("change %d comes after %d", got[i].Number, r.last)
		}
		r.last, got[i].Number = got[i].Number, 0
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Changes (-want +got):\n%s", diff)
	}
}

// dueMove works like Move and sets a deadline.
func dueMove(text string, deadline time.Time) db.Decide {
	return func(m db.Match, o db.Orders) (db.Change, error) {
		c, err := Move(text)(m, o)
		c.Deadline = deadline
		return c, err
	}
}
