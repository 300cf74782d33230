package parker

import (
	"strconv"

	"tableronde/games"
)

// positionOption is the option that gives a match its starting position.
const positionOption = "position"

// State returns a state with the position and no history: no earlier positions, no
// rounds without progress. If the seat to move has pieces but cannot move, it
// passes, as in play; if the position is decided, the state has a result. The error
// is an *games.Illegal for a position without pieces to move, or with more enemies
// than any game has.
func (p Position) State() (games.State, error) {
	pos := p.pos
	for s := range seatIndex(len(p.b.sides)) {
		if _, enemies := p.b.countSides(&pos, s); enemies > maxEnemies {
			return nil, positionCrowded.with("seat", strconv.Itoa(int(s+1)), "count", strconv.Itoa(enemies), "most", strconv.Itoa(maxEnemies))
		}
	}
	result := p.b.judge(&pos)
	if pos.count[pos.turn] == 0 && (result == nil || pos.occupied().empty()) {
		return nil, positionNoPieces.with("seat", strconv.Itoa(int(pos.turn+1)))
	}
	return &state{b: p.b, start: &startSetup{position: pos}, pos: pos, result: result}, nil
}

// study returns the first state of a match with a custom starting position.
func (b *Board) study(text string) (games.State, error) {
	p, err := ParsePosition(text)
	if err != nil {
		return nil, err
	}
	if p.b != b {
		return nil, positionOther.with("game", p.b.id, "other", b.id)
	}
	s, err := p.State()
	if err != nil {
		return nil, err
	}
	if s.Result() != nil {
		return nil, positionOver.with()
	}
	return s, nil
}

// judge returns the result of a position without history. If it is undecided, it
// returns nil and passes the turn to the first seat that can move. The seat before
// the one to move counts as the last that moved. Rules §4.
func (b *Board) judge(p *position) *games.Result {
	n, end := seatIndex(len(b.sides)), &b.end
	last := (p.turn + n - 1) % n
	for _, s := range [2]seatIndex{last, p.turn} {
		if end.Goal > 0 && b.inGoal(p, s) >= end.Goal {
			return b.won(s, ReasonCastle)
		}
	}
	for s := range n {
		ours, theirs := b.countSides(p, s)
		switch {
		case theirs == 0 && ours >= end.Least:
			return b.won(s, ReasonCaptures)
		case end.OneEach && ours <= 1 && theirs <= 1:
			return b.drawn(p, ReasonOneEach)
		}
	}
	g := &generator{b: b}
	if g.hasMove(p, p.turn) || p.count[p.turn] == 0 {
		return nil
	}
	if end.Blockade && (n == 2 || !g.hasMove(p, (p.turn+2)%n)) {
		if ours, _ := b.countSides(p, last); ours < end.Least {
			return b.drawn(p, ReasonBlockade)
		}
		return b.won(last, ReasonBlockade)
	}
	if !g.passToNext(p, p.turn) {
		return b.drawn(p, ReasonBlockade)
	}
	return nil
}

// answering returns the seat to move in the text of a decided position: the next
// enemy with pieces after the seat that moved last. This marks a blockade.
func (b *Board) answering(p *position, mover seatIndex) seatIndex {
	n := seatIndex(len(b.sides))
	for i := range n {
		if s := (mover + 1 + i) % n; p.count[s] > 0 && !b.allied(mover, s) {
			return s
		}
	}
	return mover
}
