package parker

import (
	"math/rand/v2"

	"tableronde/games"
)

// Determinize is the state itself: the family hides nothing.
func (s *state) Determinize(games.Seat, *rand.Rand) games.State { return s }
