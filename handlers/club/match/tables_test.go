package match_test

import (
	"context"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// Of a table that has waited too long nothing stays in memory.
func TestPurgeForgetsTables(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewTable(t, clubtest.FindCouncil), clubtest.NewClock()
	storetest.SetNow(c.Engine, clock.Now)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		after time.Duration
		kept  bool
	}{{db.OpenLifetime - time.Millisecond, true}, {time.Millisecond, false}} {
		clock.Advance(step.after)
		if err := c.Tables.Purge(context.Background()); err != nil {
			t.Fatal(err)
		}
		if _, kept := c.Match.Positions().Get(f.ID); kept != step.kept {
			t.Errorf("%v later: in memory %v, want %v", step.after, kept, step.kept)
		}
	}
}
