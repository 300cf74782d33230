package tables_test

import (
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// The worker completes the steps that a crash has left undone after somebody has left. It checks
// once more a while later.
func TestLeavingGoesOnAfterACrash(t *testing.T) {
	c := roomstest.NewCouncilTable(t, 3, true)
	ctx, gone := t.Context(), c.Players[1].ID
	open, err := c.Tables.OpenTable(ctx, db.Once{}, gone, tables.Proposal{Game: "council", Seats: 3, Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	hers, err := c.Tables.OpenTable(ctx, db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Seats: 3, Seat: 1, Public: true}, nil)
	if err == nil {
		_, err = c.Tables.Join(ctx, db.Once{}, tables.Joining{Match: hers.ID, Player: gone, Seat: 2}, nil)
	}
	if err == nil {
		err = c.Engine.Leave(ctx, gone) // and the process ends here
	}
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c.Now = func() time.Time { return now }
	for round, listed := range []int{1, 1, 0, 0} {
		c.Work(c.Tables.LeavingWorker())
		m, err := c.Engine.Match(ctx, c.ID)
		if err != nil || m.Ply == 0 || m.Events[len(m.Events)-1].Text != "resign" || m.Events[len(m.Events)-1].Seat != 2 {
			t.Errorf("round %d: the match is %+v, %v", round, m.Events, err)
		}
		if _, err := c.Engine.Match(ctx, open.ID); err != db.ErrNotFound {
			t.Errorf("round %d: the table of who has left: %v", round, err)
		}
		if m, err := c.Engine.Match(ctx, hers.ID); err != nil || m.Seats[1].ID != "" {
			t.Errorf("round %d: the table of another: %+v, %v", round, m.Seats, err)
		}
		if list, err := c.Engine.Leaving(ctx); len(list) != listed || err != nil {
			t.Errorf("round %d: %v are leaving, %v", round, list, err)
		}
		if round == 1 {
			now = now.Add(db.LeavingLasts + time.Second)
		}
	}
	plies := 0
	for _, e := range mustEvents(t, c) {
		if e.Text == "resign" {
			plies++
		}
	}
	if plies != 1 {
		t.Errorf("the seat has resigned %d times", plies)
	}
}

func mustEvents(t *testing.T, c *roomstest.Table) []db.Event {
	t.Helper()
	m, err := c.Engine.Match(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	return m.Events
}
