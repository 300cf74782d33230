package shannon

import (
	"math/rand/v2"

	"tableronde/games"
)

// Quick returns the choice that a seat makes in a Rollout.
func (s *state) Quick(seat games.Seat, rng *rand.Rand) string {
	r := rollout{state: *s, rng: rng}
	return r.choose(seat).String()
}

// Worthwhile lists the legal actions of a seat without most values of enchanters: there are
// the highest, and those of cards on the table, which they cancel.
func (s *state) Worthwhile(seat games.Seat) []string {
	if s.phase != PhaseCombat || !s.acts(seat) {
		return s.Legal(seat)
	}
	return s.combatLines(seat, func(value, most int) bool {
		for _, p := range s.table[:s.cards] {
			if int(p.value) == value {
				return true
			}
		}
		return value == most
	})
}
