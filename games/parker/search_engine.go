package parker

import (
	"math/bits"

	"tableronde/games"
)

// Squares is a set of squares: bit q%64 of word q/64 is that of Square q.
type Squares [3]uint64

// Board returns the board of the game.
func (x *Search) Board() *Board { return x.g.b }

// Army returns the squares of a seat's pieces.
func (x *Search) Army(s games.Seat) Squares {
	own := &x.now().pos.own[s-1]
	return Squares{own.low, own.mid, own.high}
}

// On returns the piece on a square.
func (x *Search) On(q Square) Piece { return x.now().pos.at[q] }

// Placement returns the pieces on all squares, to be read until the next Make, Pass or
// Unmake.
func (x *Search) Placement() *[256]Piece { return &x.now().pos.at }

// Position returns the position.
func (x *Search) Position() Position { return Position{x.g.b, x.now().pos} }

// KeyAfter returns the key after a move that does not capture, if the next seat can move
// then; it is a guess otherwise.
func (x *Search) KeyAfter(m games.SearchMove) uint64 {
	p := &x.now().pos
	from, to := From(m), To(m)
	c, next := p.at[from], p.turn+1
	if int(next) == len(x.g.b.sides) {
		next = 0
	}
	return p.key ^ zobrist.piece[from%maxSquares][c] ^ zobrist.piece[to%maxSquares][c] ^ zobrist.turn[p.turn] ^ zobrist.turn[next]
}

// Pieces returns the number of a seat's pieces.
func (x *Search) Pieces(s games.Seat) int { return int(x.now().pos.count[s-1]) }

// CastleMoves returns how many castle moves a seat has made.
func (x *Search) CastleMoves(s games.Seat) int { return int(x.now().pos.castled[s-1]) }

// Obliged reports whether the seat to act has to capture. Rules §2.4. The game is not
// over.
func (x *Search) Obliged() bool {
	x.prepare()
	return x.g.mustCapture
}

// Leaving reports whether the seat to act has to leave its own castle. Rules §3. The
// game is not over.
func (x *Search) Leaving() bool {
	x.prepare()
	return x.g.leaving
}

// Captures appends the moves that capture to the list, those of charges included that
// nothing compels.
func (x *Search) Captures(list []games.SearchMove) []games.SearchMove {
	if x.now().over {
		return list
	}
	x.prepare()
	if x.g.mustCapture {
		return x.Moves(list)
	}
	x.expanded = false
	x.g.moves = x.g.moves[:0]
	x.g.generateCharges()
	for _, m := range x.g.moves {
		list = append(list, m.pack())
	}
	return list
}

// generateCharges appends the charges of a position in which nothing compels them to
// g.moves.
func (g *generator) generateCharges() {
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		c := g.p.at[q]
		if !c.Knight() || !g.friends.meets(g.b.near[q]) {
			continue
		}
		jumpSquares := g.chargeSquares(q)
		if jumpSquares == 0 {
			continue
		}
		g.p.at[q] = 0
		g.from = q
		g.seen.reset()
		squares := &g.b.quarters[g.b.quarterOf[q]&3].squares
		for ; jumpSquares != 0; jumpSquares &= jumpSquares - 1 {
			g.jumps(squares[bits.TrailingZeros64(jumpSquares)], 0, 0)
		}
		g.p.at[q] = c
	}
}

// Pass gives the turn to the next seat that can move without a move, as the rules do
// not allow: engines ask what a move is worth by it. Unmake takes it back. It reports
// false, and does nothing, where the seat to act is compelled to do something, and
// where the next enemy cannot move.
func (x *Search) Pass() bool {
	n := x.now()
	if n.over {
		return false
	}
	x.prepare()
	next := (n.pos.turn + 1) % seatIndex(len(x.g.b.sides))
	if x.g.mustCapture || x.g.leaving || !x.g.hasMove(&n.pos, next) {
		return false
	}
	n = x.push()
	n.mover = n.pos.turn
	n.pos.pass(next)
	return true
}

// From returns the square that a move starts on.
func From(m games.SearchMove) Square { return Square(m) }

// To returns the square that a move ends on.
func To(m games.SearchMove) Square { return Square(m >> 8) }

// Taken returns how many pieces a move captures.
func Taken(m games.SearchMove) int { return bits.OnesCount64(uint64(m) >> 16) }

// Captures reports whether a move captures.
func Captures(m games.SearchMove) bool { return m>>16 != 0 }

// Threats returns how many of a seat's pieces an enemy could jump over now, if it were
// the enemy's turn.
func (x *Search) Threats(s games.Seat) int {
	p, b := &x.now().pos, x.g.b
	d := &b.sides[s-1]
	enemies := p.enemies(d, seatIndex(s-1))
	n := 0
	for rest := p.own[s-1]; !rest.empty(); {
		q := rest.pop()
		if !enemies.meets(b.near[q]) {
			continue
		}
		l := &b.lines[q]
		for _, line := range l.all[:l.n] {
			x, y := p.at[line[0]], p.at[line[1]]
			if x == 0 && d.enemies.has(y) || y == 0 && d.enemies.has(x) {
				n++
				break
			}
		}
	}
	return n
}

// Won reports whether the game is over, and returns a seat of the side that has won, 0
// for a draw.
func (x *Search) Won() (winner games.Seat, over bool) {
	n := x.now()
	switch {
	case !n.over:
		return 0, false
	case n.end == wonByCastle || n.end == wonByCaptures || n.end == wonByBlockade:
		return games.Seat(n.mover + 1), true
	case n.end != gameGoesOn:
		return 0, true
	}
	if r := x.Outcome(); len(r.Winners) > 0 {
		return r.Winners[0], true
	}
	return 0, true
}

// Past returns the keys of the positions that the match and the search have gone through,
// the latest first; of the match those that can occur again.
func (x *Search) Past() []uint64 {
	var keys []uint64
	for i := len(x.path) - 2; i >= 0; i-- {
		keys = append(keys, x.path[i].pos.key)
	}
	for o := x.past; o != nil; o = o.past {
		keys = append(keys, o.key)
	}
	return keys
}

// Goal returns the squares of the castle that a seat has to reach.
func (b *Board) Goal(s games.Seat) []Square { return b.sides[s-1].goal.list() }

// Castle returns the squares of a seat's own castle.
func (b *Board) Castle(s games.Seat) []Square { return b.sides[s-1].own.list() }

// GoalWins returns how many pieces in goal castles win, 0 if castles are ordinary squares.
func (b *Board) GoalWins() int { return b.end.Goal }

// Least returns how many pieces a side must have to win by captures or blockade.
func (b *Board) Least() int { return b.end.Least }

// OneEach reports whether one piece against one is a draw.
func (b *Board) OneEach() bool { return b.end.OneEach }

// list returns the squares of the set in order.
func (s set) list() []Square {
	qs := make([]Square, 0, s.len())
	for !s.empty() {
		qs = append(qs, s.pop())
	}
	return qs
}

// Near returns the squares a step away from a square.
func (b *Board) Near(q Square) []Square { return b.near[q].list() }
