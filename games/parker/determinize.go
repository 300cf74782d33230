package parker

import (
	"math/rand/v2"

	"tableronde/games"
)

// Determinize returns the state itself, since nothing is hidden.
func (s *state) Determinize(games.Seat, *rand.Rand) games.State { return s }
