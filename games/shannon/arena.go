package shannon

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Tally is how a hero has fared.
type Tally struct {
	Hero  *Power
	Games int
	Wins  float64 // shared victories count as their part
}

// Share is the part of its tournaments that the hero has won.
func (t Tally) Share() float64 { return t.Wins / float64(max(t.Games, 1)) }

// Arena plays tournaments of n knights, with heroes dealt at random and the same
// way of playing for all, and tells how each hero fared, in the order of the
// data. The same seed gives the same tournaments. The error is for a number of
// knights that cannot play.
func Arena(tournaments, n int, seed uint64, player func(View, []string, *rand.Rand) string) ([]Tally, error) {
	tallies := make([]Tally, len(Heroes()))
	for i, h := range Heroes() {
		tallies[i].Hero = h
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range tournaments {
		var dice games.Seed
		for i := range dice {
			dice[i] = byte(rng.Uint32())
		}
		s, err := ruleset{}.New(games.Setup{Seats: n, Seed: &dice})
		if err != nil {
			return nil, err
		}
		for s.Result() == nil {
			seat := s.ToAct()[0]
			v, _ := s.View(seat).(View)
			if s, _, err = s.Apply(seat, player(v, v.Mine.Legal, rng)); err != nil {
				return nil, err
			}
		}
		v, _ := s.View(games.Open).(View)
		for _, k := range v.Knights {
			t := &tallies[k.Hero.index]
			t.Games++
			if slices.Contains(v.Result.Winners, k.Seat) {
				t.Wins += 1 / float64(len(v.Result.Winners))
			}
		}
	}
	return tallies, nil
}
