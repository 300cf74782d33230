package shannon

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// heroTally is how a hero has fared.
type heroTally struct {
	Hero  *Power
	Games int
	Wins  float64 // shared victories count as their part
}

// Share returns the part of its tournaments that the hero has won.
func (t heroTally) Share() float64 { return t.Wins / float64(max(t.Games, 1)) }

// playArena plays tournaments of n knights, with heroes dealt at random and the same
// way of playing for all, and tells how each hero fared, in the order of the
// data. The player's view lacks what is past: LastCombat and LastCount. The same
// seed gives the same tournaments. The error is for a number of knights that
// cannot play.
func playArena(tournaments, n int, seed uint64, player func(View, []string, *rand.Rand) string) ([]heroTally, error) {
	tallies := make([]heroTally, len(Heroes()))
	for i, h := range Heroes() {
		tallies[i].Hero = h
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for range tournaments {
		var dice games.Seed
		for i := range dice {
			dice[i] = byte(rng.Uint32())
		}
		first, err := ruleset{}.New(games.Setup{Seats: n, Seed: &dice})
		if err != nil {
			return nil, err
		}
		s, _ := first.(*state)
		for s.result == nil {
			seat := s.ToAct()[0]
			v := s.view(seat)
			if s, _, err = s.apply(seat, player(v, v.Mine.Legal, rng), nil); err != nil {
				return nil, err
			}
		}
		for i := range s.knights[:n] {
			t := &tallies[s.knights[i].hero.index]
			t.Games++
			if slices.Contains(s.result.Winners, games.Seat(i+1)) {
				t.Wins += 1 / float64(len(s.result.Winners))
			}
		}
	}
	return tallies, nil
}
