package parker

import (
	"math"

	judged "tableronde/games/review"
)

// alone reports whether each seat plays for itself against more than one.
func (m match) alone() bool { return m.Many() && m.Game.Partner(1) == 0 }

// turns returns how many moves of its own a side has in so many of all seats.
func (m match) turns(moves int) int {
	every := 2
	if m.alone() {
		every = len(m.Seats)
	}
	return (moves + every - 1) / every
}

// worth words a value: "win in 3", "draw", "62%".
func (m match) worth(v judged.Value, exact bool) string {
	moves, decided := v.Decided()
	switch {
	case decided && v > 0:
		return m.T("review.win", "Number", m.turns(moves))
	case decided:
		return m.T("review.loss", "Number", m.turns(moves))
	case exact:
		return m.T("review.draw")
	}
	return m.T("review.chance", "Percent", int(math.Round(100*v.Chance())))
}
