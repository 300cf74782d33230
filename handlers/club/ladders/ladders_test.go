package ladders_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games/catalog"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/ladders"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// newLadder puts all players of a fixture on the ladder of a game, in their order.
func newLadder(t *testing.T) (*roomstest.Table, *clubtest.Clock) {
	t.Helper()
	c, clock := roomstest.NewTable(t, catalog.Find), clubtest.NewClock()
	storetest.SetNow(c.Engine, clock.Now)
	c.Now = clock.Now
	for _, p := range c.Players {
		if err := c.Ladders.JoinLadder(t.Context(), "cam", p.ID); err != nil {
			t.Fatal(err)
		}
	}
	return c, clock
}

// checkOrder checks the names on the ladder, from the first place on.
func checkOrder(c *roomstest.Table, want ...string) {
	c.T.Helper()
	l, err := c.Ladders.Ladder(c.T.Context(), "cam", "", 0)
	var got []string
	for _, r := range l.Rungs {
		got = append(got, r.Player.Name)
	}
	if err != nil || !slices.Equal(got, want) {
		c.T.Errorf("the ladder is %v, %v, want %v", got, err, want)
	}
}

// climb has a player challenge another; both by their numbers in the fixture.
func climb(c *roomstest.Table, challenger, challenged int) match.Match {
	c.T.Helper()
	f, err := c.Ladders.ChallengeOnLadder(c.T.Context(), db.Once{}, "cam", c.Players[challenger].ID, c.Players[challenged].ID, nil)
	if err != nil || !f.Ladder || !f.Rated || f.Clock.IsZero() || f.Public {
		c.T.Fatalf("ChallengeOnLadder = %+v, %v", f.Match, err)
	}
	c.ID = f.ID
	return f
}

// accept has a player take the seat that is kept for them.
func accept(c *roomstest.Table, player int) {
	c.T.Helper()
	if _, err := c.Tables.Join(c.T.Context(), db.Once{}, tables.Joining{Match: c.ID, Player: c.Players[player].ID, Name: c.Players[player].Name}, nil); err != nil {
		c.T.Fatal(err)
	}
}

// resignAs has a player resign in the match.
func resignAs(c *roomstest.Table, player int) { c.MustPost(player+1, c.Ply(), "resign") }

// settleAll does the work of the workers.
func settleAll(c *roomstest.Table) {
	c.T.Helper()
	c.Work(c.Ladders.AbsenceWorker())
	c.Work(c.Ladders.LadderWorker())
}

// The winner on a ladder takes the other's place, however many processes settle it, and though one
// of them was killed after the match had ended.
func TestLadderWinnerClimbsOnce(t *testing.T) {
	t.Parallel()
	c, _ := newLadder(t)
	checkOrder(c, "Ada", "Bo", "Cy", "Di", "Ed")
	climb(c, 4, 1)
	settleAll(c)
	accept(c, 1)
	resignAs(c, 1) // and the process ends: nothing of it is archived or settled
	checkOrder(c, "Ada", "Bo", "Cy", "Di", "Ed")
	c.ArchiveAll()
	var work sync.WaitGroup
	for range 4 {
		other := rooms.New(rooms.Config{Store: c.Engine, Hub: new(roomstest.Hub), Rules: catalog.Find})
		work.Go(func() { c.Work(other.Ladders.LadderWorker()) })
	}
	work.Wait()
	settleAll(c)
	checkOrder(c, "Ada", "Ed", "Bo", "Cy", "Di")
	climb(c, 2, 0)
	accept(c, 0)
	resignAs(c, 2)
	c.ArchiveAll()
	settleAll(c)
	checkOrder(c, "Ada", "Ed", "Bo", "Cy", "Di")
}

// A challenge that is declined or not answered costs the place; one that is withdrawn does
// not. The table is gone.
func TestLadderChallengeUnanswered(t *testing.T) {
	t.Parallel()
	c, clock := newLadder(t)
	climb(c, 3, 2)
	if _, err := c.Tables.DeclineChallenge(t.Context(), db.Once{}, c.ID, c.Players[2].ID, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-c.Ladders.LadderWorker().Woken:
	default:
		t.Error("nobody is woken to settle it")
	}
	settleAll(c)
	checkOrder(c, "Ada", "Bo", "Di", "Cy", "Ed")
	if _, err := c.Match.Match(t.Context(), c.ID, c.Players[3].ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("the table: %v", err)
	}
	climb(c, 4, 1)
	clock.Advance(ladders.LadderAnswer - time.Second)
	settleAll(c)
	checkOrder(c, "Ada", "Bo", "Di", "Cy", "Ed")
	clock.Advance(time.Second)
	settleAll(c)
	checkOrder(c, "Ada", "Ed", "Bo", "Di", "Cy")
	climb(c, 1, 0)
	if err := c.Tables.Withdraw(t.Context(), c.ID, c.Players[1].ID); err != nil {
		t.Fatal(err)
	}
	settleAll(c)
	checkOrder(c, "Ada", "Ed", "Bo", "Di", "Cy")
	for _, tt := range []struct {
		challenger, challenged int
		want                   error
	}{{1, 0, ladders.ErrOutOfReach}, {2, 0, ladders.ErrOutOfReach}, {1, 3, ladders.ErrOutOfReach}} {
		_, err := c.Ladders.ChallengeOnLadder(t.Context(), db.Once{}, "cam", c.Players[tt.challenger].ID, c.Players[tt.challenged].ID, nil)
		if !errors.Is(err, tt.want) {
			t.Errorf("%d challenges %d: %v, want %v", tt.challenger, tt.challenged, err, tt.want)
		}
	}
	clock.Advance(ladders.LadderAgain)
	climb(c, 1, 0)
}

// The table of a challenge is for the two alone: nobody is asked or seated instead, and it
// does not start without the challenged.
func TestLadderTableCannotBeChanged(t *testing.T) {
	t.Parallel()
	c, _ := newLadder(t)
	f := climb(c, 1, 0)
	host := c.Players[1].ID
	ctx := t.Context()
	for name, do := range map[string]func() error{
		"bot":   func() error { _, err := c.Tables.SeatBot(ctx, db.Once{}, c.ID, host, 1, 1, nil); return err },
		"start": func() error { _, err := c.Tables.StartNow(ctx, db.Once{}, c.ID, host, 1, nil); return err },
		"ask": func() error {
			_, err := c.Tables.Challenge(ctx, db.Once{}, c.ID, host, c.Players[2].ID, nil)
			return err
		},
		"take back": func() error {
			_, err := c.Tables.TakeBackChallenge(ctx, db.Once{}, c.ID, host, c.Players[0].ID, nil)
			return err
		},
		"invite": func() error { _, err := c.Tables.RenewInvite(ctx, db.Once{}, c.ID, host, nil); return err },
	} {
		if err := do(); !errors.Is(err, tables.ErrLadderTable) {
			t.Errorf("%s: %v, want %v", name, err, tables.ErrLadderTable)
		}
	}
	_, err := c.Tables.Join(ctx, db.Once{}, tables.Joining{Match: c.ID, Player: c.Players[2].ID, Name: "Cy", Invite: f.Invite}, nil)
	if !errors.Is(err, db.ErrNotFound) {
		t.Errorf("another takes the seat: %v", err)
	}
	if _, err := c.Ladders.Ladder(ctx, "grand-camelot", "", 0); !errors.Is(err, ladders.ErrNoLadder) {
		t.Errorf("the ladder of a game for four: %v", err)
	}
}

// A player may challenge within three places, or a tenth of a long ladder. The other player must
// be free and not recently challenged.
func TestLadderReach(t *testing.T) {
	t.Parallel()
	for players, want := range map[int]int{2: 3, 39: 3, 40: 4, 125: 12} {
		if got := ladders.LadderReach(players); got != want {
			t.Errorf("LadderReach(%d) = %d, want %d", players, got, want)
		}
	}
	c, _ := newLadder(t)
	climb(c, 1, 0)
	l, err := c.Ladders.Ladder(t.Context(), "cam", c.Players[4].ID, 0)
	if err != nil || l.Own == nil || l.Own.Place != 5 || l.Players != 5 {
		t.Fatalf("Ladder = %+v, %v", l, err)
	}
	for i, want := range []bool{false, false, true, true, false} {
		if got := l.Reaches(l.Rungs[i]); got != want {
			t.Errorf("Ed may challenge place %d: %v, want %v", i+1, got, want)
		}
	}
}

// A table that needs finished matches or a rating admits the players who have them. It refuses
// players without them, and visitors who are no players yet.
func TestTableAsksForMatches(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	c.Open(tables.Proposal{Game: "cam", Seats: 2, Seat: 1, Public: true})
	for c.Ply() < 5 { // enough for ratings
		seat := c.LoadNow().Acting()[0]
		f, err := c.Match.Match(t.Context(), c.ID, c.Players[seat-1].ID)
		if err != nil {
			t.Fatal(err)
		}
		c.MustPost(int(seat), c.Ply(), roomstest.Legal(f, seat)[0])
	}
	c.MustPost(1, c.Ply(), "resign")
	c.ArchiveAll()
	ctx := t.Context()
	join := func(n db.Needs, player int) error {
		t.Helper()
		f, err := c.Tables.OpenTable(ctx, db.Once{}, c.Players[2].ID, tables.Proposal{Game: "cam", Public: true, Needs: n}, nil)
		if err != nil || f.Needs != n {
			t.Fatalf("OpenTable = %+v, %v", f.Needs, err)
		}
		j := tables.Joining{Match: f.ID}
		if player >= 0 {
			j.Player, j.Name = c.Players[player].ID, c.Players[player].Name
		}
		can := c.Tables.CanJoin(ctx, j)
		if player >= 0 {
			if _, err := c.Tables.Join(ctx, db.Once{}, j, nil); (err == nil) != (can == nil) {
				t.Errorf("Join = %v, CanJoin = %v", err, can)
			}
		}
		return can
	}
	points := int(c.RatingOf(c.Players[0].ID).Rating.Points + 0.5)
	for _, tt := range []struct {
		needs  db.Needs
		player int
		want   error
	}{
		{db.Needs{Played: 1}, 0, nil},
		{db.Needs{Played: 2}, 0, tables.ErrNeedsPlayed},
		{db.Needs{Played: 1}, 3, tables.ErrNeedsPlayed},
		{db.Needs{Played: 1}, -1, tables.ErrNeedsPlayed},
		{db.Needs{Low: points}, 0, nil},
		{db.Needs{High: points}, 0, nil},
		{db.Needs{Low: points + 1}, 0, tables.ErrNeedsRating},
		{db.Needs{Low: points - 100, High: points - 1}, 0, tables.ErrNeedsRating},
		{db.Needs{Low: 100}, 3, tables.ErrNeedsRating},
	} {
		if err := join(tt.needs, tt.player); !errors.Is(err, tt.want) {
			t.Errorf("player %d with %+v: %v, want %v", tt.player, tt.needs, err, tt.want)
		}
	}
	for _, p := range []tables.Proposal{
		{Game: "cam", Needs: db.Needs{Played: 1}},
		{Game: "cam", Public: true, Needs: db.Needs{Played: tables.MaxNeedPlayed + 1}},
		{Game: "cam", Public: true, Needs: db.Needs{Low: 1700, High: 1600}},
		{Game: "cam", Public: true, Needs: db.Needs{High: 5}},
	} {
		var refused *club.Error
		if err := c.Tables.CheckProposal(p); !errors.As(err, &refused) || refused.Code != "invalid_needs" {
			t.Errorf("CheckProposal(%+v) = %v", p.Needs, err)
		}
	}
}
