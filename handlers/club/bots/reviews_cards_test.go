package bots_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/review"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// newCardReview returns a match of a card game of people that all have resigned after some
// actions at random.
func newCardReview(t testing.TB, game string, seats, actions int, change ...func(*rooms.Config)) *roomstest.Table {
	t.Helper()
	c := roomstest.NewTable(t, catalog.Find, append([]func(*rooms.Config){fewNodes}, change...)...)
	f := c.Open(tables.Proposal{Game: game, Seats: seats, Public: true})
	rng := rand.New(rand.NewPCG(4, uint64(seats)))
	for range actions {
		if f.IsOver() {
			break
		}
		seat := f.Acting()[0]
		legal := roomstest.Legal(f, seat)
		f = c.MustPost(int(seat), f.Ply, legal[rng.IntN(len(legal))])
	}
	for seat := 1; !f.IsOver(); seat++ {
		f = c.MustPost(seat, f.Ply, "resign")
	}
	return c
}

// Every card game is reviewed at every number of players: each decision of people, and what
// else there was to choose.
func TestEveryCardGameIsReviewed(t *testing.T) {
	t.Parallel()
	for _, info := range match.Games() {
		if !info.Hidden {
			continue
		}
		for _, seats := range info.Seats {
			if seats > 5 {
				continue // there are five people
			}
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				c := newCardReview(t, info.ID, seats, 2*bots.ReviewStep+1)
				finishReview(c)
				r, err := c.Bots.Review(t.Context(), c.ID, c.Players[seats-1].ID)
				if err != nil || !r.Done || r.Of != len(r.Review.Decisions) || len(r.Review.Moves) > 0 || !bots.CanReview(r.Match) {
					t.Fatalf("Review = %+v, %v", r, err)
				}
				compared, log, n := 0, r.Match.Table.Log(), 0
				next := func(ply int, seat games.Seat, text string) {
					if n == len(r.Review.Decisions) {
						t.Fatalf("nothing is judged of ply %d, seat %d", ply, seat)
					}
					d := r.Review.Decisions[n]
					if d.Ply != ply || d.Seat != seat || d.Text != text || (len(d.Options) > 0) != (len(d.Chances) == seats) {
						t.Errorf("decision %d is %+v, done was %q by seat %d at ply %d", n, d, text, seat, ply)
					}
					compared += min(1, len(d.Options))
					n++
				}
				for _, ply := range r.Match.Table.Path() {
					for seat := games.Seat(1); int(seat) <= seats; seat++ {
						switch before := r.Match.Table.At(ply); {
						case seat == log[ply].Seat:
							next(ply, seat, log[ply].Text)
						case log[ply].Text == "pass" && slices.Contains(before.Legal(seat), "lancelot"):
							next(ply, seat, "")
						}
					}
				}
				checkStarts(t, r.Review, seats)
				if compared == 0 {
					t.Error("nothing was compared")
				}
			})
		}
	}
}

// checkStarts checks what a review tells of the beginnings of rounds: there is one at least,
// the first with what average hands would have promised.
func checkStarts(t *testing.T, r review.Review, seats int) {
	t.Helper()
	if len(r.Starts) == 0 {
		t.Fatal("no round begins")
	}
	for i, start := range r.Starts {
		if start.Number != i+1 || start.Deals == 0 || i > 0 && start.Ply <= r.Starts[i-1].Ply || i == 0 && start.Average == nil || len(start.Hands) != len(start.Average) {
			t.Errorf("start %d of %+v", i, r.Starts)
		}
		for _, shares := range [][]int{start.Chances, start.Average} {
			if shares == nil {
				continue
			}
			sum := 0
			for _, share := range shares {
				sum += share
			}
			if len(shares) != seats || sum < 100-seats || sum > 100+seats {
				t.Errorf("the chances at start %d are %v", i, shares)
			}
		}
	}
}

// A review of an edition that told less is made anew when it is looked at, and one under way
// from its beginning.
func TestCardReviewOfAnOlderEdition(t *testing.T) {
	t.Parallel()
	c := newCardReview(t, "knizia", 3, 2*bots.ReviewStep)
	finishReview(c)
	whole, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	older := review.Review{Decisions: slices.Clone(whole.Review.Decisions)}
	older.Decisions[0].Text = "of the older edition"
	for _, done := range []bool{true, false} {
		text, err := whole.Review.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Engine.RedoReview(t.Context(), c.ID, text); err != nil {
			t.Fatal(err)
		}
		if !done {
			older.Decisions = older.Decisions[:3]
		}
		if text, err = older.Encode(); err != nil {
			t.Fatal(err)
		}
		if err := c.Engine.SaveReview(t.Context(), c.ID, "", text, done); err != nil {
			t.Fatal(err)
		}
		if r, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID); err != nil || r.Done {
			t.Fatalf("done %t: Review = %+v, %v", done, r, err)
		}
		finishReview(c)
		r, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID)
		if diff := cmp.Diff(whole.Review, r.Review); diff != "" || err != nil || !r.Done {
			t.Errorf("done %t: made anew (-at first +anew):\n%s%v", done, diff, err)
		}
	}
}

// What bots do is not reviewed.
func TestReviewsArePeoples(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewBotTable(t, "knizia", 3, 1, fewNodes)
	f := c.LoadNow()
	for f.Ply < 12 {
		if !f.BotDue.IsZero() {
			c.MustPlayBot(clock)
		} else {
			seat := f.Acting()[0]
			c.MustPost(int(seat), f.Ply, roomstest.Legal(f, seat)[0])
		}
		f = c.LoadNow()
	}
	if !f.IsOver() {
		f = c.MustPost(1, f.Ply, "resign")
	}
	for !f.IsOver() {
		c.MustPlayBot(clock)
		f = c.LoadNow()
	}
	finishReview(c)
	r, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID)
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
	c := newCardReview(t, "shannon", 3, 2*bots.ReviewStep)
	finishReview(c)
	whole, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Bots.Review(t.Context(), c.ID, ""); err != nil && !errors.Is(err, db.ErrNotFound) {
		t.Error(err)
	}
	text, err := whole.Review.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Engine.RedoReview(t.Context(), c.ID, text); err != nil {
		t.Fatal(err)
	}
	for stops := range 20 {
		ctx, stop := context.WithCancel(t.Context())
		if stops%2 == 0 {
			stop()
		}
		if _, err := c.Bots.ContinueReview(ctx, c.ID); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		stop()
	}
	pieces, err := c.Bots.Review(t.Context(), c.ID, c.Players[0].ID)
	if diff := cmp.Diff(whole.Review, pieces.Review); diff != "" || err != nil || !pieces.Done {
		t.Errorf("stopped and gone on (-whole +in pieces):\n%s%v", diff, err)
	}
}
