package search

import (
	"tableronde/games"
	"tableronde/games/parker"
)

// Scores of moves by which they are ordered, the highest first. Below scoreCounter is
// the history.
const (
	scoreKnown   = 1 << 30
	scoreCapture = 1 << 20
	scoreGoal    = 1 << 19
	scoreKiller  = 1 << 18
	scoreCounter = 1 << 17
	maxHistory   = 1 << 14
)

// moveList has the moves of a position with their scores.
type moveList struct {
	moves  []games.SearchMove
	scores []int32
}

// next returns the i-th best move, of which those before have been returned.
func (l *moveList) next(i int) games.SearchMove {
	best := i
	for k := i + 1; k < len(l.moves); k++ {
		if l.scores[k] > l.scores[best] {
			best = k
		}
	}
	l.moves[i], l.moves[best] = l.moves[best], l.moves[i]
	l.scores[i], l.scores[best] = l.scores[best], l.scores[i]
	return l.moves[i]
}

// score scores the moves of the list.
func (e *Engine) score(l *moveList, ply int, known games.SearchMove) {
	if cap(l.scores) < len(l.moves) {
		l.scores = make([]int32, len(l.moves), 2*len(l.moves))
	}
	l.scores = l.scores[:len(l.moves)]
	seat := e.x.ToAct()
	inside := &e.eval.inside[seat-1]
	history := &e.history[seat-1]
	killers := &e.killers[ply]
	var counter games.SearchMove
	if last := e.last[ply]; e.methods.counters && last != 0 && ply > 0 {
		counter = e.counter[seat-1][parker.From(last)][parker.To(last)]
	}
	for i, m := range l.moves {
		from, to := parker.From(m), parker.To(m)
		score := int32(history[from%maxSquares][to%maxSquares])
		switch {
		case m == known:
			score = scoreKnown
		case parker.Captures(m):
			score += scoreCapture + int32(parker.Taken(m))<<15
		case has(inside, to) && !has(inside, from):
			score += scoreGoal
		case m == killers[0]:
			score = scoreKiller + 1
		case m == killers[1]:
			score = scoreKiller
		case m == counter:
			score = scoreCounter
		}
		l.scores[i] = score
	}
}

// reward remembers the last of the moves tried, which refuted the one before.
func (e *Engine) reward(tried []games.SearchMove, seat games.Seat, n *node) {
	m := tried[len(tried)-1]
	if k := &e.killers[n.ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	if last := e.last[n.ply]; last != 0 {
		e.counter[seat-1][parker.From(last)][parker.To(last)] = m
	}
	bonus := int32(min(n.depth*n.depth, 400))
	e.learn(seat, m, bonus)
	for _, other := range tried[:len(tried)-1] {
		if !parker.Captures(other) {
			e.learn(seat, other, -bonus)
		}
	}
}

// learn changes the history of a move; it stays within maxHistory.
func (e *Engine) learn(seat games.Seat, m games.SearchMove, bonus int32) {
	h := &e.history[seat-1][parker.From(m)][parker.To(m)]
	size := max(bonus, -bonus)
	*h += int16(32*bonus - int32(*h)*size*32/maxHistory)
}
