package parker

import (
	"testing"

	"tableronde/games"
)

func BenchmarkPerft(b *testing.B) {
	for _, game := range family {
		for _, mode := range []struct {
			name string
			play bool
		}{{"bulk", false}, {"one by one", true}} {
			b.Run(game+"/"+mode.name, func(b *testing.B) {
				s := begin(b, game)
				c := counter{g: generator{b: s.b}, stack: make([]position, 3), play: mode.play}
				c.stack[0] = s.pos
				moves := c.count(0)
				b.ReportAllocs()
				for b.Loop() {
					moves = c.count(0)
				}
				b.ReportMetric(float64(moves)*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
			})
		}
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

func BenchmarkMovers(b *testing.B) {
	s, _ := midgame(b)
	v := s.View(games.Omniscient).(View)
	b.ReportAllocs()
	for b.Loop() {
		v.Movers()
	}
}

// BenchmarkPlayout plays random games to their ends.
func BenchmarkPlayout(b *testing.B) {
	for _, game := range family {
		b.Run(game, func(b *testing.B) {
			s := begin(b, game)
			g := &generator{b: s.b}
			n, plies := uint64(1), 0
			b.ReportAllocs()
			for b.Loop() {
				p := s.pos
				for ply := 0; ply < 1000; ply++ {
					g.moves = g.moves[:0]
					g.generate(&p)
					n = n*6364136223846793005 + 1442695040888963407
					m := g.moves[n>>33%uint64(len(g.moves))]
					p.play(s.b, m)
					plies++
					if g.conclude(&p, m) != gameGoesOn {
						break
					}
				}
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// midgame returns a position of Camelot with much to choose from.
func midgame(tb testing.TB) (*state, []string) {
	s := play(tb, begin(tb, "camelot"), "E6-E8", "H11-F9", "H6-F8", "F11-H9", "G6-G8", "D11-D9")
	return s, s.Legal(s.turn())
}
