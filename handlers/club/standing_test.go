package club

import (
	"errors"
	"sync"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
)

// checkStanding checks the one standing offer of the first player, and returns it.
func (c *testTable) checkStanding(paused, open bool, live int) Standing {
	c.t.Helper()
	list, err := c.StandingOf(c.t.Context(), c.players[0].ID)
	if err != nil || len(list) != 1 {
		c.t.Fatalf("StandingOf = %+v, %v", list, err)
	}
	if o := list[0]; o.Paused != paused || (o.Open != "") != open || o.Live != live {
		c.t.Errorf("the offer is %+v, want paused %v, open %v, live %d", o.StandingOffer, paused, open, live)
	}
	return list[0]
}

// stand makes a standing offer of the first player.
func (c *testTable) stand(most int) Standing {
	c.t.Helper()
	o, err := c.AddStanding(c.t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "council", Seats: 2}, most, func(Standing) (int, []byte) { return 201, nil })
	if err != nil {
		c.t.Fatal(err)
	}
	return o
}

// What a process left undone that was killed after somebody had sat down is done by the next
// one; of several that find it at the same time, one does it.
func TestStandingTableIsOpenedOnceByManyProcesses(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, clubtest.FindCouncil)
	c.stand(5)
	open := c.checkStanding(false, true, 0).Open
	// As in Join, but the process ends with the commit.
	if _, err := c.engine.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open, Player: c.players[1].ID, Begin: c.begin}, nil); err != nil {
		t.Fatal(err)
	}
	c.checkStanding(false, false, 1)
	var work sync.WaitGroup
	for range 4 {
		other := New(Config{Store: c.engine, Hub: new(hubSpy), Rules: clubtest.FindCouncil})
		work.Go(func() { c.work(other.repeatTableWorker()) })
	}
	work.Wait()
	c.checkStanding(false, true, 1)
	if list, _, err := c.OpenTables(t.Context(), "", db.TableFilter{}, "", 99); err != nil || len(list) != 1 {
		t.Errorf("%d tables are open, %v", len(list), err)
	}
}

// A table that has waited too long is followed by the next one.
func TestStandingTableFollowsOneThatExpired(t *testing.T) {
	t.Parallel()
	c, clock := newTestTable(t, clubtest.FindCouncil), clubtest.NewClock()
	storetest.SetNow(c.engine, clock.Now)
	c.stand(1)
	first := c.checkStanding(false, true, 0).Open
	clock.Advance(db.OpenLifetime)
	if err := c.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.checkStanding(false, false, 0)
	select {
	case <-c.repeatTableWorker().Woken:
	default:
		t.Error("nobody looks for what is to be opened")
	}
	c.work(c.repeatTableWorker())
	if next := c.checkStanding(false, true, 0).Open; next == first {
		t.Error("the table that has ended is open")
	}
}

// An offer that the rules do not allow any more is paused, and stops nothing else.
func TestStandingOfferThatDoesNotFitIsPaused(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, clubtest.FindCouncil)
	o := c.stand(1)
	if _, err := c.engine.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: c.checkStanding(false, true, 0).Open, Player: c.players[1].ID, Begin: c.begin}, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.SetStanding(t.Context(), o.Player, o.ID, 2, true); err != nil {
		t.Fatal(err)
	}
	c.rules = func(string, int) (games.Ruleset, error) { return nil, errors.New("gone") }
	if err := c.SetStanding(t.Context(), o.Player, o.ID, 2, false); err != nil {
		t.Fatal(err)
	}
	c.checkStanding(true, false, 1)
}
