package shannon

import (
	"testing"

	"tableronde/games"
)

// BenchmarkPlayout plays tournaments of four at random, from the deal to the end.
func BenchmarkPlayout(b *testing.B) {
	plies := 0
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		rng := random(uint64(n))
		var s games.State = begin(b, 4, uint64(n), nil)
		for s.Result() == nil {
			seat := s.ToAct()[0]
			legal := s.Legal(seat)
			next, _, err := s.Apply(seat, legal[rng.IntN(len(legal))])
			if err != nil {
				b.Fatal(err)
			}
			s = next
			plies++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
}
