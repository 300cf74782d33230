package match_test

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
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// A bank is used while a decision is owed, and filled by each decision up to its cap.
func TestClockBank(t *testing.T) {
	t.Parallel()
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := roomstest.NewClockTable(t, game, seats, roomstest.Bank)
		seat := c.LoadNow().Acting()[0]
		c.Pass(50 * time.Hour)
		if got := c.Left(seat); got != 190*time.Hour {
			t.Fatalf("after 50 hours of ten days: %v", got)
		}
		c.Act()
		if got := c.Left(seat); got != 226*time.Hour {
			t.Errorf("after the decision: %v, want 226 h", got)
		}
		f := c.LoadNow()
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
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := roomstest.NewClockTable(t, game, seats, clock.Control{Move: 3 * roomstest.Day, Vacation: 14 * roomstest.Day})
		seat := c.LoadNow().Acting()[0]
		c.Pass(5 * roomstest.Day)
		c.WakeDue()
		r := c.LoadNow().Times()[seat-1]
		if !r.OnVacation || r.Left != 0 || r.Vacation != 12*roomstest.Day || r.FallenSince != nil {
			t.Fatalf("after five days: %+v", r)
		}
		c.Act()
		if r := c.LoadNow().Times()[seat-1]; r.Left != 3*roomstest.Day || r.Vacation != 12*roomstest.Day {
			t.Errorf("after the decision: %+v", r)
		}
	})
}

// No time runs on weekends that are off.
func TestClockWeekends(t *testing.T) {
	t.Parallel()
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := roomstest.NewClockTable(t, game, seats, clock.Control{Move: 5 * roomstest.Day, WeekendsOff: true})
		seat := c.LoadNow().Acting()[0]
		want := c.Wall.Add(7 * roomstest.Day) // from Monday, over a weekend
		if got := c.LoadNow().Deadlines[seat-1]; !got.Equal(want) {
			t.Errorf("the clock falls %v, want %v", got, want)
		}
		c.Pass(6 * roomstest.Day) // Sunday
		if got := c.Left(seat); got != 8*time.Hour {
			t.Errorf("on Sunday: %v left, want the 8 hours of Friday night", got)
		}
	})
}

// In games of boards the others claim a time-out, or give a day; the seat may still
// play until then.
func TestClockClaim(t *testing.T) {
	t.Parallel()
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, defaults bool) {
		if defaults {
			return
		}
		c := roomstest.NewClockTable(t, game, seats, clock.Control{Move: 2 * roomstest.Day})
		f := c.LoadNow()
		late := f.Acting()[0]
		other := late%games.Seat(seats) + 1
		refused := func(seat games.Seat, text, key string) {
			t.Helper()
			_, err := c.Post(int(seat), c.Ply(), text)
			var why *games.Illegal
			if !errors.As(err, &why) || why.Key != key {
				t.Errorf("seat %d says %q: %v, want %s", seat, text, err, key)
			}
		}
		refused(other, "claim timeout", "table.claim")
		refused(other, "grant 24h", "table.grant")
		c.Pass(2*roomstest.Day - time.Minute)
		refused(other, "claim timeout", "table.claim")
		c.Pass(time.Minute)
		if f := c.WakeDue(); f.Ply != 0 || f.IsOver() {
			t.Fatalf("the server acts: %v", roomstest.Texts(f.Events))
		}
		refused(late, "claim timeout", "clock.own")
		refused(late, "grant 24h", "table.grant")
		if got := c.LoadNow().Offers(other); !slices.Contains(got, table.ClaimTimeout) || !slices.Contains(got, table.Grant24h) {
			t.Errorf("offers %v", got)
		}
		c.MustPost(int(other), 0, "Grant  24H")
		if got := c.Left(late); got != roomstest.Day {
			t.Fatalf("after the grant: %v", got)
		}
		c.Pass(roomstest.Day)
		f = c.MustPost(int(other), c.Ply(), "claim timeout")
		if i := slices.IndexFunc(f.Events, func(e db.Event) bool { return e.Text == "timeout" }); i < 0 || f.Events[i].Seat != late {
			t.Fatalf("the log is %v", roomstest.Texts(f.Events))
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
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, defaults bool) {
		if defaults {
			return
		}
		c := roomstest.NewClockTable(t, game, seats, clock.Control{Move: roomstest.Day})
		c.Pass(15*roomstest.Day - time.Minute)
		if f := c.WakeDue(); f.Ply != 0 {
			t.Fatalf("too early: %v", roomstest.Texts(f.Events))
		}
		c.Pass(time.Minute)
		if f := c.WakeDue(); f.Ply == 0 || f.Events[0].Text != "timeout" || !f.IsOver() && game != "chivalry-4-solo" {
			t.Errorf("after fourteen days: %v", roomstest.Texts(f.Events))
		}
	})
}

// A partner gives one day for a decision, and claims nothing.
func TestClockOfPartners(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "chivalry-4-teams", 4, clock.Control{Move: roomstest.Day})
	late := c.LoadNow().Acting()[0]
	partner := c.LoadNow().Rules.Info().Partner(late)
	if partner == 0 {
		t.Fatal("nobody has a partner")
	}
	c.Pass(2 * roomstest.Day)
	if _, err := c.Post(int(partner), c.Ply(), "claim timeout"); !errors.Is(err, match.ErrClaimOwn) {
		t.Errorf("the partner claims: %v", err)
	}
	c.MustPost(int(partner), c.Ply(), "grant 24h")
	if _, err := c.Post(int(partner), c.Ply(), "grant 24h"); !errors.Is(err, match.ErrGrantOnce) {
		t.Errorf("the partner gives again: %v", err)
	}
	rival := late%4 + 1
	c.MustPost(int(rival), c.Ply(), "grant 24h")
	if got := c.Left(late); got != 2*roomstest.Day {
		t.Errorf("two days were given: %v", got)
	}
}

// In games with defaults the game decides for a player who is out of time. With the third decision
// in a row the seat leaves, unless the table keeps it.
func TestClockDefaults(t *testing.T) {
	t.Parallel()
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, defaults bool) {
		if !defaults {
			return
		}
		for _, keeps := range []bool{false, true} {
			t.Run(fmt.Sprint("keeps ", keeps), func(t *testing.T) {
				c := roomstest.NewClockTable(t, game, seats, clock.Control{Move: roomstest.Day, KeepsSeats: keeps})
				late := c.LoadNow().Acting()[0]
				gone := -1
				for n := 0; n < 60 && gone < 0 && !c.LoadNow().IsOver(); n++ {
					before := c.LoadNow()
					if !slices.Contains(before.Acting(), late) {
						c.Act()
						continue
					}
					for _, seat := range before.Acting() { // the others play
						if f := c.LoadNow(); seat != late && slices.Contains(f.Acting(), seat) {
							c.MustPost(int(seat), f.Ply, roomstest.Legal(f, seat)[0])
						}
					}
					count := c.LoadNow().Times()[late-1].Defaults
					c.Pass(roomstest.Day)
					f := c.WakeDue()
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
	roomstest.EveryGame(t, func(t *testing.T, game string, seats int, _ bool) {
		c := roomstest.NewClockTable(t, game, seats, clock.Control{Move: 2 * roomstest.Day})
		seat := c.LoadNow().Acting()[0]
		c.Pass(roomstest.Day)
		deadline := c.LoadNow().Deadlines[seat-1]
		c.Crash(7 * roomstest.Day)
		if f := c.WakeDue(); f.Ply != 0 {
			t.Fatalf("the server acts at once: %v", roomstest.Texts(f.Events))
		}
		if got := c.Left(seat); got != roomstest.Day {
			t.Errorf("after the outage: %v left, want a day", got)
		}
		c.Work(c.Match.DeadlineWorker())
		if got := c.LoadNow().Deadlines[seat-1]; !got.Equal(deadline.Add(7 * roomstest.Day)) {
			t.Errorf("stored: %v, want a week after %v", got, deadline)
		}
		c.Wall = c.Wall.Add(3 * roomstest.Day) // the clock of the machine is set
		if f := c.WakeDue(); f.Ply != 0 {
			t.Fatalf("the server acts by a clock that was set: %v", roomstest.Texts(f.Events))
		}
		if got := c.Left(seat); got < roomstest.Day {
			t.Errorf("after a step of the clock: %v left, want a day", got)
		}
		c.Act()
	})
}

// Without clocks, a match that has stood still for thirty days may be claimed.
func TestClaimOfAnAbandonedMatch(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "camelot", 2, clock.Control{Move: roomstest.Day})
	c.Open(tables.Proposal{Game: "camelot", Seats: 2})
	late := c.LoadNow().Acting()[0]
	other := 3 - late
	c.Pass(match.AbandonedAfter - time.Minute)
	if _, err := c.Post(int(other), 0, "claim timeout"); err == nil {
		t.Error("the claim comes too early")
	}
	c.Crash(7 * roomstest.Day)
	if _, err := c.Post(int(other), 0, "claim timeout"); err == nil {
		t.Error("the outage counts")
	}
	c.Pass(time.Minute)
	if _, err := c.Post(int(late), 0, "claim timeout"); !errors.Is(err, match.ErrClaimOwn) {
		t.Errorf("who is late claims: %v", err)
	}
	if f := c.MustPost(int(other), 0, "claim timeout"); !f.IsOver() || f.Result.Reason != games.ReasonTimeout {
		t.Errorf("result %+v", f.Result)
	}
}
