package parker

import (
	"math/bits"
	"slices"

	"tableronde/games"
)

var _ games.Searcher = (*state)(nil)
var _ games.SearchPosition = (*Search)(nil)

// Search returns a position to search from the state.
func (s *state) Search() games.SearchPosition {
	x := &Search{
		g: generator{turn: turn{b: s.b}}, resigned: s.resigned, start: s.result,
		path: []node{{pos: s.pos, over: s.result != nil}}, past: s.past,
	}
	for i := range s.b.sides {
		x.path[0].quarters[i] = s.b.quartersOf(s.pos.own[i])
	}
	x.last = &x.path[0]
	return x
}

// SearchOf is Search for any state; ok is false unless it is one of this package.
func SearchOf(s games.State) (x *Search, ok bool) {
	t, ok := s.(*state)
	if !ok {
		return nil, false
	}
	return t.Search().(*Search), true
}

// Search is State, for a search.
func (p Position) Search() (*Search, error) {
	s, err := p.State()
	if err != nil {
		return nil, err
	}
	x, _ := SearchOf(s)
	return x, nil
}

// Search is the games.SearchPosition of the states of this package. It has further methods for
// an engine made for the family: captures, a turn passed over, and the pieces on the squares.
type Search struct {
	path     []node // the first node, and one after each move
	last     *node  // of path: the current one
	prepared bool   // the generator is set to the node
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

// push appends a copy of the current node to the path and returns it; append would copy it
// twice.
func (x *Search) push() *node {
	n := len(x.path)
	x.path = slices.Grow(x.path, 1)[:n+1]
	x.last = &x.path[n]
	*x.last = x.path[n-1]
	x.prepared = false
	return x.last
}

// ToAct returns the seat to act, 0 once the game is over.
func (x *Search) ToAct() games.Seat {
	if x.last.over {
		return 0
	}
	return games.Seat(x.last.pos.turn + 1)
}

// Moves appends the legal moves to the list, captures first.
func (x *Search) Moves(list []games.SearchMove) []games.SearchMove {
	if list = x.Captures(list); x.last.over || x.g.mustCapture {
		return list
	}
	return x.g.appendQuiet(list)
}

// prepare sets the generator to the position, if it is not yet.
func (x *Search) prepare() {
	if !x.prepared {
		x.g.prepareKnown(&x.last.pos, x.last.pos.turn, &x.last.quarters)
		x.prepared = true
	}
}

// Make plays a legal move.
func (x *Search) Make(packed games.SearchMove) {
	n, m, b := x.push(), unpack(packed), x.g.b
	n.mover = n.pos.turn
	n.pos.play(b, m)
	own := &n.quarters[n.mover&3]
	own[b.quarterOf[m.from]&3] &^= b.bit(m.from)
	own[b.quarterOf[m.to]&3] |= b.bit(m.to)
	if m.taken != 0 {
		before := &x.path[len(x.path)-2].pos
		for s := range b.sides {
			for taken := before.own[s].minus(n.pos.own[s]); s != int(n.mover) && !taken.empty(); {
				q := taken.pop()
				n.quarters[s][b.quarterOf[q]&3] &^= b.bit(q)
			}
		}
	}
	if n.end = x.g.conclude(&n.pos, m); n.end != gameGoesOn {
		n.over = true
		n.pos.pass(b.answering(&n.pos, n.mover))
		return
	}
	n.over = b.sides.resignedTeam(&n.pos, &x.resigned) != noSeat
}

// Unmake takes back the last move.
func (x *Search) Unmake() {
	x.path = x.path[:len(x.path)-1]
	x.last = &x.path[len(x.path)-1]
	x.prepared = false
}

// Key returns the Zobrist key of the position.
func (x *Search) Key() uint64 { return x.last.pos.key }

// Outcome returns the result of the game, nil while it goes on.
func (x *Search) Outcome() *games.Result {
	switch n := x.last; {
	case !n.over:
		return nil
	case len(x.path) == 1:
		return x.start
	case n.end != gameGoesOn:
		return x.g.b.sides.result(n.end, n.mover, &n.pos)
	default:
		return x.g.b.sides.resignation(x.g.b.sides.resignedTeam(&n.pos, &x.resigned))
	}
}

// Text returns the canonical text of a legal move.
func (x *Search) Text(packed games.SearchMove) string {
	x.prepare()
	return x.g.canonical(unpack(packed))
}

// Parse returns the move of a text, by any legal route.
func (x *Search) Parse(text string) (games.SearchMove, error) {
	if x.last.over {
		return 0, games.ErrFinished
	}
	x.prepare()
	defer func() { x.g.writeTexts = false }()
	m, why := x.g.read(text)
	if why != nil {
		return 0, why
	}
	// If several pieces leave the same position by a circle, listCaptures lists the first
	// piece's circle.
	for rest := x.g.movers; m.from == m.to && !rest.empty(); {
		p := rest.pop()
		if circle := (move{p, p, m.taken}); x.g.textOf(circle) != "" {
			return circle.pack(), nil
		}
	}
	return m.pack(), nil
}

// pack returns the move as an integer.
func (m move) pack() games.SearchMove {
	return games.SearchMove(m.taken)<<16 | games.SearchMove(m.to)<<8 | games.SearchMove(m.from)
}

// unpack is the inverse of pack.
func unpack(m games.SearchMove) move {
	return move{from: Square(m), to: Square(m >> 8), taken: uint32(m >> 16)}
}

// Squares is a set of squares: bit q%64 of word q/64 stands for Square q.
type Squares [3]uint64

// Board returns the board of the game.
func (x *Search) Board() *Board { return x.g.b }

// Army returns the squares of a seat's pieces.
func (x *Search) Army(s games.Seat) Squares {
	own := &x.last.pos.own[s-1]
	return Squares{own.low, own.mid, own.high}
}

// On returns the piece on a square.
func (x *Search) On(q Square) Piece { return x.last.pos.at[q] }

// Placement returns the pieces on all squares, to be read until the next Make, Pass or
// Unmake.
func (x *Search) Placement() *[256]Piece { return &x.last.pos.at }

// Position returns the position.
func (x *Search) Position() Position { return Position{x.g.b, x.last.pos} }

// Pieces returns the number of a seat's pieces.
func (x *Search) Pieces(s games.Seat) int { return int(x.last.pos.count[s-1]) }

// CastleMoves returns the number of castle moves that a seat has made.
func (x *Search) CastleMoves(s games.Seat) int { return int(x.last.pos.castled[s-1]) }

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

// Captures appends the moves that capture to the list, also optional moves of charges.
func (x *Search) Captures(list []games.SearchMove) []games.SearchMove {
	if x.last.over {
		return list
	}
	x.prepare()
	x.g.listCaptures()
	for _, m := range x.g.moves {
		list = append(list, m.pack())
	}
	return list
}

// Pass gives the turn to the next seat that can move, without a move. The rules do not allow
// it: engines use it to value a move against none. Unmake takes it back. Pass reports false,
// and does nothing, where the seat to act is compelled to do something, and where the next
// enemy cannot move.
func (x *Search) Pass() bool {
	n := x.last
	if n.over {
		return false
	}
	x.prepare()
	if x.g.mustCapture || x.g.leaving {
		return false
	}
	next := (n.pos.turn + 1) % seatIndex(len(x.g.b.sides))
	x.prepared = false // hasMove sets the generator to the other seat
	if !x.g.hasMove(&n.pos, next) {
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

// Taken returns the number of pieces that a move captures.
func Taken(m games.SearchMove) int { return bits.OnesCount64(uint64(m) >> 16) }

// Captures reports whether a move captures.
func Captures(m games.SearchMove) bool { return m>>16 != 0 }

// Threats returns how many of a seat's pieces an enemy could jump over now, if it were
// the enemy's turn.
func (x *Search) Threats(s games.Seat) int {
	p, b := &x.last.pos, x.g.b
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
	n := x.last
	switch {
	case !n.over:
		return 0, false
	case n.end.wins():
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

// GoalWins returns the number of pieces in goal castles that win, 0 if castles are ordinary
// squares.
func (b *Board) GoalWins() int { return b.end.Goal }

// Least returns the number of pieces that a side must have to win by captures or blockade.
func (b *Board) Least() int { return b.end.Least }

// OneEach reports whether one piece against one is a draw.
func (b *Board) OneEach() bool { return b.end.OneEach }

// Near returns the squares a step away from a square.
func (b *Board) Near(q Square) []Square { return b.near[q].list() }

// Apart is the distance between squares that no steps join. It is more than any number of steps.
const Apart = 1 << 10

// Steps returns how many steps each square is from the nearest of some, by the number of the
// square. Pieces do not count. It is Apart everywhere if there are none to reach.
func (b *Board) Steps(to []Square) []int {
	steps := make([]int, b.Len())
	for q := range steps {
		steps[q] = Apart
	}
	for _, q := range to {
		steps[q] = 0
	}
	for queue := slices.Clone(to); len(queue) > 0; queue = queue[1:] {
		for _, q := range b.Near(queue[0]) {
			if steps[q] == Apart {
				steps[q] = steps[queue[0]] + 1
				queue = append(queue, q)
			}
		}
	}
	return steps
}

// Quiet appends the moves that do not capture to the list; nothing may compel the seat to capture
// in the position.
func (x *Search) Quiet(list []games.SearchMove) []games.SearchMove {
	if x.last.over {
		return list
	}
	x.prepare()
	return x.g.appendQuiet(list)
}

// QuietIsLegal reports whether a move that does not capture, of any position, is one of
// Quiet.
func (x *Search) QuietIsLegal(m games.SearchMove) bool {
	x.prepare()
	g, from, to := &x.g, From(m), To(m)
	switch {
	case int(from) >= g.b.Len() || int(to) >= g.b.Len() || g.mustCapture:
		return false
	case !g.movers.has(from):
		castle, ok := g.findCastleMove()
		return ok && castle == move{from: from, to: to}
	case g.b.near[from].has(to):
		return !g.barred.has(to)
	case g.b.quarterOf[from] != g.b.quarterOf[to] || !g.friends.meets(g.b.near[from]):
		return false
	}
	reached, _ := g.canterSets(from, g.p.at[from].Knight())
	return reached&g.b.bit(to) != 0
}

// Contact returns the squares beside pieces of the enemies of a seat.
func (x *Search) Contact(s games.Seat) (near Squares) {
	p := &x.last.pos
	for rest := p.enemies(&x.g.b.sides[s-1], seatIndex(s-1)); !rest.empty(); {
		n := &x.g.b.near[rest.pop()]
		near[0] |= n.low
		near[1] |= n.mid
		near[2] |= n.high
	}
	return near
}

// Perft counts the sequences of distinct moves of a given length from a state
// of this package, and returns 0 for any other. Finished games have no moves, and
// automatic passes are not moves.
func Perft(s games.State, depth int) uint64 {
	t, ok := s.(*state)
	switch {
	case !ok:
		return 0
	case depth <= 0:
		return 1
	}
	return t.Search().(*Search).perft(depth, nil)
}

// perft counts like Perft and may append to the list.
func (x *Search) perft(depth int, list []games.SearchMove) (n uint64) {
	moves := x.Moves(list)
	if depth == 1 {
		return uint64(len(moves) - len(list))
	}
	for _, m := range moves[len(list):] {
		x.Make(m)
		n += x.perft(depth-1, moves)
		x.Unmake()
	}
	return n
}
