package search

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"tableronde/games/parker"
)

// begin returns the first position of a game.
func begin(tb testing.TB, game string) *parker.Search {
	tb.Helper()
	p, ok := parker.BoardOf(game).Setup("")
	if !ok {
		tb.Fatalf("no game %q", game)
	}
	x, err := p.Search()
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

// wander plays random moves, as many as there are before the game would end, and returns
// the position, without the past.
func wander(tb testing.TB, game string, plies int, rng *rand.Rand) *parker.Search {
	x := begin(tb, game)
	for range plies {
		moves := x.Moves(nil)
		x.Make(moves[rng.IntN(len(moves))])
		if _, over := x.Won(); over {
			x.Unmake()
			break
		}
	}
	x, err := x.Position().Search()
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

var family = []string{"camelot", "chivalry", "cam", "camette", "chivalry-4-teams", "chivalry-4-solo", "grand-camelot", "grand-cam-97", "grand-cam-93"}

// cpuTime returns the time that the process has used of all processors.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// BenchmarkSearch searches positions in the middle of games to a number of nodes. It
// measures the time of the processor, which other work on the machine does not stretch.
func BenchmarkSearch(b *testing.B) {
	for _, game := range family {
		for _, plain := range []bool{false, true} {
			name := game
			if plain {
				name += "/plain"
			}
			b.Run(name, func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				var xs []*parker.Search
				for n := range 10 {
					xs = append(xs, wander(b, game, 2+3*n, rng))
				}
				e := New(parker.BoardOf(game), Options{Plain: plain})
				var nodes uint64
				depth := 0
				i := 0
				start := cpuTime()
				for b.Loop() {
					f := e.Search(xs[i%len(xs)], Limits{Nodes: 100_000})
					nodes += f.Nodes
					depth += f.Depth
					i++
				}
				b.ReportMetric(float64(nodes)/(cpuTime()-start).Seconds(), "nodes/cpu-s")
				b.ReportMetric(float64(depth)/float64(i), "depth")
			})
		}
	}
}
