package club

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
)

// newCardReview returns a match of a card game of people that all have resigned after some
// actions at random.
func newCardReview(t *testing.T, game string, seats, actions int) *testTable {
	t.Helper()
	c := newTestTable(t, catalog.Find)
	c.reviewNodes = testNodes
	f := c.open(Proposal{Game: game, Seats: seats, Public: true})
	rng := rand.New(rand.NewPCG(4, uint64(seats)))
	for range actions {
		if f.IsOver() {
			break
		}
		seat := f.Acting()[0]
		legal := f.legal(seat)
		f = c.mustPost(int(seat), f.Ply, legal[rng.IntN(len(legal))])
	}
	for seat := 1; !f.IsOver(); seat++ {
		f = c.mustPost(seat, f.Ply, "resign")
	}
	return c
}

// Every card game is reviewed at every number of players: each decision of people, and what
// else there was to choose.
func TestEveryCardGameIsReviewed(t *testing.T) {
	t.Parallel()
	for _, info := range Games() {
		if !info.Hidden {
			continue
		}
		for _, seats := range info.Seats {
			if seats > 5 {
				continue // there are five people
			}
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				c := newCardReview(t, info.ID, seats, 2*reviewStep+1)
				c.finishReview()
				r, err := c.Review(t.Context(), c.id, c.players[seats-1].ID)
				if err != nil || !r.Done || r.Of != len(r.Review.Decisions) || len(r.Review.Moves) > 0 || !r.Match.CanReview() {
					t.Fatalf("Review = %+v, %v", r, err)
				}
				compared, log := 0, r.Match.Table.Log()
				for i, ply := range r.Match.Table.Path() {
					d := r.Review.Decisions[i]
					if d.Ply != ply || d.Seat != log[ply].Seat || d.Text != log[ply].Text {
						t.Errorf("decision %d is %+v, played was %v", i, d, log[ply])
					}
					compared += min(1, len(d.Options))
				}
				if compared == 0 {
					t.Error("nothing was compared")
				}
			})
		}
	}
}

// What bots do is not reviewed.
func TestReviewsArePeoples(t *testing.T) {
	t.Parallel()
	c, clock := newBotTable(t, "knizia", 3, 1)
	c.reviewNodes = testNodes
	f := c.loadNow()
	for f.Ply < 12 {
		if !f.BotDue.IsZero() {
			c.mustPlayBot(clock)
		} else {
			seat := f.Acting()[0]
			c.mustPost(int(seat), f.Ply, f.legal(seat)[0])
		}
		f = c.loadNow()
	}
	if !f.IsOver() {
		f = c.mustPost(1, f.Ply, "resign")
	}
	for !f.IsOver() {
		c.mustPlayBot(clock)
		f = c.loadNow()
	}
	c.finishReview()
	r, err := c.Review(t.Context(), c.id, c.players[0].ID)
	if err != nil || r.Of == 0 || r.Of >= len(f.Table.Path()) {
		t.Fatalf("Review = %+v, %v", r, err)
	}
	for _, d := range r.Review.Decisions {
		if d.Seat != games.Seat(1) {
			t.Errorf("a bot's decision is judged: %+v", d)
		}
	}
}

// A review at cards that is stopped stores what it has judged and comes out as if it had not
// been stopped; a stranger to a private match gets none.
func TestCardReviewGoesOnAfterAStop(t *testing.T) {
	t.Parallel()
	c := newCardReview(t, "shannon", 3, 2*reviewStep)
	c.finishReview()
	whole, err := c.Review(t.Context(), c.id, c.players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Review(t.Context(), c.id, ""); err != nil && !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
	text, err := whole.Review.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.store.RedoReview(t.Context(), c.id, text); err != nil {
		t.Fatal(err)
	}
	for stops := range 20 {
		ctx, stop := context.WithCancel(t.Context())
		if stops%2 == 0 {
			stop()
		}
		if err := c.continueReview(ctx, c.id); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		stop()
	}
	pieces, err := c.Review(t.Context(), c.id, c.players[0].ID)
	if diff := cmp.Diff(whole.Review, pieces.Review); diff != "" || err != nil || !pieces.Done {
		t.Errorf("stopped and gone on (-whole +in pieces):\n%s%v", diff, err)
	}
}
