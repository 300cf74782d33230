package club

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
)

// A bank is used while a decision is owed, and filled by each decision up to its cap.
func TestClockBank(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := newClockTable(t, game, seats, bank)
		seat := c.loadNow().Acting()[0]
		c.pass(50 * time.Hour)
		if got := c.left(seat); got != 190*time.Hour {
			t.Fatalf("after 50 hours of ten days: %v", got)
		}
		c.act()
		if got := c.left(seat); got != 226*time.Hour {
			t.Errorf("after the decision: %v, want 226 h", got)
		}
		f := c.loadNow()
		for _, r := range f.Times() {
			if owes := slices.Contains(f.Acting(), r.Seat); owes != (r.Deadline != nil) {
				t.Errorf("seat %d owes: %v, deadline %v", r.Seat, owes, r.Deadline)
			} else if owes && !f.Deadlines[r.Seat-1].Equal(*r.Deadline) {
				t.Errorf("stored %v, read %v", f.Deadlines[r.Seat-1], r.Deadline)
			}
		}
	})
}

// The vacation begins by itself, is seen by all, and does not come back.
func TestClockVacation(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := newClockTable(t, game, seats, clock.Control{Move: 3 * day, Vacation: 14 * day})
		seat := c.loadNow().Acting()[0]
		c.pass(5 * day)
		c.wakeDue()
		r := c.loadNow().Times()[seat-1]
		if !r.OnVacation || r.Left != 0 || r.Vacation != 12*day || r.FallenSince != nil {
			t.Fatalf("after five days: %+v", r)
		}
		c.act()
		if r := c.loadNow().Times()[seat-1]; r.Left != 3*day || r.Vacation != 12*day {
			t.Errorf("after the decision: %+v", r)
		}
	})
}

// No time runs on weekends that are off.
func TestClockWeekends(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := newClockTable(t, game, seats, clock.Control{Move: 5 * day, WeekendsOff: true})
		seat := c.loadNow().Acting()[0]
		want := c.wall.Add(7 * day) // from Monday, over a weekend
		if got := c.loadNow().Deadlines[seat-1]; !got.Equal(want) {
			t.Errorf("the clock falls %v, want %v", got, want)
		}
		c.pass(6 * day) // Sunday
		if got := c.left(seat); got != 8*time.Hour {
			t.Errorf("on Sunday: %v left, want the 8 hours of Friday night", got)
		}
	})
}

// In games of boards the others claim a time-out, or give a day; the seat may still
// play until then.
func TestClockClaim(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, defaults bool) {
		if defaults {
			return
		}
		c := newClockTable(t, game, seats, clock.Control{Move: 2 * day})
		f := c.loadNow()
		late := f.Acting()[0]
		other := late%games.Seat(seats) + 1
		refused := func(seat games.Seat, text, key string) {
			t.Helper()
			_, err := c.post(int(seat), c.ply(), text)
			var why *games.Illegal
			if !errors.As(err, &why) || why.Key != key {
				t.Errorf("seat %d says %q: %v, want %s", seat, text, err, key)
			}
		}
		refused(other, "claim timeout", "table.claim")
		refused(other, "grant 24h", "table.grant")
		c.pass(2*day - time.Minute)
		refused(other, "claim timeout", "table.claim")
		c.pass(time.Minute)
		if f := c.wakeDue(); f.Ply != 0 || f.IsOver() {
			t.Fatalf("the server acts: %v", texts(f.Events))
		}
		refused(late, "claim timeout", "clock.own")
		refused(late, "grant 24h", "table.grant")
		if got := c.loadNow().Offers(other); !slices.Contains(got, table.ClaimTimeout) || !slices.Contains(got, table.Grant24h) {
			t.Errorf("offers %v", got)
		}
		c.mustPost(int(other), 0, "Grant  24H")
		if got := c.left(late); got != day {
			t.Fatalf("after the grant: %v", got)
		}
		c.pass(day)
		f = c.mustPost(int(other), c.ply(), "claim timeout")
		if i := slices.IndexFunc(f.Events, func(e db.Event) bool { return e.Text == "timeout" }); i < 0 || f.Events[i].Seat != late {
			t.Fatalf("the log is %v", texts(f.Events))
		}
		if f.IsOver() && f.Result.Reason != games.ReasonTimeout || !f.IsOver() && game != "chivalry-4-solo" {
			t.Errorf("result %+v", f.Result)
		}
		if seats == 2 && (!f.IsOver() || f.Result.Reason != games.ReasonTimeout || !slices.Equal(f.Result.Winners, []games.Seat{other})) {
			t.Errorf("result %+v", f.Result)
		}
	})
}

// Where nobody claims, the server does after fourteen days.
func TestClockSweeper(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, defaults bool) {
		if defaults {
			return
		}
		c := newClockTable(t, game, seats, clock.Control{Move: day})
		c.pass(15*day - time.Minute)
		if f := c.wakeDue(); f.Ply != 0 {
			t.Fatalf("too early: %v", texts(f.Events))
		}
		c.pass(time.Minute)
		if f := c.wakeDue(); f.Ply == 0 || f.Events[0].Text != "timeout" || !f.IsOver() && game != "chivalry-4-solo" {
			t.Errorf("after fourteen days: %v", texts(f.Events))
		}
	})
}

// A partner gives one day for a decision, and claims nothing.
func TestClockOfPartners(t *testing.T) {
	t.Parallel()
	c := newClockTable(t, "chivalry-4-teams", 4, clock.Control{Move: day})
	late := c.loadNow().Acting()[0]
	partner := c.loadNow().Rules.Info().Partner(late)
	if partner == 0 {
		t.Fatal("nobody has a partner")
	}
	c.pass(2 * day)
	if _, err := c.post(int(partner), c.ply(), "claim timeout"); !errors.Is(err, errClaimOwn) {
		t.Errorf("the partner claims: %v", err)
	}
	c.mustPost(int(partner), c.ply(), "grant 24h")
	if _, err := c.post(int(partner), c.ply(), "grant 24h"); !errors.Is(err, errGrantOnce) {
		t.Errorf("the partner gives again: %v", err)
	}
	rival := late%4 + 1
	c.mustPost(int(rival), c.ply(), "grant 24h")
	if got := c.left(late); got != 2*day {
		t.Errorf("two days were given: %v", got)
	}
}

// In games with defaults the game decides for who is out of time; with the third
// decision in a row the seat leaves, unless the table keeps it.
func TestClockDefaults(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, defaults bool) {
		if !defaults {
			return
		}
		for _, keeps := range []bool{false, true} {
			t.Run(fmt.Sprint("keeps ", keeps), func(t *testing.T) {
				c := newClockTable(t, game, seats, clock.Control{Move: day, KeepsSeats: keeps})
				late := c.loadNow().Acting()[0]
				gone := -1
				for n := 0; n < 60 && gone < 0 && !c.loadNow().IsOver(); n++ {
					before := c.loadNow()
					if !slices.Contains(before.Acting(), late) {
						c.act()
						continue
					}
					for _, seat := range before.Acting() { // the others play
						if f := c.loadNow(); seat != late && slices.Contains(f.Acting(), seat) {
							c.mustPost(int(seat), f.Ply, f.legal(seat)[0])
						}
					}
					count := c.loadNow().Times()[late-1].Defaults
					c.pass(day)
					f := c.wakeDue()
					if len(f.Events) == len(before.Events) {
						t.Fatal("nothing was played for who is out of time")
					}
					if i := slices.IndexFunc(f.Events, func(e db.Event) bool { return e.Seat == late && e.Text == "timeout" }); i >= 0 {
						gone = count + 1
					}
				}
				if want := map[bool]int{false: clock.MostDefaults, true: -1}[keeps]; gone != want && !(keeps && gone < 0) {
					t.Errorf("the seat leaves with default %d, want %d", gone, want)
				}
			})
		}
	})
}

// A week without the server costs nobody time, whenever it comes.
func TestClockOutage(t *testing.T) {
	t.Parallel()
	everyGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := newClockTable(t, game, seats, clock.Control{Move: 2 * day})
		seat := c.loadNow().Acting()[0]
		c.pass(day)
		deadline := c.loadNow().Deadlines[seat-1]
		c.crash(7 * day)
		if f := c.wakeDue(); f.Ply != 0 {
			t.Fatalf("the server acts at once: %v", texts(f.Events))
		}
		if got := c.left(seat); got != day {
			t.Errorf("after the outage: %v left, want a day", got)
		}
		c.work(c.deadlineWorker())
		if got := c.loadNow().Deadlines[seat-1]; !got.Equal(deadline.Add(7 * day)) {
			t.Errorf("stored: %v, want a week after %v", got, deadline)
		}
		c.wall = c.wall.Add(3 * day) // the clock of the machine is set
		if f := c.wakeDue(); f.Ply != 0 {
			t.Fatalf("the server acts by a clock that was set: %v", texts(f.Events))
		}
		if got := c.left(seat); got < day {
			t.Errorf("after a step of the clock: %v left, want a day", got)
		}
		c.act()
	})
}

// Without clocks, a match that has stood still for thirty days may be claimed.
func TestClaimOfAnAbandonedMatch(t *testing.T) {
	t.Parallel()
	c := newClockTable(t, "camelot", 2, clock.Control{Move: day})
	c.open(Proposal{Game: "camelot", Seats: 2})
	late := c.loadNow().Acting()[0]
	other := 3 - late
	c.pass(AbandonedAfter - time.Minute)
	if _, err := c.post(int(other), 0, "claim timeout"); err == nil {
		t.Error("the claim comes too early")
	}
	c.crash(7 * day)
	if _, err := c.post(int(other), 0, "claim timeout"); err == nil {
		t.Error("the outage counts")
	}
	c.pass(time.Minute)
	if _, err := c.post(int(late), 0, "claim timeout"); !errors.Is(err, errClaimOwn) {
		t.Errorf("who is late claims: %v", err)
	}
	if f := c.mustPost(int(other), 0, "claim timeout"); !f.IsOver() || f.Result.Reason != games.ReasonTimeout {
		t.Errorf("result %+v", f.Result)
	}
}
