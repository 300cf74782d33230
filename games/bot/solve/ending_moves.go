package solve

import "math/bits"

// endingWalker lists where the moves of a scene lead. It reuses its list.
type endingWalker struct {
	e       *ending
	s       scene
	own     [2]uint8 // squares, as the mover sees them
	enemies [2]uint8
	ends    bool    // a move wins at once
	drawn   bool    // a move ends the game without a winner
	next    []scene // as the mover sees them: the enemy is to move
}

// evaluate returns the value of an entry as far as it follows from its moves; ok is false
// for one that is no position.
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

// canter returns where a leap over the other piece of the mover leads: no leap goes on from
// there, since it could only lead back.
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

// capture lists the captures of a piece where one is owed.
func (w *endingWalker) capture(i int, all uint) {
	if w.canJump(i, w.own[i], all) {
		w.jump(i, w.own[i], all)
	}
	if to, ok := w.canter(i); ok && w.s.own.knight[i] && !w.e.goal[to] && w.canJump(i, to, all) {
		w.jump(i, to, all)
	}
}

// quietMoves lists the moves of a piece where no capture is owed: plain moves, a canter or,
// for a knight that could jump behind it, a charge.
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

// jump lists where jumping on from a square leads, with the enemies left.
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

// before calls f with the entries of the scenes from which a quiet move might have led to
// that of an entry. All from which one did are among them.
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

// report calls f with the entry of a scene and that of its mirror image, if it is another.
func (e *ending) report(s scene, f func(kind, int)) {
	k, i := e.index(s)
	f(k, i)
	if _, other := e.index(scene{e.mirrored(s.own), e.mirrored(s.enemy)}); other != i {
		f(k, other)
	}
}
