package bots_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// testNodes is how many positions the searches of a review look at in tests.
const testNodes = 1_000

func fewNodes(cfg *rooms.Config) { cfg.ReviewNodes = testNodes }

// newReviewTable returns a match of a game that ends, at the latest, with the resignation
// of everybody after some moves at random, one of which is taken back.
func newReviewTable(t *testing.T, game string, seats, moves int) *roomstest.Table {
	t.Helper()
	c := roomstest.NewTable(t, catalog.Find, fewNodes)
	f := c.Open(tables.Proposal{Game: game, Seats: seats})
	rng := rand.New(rand.NewPCG(3, uint64(seats)))
	play := func() {
		seat := f.Acting()[0]
		legal, _ := f.Legal(seat)
		f = c.MustPost(int(seat), f.Ply, legal[rng.IntN(len(legal))])
	}
	play()
	first := f.Table.Path()[0]
	f = c.MustPost(1, f.Ply, fmt.Sprintf("offer undo %d", first))
	for seat := 2; seat <= seats; seat++ {
		f = c.MustPost(seat, f.Ply, table.AcceptUndo)
	}
	for range moves {
		if !f.IsOver() {
			play()
		}
	}
	for seat := games.Seat(1); !f.IsOver(); seat++ {
		f = c.MustPost(int(seat), f.Ply, "resign")
	}
	return c
}

// finish makes a review to its end, and returns how many steps it took.
func finishReview(c *roomstest.Table) (steps int) {
	c.T.Helper()
	for {
		r, err := c.Bots.Review(c.T.Context(), c.ID, c.Players[0].ID)
		if err != nil {
			c.T.Fatal(err)
		}
		if r.Done {
			return steps
		}
		if _, err := c.Bots.ContinueReview(c.T.Context(), c.ID); err != nil {
			c.T.Fatal(err)
		}
		steps++
	}
}

// Every board game is reviewed at every number of seats: each move that led to the end,
// and none that was taken back.
func TestEveryBoardIsReviewed(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		if !match.OnBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				c := newReviewTable(t, info.ID, seats, 2*bots.ReviewStep+1)
				if steps := finishReview(c); steps < 2 {
					t.Errorf("it took %d steps", steps)
				}
				r, err := c.Bots.Review(t.Context(), c.ID, "")
				if !errors.Is(err, db.ErrNotFound) {
					t.Errorf("a stranger gets %v of a private match", err)
				}
				r, err = c.Bots.Review(t.Context(), c.ID, c.Players[seats-1].ID)
				if err != nil || !r.Done || r.Of != len(r.Review.Moves) || r.Review.Exact {
					t.Fatalf("Review = %+v, %v", r, err)
				}
				log := r.Match.Table.Log()
				for i, ply := range r.Match.Table.Path() {
					m := r.Review.Moves[i]
					if m.Ply != ply || m.Seat != log[ply].Seat || m.Text != log[ply].Text || m.Played > m.Value {
						t.Errorf("move %d is %+v, played was %v", i, m, log[ply])
					}
				}
			})
		}
	}
}

// What is no match on a board that is over has no review.
func TestReviewsRefused(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ada := c.Players[0].ID
	c.Open(tables.Proposal{Game: "cam", Seats: 2})
	if _, err := c.Bots.Review(t.Context(), c.ID, ada); club.ErrorOf(err).Code != "not_over" {
		t.Errorf("a match under way: %v", err)
	}
	c.MustPost(1, 0, "resign")
	if r, err := c.Bots.Review(t.Context(), c.ID, ada); err != nil || !r.Done || r.Of != 0 || bots.CanReview(r.Match) {
		t.Errorf("a match without moves: %+v, %v", r, err)
	}
	c.Rules = clubtest.FindCouncil
	c.Open(tables.Proposal{Game: "council", Seats: 2})
	if _, err := c.Bots.Review(t.Context(), c.ID, ada); club.ErrorOf(err).Code != "no_review" {
		t.Errorf("a game without a search: %v", err)
	}
	if ids, err := c.Engine.PendingReviews(t.Context(), "", 9); len(ids) > 0 || err != nil {
		t.Errorf("pending %v, %v", ids, err)
	}
}

// A review that is stopped stores what it has judged, goes on there, and comes out as if
// it had not been stopped.
func TestReviewGoesOnAfterAStop(t *testing.T) {
	t.Parallel()
	c := newReviewTable(t, "cam", 2, 2*bots.ReviewStep)
	finishReview(c)
	whole, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	other := newReviewTable(t, "cam", 2, 2*bots.ReviewStep)
	if r, err := other.Bots.Review(t.Context(), other.ID, other.Players[0].ID); err != nil || r.Done {
		t.Fatalf("Review = %+v, %v", r, err)
	}
	for stops := range 20 {
		ctx, stop := context.WithCancel(t.Context())
		if stops%2 == 0 {
			stop()
		}
		if _, err := other.Bots.ContinueReview(ctx, other.ID); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		stop()
	}
	pieces, err := other.Bots.Review(t.Context(), other.ID, other.Players[0].ID)
	if diff := cmp.Diff(whole.Review, pieces.Review); diff != "" || err != nil || !pieces.Done {
		t.Errorf("stopped and gone on (-whole +in pieces):\n%s%v", diff, err)
	}
}

// The worker makes what was asked for, also before it began, and ends when it is told to.
// It rests while somebody waits for a search.
func TestReviewerWorks(t *testing.T) {
	t.Parallel()
	c := newReviewTable(t, "camette", 2, bots.ReviewStep+2)
	ada := c.Players[0].ID
	if _, err := c.Bots.Review(t.Context(), c.ID, ada); err != nil {
		t.Fatal(err)
	}
	end := c.Bots.Searches().Occupy(t, c.Bots.Searches().Size())
	clock, log := clubtest.NewClock(), new(clubtest.Log)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	var looks atomic.Int32
	after := func(d time.Duration) <-chan time.Time { looks.Add(1); return clock.After(d) }
	go func() {
		defer close(done)
		c.Workers(slog.New(slog.NewTextHandler(log, nil)), after).Run(ctx, c.Bots.ReviewWorker())
	}()
	if kept, err := c.Engine.ReviewOf(t.Context(), c.ID); err != nil || !kept.Done.IsZero() {
		t.Errorf("while somebody waits: %v, %v", kept, err)
	}
	end()
	clock.Pass(t, func() bool {
		r, err := c.Bots.Review(t.Context(), c.ID, ada)
		return err == nil && r.Done && looks.Load() > 0
	})
	stop()
	<-done
	if log.String() != "" {
		t.Errorf("log:\n%s", log)
	}
}
