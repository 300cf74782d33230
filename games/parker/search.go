package parker

import (
	"slices"

	"tableronde/games"
)

var _ games.Searcher = (*state)(nil)
var _ games.SearchPosition = (*Search)(nil)

// Search returns a position to search from the state.
func (s *state) Search() games.SearchPosition {
	x := &Search{
		g: generator{b: s.b, bulk: true}, resigned: s.resigned, start: s.result,
		path: []node{{pos: s.pos, over: s.result != nil}}, past: s.past,
	}
	for i := range s.b.sides {
		x.path[0].quarters[i] = s.b.quartersOf(s.pos.own[i])
	}
	x.last = &x.path[0]
	return x
}

// Search is the games.SearchPosition of the states of this package. An engine that
// knows the family finds more in it: which moves capture, a turn passed over, and what
// stands where.
type Search struct {
	path     []node // the first node, and one after each move
	last     *node  // of path: the current one
	prepared bool   // the generator is set to the node
	expanded bool   // the generator has the moves of the node
	g        generator
	resigned [maxSeats]bool
	start    *games.Result // of the state that it began from
	past     *occurrence   // before the first node
}

// node is a position and how the move that led to it has ended the game.
type node struct {
	pos      position
	quarters [maxSeats]quarters // of the seats' pieces
	mover    seatIndex
	end      ending
	over     bool
}

// now returns the current node, until the next move.
func (x *Search) now() *node { return x.last }

// push appends a copy of the current node to the path and returns it; append would copy it
// twice.
func (x *Search) push() *node {
	n := len(x.path)
	x.path = slices.Grow(x.path, 1)[:n+1]
	x.last = &x.path[n]
	*x.last = x.path[n-1]
	x.prepared, x.expanded = false, false
	return x.last
}

// ToAct returns the seat to act, 0 once the game is over.
func (x *Search) ToAct() games.Seat {
	if x.now().over {
		return 0
	}
	return games.Seat(x.now().pos.turn + 1)
}

// Len counts the legal moves.
func (x *Search) Len() int {
	x.expand()
	return len(x.g.moves) + x.g.counted
}

// At returns the i-th legal move: captures come first.
func (x *Search) At(i int) games.SearchMove {
	x.expand()
	if i < len(x.g.moves) {
		return x.g.moves[i].pack()
	}
	i -= len(x.g.moves)
	for k := range x.g.quiet {
		q := &x.g.quiet[k]
		if i < q.n {
			return q.at(x.g.b, i).pack()
		}
		i -= q.n
	}
	panic("parker: no such move")
}

// Moves appends the legal moves to the list.
func (x *Search) Moves(list []games.SearchMove) []games.SearchMove {
	x.expand()
	for _, m := range x.g.moves {
		list = append(list, m.pack())
	}
	for k := range x.g.quiet {
		list = x.g.quiet[k].appendTo(list, x.g.b)
	}
	return list
}

// expand generates the moves of the position, if it has not yet: captures one by
// one, the others piece by piece.
func (x *Search) expand() {
	if x.expanded {
		return
	}
	x.expanded = true
	x.g.moves, x.g.quiet, x.g.counted = x.g.moves[:0], x.g.quiet[:0], 0
	if n := x.now(); !n.over {
		x.prepare()
		x.g.generatePrepared()
	}
}

// prepare sets the generator to the position, if it is not yet.
func (x *Search) prepare() {
	if !x.prepared {
		n := x.now()
		x.g.prepareKnown(&n.pos, n.pos.turn, &n.quarters)
		x.prepared = true
	}
}

// Make plays a legal move.
func (x *Search) Make(packed games.SearchMove) {
	n, m := x.push(), unpack(packed)
	n.mover = n.pos.turn
	n.pos.play(x.g.b, m)
	x.moveQuarters(m)
	n.end = x.g.conclude(&n.pos, m)
	if n.end != gameGoesOn {
		n.over = true
		n.pos.pass(x.g.b.answering(&n.pos, n.mover))
		return
	}
	n.over = x.g.b.resignedTeam(&n.pos, &x.resigned) != noSeat
}

// moveQuarters keeps the quarters of the node up to date with a move that has been
// played.
func (x *Search) moveQuarters(m move) {
	n, b := x.now(), x.g.b
	own := &n.quarters[n.mover&3]
	own[b.quarterOf[m.from]&3] &^= 1 << (b.bitOf[m.from] & 63)
	own[b.quarterOf[m.to]&3] |= 1 << (b.bitOf[m.to] & 63)
	if m.taken == 0 {
		return
	}
	before := &x.path[len(x.path)-2].pos
	for s := range b.sides {
		for taken := before.own[s].minus(n.pos.own[s]); s != int(n.mover) && !taken.empty(); {
			q := taken.pop()
			n.quarters[s][b.quarterOf[q]&3] &^= 1 << (b.bitOf[q] & 63)
		}
	}
}

// Unmake takes back the last move.
func (x *Search) Unmake() {
	x.path = x.path[:len(x.path)-1]
	x.last = &x.path[len(x.path)-1]
	x.prepared, x.expanded = false, false
}

// Key returns the Zobrist key of the position.
func (x *Search) Key() uint64 { return x.now().pos.key }

// Outcome returns the result of the game, nil while it goes on.
func (x *Search) Outcome() *games.Result {
	switch n := x.now(); {
	case !n.over:
		return nil
	case len(x.path) == 1:
		return x.start
	case n.end != gameGoesOn:
		return x.g.b.result(n.end, n.mover, &n.pos)
	default:
		return x.g.b.resignation(x.g.b.resignedTeam(&n.pos, &x.resigned))
	}
}

// Text returns the canonical text of a legal move.
func (x *Search) Text(packed games.SearchMove) string {
	defer x.writeRoutes()()
	return x.g.canonical(unpack(packed))
}

// Parse returns the move of a text, by any legal route.
func (x *Search) Parse(text string) (games.SearchMove, error) {
	if x.now().over {
		return 0, games.ErrFinished
	}
	defer x.writeRoutes()()
	m, why := x.g.read(text)
	if why != nil {
		return 0, why
	}
	return x.g.listed(m).pack(), nil
}

// writeRoutes prepares the generator to write texts until done is called.
func (x *Search) writeRoutes() (done func()) {
	x.prepare()
	x.g.writeTexts = true
	return func() { x.g.writeTexts = false }
}

// listed returns the move that generate lists for m: the circle of the first piece,
// if several leave the same position by a circle.
func (g *generator) listed(m move) move {
	if m.from != m.to {
		return m
	}
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		if circle := (move{q, q, m.taken}); len(g.jumpsOn(q, q, m.taken)) == 0 && g.shortest(circle) != "" {
			return circle
		}
	}
	return m
}

// pack returns the move as an integer.
func (m move) pack() games.SearchMove {
	return games.SearchMove(m.taken)<<16 | games.SearchMove(m.to)<<8 | games.SearchMove(m.from)
}

// unpack is the inverse of pack.
func unpack(m games.SearchMove) move {
	return move{from: Square(m), to: Square(m >> 8), taken: uint32(m >> 16)}
}
