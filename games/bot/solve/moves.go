package solve

// walker lists where the moves of a position lead. It reuses its list.
type walker struct {
	p       place
	from    int
	knight  bool
	others  mask // the mover's other pieces
	enemies mask
	ends    bool    // a move wins at once
	next    []place // as the mover sees them: the enemy is to move
	quiet   int     // of next, those without a capture, which come first
	seen    []stop
}

// stop is a stage of a jump: where the piece is, and what is still there to capture.
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

// begin takes up a piece.
func (w *walker) begin(q int) {
	w.from, w.knight = q, w.p.own.knight>>q&1 != 0
	w.others = w.p.own.all() &^ (1 << q)
	w.seen = w.seen[:0]
}

// canter returns the squares that leaps over one's own pieces reach without landing on
// those to avoid.
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

// jump lists where jumping on from q leads, with the enemies left.
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

// visited reports whether a stage was searched before, and remembers it.
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

// before calls f with the positions from which a quiet move might have led here, as the
// side that made it sees them. All from which one did are among them.
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
