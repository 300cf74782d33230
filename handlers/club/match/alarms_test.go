package match_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// windowCases are the ways in which a match gives time for the shield.
var windowCases = map[string]struct {
	p    tables.Proposal
	wait time.Duration
}{
	"by the options":             {tables.Proposal{Seats: 3, Options: map[string]string{"window": "5"}}, 5 * time.Second},
	"by the table":               {tables.Proposal{Seats: 3, Wait: time.Hour}, time.Hour},
	"by the table, for longer":   {tables.Proposal{Seats: 3, Wait: 9 * time.Second, Options: map[string]string{"window": "5"}}, 9 * time.Second},
	"by the options, for longer": {tables.Proposal{Seats: 3, Wait: 2 * time.Second, Options: map[string]string{"window": "5"}}, 5 * time.Second},
}

// A window is as long as the match says, whichever seat holds the shield, and the same for all.
func TestWindow(t *testing.T) {
	t.Parallel()
	for name, tt := range windowCases {
		for _, held := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", held ", held), func(t *testing.T) {
				t.Parallel()
				c, clock, thief, _ := roomstest.NewTheft(t, tt.p, held)
				before := c.Ply()
				steal := fmt.Sprint("steal ", thief%3+1)
				f := c.MustPost(thief, before, steal)
				until := clock.Now().Add(tt.wait)
				if f.Ply != before+1 || !f.WindowEnds.Equal(until) || len(f.Acting()) != 0 || len(f.Match.ToAct) != 0 {
					t.Fatalf("ply %d, until %v, to act %v", f.Ply, f.WindowEnds, f.Acting())
				}
				if legal := roomstest.Legal(f, games.Seat(thief)); len(legal) != 0 {
					t.Errorf("the thief may do %v", legal)
				}
				if _, err := c.Post(thief, f.Ply, "pass"); !errors.Is(err, games.ErrNotYourTurn) {
					t.Errorf("the thief closes the window: %v", err)
				}
				clock.Advance(tt.wait - time.Millisecond)
				c.MustWake()
				if c.Ply() != before+1 {
					t.Error("the window closes too early")
				}
				clock.Advance(time.Millisecond)
				c.MustWake()
				f = c.LoadStored()
				if got := roomstest.Texts(f.Events[before:]); len(got) != 2 || got[1] != fmt.Sprintf("%d: pass", thief) || !f.WindowEnds.IsZero() {
					t.Errorf("after the window: %v, due %v", got, f.WindowEnds)
				}
				if !slices.Equal(f.Acting(), f.Table.ToAct()) || len(f.Acting()) != 3 {
					t.Errorf("to act %v", f.Acting())
				}
				c.MustWake() // once more changes nothing
				if c.Ply() != before+2 {
					t.Error("a window closes twice")
				}
			})
		}
	}
}

// Nobody shortens or renews a window but who holds the shield.
func TestWindowLastsWhateverAnybodyDoes(t *testing.T) {
	t.Parallel()
	open := func() (*roomstest.Table, *clubtest.Clock, int, int, match.Match) {
		c, clock, thief, holder := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, true)
		f := c.MustPost(thief, c.Ply(), fmt.Sprint("steal ", thief%3+1))
		clock.Advance(20 * time.Second)
		return c, clock, thief, holder, f
	}
	t.Run("another resigns", func(t *testing.T) {
		c, _, thief, holder, f := open()
		other := 6 - thief - holder
		after := c.MustPost(other, f.Ply, "resign")
		if !after.WindowEnds.Equal(f.WindowEnds) || after.Ply != f.Ply+1 || len(after.Acting()) != 0 {
			t.Errorf("due %v, was %v: %v, to act %v", after.WindowEnds, f.WindowEnds, roomstest.Texts(after.Events[f.Ply:]), after.Acting())
		}
		if _, err := c.Post(thief, after.Ply, "pass"); !errors.Is(err, games.ErrNotYourTurn) {
			t.Errorf("the thief closes the window: %v", err)
		}
	})
	t.Run("orders that do not meet it", func(t *testing.T) {
		c, _, thief, holder, f := open()
		for _, seat := range []int{thief, holder, 6 - thief - holder} {
			if _, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[seat-1].ID, 0, "6 5"); err != nil {
				t.Fatal(err)
			}
		}
		if after := c.LoadStored(); !after.WindowEnds.Equal(f.WindowEnds) || after.Ply != f.Ply {
			t.Errorf("due %v, was %v, ply %d", after.WindowEnds, f.WindowEnds, after.Ply)
		}
	})
	t.Run("orders of who does not hold the shield", func(t *testing.T) {
		c, _, thief, holder, f := open()
		if _, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[6-thief-holder-1].ID, 0, "shield"); err != nil {
			t.Fatal(err)
		}
		if after := c.LoadStored(); !after.WindowEnds.Equal(f.WindowEnds) || after.Ply != f.Ply {
			t.Errorf("due %v, was %v, ply %d", after.WindowEnds, f.WindowEnds, after.Ply)
		}
	})
	t.Run("orders that meet it", func(t *testing.T) {
		c, _, _, holder, f := open()
		if _, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[holder-1].ID, 0, "shield"); err != nil {
			t.Fatal(err)
		}
		if after := c.LoadStored(); !after.WindowEnds.IsZero() || after.Last.Text != "shield" || after.Ply != f.Ply+1 {
			t.Errorf("due %v: %v", after.WindowEnds, roomstest.Texts(after.Events[f.Ply:]))
		}
	})
	t.Run("the shield is held out", func(t *testing.T) {
		c, _, _, holder, f := open()
		if after := c.MustPost(holder, f.Ply, "shield"); !after.WindowEnds.IsZero() || len(after.Acting()) != 3 {
			t.Errorf("due %v, to act %v", after.WindowEnds, after.Acting())
		}
	})
}

// Orders that meet a theft are followed at once: nobody waits.
func TestOrdersBeforeTheWindow(t *testing.T) {
	t.Parallel()
	c, _, thief, holder := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, true)
	if _, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[holder-1].ID, 0, "shield"); err != nil {
		t.Fatal(err)
	}
	if f := c.MustPost(thief, c.Ply(), fmt.Sprint("steal ", thief%3+1)); !f.WindowEnds.IsZero() || f.Last.Text != "shield" {
		t.Errorf("due %v, last %q", f.WindowEnds, f.Last.Text)
	}
}

func TestWaitIsRefused(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, clubtest.FindCards)
	for name, p := range map[string]tables.Proposal{
		"a public table": {Game: "wager", Public: true, Wait: time.Minute},
		"too long":       {Game: "wager", Wait: tables.MaxWait + time.Second},
		"negative":       {Game: "wager", Wait: -time.Second},
		"split seconds":  {Game: "wager", Wait: time.Millisecond},
		"a board":        {Game: "camelot", Wait: time.Minute},
	} {
		_, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, p, nil)
		if e := club.ErrorOf(err); e.Code != "invalid_wait" || e.Field != "wait" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "wager", Wait: tables.MaxWait}, nil); err != nil {
		t.Error(err)
	}
}

// The alarms close windows on time, of which they hear, and after a restart.
func TestAlarms(t *testing.T) {
	t.Parallel()
	c, clock, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, true)
	log := new(clubtest.Log)
	stop := c.RunAlarms(clock, log)
	before := c.Ply()
	c.MustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
	clock.Settled(t)
	clock.Advance(time.Minute - time.Millisecond)
	if c.Ply() != before+1 {
		t.Error("closed too early")
	}
	clock.Advance(time.Millisecond)
	c.WaitFor(before + 2)
	stop()

	// The window of another match comes due while the server is down.
	d, clock, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, false)
	before = d.Ply()
	d.MustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
	clock.Advance(time.Hour)
	d.Club = rooms.New(rooms.Config{Store: d.Engine, Hub: d.Hub, Now: clock.Now, Rules: clubtest.FindCards})
	d.RunAlarms(clock, log)
	d.WaitFor(before + 2)
	if log.String() != "" {
		t.Errorf("logged: %s", log)
	}
}

// A step that fails is logged and tried again after a while; other matches do not wait for it.
func TestAlarmsGoOnAfterAFault(t *testing.T) {
	t.Parallel()
	c, clock, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, true)
	broken, before := c.ID, c.Ply()
	c.MustPost(thief, before, fmt.Sprint("steal ", thief%3+1))
	c.Open(tables.Proposal{Game: "wager", Seats: 3, Wait: time.Minute})
	f := c.BidAll()
	thief = int(f.Acting()[0])
	f = c.MustPost(thief, f.Ply, fmt.Sprint("steal ", thief%3+1))
	var mu sync.Mutex
	fail := true
	c.Rules = func(game string, version int) (games.Ruleset, error) {
		mu.Lock()
		defer mu.Unlock()
		if fail {
			fail = false
			return nil, errors.New("no rules today")
		}
		return clubtest.FindCards(game, version)
	}
	c.Match.Evict(broken)
	clock.Advance(time.Minute)
	log := new(clubtest.Log)
	c.RunAlarms(clock, log)
	c.WaitFor(f.Ply + 1)
	clock.Settled(t)
	clock.Advance(club.FailurePause)
	c.ID = broken
	clock.Pass(t, func() bool { return c.Ply() == before+2 }) // a timer may begin while the clock moves
	if !strings.Contains(log.String(), "no rules today") {
		t.Errorf("logged: %s", log)
	}
}

// A match whose events cannot be played, and one whose rules panic at them, are
// tried ever more rarely, and hold up no other.
func TestAlarmsOfDamagedMatches(t *testing.T) {
	t.Parallel()
	c, clock, thief, _ := roomstest.NewTheft(t, tables.Proposal{Seats: 3, Wait: time.Minute}, true)
	c.Rules = func(game string, version int) (games.Ruleset, error) { return clubtest.Faulty{}, nil }
	steal := func() (id string, ply int) {
		f := c.MustPost(thief, c.Ply(), fmt.Sprint("steal ", thief%3+1))
		return f.ID, f.Ply
	}
	next := func() {
		c.Open(tables.Proposal{Game: "wager", Seats: 3, Wait: time.Minute})
		thief = int(c.BidAll().Acting()[0])
	}
	illegal, ply := steal()
	next()
	panics, _ := steal()
	next()
	sound, before := steal()
	c.Reopen(func(path string) {
		clubtest.Damage(t, path, illegal, ply-1, "steal the crown")
		clubtest.Damage(t, path, panics, ply-1, "crash")
	})
	clock.Advance(time.Minute)
	log := new(clubtest.Log)
	c.RunAlarms(clock, log)
	c.ID = sound
	c.WaitFor(before + 1)
	clock.Settled(t)
	for _, pause := range []time.Duration{5 * time.Second, 10 * time.Second} {
		clock.Advance(pause)
		clock.Settled(t)
	}
	for _, id := range []string{illegal, panics} {
		var again []string
		for line := range strings.Lines(log.String()) {
			if strings.Contains(line, "item="+id) {
				again = append(again, regexp.MustCompile(`again=\S+`).FindString(line))
			}
		}
		if want := []string{"again=5s", "again=10s", "again=20s"}; !slices.Equal(again, want) {
			t.Errorf("match %s: logged %v, want %v\n%s", id, again, want, log)
		}
	}
	next()
	_, before = steal()
	clock.Advance(time.Minute)
	c.WaitFor(before + 1)
}
