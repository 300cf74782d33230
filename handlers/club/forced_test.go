package club

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
)

// pausedTable is a match of cards whose table asks for pauses.
type pausedTable struct {
	*clockTable
	game string
	rng  *rand.Rand
}

// newPausedTable returns a match without clocks whose next decision without a choice waits
// for a pause.
func newPausedTable(t *testing.T, game string) *pausedTable {
	t.Helper()
	c := &pausedTable{newClockTable(t, game, 2, clock.Control{Move: day}), game, rand.New(rand.NewPCG(8, 2))}
	c.random = func() float64 { return 0.5 }
	if game != "shannon" {
		for _, p := range c.players {
			c.like(p.ID, HabitAuto)
		}
	}
	c.begin()
	c.playUntilPaused()
	return c
}

func (c *pausedTable) begin() {
	c.open(Proposal{Game: c.game, Seats: 3, Options: map[string]string{games.OptionAuto: games.AutoLater}})
}

// like sets the habits of a player.
func (c *pausedTable) like(player string, habits ...string) {
	c.t.Helper()
	if err := c.SetHabits(c.t.Context(), player, habits); err != nil {
		c.t.Fatal(err)
	}
}

// playUntilPaused plays at random until the server is to play later, and returns the match
// and the seat for which it is.
func (c *pausedTable) playUntilPaused() (Match, games.Seat) {
	c.t.Helper()
	for range 5000 {
		f := c.loadNow()
		if f.IsOver() {
			c.begin()
			continue
		}
		if !f.ForcedDue.IsZero() {
			return f, c.delayed(f)
		}
		seat := f.Acting()[c.rng.IntN(len(f.Acting()))]
		legal := f.legal(seat)
		c.mustPost(int(seat), f.Ply, legal[c.rng.IntN(len(legal))])
	}
	c.t.Fatal("no card was ever the only one")
	return Match{}, 0
}

// delayed returns the seat for which the server plays next.
func (c *pausedTable) delayed(f Match) games.Seat {
	c.t.Helper()
	for _, seat := range f.Acting() {
		stored, err := c.engine.OrdersOf(c.t.Context(), f.ID, seat)
		if err != nil {
			c.t.Fatal(err)
		}
		if decodeOrders(stored).due.Equal(f.ForcedDue) {
			return seat
		}
	}
	c.t.Fatalf("at %v, no seat is due", f.ForcedDue)
	return 0
}

// told lists whom notices tell of a turn.
func (c *pausedTable) told() (players []string) {
	c.t.Helper()
	found, err := c.engine.Notices(c.t.Context(), db.MaxPage)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, n := range found {
		if n.Match == c.id && n.Kind == db.NoticeTurn {
			players = append(players, fmt.Sprint(n.Recipient, " ", n.Ply))
		}
	}
	return players
}

// A card that is the only one is played when the pause is over, not before, once, and by
// whatever process is there; its owner is told that it will be, and is not called.
func TestForcedCardsAfterAPause(t *testing.T) {
	t.Parallel()
	c := newPausedTable(t, "shannon")
	for n := range 6 {
		f, seat := c.playUntilPaused()
		legal := f.legal(seat)
		if len(legal) != 1 || f.ForcedDue.Before(c.wall.Add(time.Minute)) || f.ForcedDue.After(c.wall.Add(time.Hour)) {
			t.Fatalf("seat %d may play %q, due %v after %v", seat, legal, f.ForcedDue, c.wall)
		}
		owner := c.players[seat-1].ID
		if slices.Contains(c.told(), fmt.Sprint(owner, " ", f.Ply)) {
			t.Error("the owner is called for a card that the server plays")
		}
		o, err := c.SeatOrders(t.Context(), c.id, owner, 0)
		if !o.Forced || !o.due.IsZero() || err != nil {
			t.Errorf("the owner is told %+v, %v", o, err)
		}
		due := f.ForcedDue
		c.wall = due.Add(-time.Millisecond)
		if g := c.wakeDue(); g.Ply != f.Ply {
			t.Fatal("the card is played before its time")
		}
		if n%2 == 0 {
			c.crash(time.Until(time.Now())) // another process, at the same moment
			c.random = func() float64 { return 0.9 }
		}
		c.wall = due
		g := c.wakeDue()
		if g.Ply <= f.Ply || g.Events[f.Ply].Seat != seat || g.Events[f.Ply].Text != legal[0] || g.ForcedDue.Equal(due) {
			t.Fatalf("when the pause is over: %v, due %v", texts(g.Events[f.Ply:]), g.ForcedDue)
		}
		if err := c.wake(t.Context(), c.id); err != nil || c.ply() != g.Ply {
			t.Fatalf("another process at the same time plays %d events more, %v", c.ply()-g.Ply, err)
		}
		if o, err := c.SeatOrders(t.Context(), c.id, owner, 0); o.Forced && !slices.Contains(g.Acting(), seat) && !g.IsOver() || err != nil && !g.IsOver() {
			t.Errorf("afterwards the owner is told %+v, %v", o, err)
		}
	}
}

// Whoever plays first leaves the server nothing to play.
func TestForcedCardsThatWerePlayed(t *testing.T) {
	t.Parallel()
	c := newPausedTable(t, "shannon")
	for range 6 {
		f, seat := c.playUntilPaused()
		due := f.ForcedDue
		c.random = c.rng.Float64
		g := c.mustPost(int(seat), f.Ply, f.legal(seat)[0])
		if g.ForcedDue.Equal(due) {
			t.Fatalf("after the card was played another one is due at the same time %v", due)
		}
		c.wall = due
		if after := c.wakeDue(); after.Ply != g.Ply && (g.ForcedDue.IsZero() || g.ForcedDue.After(due)) {
			t.Fatalf("the server plays %v", texts(after.Events[g.Ply:]))
		}
	}
}

// A pause goes on while another seat acts or leaves orders, and is not renewed.
func TestForcedPausesGoOn(t *testing.T) {
	t.Parallel()
	c := newPausedTable(t, "shannon")
	f, seat := c.playUntilPaused()
	c.random = func() float64 { return 0.1 }
	other := c.players[int(seat)%3].ID
	if _, err := c.SetOrders(t.Context(), c.id, other, 0, "favours deck"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.SetOrders(t.Context(), c.id, c.players[seat-1].ID, 0, "favours deck"); err != nil {
		t.Fatal(err)
	}
	if g := c.loadNow(); g.Ply != f.Ply || !g.ForcedDue.Equal(f.ForcedDue) {
		t.Errorf("due %v becomes %v", f.ForcedDue, g.ForcedDue)
	}
	if o, err := c.SeatOrders(t.Context(), c.id, c.players[seat-1].ID, 0); o.Text != "favours deck" || !o.Forced || err != nil {
		t.Errorf("the owner's orders are %+v, %v", o, err)
	}
	c.wall = f.ForcedDue
	if g := c.wakeDue(); g.Ply <= f.Ply || g.Events[f.Ply].Seat != seat {
		t.Errorf("when the pause is over: %v", texts(g.Events[f.Ply:]))
	}
}

// Where forced decisions are made for those who like it so, nothing is played for a player
// who does not like it any more, and is called then.
func TestForcedHabitIsWithdrawn(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := newPausedTable(t, game)
			f, seat := c.playUntilPaused()
			owner := c.players[seat-1].ID
			c.like(owner)
			c.wall = f.ForcedDue
			g := c.wakeDue()
			if game == "shannon" { // which plays cards for everybody
				if g.Ply == f.Ply {
					t.Error("the card is not played")
				}
				return
			}
			if g.Ply != f.Ply || !g.ForcedDue.IsZero() && !g.ForcedDue.After(c.wall) {
				t.Fatalf("though it is withdrawn: %v, due %v", texts(g.Events[f.Ply:]), g.ForcedDue)
			}
			if !slices.Contains(c.told(), fmt.Sprint(owner, " ", f.Ply)) {
				t.Errorf("%s is not called: %v", owner, c.told())
			}
			if o, err := c.SeatOrders(t.Context(), c.id, owner, 0); o.Forced || err != nil {
				t.Errorf("the owner is told %+v, %v", o, err)
			}
			c.mustPost(int(seat), f.Ply, f.legal(seat)[0])
		})
	}
}

// A pause is never longer than a tenth of the time that is left, and in a live match a few
// seconds.
func TestForcedPausesFitTheClock(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		control clock.Control
		most    time.Duration
	}{
		"three days": {clock.Control{Move: 3 * day, KeepsSeats: true}, time.Hour},
		"five hours": {clock.Control{Move: 5 * time.Hour, KeepsSeats: true}, 30 * time.Minute},
		"live":       {clock.Control{Bank: 10 * time.Minute, Increment: 10 * time.Second, KeepsSeats: true}, livePause},
	} {
		t.Run(name, func(t *testing.T) {
			c := newPausedTable(t, "shannon")
			c.random = func() float64 { return 0.999 }
			c.open(Proposal{Game: "shannon", Seats: 2, Clock: &tt.control, Options: map[string]string{"auto": "later"}})
			f, _ := c.playUntilPaused()
			if pause := f.ForcedDue.Sub(c.wall); pause > tt.most || pause < tt.most*9/10 {
				t.Errorf("the pause is %v, the longest one %v", pause, tt.most)
			}
		})
	}
}
