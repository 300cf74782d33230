package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/effort"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// autoTable returns a match of a game. The players of the given seats have chosen to have forced
// decisions made for them.
func autoTable(t *testing.T, game string, seats int, auto ...games.Seat) *roomstest.Table {
	t.Helper()
	c := roomstest.NewTable(t, catalog.Find)
	c.Open(tables.Proposal{Game: game, Seats: seats})
	for _, seat := range auto {
		if err := c.Accounts.SetHabits(t.Context(), c.Players[seat-1].ID, []string{"quick", match.HabitAuto}); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// In every game the server makes the decisions of seat 1 that are forced, those alone,
// and none of the others: nobody finds seat 1 with one legal action.
func TestForcedDecisionsAreMade(t *testing.T) {
	t.Parallel()
	families := make(chan string, 1000)
	t.Run("games", func(t *testing.T) {
		roomstest.EveryGame(t, func(t *testing.T, game string, seats int, _ bool) {
			c := autoTable(t, game, seats, 1)
			rng := rand.New(rand.NewPCG(16, uint64(len(game))))
			for range effort.N(150) {
				f := c.LoadNow()
				if f.IsOver() {
					c.Open(tables.Proposal{Game: game, Seats: seats})
					continue
				}
				seat := f.Acting()[rng.IntN(len(f.Acting()))]
				legal := roomstest.Legal(f, seat)
				if seat == 1 && len(legal) == 1 {
					t.Fatalf("seat 1 is left with %q at ply %d", legal, f.Ply)
				}
				after := c.MustPost(int(seat), f.Ply, legal[rng.IntN(len(legal))])
				for ply := f.Ply + 1; ply < after.Ply; ply++ {
					then := after.Table.At(ply)
					if e := after.Events[ply]; e.Seat == 1 && slices.Contains(then.ToAct(), 1) && slices.Equal(then.Legal(1), []string{e.Text}) {
						families <- after.Rules.Info().ID
					}
				}
			}
		})
	})
	close(families)
	forced := map[string]int{}
	for game := range families {
		forced[game]++
	}
	for _, game := range []string{"camelot", "knizia", "shannon", "kutschke"} {
		if forced[game] == 0 && effort.Full() {
			t.Errorf("no decision of %s was made: %v", game, forced)
		}
	}
}

// A player who has not chosen it makes forced decisions alone.
func TestForcedDecisionsAreLeft(t *testing.T) {
	t.Parallel()
	c := autoTable(t, "camelot", 2)
	f, seat := playUntilForced(t, c, false)
	if got := roomstest.Legal(f, seat); len(got) != 1 {
		t.Fatalf("seat %d may play %q", seat, got)
	}
	if err := c.Accounts.SetHabit(t.Context(), f.Seats[seat-1], match.HabitAuto, true); err != nil {
		t.Fatal(err)
	}
	if f := c.LoadNow(); f.Ply != c.Ply() || !slices.Contains(f.Acting(), seat) {
		t.Error("a choice of habits has played")
	}
	if err := c.Accounts.SetHabit(t.Context(), c.LoadNow().Seats[seat-1], match.HabitAuto, false); err != nil {
		t.Fatal(err)
	}
	if got := match.HabitsOf(c.LoadNow().Seats[seat-1]); !slices.Equal(got, []string{"none"}) {
		t.Errorf("the habits are %q", got)
	}
}

// playUntilForced plays Camelot at random until a seat has one legal action, or until the
// server has made such a decision if it does.
func playUntilForced(t *testing.T, c *roomstest.Table, made bool) (match.Match, games.Seat) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 7))
	for range 2000 {
		f := c.LoadNow()
		if f.IsOver() {
			f = c.Open(tables.Proposal{Game: f.Game, Seats: len(f.Seats)})
		}
		seat := f.Acting()[0]
		legal := roomstest.Legal(f, seat)
		if !made && len(legal) == 1 {
			return f, seat
		}
		after := c.MustPost(int(seat), f.Ply, legal[rng.IntN(len(legal))])
		if made && after.Ply > f.Ply+1 {
			return after, after.Events[f.Ply+1].Seat
		}
	}
	t.Fatal("nothing was ever forced")
	return match.Match{}, 0
}

// An offer that waits for an answer, and a move taken back by consent, are left to the
// player; the answer lets the server go on.
func TestForcedDecisionsWaitForOffers(t *testing.T) {
	t.Parallel()
	c := autoTable(t, "camelot", 2, 1, 2)
	f, late := playUntilForced(t, c, true)
	other := 3 - late
	undo := func(by games.Seat, line string) {
		t.Helper()
		c.MustPost(int(by), c.Ply(), "offer undo "+line)
		f = c.MustPost(int(3-by), c.Ply(), "accept undo")
	}
	line := len(f.Table.Path()) - 2 // before the move that forced the answer
	for f.Table.Log()[f.Table.Path()[line]].Seat != other {
		line--
	}
	undo(other, strconv.Itoa(f.Table.Path()[line]+1)) // after it
	if got := roomstest.Legal(f, late); !slices.Equal(f.Acting(), []games.Seat{late}) || len(got) != 1 {
		t.Fatalf("seat %d is to play %q", f.Acting(), got)
	}
	before := c.Ply()
	if c.MustPost(int(other), c.Ply(), "offer draw"); c.Ply() != before+1 {
		t.Fatal("the move that answers the offer was made")
	}
	if f = c.MustPost(int(late), c.Ply(), "decline draw"); f.Ply <= before+2 || f.Events[before+2].Seat != late {
		t.Errorf("after the answer: %v", roomstest.Texts(f.Events))
	}
}

// The forced decisions that follow a decision of the game for a player who is out of time are
// made, too. Forced decisions cost no time.
func TestForcedDecisionsByTheClock(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		c := roomstest.NewClockTable(t, game, 2, clock.Control{Move: roomstest.Day, KeepsSeats: true})
		for _, p := range c.Players[:2] {
			if err := c.Accounts.SetHabits(t.Context(), p.ID, []string{match.HabitAuto}); err != nil {
				t.Fatal(err)
			}
		}
		for n := 0; n < 12 && !c.LoadNow().IsOver(); n++ {
			c.Pass(roomstest.Day)
			f := c.WakeDue()
			for _, seat := range f.Acting() {
				if legal := roomstest.Legal(f, seat); len(legal) == 1 && f.WindowEnds.IsZero() && !f.IsOver() {
					t.Fatalf("%s: seat %d is left with %q", game, seat, legal)
				}
				if r := f.Times()[seat-1]; r.FallenSince != nil {
					t.Fatalf("%s: the clock of seat %d stands at nothing", game, seat)
				}
			}
		}
	}
}

// pausedTable is a match of cards whose table asks for pauses.
type pausedTable struct {
	*roomstest.ClockTable
	game string
	rng  *rand.Rand
}

// newPausedTable returns a match without clocks whose next decision without a choice waits
// for a pause.
func newPausedTable(t *testing.T, game string) *pausedTable {
	t.Helper()
	c := &pausedTable{roomstest.NewClockTable(t, game, 2, clock.Control{Move: roomstest.Day}), game, rand.New(rand.NewPCG(8, 2))}
	c.Random = func() float64 { return 0.5 }
	if game != "shannon" {
		for _, p := range c.Players {
			c.like(p.ID, match.HabitAuto)
		}
	}
	c.begin()
	c.playUntilPaused()
	return c
}

func (c *pausedTable) begin() {
	c.Open(tables.Proposal{Game: c.game, Seats: 3, Options: map[string]string{games.OptionAuto: games.AutoLater}})
}

// like sets the habits of a player.
func (c *pausedTable) like(player string, habits ...string) {
	c.T.Helper()
	if err := c.Accounts.SetHabits(c.T.Context(), player, habits); err != nil {
		c.T.Fatal(err)
	}
}

// playUntilPaused plays at random until the server is to play later, and returns the match
// and the seat for which it is.
func (c *pausedTable) playUntilPaused() (match.Match, games.Seat) {
	c.T.Helper()
	for range 5000 {
		f := c.LoadNow()
		if f.IsOver() {
			c.begin()
			continue
		}
		if !f.ForcedDue.IsZero() {
			return f, c.delayed(f)
		}
		seat := f.Acting()[c.rng.IntN(len(f.Acting()))]
		legal := roomstest.Legal(f, seat)
		c.MustPost(int(seat), f.Ply, legal[c.rng.IntN(len(legal))])
	}
	c.T.Fatal("no card was ever the only one")
	return match.Match{}, 0
}

// delayed returns the seat for which the server plays next.
func (c *pausedTable) delayed(f match.Match) games.Seat {
	c.T.Helper()
	for _, seat := range f.Acting() {
		stored, err := c.Engine.OrdersOf(c.T.Context(), f.ID, seat)
		if err != nil {
			c.T.Fatal(err)
		}
		if match.DecodeOrders(stored).Due().Equal(f.ForcedDue) {
			return seat
		}
	}
	c.T.Fatalf("at %v, no seat is due", f.ForcedDue)
	return 0
}

// notified lists the players with a notification of a turn.
func (c *pausedTable) notified() (players []string) {
	c.T.Helper()
	found, err := c.Engine.Notices(c.T.Context(), db.MaxPage)
	if err != nil {
		c.T.Fatal(err)
	}
	for _, n := range found {
		if n.Match == c.ID && n.Kind == db.NoticeTurn {
			players = append(players, fmt.Sprint(n.Recipient, " ", n.Ply))
		}
	}
	return players
}

// A card that is the only choice is played once, when the pause is over and not before, by any of
// the processes. Its owner learns that it will be played, and gets no notice of the turn.
func TestForcedCardsAfterAPause(t *testing.T) {
	t.Parallel()
	c := newPausedTable(t, "shannon")
	for n := range 6 {
		f, seat := c.playUntilPaused()
		legal := roomstest.Legal(f, seat)
		if len(legal) != 1 || f.ForcedDue.Before(c.Wall.Add(time.Minute)) || f.ForcedDue.After(c.Wall.Add(time.Hour)) {
			t.Fatalf("seat %d may play %q, due %v after %v", seat, legal, f.ForcedDue, c.Wall)
		}
		owner := c.Players[seat-1].ID
		if slices.Contains(c.notified(), fmt.Sprint(owner, " ", f.Ply)) {
			t.Error("the owner is called for a card that the server plays")
		}
		o, err := c.Match.SeatOrders(t.Context(), c.ID, owner, 0)
		if !o.Forced || !o.Due().IsZero() || err != nil {
			t.Errorf("the owner is told %+v, %v", o, err)
		}
		due := f.ForcedDue
		c.Wall = due.Add(-time.Millisecond)
		if g := c.WakeDue(); g.Ply != f.Ply {
			t.Fatal("the card is played before its time")
		}
		if n%2 == 0 {
			c.Crash(time.Until(time.Now())) // another process, at the same moment
			c.Random = func() float64 { return 0.9 }
		}
		c.Wall = due
		g := c.WakeDue()
		if g.Ply <= f.Ply || g.Events[f.Ply].Seat != seat || g.Events[f.Ply].Text != legal[0] || g.ForcedDue.Equal(due) {
			t.Fatalf("when the pause is over: %v, due %v", roomstest.Texts(g.Events[f.Ply:]), g.ForcedDue)
		}
		if err := c.Match.Wake(t.Context(), c.ID); err != nil || c.Ply() != g.Ply {
			t.Fatalf("another process at the same time plays %d events more, %v", c.Ply()-g.Ply, err)
		}
		if o, err := c.Match.SeatOrders(t.Context(), c.ID, owner, 0); o.Forced && !slices.Contains(g.Acting(), seat) && !g.IsOver() || err != nil && !g.IsOver() {
			t.Errorf("afterwards the owner is told %+v, %v", o, err)
		}
	}
}

// A player who plays first leaves the server nothing to play.
func TestForcedCardsThatWerePlayed(t *testing.T) {
	t.Parallel()
	c := newPausedTable(t, "shannon")
	for range 6 {
		f, seat := c.playUntilPaused()
		due := f.ForcedDue
		c.Random = c.rng.Float64
		g := c.MustPost(int(seat), f.Ply, roomstest.Legal(f, seat)[0])
		if g.ForcedDue.Equal(due) {
			t.Fatalf("after the card was played another one is due at the same time %v", due)
		}
		c.Wall = due
		if after := c.WakeDue(); after.Ply != g.Ply && (g.ForcedDue.IsZero() || g.ForcedDue.After(due)) {
			t.Fatalf("the server plays %v", roomstest.Texts(after.Events[g.Ply:]))
		}
	}
}

// A pause goes on while another seat acts or leaves orders, and is not renewed.
func TestForcedPausesGoOn(t *testing.T) {
	t.Parallel()
	c := newPausedTable(t, "shannon")
	f, seat := c.playUntilPaused()
	c.Random = func() float64 { return 0.1 }
	other := c.Players[int(seat)%3].ID
	if _, err := c.Match.SetOrders(t.Context(), c.ID, other, 0, "favours deck"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Match.SetOrders(t.Context(), c.ID, c.Players[seat-1].ID, 0, "favours deck"); err != nil {
		t.Fatal(err)
	}
	if g := c.LoadNow(); g.Ply != f.Ply || !g.ForcedDue.Equal(f.ForcedDue) {
		t.Errorf("due %v becomes %v", f.ForcedDue, g.ForcedDue)
	}
	if o, err := c.Match.SeatOrders(t.Context(), c.ID, c.Players[seat-1].ID, 0); o.Text != "favours deck" || !o.Forced || err != nil {
		t.Errorf("the owner's orders are %+v, %v", o, err)
	}
	c.Wall = f.ForcedDue
	if g := c.WakeDue(); g.Ply <= f.Ply || g.Events[f.Ply].Seat != seat {
		t.Errorf("when the pause is over: %v", roomstest.Texts(g.Events[f.Ply:]))
	}
}

// The server plays nothing for a player who no longer wants forced decisions made. The player gets
// a notice of the turn then.
func TestForcedHabitIsWithdrawn(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			c := newPausedTable(t, game)
			f, seat := c.playUntilPaused()
			owner := c.Players[seat-1].ID
			c.like(owner)
			c.Wall = f.ForcedDue
			g := c.WakeDue()
			if game == "shannon" { // which plays cards for everybody
				if g.Ply == f.Ply {
					t.Error("the card is not played")
				}
				return
			}
			if g.Ply != f.Ply || !g.ForcedDue.IsZero() && !g.ForcedDue.After(c.Wall) {
				t.Fatalf("though it is withdrawn: %v, due %v", roomstest.Texts(g.Events[f.Ply:]), g.ForcedDue)
			}
			if !slices.Contains(c.notified(), fmt.Sprint(owner, " ", f.Ply)) {
				t.Errorf("%s is not called: %v", owner, c.notified())
			}
			if o, err := c.Match.SeatOrders(t.Context(), c.ID, owner, 0); o.Forced || err != nil {
				t.Errorf("the owner is told %+v, %v", o, err)
			}
			c.MustPost(int(seat), f.Ply, roomstest.Legal(f, seat)[0])
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
		"three days": {clock.Control{Move: 3 * roomstest.Day, KeepsSeats: true}, time.Hour},
		"five hours": {clock.Control{Move: 5 * time.Hour, KeepsSeats: true}, 30 * time.Minute},
		"live":       {clock.Control{Bank: 10 * time.Minute, Increment: 10 * time.Second, KeepsSeats: true}, match.LivePause},
	} {
		t.Run(name, func(t *testing.T) {
			c := newPausedTable(t, "shannon")
			c.Random = func() float64 { return 0.999 }
			c.Open(tables.Proposal{Game: "shannon", Seats: 2, Clock: &tt.control, Options: map[string]string{"auto": "later"}})
			f, _ := c.playUntilPaused()
			if pause := f.ForcedDue.Sub(c.Wall); pause > tt.most || pause < tt.most*9/10 {
				t.Errorf("the pause is %v, the longest one %v", pause, tt.most)
			}
		})
	}
}
