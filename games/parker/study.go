package parker

import (
	"strconv"

	"tableronde/games"
)

// positionOption is the option by which a match begins from a position, for
// study.
const positionOption = "position"

// State is the game as it stands in the position, with nothing before it: no
// position has occurred and no rounds have passed. If the seat to move has
// pieces but cannot move, it passes, as in play; if the position is decided, the
// state has its result. The error is an *games.Illegal for a position that
// cannot be played on nor come about: one without pieces to move, or with more
// enemies than any game has.
func (p Position) State() (games.State, error) {
	pos := p.pos
	for s := range seat(len(p.b.sides)) {
		if _, enemies := p.b.strength(&pos, s); enemies > maxEnemies {
			return nil, positionCrowded.with("seat", strconv.Itoa(int(s+1)), "count", strconv.Itoa(enemies), "most", strconv.Itoa(maxEnemies))
		}
	}
	result := p.b.judge(&pos)
	if pos.count[pos.turn] == 0 && (result == nil || pos.occupied().empty()) {
		return nil, positionNoPieces.with("seat", strconv.Itoa(int(pos.turn+1)))
	}
	return &state{b: p.b, start: &setup{position: pos}, pos: pos, result: result}, nil
}

// study is the first state of a match from a position that somebody gives.
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

// judge tells how a position without a past is decided, nil if it is not, and
// then hands the turn to the first seat that can move, from the one whose turn
// it is. Whoever is not to move has moved last. Rules §4.
func (b *Board) judge(p *position) *games.Result {
	n, end := seat(len(b.sides)), &b.end
	last := (p.turn + n - 1) % n
	for _, s := range [2]seat{last, p.turn} {
		if end.Goal > 0 && b.inGoal(p, s) >= end.Goal {
			return b.won(s, ReasonCastle)
		}
	}
	for s := range n {
		ours, theirs := b.strength(p, s)
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
		if ours, _ := b.strength(p, last); ours < end.Least {
			return b.drawn(p, ReasonBlockade)
		}
		return b.won(last, ReasonBlockade)
	}
	if !g.handOn(p, p.turn) {
		return b.drawn(p, ReasonBlockade)
	}
	return nil
}

// answering is whose turn it counts as once a game is decided: the next enemy of
// the seat that moved last, as long as one has pieces. A position's text names
// it, and so tells a blockade.
func (b *Board) answering(p *position, mover seat) seat {
	n := seat(len(b.sides))
	for i := range n {
		if s := (mover + 1 + i) % n; p.count[s] > 0 && !b.allied(mover, s) {
			return s
		}
	}
	return mover
}
