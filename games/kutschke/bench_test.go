package kutschke

import (
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
			for b.Loop() {
				for s := games.State(begin(b, n, rng.Uint64())); s.Result() == nil; {
					seat := pickOne(rng, s.ToAct())
					s, _, _ = s.Apply(seat, pickOne(rng, s.Legal(seat)))
				}
			}
		})
	}
}

// BenchmarkState measures single calls.
func BenchmarkState(b *testing.B) {
	s := act(b, inOrder, sketch{at: "hidden-valley", picked: "Q G P", hand: "S1 L1 L2 D1 B1 B2", adventures: "golden-pheasant white-stag"})
	line, list := s.Legal(1)[0], []string{"G B1", "Q golden-pheasant L1 B2", "P camelot", "done"}
	for name, call := range map[string]func(){
		"apply": func() { _, _, _ = s.Apply(1, line) },
		"legal": func() { s.Legal(1) },
		"view":  func() { s.View(1) },
		"json":  func() { encode(b, s.View(1)) },
		"stage": func() { _, _, _ = s.Stage(1, list) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				call()
			}
		})
	}
}
