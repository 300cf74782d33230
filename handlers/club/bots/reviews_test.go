package bots_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/review"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// testNodes is how many positions the searches of a review visit in tests.
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

// A review needs a match that is over, with moves, of a game that is judged.
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

// A review that is stopped stores its judgments, goes on there, and comes out as if it had not
// been stopped.
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

// The worker makes the requested reviews, also from before it began, and ends when it is stopped.
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

// Every card game is reviewed at every number of players: each decision of people, and its
// alternatives.
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

// checkStarts checks a review's beginnings of rounds: there is one at least, the first with the
// chances of average hands.
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

// A review of an edition with less content is made again when it is opened, and one under way from
// its beginning.
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

// The actions of bots are not reviewed.
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

// A review at cards that is stopped stores its judgments and comes out as if it had not been
// stopped; a stranger to a private match gets none.
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
