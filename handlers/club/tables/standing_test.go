package tables_test

import (
	"errors"
	"sync"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// checkStanding checks the one standing offer of the first player, and returns it.
func checkStanding(c *roomstest.Table, paused, open bool, live int) tables.Standing {
	c.T.Helper()
	list, err := c.Repeat.StandingOf(c.T.Context(), c.Players[0].ID)
	if err != nil || len(list) != 1 {
		c.T.Fatalf("StandingOf = %+v, %v", list, err)
	}
	if o := list[0]; o.Paused != paused || (o.Open != "") != open || o.Live != live {
		c.T.Errorf("the offer is %+v, want paused %v, open %v, live %d", o.StandingOffer, paused, open, live)
	}
	return list[0]
}

// stand makes a standing offer of the first player.
func stand(c *roomstest.Table, most int) tables.Standing {
	c.T.Helper()
	o, err := c.Repeat.AddStanding(c.T.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Seats: 2}, most, func(tables.Standing) (int, []byte) { return 201, nil })
	if err != nil {
		c.T.Fatal(err)
	}
	return o
}

// If a process was killed after somebody had sat down, the next process completes its steps. Of
// several that find them at the same time, one does it.
func TestStandingTableIsOpenedOnceByManyProcesses(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	stand(c, 5)
	open := checkStanding(c, false, true, 0).Open
	// As in Join, but the process ends with the commit.
	if _, err := c.Engine.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open, Player: c.Players[1].ID, Begin: c.Match.Begin}, nil); err != nil {
		t.Fatal(err)
	}
	checkStanding(c, false, false, 1)
	var work sync.WaitGroup
	for range 4 {
		other := rooms.New(rooms.Config{Store: c.Engine, Hub: new(roomstest.Hub), Rules: clubtest.FindCouncil})
		work.Go(func() { c.Work(other.Repeat.RepeatTableWorker()) })
	}
	work.Wait()
	checkStanding(c, false, true, 1)
	if list, _, err := c.Tables.OpenTables(t.Context(), "", db.TableFilter{}, "", 99); err != nil || len(list) != 1 {
		t.Errorf("%d tables are open, %v", len(list), err)
	}
}

// A table that has waited too long is followed by the next one.
func TestStandingTableFollowsOneThatExpired(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewTable(t, clubtest.FindCouncil), clubtest.NewClock()
	storetest.SetNow(c.Engine, clock.Now)
	stand(c, 1)
	first := checkStanding(c, false, true, 0).Open
	clock.Advance(db.OpenLifetime)
	if err := c.Tables.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkStanding(c, false, false, 0)
	select {
	case <-c.Repeat.RepeatTableWorker().Woken:
	default:
		t.Error("nobody looks for what is to be opened")
	}
	c.Work(c.Repeat.RepeatTableWorker())
	if next := checkStanding(c, false, true, 0).Open; next == first {
		t.Error("the table that has ended is open")
	}
}

// An offer that the rules do not allow any more is paused, and stops nothing else.
func TestStandingOfferThatDoesNotFitIsPaused(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	o := stand(c, 1)
	if _, err := c.Engine.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: checkStanding(c, false, true, 0).Open, Player: c.Players[1].ID, Begin: c.Match.Begin}, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Repeat.SetStanding(t.Context(), o.Player, o.ID, 2, true); err != nil {
		t.Fatal(err)
	}
	c.Rules = func(string, int) (games.Ruleset, error) { return nil, errors.New("gone") }
	if err := c.Repeat.SetStanding(t.Context(), o.Player, o.ID, 2, false); err != nil {
		t.Fatal(err)
	}
	checkStanding(c, true, false, 1)
}
