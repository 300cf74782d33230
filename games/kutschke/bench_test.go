package kutschke

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tableronde/games"
)

// BenchmarkPlayout plays whole games at random.
func BenchmarkPlayout(b *testing.B) {
	for n := minSeats; n <= maxSeats; n++ {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			rng := rand.New(rand.NewPCG(1, 2))
			plies := 0
			for b.Loop() {
				plies += playOut(begin(b, n, rng.Uint64()), rng)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}

func playOut(s games.State, rng *rand.Rand) (plies int) {
	for s.Result() == nil {
		seats := s.ToAct()
		seat := seats[rng.IntN(len(seats))]
		legal := s.Legal(seat)
		s, _, _ = s.Apply(seat, legal[rng.IntN(len(legal))])
		plies++
	}
	return plies
}
