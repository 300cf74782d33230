package club

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
	"tableronde/handlers/club/clubtest"
)

// testNodes is how many positions the searches of a review look at in tests.
const testNodes = 1_000

func fewNodes(cfg *Config) { cfg.ReviewNodes = testNodes }

// newReviewTable returns a match of a game that ends, at the latest, with the resignation
// of everybody after some moves at random, one of which is taken back.
func newReviewTable(t *testing.T, game string, seats, moves int) *testTable {
	t.Helper()
	c := newTestTable(t, catalog.Find, fewNodes)
	f := c.open(Proposal{Game: game, Seats: seats})
	rng := rand.New(rand.NewPCG(3, uint64(seats)))
	play := func() {
		seat := f.Acting()[0]
		legal, _ := f.Legal(seat)
		f = c.mustPost(int(seat), f.Ply, legal[rng.IntN(len(legal))])
	}
	play()
	first := f.Table.Path()[0]
	f = c.mustPost(1, f.Ply, fmt.Sprintf("offer undo %d", first))
	for seat := 2; seat <= seats; seat++ {
		f = c.mustPost(seat, f.Ply, table.AcceptUndo)
	}
	for range moves {
		if !f.IsOver() {
			play()
		}
	}
	for seat := games.Seat(1); !f.IsOver(); seat++ {
		f = c.mustPost(int(seat), f.Ply, "resign")
	}
	return c
}

// finish makes a review to its end, and returns how many steps it took.
func (c *testTable) finishReview() (steps int) {
	c.t.Helper()
	for {
		r, err := c.Review(c.t.Context(), c.id, c.players[0].ID)
		if err != nil {
			c.t.Fatal(err)
		}
		if r.Done {
			return steps
		}
		if _, err := c.continueReview(c.t.Context(), c.id); err != nil {
			c.t.Fatal(err)
		}
		steps++
	}
}

// Every board game is reviewed at every number of seats: each move that led to the end,
// and none that was taken back.
func TestEveryBoardIsReviewed(t *testing.T) {
	t.Parallel()
	for _, info := range Games() {
		if !onBoard(info.ID) {
			continue
		}
		for _, seats := range info.Seats {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				c := newReviewTable(t, info.ID, seats, 2*reviewStep+1)
				if steps := c.finishReview(); steps < 2 {
					t.Errorf("it took %d steps", steps)
				}
				r, err := c.Review(t.Context(), c.id, "")
				if !errors.Is(err, db.ErrNotFound) {
					t.Errorf("a stranger gets %v of a private match", err)
				}
				r, err = c.Review(t.Context(), c.id, c.players[seats-1].ID)
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
	c := newTestTable(t, catalog.Find)
	ada := c.players[0].ID
	c.open(Proposal{Game: "cam", Seats: 2})
	if _, err := c.Review(t.Context(), c.id, ada); ErrorOf(err).Code != "not_over" {
		t.Errorf("a match under way: %v", err)
	}
	c.mustPost(1, 0, "resign")
	if r, err := c.Review(t.Context(), c.id, ada); err != nil || !r.Done || r.Of != 0 || r.Match.CanReview() {
		t.Errorf("a match without moves: %+v, %v", r, err)
	}
	c.rules = clubtest.FindCouncil
	c.open(Proposal{Game: "council", Seats: 2})
	if _, err := c.Review(t.Context(), c.id, ada); ErrorOf(err).Code != "no_review" {
		t.Errorf("a game without a search: %v", err)
	}
	if ids, err := c.engine.PendingReviews(t.Context(), "", 9); len(ids) > 0 || err != nil {
		t.Errorf("pending %v, %v", ids, err)
	}
}

// A review that is stopped stores what it has judged, goes on there, and comes out as if
// it had not been stopped.
func TestReviewGoesOnAfterAStop(t *testing.T) {
	t.Parallel()
	c := newReviewTable(t, "cam", 2, 2*reviewStep)
	c.finishReview()
	whole, err := c.Review(t.Context(), c.id, c.players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	other := newReviewTable(t, "cam", 2, 2*reviewStep)
	if r, err := other.Review(t.Context(), other.id, other.players[0].ID); err != nil || r.Done {
		t.Fatalf("Review = %+v, %v", r, err)
	}
	for stops := range 20 {
		ctx, stop := context.WithCancel(t.Context())
		if stops%2 == 0 {
			stop()
		}
		if _, err := other.continueReview(ctx, other.id); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		stop()
	}
	pieces, err := other.Review(t.Context(), other.id, other.players[0].ID)
	if diff := cmp.Diff(whole.Review, pieces.Review); diff != "" || err != nil || !pieces.Done {
		t.Errorf("stopped and gone on (-whole +in pieces):\n%s%v", diff, err)
	}
}

// The worker makes what was asked for, also before it began, and ends when it is told to.
// It rests while somebody waits for a search.
func TestReviewerWorks(t *testing.T) {
	t.Parallel()
	c := newReviewTable(t, "camette", 2, reviewStep+2)
	ada := c.players[0].ID
	if _, err := c.Review(t.Context(), c.id, ada); err != nil {
		t.Fatal(err)
	}
	end := c.searches.occupy(t, c.searches.size)
	clock, log := clubtest.NewClock(), new(clubtest.Log)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	var looks atomic.Int32
	after := func(d time.Duration) <-chan time.Time { looks.Add(1); return clock.After(d) }
	go func() {
		defer close(done)
		c.workers(slog.New(slog.NewTextHandler(log, nil)), after).Run(ctx, c.reviewWorker())
	}()
	if kept, err := c.engine.ReviewOf(t.Context(), c.id); err != nil || !kept.Done.IsZero() {
		t.Errorf("while somebody waits: %v, %v", kept, err)
	}
	end()
	clock.Pass(t, func() bool {
		r, err := c.Review(t.Context(), c.id, ada)
		return err == nil && r.Done && looks.Load() > 0
	})
	stop()
	<-done
	if log.String() != "" {
		t.Errorf("log:\n%s", log)
	}
}
