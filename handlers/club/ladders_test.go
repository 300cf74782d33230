package club

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games/catalog"
	"tableronde/handlers/club/clubtest"
)

// newLadder puts all players of a fixture on the ladder of a game, in their order.
func newLadder(t *testing.T) (*testTable, *clubtest.Clock) {
	t.Helper()
	c, clock := newTestTable(t, catalog.Find), clubtest.NewClock()
	storetest.SetNow(c.engine, clock.Now)
	c.now = clock.Now
	for _, p := range c.players {
		if err := c.JoinLadder(t.Context(), "cam", p.ID); err != nil {
			t.Fatal(err)
		}
	}
	return c, clock
}

// checkOrder checks the names on the ladder, from the first place on.
func (c *testTable) checkOrder(want ...string) {
	c.t.Helper()
	l, err := c.Ladder(c.t.Context(), "cam", "", 0)
	var got []string
	for _, r := range l.Rungs {
		got = append(got, r.Player.Name)
	}
	if err != nil || !slices.Equal(got, want) {
		c.t.Errorf("the ladder is %v, %v, want %v", got, err, want)
	}
}

// climb has a player challenge another; both by their numbers in the fixture.
func (c *testTable) climb(challenger, challenged int) Match {
	c.t.Helper()
	f, err := c.ChallengeOnLadder(c.t.Context(), db.Once{}, "cam", c.players[challenger].ID, c.players[challenged].ID, nil)
	if err != nil || !f.Ladder || !f.Rated || f.Clock.IsZero() || f.Public {
		c.t.Fatalf("ChallengeOnLadder = %+v, %v", f.Match, err)
	}
	c.id = f.ID
	return f
}

// accept has a player take the seat that is kept for them.
func (c *testTable) accept(player int) {
	c.t.Helper()
	if _, err := c.Join(c.t.Context(), db.Once{}, Joining{Match: c.id, Player: c.players[player].ID, Name: c.players[player].Name}, nil); err != nil {
		c.t.Fatal(err)
	}
}

// resignAs has a player resign in the match.
func (c *testTable) resignAs(player int) { c.mustPost(player+1, c.ply(), "resign") }

// settleAll does what workers do.
func (c *testTable) settleAll() {
	c.t.Helper()
	c.work(c.absenceWorker())
	c.work(c.ladderWorker())
}

// Who wins on a ladder takes the other's place, however many processes settle it, and though
// one of them was killed after the match had ended.
func TestLadderWinnerClimbsOnce(t *testing.T) {
	t.Parallel()
	c, _ := newLadder(t)
	c.checkOrder("Ada", "Bo", "Cy", "Di", "Ed")
	c.climb(4, 1)
	c.settleAll()
	c.accept(1)
	c.resignAs(1) // and the process ends: nothing of it is archived or settled
	c.checkOrder("Ada", "Bo", "Cy", "Di", "Ed")
	c.archiveAll()
	var work sync.WaitGroup
	for range 4 {
		other := New(Config{Store: c.engine, Hub: new(hubSpy), Rules: catalog.Find})
		work.Go(func() { c.work(other.ladderWorker()) })
	}
	work.Wait()
	c.settleAll()
	c.checkOrder("Ada", "Ed", "Bo", "Cy", "Di")
	c.climb(2, 0)
	c.accept(0)
	c.resignAs(2)
	c.archiveAll()
	c.settleAll()
	c.checkOrder("Ada", "Ed", "Bo", "Cy", "Di")
}

// A challenge that is declined or not answered costs the place; one that is withdrawn does
// not. The table is gone.
func TestLadderChallengeUnanswered(t *testing.T) {
	t.Parallel()
	c, clock := newLadder(t)
	c.climb(3, 2)
	if _, err := c.DeclineChallenge(t.Context(), db.Once{}, c.id, c.players[2].ID, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-c.ladderWorker().Woken:
	default:
		t.Error("nobody is woken to settle it")
	}
	c.settleAll()
	c.checkOrder("Ada", "Bo", "Di", "Cy", "Ed")
	if _, err := c.Match(t.Context(), c.id, c.players[3].ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("the table: %v", err)
	}
	c.climb(4, 1)
	clock.Advance(LadderAnswer - time.Second)
	c.settleAll()
	c.checkOrder("Ada", "Bo", "Di", "Cy", "Ed")
	clock.Advance(time.Second)
	c.settleAll()
	c.checkOrder("Ada", "Ed", "Bo", "Di", "Cy")
	c.climb(1, 0)
	if err := c.Withdraw(t.Context(), c.id, c.players[1].ID); err != nil {
		t.Fatal(err)
	}
	c.settleAll()
	c.checkOrder("Ada", "Ed", "Bo", "Di", "Cy")
	for _, tt := range []struct {
		challenger, challenged int
		want                   error
	}{{1, 0, errOutOfReach}, {2, 0, errOutOfReach}, {1, 3, errOutOfReach}} {
		_, err := c.ChallengeOnLadder(t.Context(), db.Once{}, "cam", c.players[tt.challenger].ID, c.players[tt.challenged].ID, nil)
		if !errors.Is(err, tt.want) {
			t.Errorf("%d challenges %d: %v, want %v", tt.challenger, tt.challenged, err, tt.want)
		}
	}
	clock.Advance(LadderAgain)
	c.climb(1, 0)
}

// The table of a challenge is for the two alone: nobody is asked or seated instead, and it
// does not start without the challenged.
func TestLadderTableCannotBeChanged(t *testing.T) {
	t.Parallel()
	c, _ := newLadder(t)
	f := c.climb(1, 0)
	host := c.players[1].ID
	ctx := t.Context()
	for name, do := range map[string]func() error{
		"bot":   func() error { _, err := c.SeatBot(ctx, db.Once{}, c.id, host, 1, 1, nil); return err },
		"start": func() error { _, err := c.StartNow(ctx, db.Once{}, c.id, host, 1, nil); return err },
		"ask":   func() error { _, err := c.Challenge(ctx, db.Once{}, c.id, host, c.players[2].ID, nil); return err },
		"take back": func() error {
			_, err := c.TakeBackChallenge(ctx, db.Once{}, c.id, host, c.players[0].ID, nil)
			return err
		},
		"invite": func() error { _, err := c.RenewInvite(ctx, db.Once{}, c.id, host, nil); return err },
	} {
		if err := do(); !errors.Is(err, errLadderTable) {
			t.Errorf("%s: %v, want %v", name, err, errLadderTable)
		}
	}
	_, err := c.Join(ctx, db.Once{}, Joining{Match: c.id, Player: c.players[2].ID, Name: "Cy", Invite: f.Invite}, nil)
	if !errors.Is(err, db.ErrNotFound) {
		t.Errorf("another takes the seat: %v", err)
	}
	if _, err := c.Ladder(ctx, "grand-camelot", "", 0); !errors.Is(err, errNoLadder) {
		t.Errorf("the ladder of a game for four: %v", err)
	}
}

// One may challenge within three places, or a tenth of a long ladder, who is free and was not
// challenged lately.
func TestLadderReach(t *testing.T) {
	t.Parallel()
	for players, want := range map[int]int{2: 3, 39: 3, 40: 4, 125: 12} {
		if got := LadderReach(players); got != want {
			t.Errorf("LadderReach(%d) = %d, want %d", players, got, want)
		}
	}
	c, _ := newLadder(t)
	c.climb(1, 0)
	l, err := c.Ladder(t.Context(), "cam", c.players[4].ID, 0)
	if err != nil || l.Own == nil || l.Own.Place != 5 || l.Players != 5 {
		t.Fatalf("Ladder = %+v, %v", l, err)
	}
	for i, want := range []bool{false, false, true, true, false} {
		if got := l.Reaches(l.Rungs[i]); got != want {
			t.Errorf("Ed may challenge place %d: %v, want %v", i+1, got, want)
		}
	}
}

// A table that asks for finished matches or a rating lets those in who have them, told or not
// who they are.
func TestTableAsksForMatches(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, catalog.Find)
	c.open(Proposal{Game: "cam", Seats: 2, Seat: 1, Public: true})
	c.mustPost(1, c.ply(), "resign")
	c.archiveAll()
	ctx := t.Context()
	join := func(n db.Needs, player int) error {
		t.Helper()
		f, err := c.OpenTable(ctx, db.Once{}, c.players[2].ID, Proposal{Game: "cam", Public: true, Needs: n}, nil)
		if err != nil || f.Needs != n {
			t.Fatalf("OpenTable = %+v, %v", f.Needs, err)
		}
		j := Joining{Match: f.ID}
		if player >= 0 {
			j.Player, j.Name = c.players[player].ID, c.players[player].Name
		}
		can := c.CanJoin(ctx, j)
		if player >= 0 {
			if _, err := c.Join(ctx, db.Once{}, j, nil); (err == nil) != (can == nil) {
				t.Errorf("Join = %v, CanJoin = %v", err, can)
			}
		}
		return can
	}
	points := int(c.ratingOf(c.players[0].ID).Rating.Points + 0.5)
	for _, tt := range []struct {
		needs  db.Needs
		player int
		want   error
	}{
		{db.Needs{Played: 1}, 0, nil},
		{db.Needs{Played: 2}, 0, errNeedsPlayed},
		{db.Needs{Played: 1}, 3, errNeedsPlayed},
		{db.Needs{Played: 1}, -1, errNeedsPlayed},
		{db.Needs{Low: points}, 0, nil},
		{db.Needs{High: points}, 0, nil},
		{db.Needs{Low: points + 1}, 0, errNeedsRating},
		{db.Needs{Low: points - 100, High: points - 1}, 0, errNeedsRating},
		{db.Needs{Low: 100}, 3, errNeedsRating},
	} {
		if err := join(tt.needs, tt.player); !errors.Is(err, tt.want) {
			t.Errorf("player %d with %+v: %v, want %v", tt.player, tt.needs, err, tt.want)
		}
	}
	for _, p := range []Proposal{
		{Game: "cam", Needs: db.Needs{Played: 1}},
		{Game: "cam", Public: true, Needs: db.Needs{Played: MaxNeedPlayed + 1}},
		{Game: "cam", Public: true, Needs: db.Needs{Low: 1700, High: 1600}},
		{Game: "cam", Public: true, Needs: db.Needs{High: 5}},
	} {
		var refused *Error
		if err := c.CheckProposal(p); !errors.As(err, &refused) || refused.Code != "invalid_needs" {
			t.Errorf("CheckProposal(%+v) = %v", p.Needs, err)
		}
	}
}
