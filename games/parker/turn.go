package parker

import "math/bits"

// turn is a position with a seat to move, its obligations and the squares that bar its moves.
type turn struct {
	b *Board

	// Set by survey.
	p        *position
	side     *side
	occupied set
	friends  set
	enemies  set
	barred   set  // where no step and no canter leads
	movers   set  // the pieces that may move this turn
	leaving  bool // the movers must leave a castle

	mustCapture bool // a jump is possible, so that a capture is compulsory
}

// survey sets the turn to a position and a seat to move, except for mustCapture.
func (t *turn) survey(p *position, s seatIndex) {
	d := &t.b.sides[s]
	t.p, t.side = p, d
	t.occupied = p.occupied()
	t.friends = p.friends(d, s)
	t.enemies = t.occupied.minus(t.friends)
	t.barred = t.occupied.or(d.closed)
	t.movers = p.own[s].and(d.closed)
	t.leaving = !t.movers.empty()
	if !t.leaving {
		t.movers = p.own[s].minus(d.goal)
	}
}

// lift takes a piece off the board, and returns a function that puts it back. Rules §2.2: its
// square counts as empty all along.
func (t *turn) lift(q Square) (putBack func()) {
	c := t.p.at[q]
	t.p.at[q] = 0
	return func() { t.p.at[q] = c }
}

// hasMove reports whether a seat could move if it were the seat's turn. It surveys
// that turn.
func (t *turn) hasMove(p *position, s seatIndex) bool {
	t.survey(p, s)
	for rest := t.movers; !rest.empty(); {
		if q := rest.pop(); t.hasQuietLeg(q) || t.canJump(q) {
			return true
		}
	}
	return !t.leaving && p.castled[s] < castleMoves && t.side.goal.meets(p.own[s]) && !t.side.goal.minus(t.occupied).empty()
}

// hasQuietLeg reports whether a piece on q can step or leap over a friend.
func (t *turn) hasQuietLeg(q Square) bool {
	if !t.b.near[q].minus(t.barred).empty() {
		return true
	}
	for _, l := range t.b.leapsFrom(q) {
		if t.side.friends.has(t.p.at[l.over]) && !t.barred.has(l.land) {
			return true
		}
	}
	return false
}

// canJump reports whether a piece standing on q would have an enemy to jump.
func (t *turn) canJump(q Square) bool {
	if !t.enemies.meets(t.b.near[q]) {
		return false
	}
	for _, l := range t.b.leapsFrom(q) {
		if t.side.enemies.has(t.p.at[l.over]) && t.p.at[l.land] == 0 {
			return true
		}
	}
	return false
}

// captureBit returns the bit of the enemy on a square in move.taken, 0 if there is none.
func (t *turn) captureBit(q Square) uint32 {
	bit := uint64(1) << (q & 63)
	word, n := t.enemies.low, 0
	switch {
	case q >= 128:
		word, n = t.enemies.high, bits.OnesCount64(t.enemies.low)+bits.OnesCount64(t.enemies.mid)
	case q >= 64:
		word, n = t.enemies.mid, bits.OnesCount64(t.enemies.low)
	}
	if word&bit == 0 {
		return 0
	}
	return 1 << (n + bits.OnesCount64(word&(bit-1)))
}

// findCastleMove returns the move within the goal castle, if there is one.
func (t *turn) findCastleMove() (m move, ok bool) {
	inside := t.p.own[t.p.turn].and(t.side.goal)
	if t.leaving || inside.empty() {
		return m, false
	}
	m.from = inside.pop()
	m.to = t.across(m.from)
	return m, t.checkCastleMove(m.from, m.to, false) == nil
}

// across returns the other square of the goal castle, NoSquare if it has but one.
func (t *turn) across(q Square) Square {
	others := t.side.goal.minus(setOf(q))
	if others.empty() {
		return NoSquare
	}
	return others.pop()
}
