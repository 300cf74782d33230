package club

import (
	"context"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
)

// Of a table that has waited too long nothing stays in memory.
func TestPurgeForgetsTables(t *testing.T) {
	t.Parallel()
	c, clock := newTestTable(t, clubtest.FindCouncil), clubtest.NewClock()
	storetest.SetNow(c.engine, clock.Now)
	f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "council"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		after time.Duration
		kept  bool
	}{{db.OpenLifetime - time.Millisecond, true}, {time.Millisecond, false}} {
		clock.Advance(step.after)
		if err := c.Purge(context.Background()); err != nil {
			t.Fatal(err)
		}
		if _, kept := c.positions.get(f.ID); kept != step.kept {
			t.Errorf("%v later: in memory %v, want %v", step.after, kept, step.kept)
		}
	}
}
