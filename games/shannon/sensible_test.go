package shannon

import (
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestSensible plays by the rules, and better than chance.
func TestSensible(t *testing.T) {
	wins := 0.0
	n := max(effort.N(200), 10)
	for i := range n {
		rng := randomSource(uint64(i))
		var s games.State = begin(t, 4, uint64(i), map[string]string{optionHeroes: []string{"random", heroesChosen}[i%2]})
		for s.Result() == nil {
			seat := s.ToAct()[0]
			v := s.View(seat).(View)
			line := v.Mine.Legal[rng.IntN(len(v.Mine.Legal))]
			if (int(seat)+i)%2 == 0 {
				line = Sensible(v, v.Mine.Legal, rng)
			}
			next, text, err := s.Apply(seat, line)
			if err != nil || text != line {
				t.Fatalf("%d plays %s: %s, %v", seat, line, text, err)
			}
			s = next
		}
		for _, w := range s.Result().Winners {
			if (int(w)+i)%2 == 0 {
				wins += 1 / float64(len(s.Result().Winners))
			}
		}
	}
	if wins < 0.7*float64(n) {
		t.Errorf("two sensible knights win %.0f of %d tournaments against two that play at random", wins, n)
	}
}

func TestArena(t *testing.T) {
	first := func(_ View, legal []string, _ *rand.Rand) string { return legal[0] }
	for n := 2; n <= maxSeats; n++ {
		tallies, err := playArena(10, n, 3, first)
		if err != nil || len(tallies) != 8 {
			t.Fatalf("arena = %v, %v", tallies, err)
		}
		played, won := 0, 0.0
		for _, h := range tallies {
			played += h.Games
			won += h.Wins
		}
		if played != 10*n || won < 9.99 || won > 10.01 {
			t.Errorf("%d knights: %d heroes have played 10 tournaments and won %.2f", n, played, won)
		}
	}
	if _, err := playArena(1, 7, 1, first); err == nil {
		t.Error("seven knights can play")
	}
}
