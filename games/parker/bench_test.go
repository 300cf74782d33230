package parker

import (
	"math/rand/v2"
	"testing"

	"tableronde/games"
)

func BenchmarkPerft(b *testing.B) {
	for _, game := range family {
		b.Run(game, func(b *testing.B) {
			s := begin(b, game)
			moves := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				moves = Perft(s, 3)
			}
			b.ReportMetric(float64(moves)*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// BenchmarkApply applies the moves of a whole game.
func BenchmarkApply(b *testing.B) {
	s, moves := midgame(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, _, err := s.Apply(s.turn(), moves[i%len(moves)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLegal(b *testing.B) {
	for _, game := range family {
		b.Run(game, func(b *testing.B) {
			s := begin(b, game)
			b.ReportAllocs()
			for b.Loop() {
				s.Legal(1)
			}
		})
	}
}

func BenchmarkStage(b *testing.B) {
	s, moves := midgame(b)
	v := s.View(games.Omniscient).(View)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		v.Stage(moves[i%len(moves)][:2])
	}
}

// BenchmarkRandomPlayouts plays random games by a search and takes them back.
func BenchmarkRandomPlayouts(b *testing.B) {
	for _, game := range family {
		b.Run(game, func(b *testing.B) {
			x, rng, plies := begin(b, game).Search(), rand.New(rand.NewPCG(3, 4)), 0
			var list []games.SearchMove
			b.ReportAllocs()
			for b.Loop() {
				made := 0
				for list = x.Moves(list[:0]); len(list) > 0 && made < 1000; list = x.Moves(list[:0]) {
					x.Make(list[rng.IntN(len(list))])
					made++
				}
				for range made {
					x.Unmake()
				}
				plies += made
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}

// midgame returns a position of Camelot with much to choose from.
func midgame(tb testing.TB) (*state, []string) {
	s := play(tb, begin(tb, "camelot"), "E6-E8", "H11-F9", "H6-F8", "F11-H9", "G6-G8", "D11-D9")
	return s, s.Legal(s.turn())
}
