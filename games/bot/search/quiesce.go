package search

import (
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

// maxCharges is the number of moves after the end of the search in which charges are
// tried that nothing compels.
const maxCharges = 3

// marginCharge is what a capture may gain besides the pieces, in hundredths of a man.
const marginCharge = 80

// quiesce returns the value of the position once captures are over: those that are owed
// are all searched, and of charges those that may be worth it. n counts the moves since
// the search proper.
func (e *Engine) quiesce(alpha, beta, n, ply int) int {
	e.count()
	if e.stopped {
		return 0
	}
	if e.heroIsOut() {
		return ply - Won
	}
	if value, ok := e.ending(ply); ok {
		return value
	}
	if ply >= maxPly {
		return e.evaluate(ply)
	}
	best := -infinity
	obliged := e.x.Obliged()
	if !obliged {
		if e.winsAtOnce() {
			return Won - ply - 1
		}
		best = e.evaluate(ply)
		if best >= beta || n >= maxCharges || best+e.mostGain()+marginCharge <= alpha {
			return best
		}
		alpha = max(alpha, best)
	}
	l := &e.lists[ply]
	l.moves = e.x.Captures(l.moves[:0])
	e.score(l, 0)
	side := e.side()
	for i := range l.moves {
		m, _ := l.best(i)
		value := e.tryCapture(m, side, alpha, beta, n+1, ply)
		if e.stopped {
			return 0
		}
		if value > best {
			best = value
			if value > alpha {
				alpha = value
				e.keepLine(ply, m)
			}
			if alpha >= beta {
				break
			}
		}
	}
	return best
}

// tryCapture is try for quiesce.
func (e *Engine) tryCapture(m games.SearchMove, side int8, alpha, beta, n, ply int) int {
	e.sums[ply+1] = e.sums[ply]
	e.eval.make(e.x, m, &e.sums[ply+1])
	e.last[ply+1] = m
	e.line[ply+1] = e.line[ply+1][:0]
	value := 0
	if winner, over := e.x.Won(); over {
		e.count()
		value = e.final(winner, side, ply+1)
	} else if e.side() == side {
		value = e.quiesce(alpha, beta, n, ply+1)
	} else {
		value = -e.quiesce(-beta, -alpha, n, ply+1)
	}
	e.x.Unmake()
	return value
}

// mostGain bounds what captures of a move usually gain.
func (e *Engine) mostGain() int { return 2 * worthOfKnight }

// evaluate returns the estimate for the side to act.
func (e *Engine) evaluate(ply int) int {
	value := e.eval.weigh(e.x, &e.sides, &e.sums[ply], e.hero)
	if e.noise > 0 {
		value += int(scramble(e.x.Key()^e.seed)%uint64(2*e.noise+1)) - e.noise
	}
	value = max(-wonBound+1, min(wonBound-1, value))
	if e.side() != 0 {
		return -value
	}
	return value
}

// winsAtOnce reports whether the seat to act, which does not have to capture, can step
// into the goal castle and win by it.
func (e *Engine) winsAtOnce() bool {
	need := e.board.GoalWins()
	if need == 0 {
		return false
	}
	seat := e.x.ToAct()
	army := e.x.Army(seat)
	inside := overlap(&army, &e.eval.inside[seat-1])
	if partner := e.board.Partner(seat); partner != 0 {
		army := e.x.Army(partner)
		inside += overlap(&army, &e.eval.inside[partner-1])
	}
	if inside+1 < need || e.x.Leaving() {
		return false
	}
	for w, word := range e.eval.inside[seat-1] {
		for ; word != 0; word &= word - 1 {
			q := parker.Square(w<<6 | bits.TrailingZeros64(word))
			if e.x.On(q) == 0 && e.nextTo(q, &army) {
				return true
			}
		}
	}
	return false
}

// nextTo reports whether a piece of an army outside the goal castle is a step from one
// of its squares.
func (e *Engine) nextTo(q parker.Square, army *parker.Squares) bool {
	for _, near := range e.eval.doors[q] {
		if has(army, near) {
			return true
		}
	}
	return false
}

// heroIsOut reports whether the seat that the search is for has lost its pieces at a
// table of each alone.
func (e *Engine) heroIsOut() bool {
	if e.salt == 0 {
		return false
	}
	for s := range e.board.Seats() {
		if e.sides[s] == 0 {
			return e.x.Pieces(games.Seat(s+1)) == 0
		}
	}
	return false
}
