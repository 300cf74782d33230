package kutschke

import (
	"slices"
	"testing"

	"tableronde/games"
)

// TestSensible wants players who plan to leave those who do not far behind, and
// every line of theirs to be legal.
func TestSensible(t *testing.T) {
	rng := newRand(14)
	for n := minSeats; n <= maxSeats; n++ {
		wins := 0
		const played = 40
		for game := range played {
			sensible := games.Seat(1 + game%n)
			s := begin(t, n, uint64(game))
			for s.Result() == nil {
				seat := pickOne(rng, s.ToAct())
				legal := s.Legal(seat)
				line := pickOne(rng, legal)
				if seat == sensible {
					if line = Sensible(s.view(seat), legal, rng); !slices.Contains(legal, line) {
						t.Fatalf("%q is not legal", line)
					}
				}
				s = play1(t, s, seat, line)
			}
			if s.result.Winners[0] == sensible {
				wins++
			}
		}
		if wins < played*9/10 {
			t.Errorf("among %d one who plans wins %d of %d", n, wins, played)
		}
	}
}
