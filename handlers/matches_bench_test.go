package handlers

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// BenchmarkPlayCards is an action of a card game, durable, with all that the
// server posts after it and the orders that it looks at.
func BenchmarkPlayCards(b *testing.B) {
	for _, rules := range cardRules {
		info := rules.Info()
		b.Run(info.ID+"/"+strconv.Itoa(info.Seats[len(info.Seats)-1]), func(b *testing.B) {
			c := newEmptyChamber(b, findCards)
			rng := rand.New(rand.NewPCG(1, 2))
			fresh := func() folded {
				f, err := c.create(b.Context(), db.Once{}, c.players[0].ID,
					proposal{game: info.ID, seats: info.Seats[len(info.Seats)-1], solo: true}, nil)
				if err != nil {
					b.Fatal(err)
				}
				return f
			}
			f := fresh()
			var took []time.Duration
			posted := 0
			for b.Loop() {
				if f.over() {
					b.StopTimer()
					f = fresh()
					b.StartTimer()
				}
				act := f.toAct()
				seat := act[rng.IntN(len(act))]
				legal := f.legal(seat)
				p := post{match: f.ID, player: f.Host, as: seat, ply: f.Ply, actions: []string{legal[rng.IntN(len(legal))]}}
				began, before := time.Now(), f.Ply
				var err error
				if f, err = c.play(context.Background(), p); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
				posted += f.Ply - before - 1
			}
			reportTimes(b, took)
			b.ReportMetric(float64(posted)/float64(len(took)), "posted/op")
		})
	}
}

// BenchmarkCardMatchJSON is what a seat is told of a long match of cards, its log
// veiled.
func BenchmarkCardMatchJSON(b *testing.B) {
	for _, rules := range cardRules {
		b.Run(rules.Info().ID, func(b *testing.B) {
			f := longMatch(b, rules, 300)
			b.ReportMetric(float64(f.Ply), "plies")
			b.ReportAllocs()
			for b.Loop() {
				bytesOf(b, newMatchJSON(f, f.Host, 1))
			}
		})
	}
}

// longMatch is a match of random play after so many events, or shortly before its
// end.
func longMatch(t testing.TB, rules games.Ruleset, plies int) folded {
	t.Helper()
	c := newEmptyChamber(t, findCards)
	rng := rand.New(rand.NewPCG(3, 4))
	f := c.open(proposal{game: rules.Info().ID, seats: rules.Info().Seats[1]})
	for f.Ply < plies {
		seat := f.toAct()[rng.IntN(len(f.toAct()))]
		legal := f.legal(seat)
		next, err := c.say(int(seat), f.Ply, legal[rng.IntN(len(legal))])
		if err != nil {
			t.Fatal(err)
		}
		if next.over() {
			return f
		}
		f = next
	}
	return f
}
