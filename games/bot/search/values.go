package search

// toTable converts the value of a position at a ply to that of the position by itself:
// a decided one counts the moves from there.
func toTable(value, ply int) int {
	switch {
	case value >= wonBound:
		return value + ply
	case value <= -wonBound:
		return value - ply
	}
	return value
}

// fromTable is the inverse of toTable.
func fromTable(value, ply int) int {
	switch {
	case value >= wonBound:
		return value - ply
	case value <= -wonBound:
		return value + ply
	}
	return value
}

// cuts reports whether a value from the table settles a position.
func cuts(b bound, value, alpha, beta int) bool {
	switch b {
	case exactValue:
		return true
	case lowerBound:
		return value >= beta
	case upperBound:
		return value <= alpha
	}
	return false
}

// reluctance is by how much less than even a draw counts for the side that searches.
const reluctance = 12

// drawn returns the value of a draw for a side.
func (e *Engine) drawn(side int8) int {
	if side == e.hero {
		return -reluctance
	}
	return reluctance
}

// ending returns the true value of a position with few pieces, if it is known.
func (e *Engine) ending(ply int) (value int, ok bool) {
	if e.endings == nil || e.x.Pieces(1)+e.x.Pieces(2) > endingPieces {
		return 0, false
	}
	switch moves, ok := e.endings.Ending(e.x); {
	case !ok:
		return 0, false
	case moves > 0:
		return Won - ply - moves, true
	case moves < 0:
		return ply - moves - Won, true
	}
	return e.drawn(e.side()), true
}

// repeats reports whether the position has occurred before, since the root or in the
// match, so that going on is as good as a draw.
func (e *Engine) repeats() bool {
	key := e.x.Key()
	for i := len(e.keys) - 2; i >= 0; i-- {
		if e.keys[i] == key {
			return true
		}
	}
	return e.played[key] > 0
}
