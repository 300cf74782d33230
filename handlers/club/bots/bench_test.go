package bots_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// BenchmarkPlayCards measures an action of a card game, durable, with all that the server posts
// after it and the orders that it reads.
func BenchmarkPlayCards(b *testing.B) {
	for _, rules := range clubtest.CardRules {
		info := rules.Info()
		b.Run(info.ID+"/"+strconv.Itoa(info.Seats[len(info.Seats)-1]), func(b *testing.B) {
			c := roomstest.NewTable(b, clubtest.FindCards)
			rng := rand.New(rand.NewPCG(1, 2))
			fresh := func() match.Match {
				f, err := c.Tables.OpenTable(b.Context(), db.Once{}, c.Players[0].ID,
					tables.Proposal{Game: info.ID, Seats: info.Seats[len(info.Seats)-1], Solo: true}, nil)
				if err != nil {
					b.Fatal(err)
				}
				return f
			}
			f := fresh()
			var took []time.Duration
			posted := 0
			for b.Loop() {
				if f.IsOver() {
					b.StopTimer()
					f = fresh()
					b.StartTimer()
				}
				act := f.Acting()
				seat := act[rng.IntN(len(act))]
				legal := roomstest.Legal(f, seat)
				p := match.Post{Match: f.ID, Player: f.Host, As: seat, Ply: f.Ply, Actions: []string{legal[rng.IntN(len(legal))]}}
				began, before := time.Now(), f.Ply
				var err error
				if f, err = c.Match.Play(context.Background(), p); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
				posted += f.Ply - before - 1
			}
			clubtest.ReportTimes(b, took)
			b.ReportMetric(float64(posted)/float64(len(took)), "posted/op")
		})
	}
}

// BenchmarkCardReview measures the page of a complete review of a match at cards, without the
// match.
func BenchmarkCardReview(b *testing.B) {
	c := newCardReview(b, "knizia", 5, 200, func(cfg *rooms.Config) { cfg.ReviewNodes = 1 })
	finishReview(c)
	f, err := c.Match.Match(b.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r, err := c.Bots.ReviewOf(b.Context(), f, ""); err != nil || !r.Done {
			b.Fatal(r.Done, err)
		}
	}
}
