package parker

import (
	"math/rand/v2"
	"testing"

	"tableronde/games/effort"
)

// TestCanterSets compares canterSets with canter, for each mover as either kind of
// piece, in positions that play seldom leads to.
func TestCanterSets(t *testing.T) {
	for _, b := range allBoards {
		t.Run(b.id, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, uint64(b.Len())))
			reaching, hitting := 0, 0
			for range effort.N(2000) {
				s := randomPosition(rng, b)
				g, p := s.generator()
				g.divide()
				for rest := g.movers; !rest.empty(); {
					from := rest.pop()
					c := p.at[from]
					p.at[from] = 0
					r, _ := wantCanterSets(t, g, s, from, false)
					_, h := wantCanterSets(t, g, s, from, true)
					reaching, hitting = reaching+r, hitting+h
					p.at[from] = c
				}
			}
			if effort.Full() && (reaching == 0 || hitting == 0) {
				t.Errorf("canters reach %d squares, and %d to jump from", reaching, hitting)
			}
		})
	}
}

// wantCanterSets checks the canters of one piece, which is off the board, and
// returns how many squares they reach, and how many to jump from.
func wantCanterSets(t *testing.T, g *generator, s *state, from Square, knight bool) (reaching, hitting int) {
	t.Helper()
	reached, jumpSquares := g.canter(from, g.barred, knight, false)
	if !jumpSquares.empty() {
		reached, _ = g.canter(from, g.barred, knight, true)
	}
	gotReached, gotJumpSquares := g.canterSets(from, knight)
	squares := &g.b.quarters[g.b.quarterOf[from]].squares
	if got := setOfQuarter(squares, gotReached); got != reached {
		t.Fatalf("canters from %s reach %v, want %v\n%s", g.b.names[from], got, reached, diagram(s))
	}
	if got := setOfQuarter(squares, gotJumpSquares); got != jumpSquares {
		t.Fatalf("canters from %s reach %v to jump from, want %v\n%s", g.b.names[from], got, jumpSquares, diagram(s))
	}
	return reached.len(), jumpSquares.len()
}

// setOfQuarter converts a set of squares of one quarter.
func setOfQuarter(squares *[64]Square, bits uint64) set {
	var s set
	for i, q := range squares {
		if bits>>i&1 != 0 {
			s.add(q)
		}
	}
	return s
}
