package kutschke

import (
	"encoding/json"
	"fmt"
	"testing"

	"tableronde/games"
)

// BenchmarkPlayout plays whole games at random.
func BenchmarkPlayout(b *testing.B) {
	for n := minSeats; n <= maxSeats; n++ {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			rng := newRand(1)
			plies := 0
			for b.Loop() {
				for s := games.State(begin(b, n, rng.Uint64())); s.Result() == nil; plies++ {
					seat := pickOne(rng, s.ToAct())
					s, _, _ = s.Apply(seat, pickOne(rng, s.Legal(seat)))
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}

// scenes are states to measure single calls in.
func scenes(b *testing.B) map[string]*state {
	return map[string]*state{
		"pick": begin(b, 4, 1),
		"act": act(b, inOrder,
			sketch{at: "hidden-valley", picked: "Q G P", hand: "S1 L1 L2 D1 B1 B2", adventures: "golden-pheasant white-stag"}),
		"bid": joust(b, "S1 S2 S3 L1 L1 L2", "S1 L3"),
	}
}

func BenchmarkApply(b *testing.B) {
	for name, s := range scenes(b) {
		seat := s.ToAct()[0]
		line := s.Legal(seat)[0]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _, _ = s.Apply(seat, line)
			}
		})
	}
}

func BenchmarkLegal(b *testing.B) {
	for name, s := range scenes(b) {
		seat := s.ToAct()[0]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Legal(seat)
			}
		})
	}
}

func BenchmarkView(b *testing.B) {
	s := scenes(b)["act"]
	b.Run("view", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.View(1)
		}
	})
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			pageOf(s.view(1))
		}
	})
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			_, _ = json.Marshal(s.View(1))
		}
	})
	b.Run("stage", func(b *testing.B) {
		list := []string{"G B1", "Q golden-pheasant L1 B2", "P camelot", "done"}
		for b.Loop() {
			_, _, _ = s.Stage(1, list)
		}
	})
}
