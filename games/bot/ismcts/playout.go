package ismcts

import (
	"math/rand/v2"

	"tableronde/games"
)

// mostPlies is the length of a random game that is broken off and shared by all.
const mostPlies = 5000

// PlayAtRandom is a Playout that plays at random to the end of the game. Nobody interrupts.
func PlayAtRandom(state games.State, rng *rand.Rand, values []float64) {
	for range mostPlies {
		if r := state.Result(); r != nil {
			Score(r, values)
			return
		}
		seat := state.ToAct()[0]
		legal := state.Legal(seat)
		state = apply(state, seat, legal[rng.IntN(len(legal))])
	}
	for i := range values {
		values[i] = 1. / float64(len(values))
	}
}
