package match_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/clock"
	"tableronde/games/effort"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// autoTable returns a match of a game whose seats given are those of players who like to
// have forced decisions made for them.
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

// Whoever has not asked for it makes forced decisions alone.
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

// What the game decides for who is out of time is followed by what is forced then, and
// what is forced costs no time.
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
