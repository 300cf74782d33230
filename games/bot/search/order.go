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
	tried  []games.SearchMove // those that picker has handed out, in this order
}

// best puts the best of the moves from the i-th on in the i-th place and returns it.
func (l *moveList) best(i int) (games.SearchMove, int32) {
	scores := l.scores[:len(l.moves)]
	best := i
	for k := i + 1; k < len(scores); k++ {
		if scores[k] > scores[best] {
			best = k
		}
	}
	l.moves[i], l.moves[best] = l.moves[best], l.moves[i]
	scores[i], scores[best] = scores[best], scores[i]
	return l.moves[i], scores[i]
}

// stage is what picker hands out next.
type stage uint8

const (
	stageKnown    stage = iota // the move of the table, if it does not capture
	stageCaptures              // all captures
	stageKillers               // moves that refuted others
	stageQuiet                 // all others
)

// Near the ends of the search only the first quiet moves are put in order.
const (
	sorted = 12
	deep   = 5
)

// picker hands out the moves of a position, the most promising first. Moves are generated
// stage by stage: most positions are refuted before the last.
type picker struct {
	e     *Engine
	l     *moveList
	n     *node
	stage stage
	i     int                 // of the moves of the stage
	early [4]games.SearchMove // quiet moves that come before the last stage: the known one, killers, counter
}

// newPicker returns the picker of a position. All moves of one in which captures are
// owed are of stageCaptures.
func (e *Engine) newPicker(n *node) picker {
	p := picker{e: e, l: &e.lists[n.ply], n: n}
	p.l.tried = p.l.tried[:0]
	if n.obliged || n.known == 0 || parker.Captures(n.known) {
		p.generate(stageCaptures)
	} else {
		p.early[0] = n.known
	}
	return p
}

// generate begins a stage.
func (p *picker) generate(s stage) {
	e, l := p.e, p.l
	p.stage, p.i = s, 0
	switch s {
	case stageCaptures:
		l.moves = e.x.Captures(l.moves[:0])
		e.score(l, p.n.known)
	case stageKillers:
		killers := &e.killers[p.n.ply]
		p.early[1], p.early[2] = killers[0], killers[1]
		if last := e.last[p.n.ply]; !e.plain && last != 0 && p.n.ply > 0 { // the move that refuted the last move elsewhere
			p.early[3] = games.SearchMove(e.counter[(e.x.ToAct()-1)&3][parker.From(last)%maxSquares][parker.To(last)%maxSquares])
		}
	case stageQuiet:
		l.moves = e.x.Quiet(l.moves[:0])
		// Leave out the moves that were handed out, and those that compel nothing if no other
		// quiet move will be searched.
		hopeless := e.hopeless(p.n)
		kept := l.moves[:0]
		for _, m := range l.moves {
			early := m == p.early[0] || m == p.early[1] || m == p.early[2] || m == p.early[3]
			if !early && (!hopeless || e.mayCompel(m, p.n)) {
				kept = append(kept, m)
			}
		}
		l.moves = kept
		e.score(l, 0)
	}
}

// next returns the next move with its score; ok is false if there is none.
func (p *picker) next() (m games.SearchMove, score int32, ok bool) {
	for {
		switch p.stage {
		case stageKnown:
			m = p.early[0]
			p.stage, p.i = stageCaptures, -1 // whose moves are generated once they are needed
			if p.e.x.QuietIsLegal(m) {
				return p.hand(m, scoreKnown)
			}
			p.early[0] = 0
		case stageCaptures:
			if p.i < 0 {
				p.generate(stageCaptures)
			}
			if p.i < len(p.l.moves) {
				m, score = p.l.best(p.i)
				p.i++
				return p.hand(m, score)
			}
			if p.n.obliged {
				return 0, 0, false
			}
			p.generate(stageKillers)
		case stageKillers:
			if p.i++; p.i == len(p.early) {
				p.generate(stageQuiet)
				continue
			}
			if m, score, ok = p.killer(p.i); ok {
				return p.hand(m, score)
			}
		case stageQuiet:
			if p.i == len(p.l.moves) {
				return 0, 0, false
			}
			m, score = p.l.moves[p.i], p.l.scores[p.i]
			if p.n.depth >= deep || p.i < min(sorted, hopefuls(p.n.depth)) {
				m, score = p.l.best(p.i)
			}
			p.i++
			return p.hand(m, score)
		}
	}
}

// killer returns one of the killers or the counter, unless it was handed out before or is
// not legal; then it forgets it.
func (p *picker) killer(i int) (m games.SearchMove, score int32, ok bool) {
	m = p.early[i]
	for _, before := range p.early[:i] {
		if m == before {
			m = 0
		}
	}
	if m == 0 || !p.e.x.QuietIsLegal(m) {
		p.early[i] = 0
		return 0, 0, false
	}
	return m, [4]int32{0, scoreKiller + 1, scoreKiller, scoreCounter}[i], true
}

// hand hands out a move.
func (p *picker) hand(m games.SearchMove, score int32) (games.SearchMove, int32, bool) {
	p.l.tried = append(p.l.tried, m)
	return m, score, true
}

// score scores the moves of the list.
func (e *Engine) score(l *moveList, known games.SearchMove) {
	if cap(l.scores) < len(l.moves) {
		l.scores = make([]int32, len(l.moves), 2*len(l.moves))
	}
	l.scores = l.scores[:len(l.moves)]
	if len(l.moves) == 0 {
		return
	}
	seat := (e.x.ToAct() - 1) & 3
	inside := &e.eval.inside[seat]
	history := &e.history[seat]
	scores := l.scores[:len(l.moves)]
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
		}
		scores[i] = score
	}
}

// reward remembers the last of the moves tried, which refuted the one before.
func (e *Engine) reward(tried []games.SearchMove, seat games.Seat, n *node) {
	m := tried[len(tried)-1]
	if k := &e.killers[n.ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	if last := e.last[n.ply]; last != 0 {
		e.counter[seat-1][parker.From(last)][parker.To(last)] = uint16(m)
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
	from, to := parker.From(m), parker.To(m)
	e.rated[seat-1][from][to>>6] |= 1 << (to & 63)
	h := &e.history[seat-1][from][to]
	size := max(bonus, -bonus)
	*h += int16(32*bonus - int32(*h)*size*32/maxHistory)
}
