package ismcts

import (
	"math/rand/v2"

	"tableronde/games"
)

// Roller is a state that plays on by itself, without texts.
type Roller interface {
	games.State
	// Rollout plays on by quick choices as far as is worth it, and fills in the part of
	// the game that each seat will win, by seat-1.
	Rollout(rng *rand.Rand, values []float64)
}

// Roll is a Playout by the state's own Rollout, at random if it has none.
func Roll(state games.State, rng *rand.Rand, values []float64) {
	if r, ok := state.(Roller); ok {
		r.Rollout(rng, values)
		return
	}
	PlayAtRandom(state, rng, values)
}
