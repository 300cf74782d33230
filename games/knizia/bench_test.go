package knizia

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tableronde/games"
)

// BenchmarkPlayout plays random games to their ends: by the contract, as text,
// and by moves on one state.
func BenchmarkPlayout(b *testing.B) {
	for seats := 2; seats <= maxSeats; seats++ {
		b.Run(fmt.Sprintf("text/%d", seats), func(b *testing.B) {
			benchmarkGames(b, seats, func(s *state, rng *rand.Rand) int { return playText(b, s, rng) })
		})
		b.Run(fmt.Sprintf("moves/%d", seats), func(b *testing.B) {
			benchmarkGames(b, seats, func(s *state, rng *rand.Rand) int { return playMoves(b, s, rng) })
		})
	}
}

func benchmarkGames(b *testing.B, seats int, play func(*state, *rand.Rand) int) {
	rng := rand.New(rand.NewPCG(1, uint64(seats)))
	lines, number := 0, uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		lines += play(begin(b, seats, number, nil), rng)
		number++
	}
	b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// playText returns what any program can do that knows the contract only.
func playText(b *testing.B, s *state, rng *rand.Rand) (lines int) {
	var now games.State = s
	for {
		acting := now.ToAct()
		if len(acting) == 0 {
			return lines
		}
		at := acting[rng.IntN(len(acting))]
		legal := now.Legal(at)
		next, _, err := now.Apply(at, legal[rng.IntN(len(legal))])
		if err != nil {
			b.Fatal(err)
		}
		now = next
		lines++
	}
}

func playMoves(b *testing.B, s *state, rng *rand.Rand) (lines int) {
	r := run{state: s}
	list := make([]Move, 0, 256)
	for r.phase != PhaseOver {
		at := r.active
		if r.phase == PhaseAdapt {
			at = r.pending.First()
		}
		list = r.appendMoves(at, list[:0])
		r.play(at, list[rng.IntN(len(list))])
		lines++
	}
	if r.err != nil {
		b.Fatal(r.err)
	}
	return lines
}

// midgame returns a turn of five with much to choose from.
func midgame(b *testing.B) *state {
	return scene{
		color: Red, displays: []string{"R3 W2 R4", "R4 R5 W3", "R3 R3 W6", "W2 W2 B4 R5", ""}, shield: 2, stunned: 3,
		hands: []string{"R3 W3 outwit riposte dodge charge drop_weapon knock_down lancelot", "W2 B3", "P3 P4", "Y2 Y3 Y4", "G1"},
	}.build(b)
}

func BenchmarkLegal(b *testing.B) {
	s := midgame(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Legal(1)
	}
	b.ReportMetric(float64(len(s.Legal(1))), "lines")
}

func BenchmarkApply(b *testing.B) {
	s := midgame(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := s.Apply(1, "play R3"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkView(b *testing.B) {
	s := midgame(b)
	for name, viewer := range map[string]games.Seat{"own": 1, "other": 2, "spectator": games.Spectator} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.View(viewer)
			}
		})
	}
}

func BenchmarkStage(b *testing.B) {
	s := midgame(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Stage(1, []string{"play R3", "outwit 1 4.4"})
	}
}

func BenchmarkDeterminize(b *testing.B) {
	s, rng := midgame(b), rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		s.Determinize(1, rng)
	}
}
