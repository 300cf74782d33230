// Package solve finds the true value of every position of Camette by retrograde
// analysis, and reads it back.
//
// A position is always seen by the side to move: its own castle at the bottom, square 0,
// the goal at the top, square 22. Turning the board round exchanges the sides.
package solve

import (
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

// walker lists the positions that the moves of a position lead to. It reuses its list.
type walker struct {
	p       place
	from    int
	knight  bool
	others  mask // the mover's other pieces
	enemies mask
	ends    bool    // a move wins at once
	next    []place // as the mover sees them: the enemy is to move
	quiet   int     // number of moves without a capture, which come first in next
	seen    []stop
}

// stop is a stage of a jump: the place of the piece, and the pieces still there to capture.
type stop struct {
	at   int
	left mask
}

// canJump reports whether a piece on q could capture.
func canJump(q int, enemies, empty mask) bool {
	if board.near[q]&enemies == 0 {
		return false
	}
	for _, l := range board.leaps[q] {
		if l.over&enemies != 0 && l.land&empty != 0 {
			return true
		}
	}
	return false
}

// walk lists the positions that the moves lead to, each at least once. It sets ends, and
// lists no more, if one of them wins at once. Rules §2 and §3.
func (w *walker) walk(p place) {
	w.p, w.ends, w.next, w.quiet = p, false, w.next[:0], 0
	own := p.own.all()
	w.enemies = p.enemy.all()
	empty := allMask &^ (own | w.enemies)
	movers := own
	if own>>home&1 != 0 {
		movers = 1 << home // it must leave
	}
	var jumpers mask
	for rest := movers; rest != 0; {
		if q := rest.pop(); canJump(q, w.enemies, empty) {
			jumpers |= 1 << q
		}
	}
	if jumpers == 0 {
		for rest := movers; rest != 0 && !w.ends; {
			w.begin(rest.pop())
			w.quietMoves(empty)
		}
		w.quiet = len(w.next)
	}
	for rest := movers; rest != 0 && !w.ends; {
		q := rest.pop()
		if jumpers>>q&1 == 0 && p.own.knight>>q&1 == 0 {
			continue
		}
		w.begin(q)
		if jumpers>>q&1 != 0 {
			w.jump(q, w.enemies)
		}
		if w.knight {
			reached := w.canter(empty, 0) &^ (1 << goal)
			for reached != 0 && !w.ends {
				if q := reached.pop(); canJump(q, w.enemies, empty|1<<w.from) {
					w.jump(q, w.enemies)
				}
			}
		}
	}
}

// begin removes the moving piece from the board.
func (w *walker) begin(q int) {
	w.from, w.knight = q, w.p.own.knight>>q&1 != 0
	w.others = w.p.own.all() &^ (1 << q)
	w.seen = w.seen[:0]
}

// canter returns the squares that leaps over one's own pieces reach without landing on the squares
// of avoid.
func (w *walker) canter(empty, avoid mask) mask {
	open := empty &^ (1<<home | avoid)
	var reached mask
	for fresh := mask(1) << w.from; fresh != 0; {
		q := fresh.pop()
		if board.near[q]&w.others == 0 {
			continue
		}
		for _, l := range board.leaps[q] {
			if l.over&w.others != 0 && l.land&open&^reached != 0 {
				reached |= l.land
				if l.to != goal {
					fresh |= l.land
				}
			}
		}
	}
	return reached
}

// quietMoves lists plain moves and canters. A knight does not land where it could jump.
func (w *walker) quietMoves(empty mask) {
	to := board.near[w.from] & empty &^ (1 << home)
	reached := w.canter(empty, 0)
	if w.knight {
		var avoid mask
		for rest := reached &^ (1 << goal); rest != 0; {
			if q := rest.pop(); canJump(q, w.enemies, empty|1<<w.from) {
				avoid |= 1 << q
			}
		}
		if avoid != 0 {
			reached = w.canter(empty, avoid)
		}
	}
	for to |= reached; to != 0 && !w.ends; {
		w.arrive(to.pop(), w.enemies)
	}
}

// jump lists the positions to which jumping on from q leads, with the enemies left.
func (w *walker) jump(q int, left mask) {
	empty := allMask &^ (w.others | left)
	more := false
	for _, l := range board.leaps[q] {
		if l.over&left == 0 || l.land&empty == 0 {
			continue
		}
		more = true
		rest := left &^ l.over
		if w.visited(l.to, rest) {
			continue
		}
		if l.to == goal {
			w.ends = true
			return
		}
		w.jump(l.to, rest)
	}
	if !more {
		w.arrive(q, left)
	}
}

// visited reports whether a stage was searched before, and records it.
func (w *walker) visited(at int, left mask) bool {
	for _, s := range w.seen {
		if s.at == at && s.left == left {
			return true
		}
	}
	w.seen = append(w.seen, stop{at, left})
	return false
}

// arrive lists the position with the piece on a square and the enemies left.
func (w *walker) arrive(to int, left mask) {
	if to == goal || left == 0 {
		w.ends = true
		return
	}
	next := w.p
	next.enemy = army{next.enemy.knight & left, next.enemy.men & left}
	if w.knight {
		next.own.knight = 1 << to
	} else {
		next.own.men = next.own.men&^(1<<w.from) | 1<<to
	}
	w.next = append(w.next, next)
}

// before calls f with every position from which a quiet move leads to p, seen by the side that moved.
// It may add positions from which none does.
func before(p place, f func(place)) {
	q := p.turned()
	own, enemies := q.own.all(), q.enemy.all()
	empty := allMask &^ (own | enemies)
	for rest := own &^ (1 << home); rest != 0; {
		to := rest.pop()
		others := own &^ (1 << to)
		from := board.near[to] & empty
		reached := mask(0)
		for fresh := mask(1) << to; fresh != 0; {
			at := fresh.pop()
			for _, l := range board.leaps[at] {
				if l.over&others != 0 && l.land&empty&^reached != 0 {
					reached |= l.land
					if l.to != goal && l.to != home {
						fresh |= l.land
					}
				}
			}
		}
		for from = (from | reached) &^ (1 << goal); from != 0; {
			at := from.pop()
			old := q
			if old.own.knight>>to&1 != 0 {
				old.own.knight = 1 << at
			} else {
				old.own.men = old.own.men&^(1<<to) | 1<<at
			}
			f(old)
		}
	}
}

const (
	squares = 23
	home    = 0           // the mover's own castle
	goal    = squares - 1 // the castle to reach
	allMask = 1<<squares - 1
)

// mask is a set of squares of Camette.
type mask uint32

func (m mask) count() int { return bits.OnesCount32(uint32(m)) }

// pop removes the lowest square of a set that is not empty, and returns it.
func (m *mask) pop() int {
	q := bits.TrailingZeros32(uint32(*m))
	*m &= *m - 1
	return q
}

// turned returns the set with the board turned round.
func (m mask) turned() mask { return mask(bits.Reverse32(uint32(m)) >> (32 - squares)) }

// army is the pieces of one side: its knight, if it has one, and its men.
type army struct{ knight, men mask }

func (a army) all() mask      { return a.knight | a.men }
func (a army) turned() army   { return army{a.knight.turned(), a.men.turned()} }
func (a army) material() int  { return a.knight.count()<<2 | a.men.count() }
func (a army) mirrored() army { return army{a.knight.mirrored(), a.men.mirrored()} }

// less is an arbitrary order of the armies.
func (a army) less(b army) bool {
	return a.knight < b.knight || a.knight == b.knight && a.men < b.men
}

// place is a position as the side to move sees it.
type place struct{ own, enemy army }

// turned returns the position as the other side sees it, whose move it then is.
func (p place) turned() place { return place{p.enemy.turned(), p.own.turned()} }

// geometry has the steps and leaps of the board.
type geometry struct {
	near   [squares]mask
	leaps  [squares][]leap
	mirror [3][256]mask // of the squares of each byte of a mask
}

type leap struct {
	over, land mask
	to         int
}

var board = newGeometry()

func newGeometry() *geometry {
	g := new(geometry)
	b := parker.BoardOf("camette")
	for q := range parker.Square(squares) {
		for _, near := range b.Near(q) {
			g.near[q] |= 1 << near
		}
		file, rank := b.FileRank(q)
		other, _ := b.At(b.Files()-1-file, rank)
		for byte := range 256 {
			if byte>>(q&7)&1 != 0 {
				g.mirror[q>>3][byte] |= 1 << other
			}
		}
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				over, ok := b.At(file+df, rank+dr)
				land, room := b.At(file+2*df, rank+2*dr)
				if ok && room && over != q {
					g.leaps[q] = append(g.leaps[q], leap{1 << over, 1 << land, int(land)})
				}
			}
		}
	}
	return g
}

// mirrored returns the set with left and right exchanged.
func (m mask) mirrored() mask {
	return board.mirror[0][m&255] | board.mirror[1][m>>8&255] | board.mirror[2][m>>16]
}

// placeOf returns a position of Camette as the side to move sees it.
func placeOf(x *parker.Search) place {
	var armies [2]army
	for q := range parker.Square(squares) {
		switch c := x.On(q); {
		case c == 0:
		case c.Knight():
			armies[c.Seat()-1].knight |= 1 << q
		default:
			armies[c.Seat()-1].men |= 1 << q
		}
	}
	p := place{armies[0], armies[1]}
	if x.ToAct() == 2 {
		return p.turned()
	}
	return p
}

// position returns the position with seat 1 to move.
func (p place) position() parker.Position {
	pos := parker.BoardOf("camette").Empty()
	for seat, a := range [2]army{p.own, p.enemy} {
		for rest := a.all(); rest != 0; {
			q := rest.pop()
			pos = pos.With(parker.Square(q), parker.PieceOf(games.Seat(seat+1), a.knight>>q&1 != 0))
		}
	}
	return pos
}

// endingWalker lists the scenes that the moves of a scene lead to. It reuses its list.
type endingWalker struct {
	e       *ending
	s       scene
	own     [2]uint8 // squares, as the mover sees them
	enemies [2]uint8
	ends    bool    // a move wins at once
	drawn   bool    // a move ends the game without a winner
	next    []scene // as the mover sees them: the enemy is to move
}

// evaluate returns the value of an entry if it follows from its moves already; ok is false for
// an entry that is not a position.
func (w *endingWalker) evaluate(t *tables, k kind, i int) (v Value, ok bool) {
	e := k.ending
	s, ok := e.at(k, i)
	if !ok {
		return Value{}, false
	}
	w.walk(e, s)
	switch {
	case w.ends:
		return Value{true, 1}, true
	case len(w.next) == 0 && !w.drawn:
		return Value{Decided: s.enemy.n >= e.least}, true // blocked
	}
	found := best{open: w.drawn}
	for _, next := range w.next {
		k, i := e.index(next.turned())
		found.add(decode(t[k.own][k.enemy][i]))
	}
	return found.value(), true
}

// walk lists the scenes that the moves lead to, each at least once. Rules §2 and §3.
func (w *endingWalker) walk(e *ending, s scene) {
	w.e, w.s, w.ends, w.drawn, w.next = e, s, false, false, w.next[:0]
	leaving := false
	for i, spot := range s.own.spot[:s.own.n] {
		w.own[i] = e.squareOf[spot]
		leaving = leaving || e.home[w.own[i]]
	}
	for i, spot := range s.enemy.spot[:s.enemy.n] {
		w.enemies[i] = e.turned[e.squareOf[spot]]
	}
	all := uint(1)<<s.enemy.n - 1
	obliged := false
	moves := func(i int) bool { return leaving && e.home[w.own[i]] || !leaving && !e.goal[w.own[i]] }
	for i := range s.own.n {
		obliged = obliged || moves(i) && w.canJump(i, w.own[i], all)
	}
	for i := range s.own.n {
		switch {
		case moves(i) && obliged:
			w.capture(i, all)
		case moves(i):
			w.quietMoves(i, all)
		case !leaving && !obliged:
			w.castleMove(i, all)
		}
	}
}

// free reports whether a piece of the mover could land on a square.
func (w *endingWalker) free(i int, q uint8) bool {
	for j := range w.s.own.n {
		if j != i && w.own[j] == q {
			return false
		}
	}
	for j := range w.s.enemy.n {
		if w.enemies[j] == q {
			return false
		}
	}
	return true
}

// enemyOn returns the bit of the enemy on a square that is still there, 0 if there is none.
func (w *endingWalker) enemyOn(q uint8, left uint) uint {
	for j := range w.s.enemy.n {
		if w.enemies[j] == q {
			return left & (1 << j)
		}
	}
	return 0
}

// canJump reports whether a piece of the mover could capture from a square.
func (w *endingWalker) canJump(i int, q uint8, left uint) bool {
	for _, l := range w.e.leaps[q] {
		if w.enemyOn(l.over, left) != 0 && w.free(i, l.land) {
			return true
		}
	}
	return false
}

// canter returns the square to which a leap over the other piece of the mover leads. No leap
// goes on from there, since it could only lead back.
func (w *endingWalker) canter(i int) (to uint8, ok bool) {
	if w.s.own.n < 2 {
		return 0, false
	}
	for _, l := range w.e.leaps[w.own[i]] {
		if l.over == w.own[1-i] {
			return l.land, w.free(i, l.land) && !w.e.home[l.land]
		}
	}
	return 0, false
}

// capture lists the captures of a piece that must capture.
func (w *endingWalker) capture(i int, all uint) {
	if w.canJump(i, w.own[i], all) {
		w.jump(i, w.own[i], all)
	}
	if to, ok := w.canter(i); ok && w.s.own.knight[i] && !w.e.goal[to] && w.canJump(i, to, all) {
		w.jump(i, to, all)
	}
}

// quietMoves lists the moves of a piece that need not capture: plain moves, a canter or, for a
// knight that can jump after it, a charge.
func (w *endingWalker) quietMoves(i int, all uint) {
	for _, to := range w.e.near[w.own[i]] {
		if w.free(i, to) && !w.e.home[to] {
			w.arrive(i, to, all)
		}
	}
	to, ok := w.canter(i)
	switch {
	case !ok:
	case w.s.own.knight[i] && !w.e.goal[to] && w.canJump(i, to, all):
		w.jump(i, to, all)
	default:
		w.arrive(i, to, all)
	}
}

// castleMove lists the move of a piece within the goal castle.
func (w *endingWalker) castleMove(i int, all uint) {
	e, spot := w.e, w.s.own.spot[i]
	if to := e.across[w.own[i]]; to != w.own[i] && e.made[spot] < 2 && w.free(i, to) {
		w.list(i, e.spot(to, e.made[spot]+1), all)
	}
}

// jump lists the scenes to which jumping on from a square leads, with the enemies left.
func (w *endingWalker) jump(i int, q uint8, left uint) {
	more := false
	for _, l := range w.e.leaps[q] {
		bit := w.enemyOn(l.over, left)
		switch {
		case bit == 0 || !w.free(i, l.land):
			continue
		case w.e.goal[l.land]:
			w.arrive(i, l.land, left&^bit)
		default:
			w.jump(i, l.land, left&^bit)
		}
		more = true
	}
	if !more {
		w.arrive(i, q, left)
	}
}

// arrive lists the scene with a piece on a square and the enemies left. Rules §4.
func (w *endingWalker) arrive(i int, to uint8, left uint) {
	e, ours, theirs := w.e, w.s.own.n, bits.OnesCount(left)
	inside := 0
	if e.goal[to] {
		inside = 1
		if ours == 2 && e.goal[w.own[1-i]] {
			inside = 2
		}
	}
	switch {
	case inside > 0 && inside >= e.goalWins || theirs == 0 && ours >= e.least:
		w.ends = true
	case theirs == 0 || e.oneEach && ours <= 1 && theirs <= 1:
		w.drawn = true
	default:
		w.list(i, to, left)
	}
}

// list appends the scene with a piece on a spot and the enemies left.
func (w *endingWalker) list(i int, spot uint8, left uint) {
	next := scene{own: w.s.own}
	next.own.spot[i] = spot
	next.own = next.own.ordered()
	for j := range w.s.enemy.n {
		if left>>j&1 != 0 {
			next.enemy.spot[next.enemy.n], next.enemy.knight[next.enemy.n] = w.s.enemy.spot[j], w.s.enemy.knight[j]
			next.enemy.n++
		}
	}
	w.next = append(w.next, next)
}

// before calls f with the entries of all scenes from which a quiet move leads to the given entry,
// and maybe with some others.
func (e *ending) before(k kind, i int, f func(kind, int)) {
	s, _ := e.at(k, i)
	s = s.turned()
	w := endingWalker{e: e, s: s}
	for i, spot := range s.own.spot[:s.own.n] {
		w.own[i] = e.squareOf[spot]
	}
	for i, spot := range s.enemy.spot[:s.enemy.n] {
		w.enemies[i] = e.turned[e.squareOf[spot]]
	}
	for i, spot := range s.own.spot[:s.own.n] {
		from := func(spot uint8) {
			old := s
			old.own.spot[i] = spot
			old.own = old.own.ordered()
			e.report(old, f)
		}
		q := w.own[i]
		switch made := e.made[spot]; {
		case e.home[q]:
			continue // only jumps lead there
		case made > 0:
			from(e.spot(e.across[q], made-1))
			continue
		}
		for _, old := range e.near[q] {
			if w.free(i, old) && !e.goal[old] {
				from(old)
			}
		}
		for _, l := range e.leaps[q] {
			if s.own.n == 2 && l.over == w.own[1-i] && w.free(i, l.land) && !e.goal[l.land] {
				from(l.land)
			}
		}
	}
}

// report calls f with the entry of a scene, and with the entry of its mirror image if that is
// another.
func (e *ending) report(s scene, f func(kind, int)) {
	k, i := e.index(s)
	f(k, i)
	if _, other := e.index(scene{e.mirrored(s.own), e.mirrored(s.enemy)}); other != i {
		f(k, other)
	}
}
