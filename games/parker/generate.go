package parker

import "slices"

// generator finds the moves of a position. It enumerates outcomes, not routes,
// and reuses its buffers, so that a search allocates nothing once they have
// grown to their size. The zero value with a board is ready for use.
type generator struct {
	b *Board

	// What prepare finds out about the seat to move.
	p        *position
	d        *side
	occupied set
	friends  set
	enemies  set
	movers   set  // the pieces that may move this turn
	leaving  bool // they are pieces that must leave a castle
	must     bool // a jump is possible, so that a capture is compulsory

	list    []move // generate appends here
	quiet   int    // moves without a capture that were only counted
	bulk    bool   // count moves without a capture instead of listing them
	record  bool   // keep the route of every move listed
	routes  []Square
	spans   []span // the parts of routes, one for each move listed
	circles memo   // captures of the moves listed that end where they began

	from     Square      // of the piece at hand
	bit      [256]uint32 // of the enemy on a square in move.taken, 0 elsewhere
	numbered set         // where bit is not 0
	seen     memo        // states that the jumps of the piece at hand have reached
	back     [256]Square // the square before, on the shortest canter to a square
	queue    [256]Square // squares reached by canters, nearest first
	trail    [256]Square // the route at hand, from the square where it starts
}

// span is the part of generator.routes that holds one route.
type span struct{ from, to int }

// generate appends the legal moves of the seat to move to the list.
func (g *generator) generate(p *position) {
	g.prepare(p, p.turn)
	g.quiet = 0
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		g.piece(rest.pop())
	}
	if !g.must && !g.leaving {
		g.castleMoves()
	}
}

// prepare looks at the position with the eyes of a seat. Until the next call
// the generator puts p back as it was after everything it tries on it.
func (g *generator) prepare(p *position, s seat) {
	d := &g.b.sides[s]
	g.p, g.d = p, d
	g.occupied = p.occupied()
	g.friends = p.friends(d, s)
	g.enemies = g.occupied.minus(g.friends)
	g.movers = p.own[s].and(d.closed)
	g.leaving = !g.movers.empty()
	if !g.leaving {
		g.movers = p.own[s].minus(d.goal)
	}
	g.must = false
	for rest := g.movers; !rest.empty(); {
		if g.canJump(rest.pop()) {
			g.must = true
			return
		}
	}
}

// canJump tells whether a piece standing on q would have an enemy to jump.
func (g *generator) canJump(q Square) bool {
	if !g.enemies.meets(g.b.near[q]) {
		return false
	}
	l := &g.b.leaps[q]
	for _, l := range l.all[:l.n] {
		if g.d.enemies.has(g.p.at[l.over]) && g.p.at[l.land] == 0 {
			return true
		}
	}
	return false
}

// piece lists the moves of one of the movers.
func (g *generator) piece(from Square) {
	c := g.p.at[from]
	g.p.at[from] = 0 // Rules §2.2: its square counts as empty all along.
	g.from = from
	g.seen.reset()
	g.trail[0] = from
	if g.must {
		if g.canJump(from) {
			g.jumps(from, 0, 1)
		}
		if c.Knight() {
			g.charges(from)
		}
	} else {
		g.quietMoves(from, c.Knight())
	}
	g.p.at[from] = c
}

// quietMoves lists plain moves and canters, and the charges of a knight where
// no capture is compulsory.
func (g *generator) quietMoves(from Square, knight bool) {
	barred := g.occupied.or(g.d.closed)
	steps := g.b.near[from].minus(barred)
	reached, n, hot := g.canter(from, barred, knight, false)
	if !hot.empty() {
		g.chargesFrom(hot, n)
		reached, _, _ = g.canter(from, barred, knight, true)
	}
	targets := steps.or(reached)
	if g.bulk {
		g.quiet += targets.len()
		return
	}
	for rest := targets; !rest.empty(); {
		to := rest.pop()
		g.list = append(g.list, move{from: from, to: to})
		if g.record {
			if steps.has(to) {
				g.trail[1] = to
				g.keep(2)
			} else {
				g.keep(g.trace(to))
			}
		}
	}
}

// charges lists the charges of a knight.
func (g *generator) charges(from Square) {
	_, n, hot := g.canter(from, g.occupied.or(g.d.closed), true, false)
	if !hot.empty() {
		g.chargesFrom(hot, n)
	}
}

// chargesFrom lists the captures that begin on the squares of hot, the nearest
// first, after a canter that left n squares in the queue.
func (g *generator) chargesFrom(hot set, n int) {
	for _, q := range g.queue[1:n] {
		if hot.has(q) {
			depth := 1
			if g.record {
				depth = g.trace(q)
			}
			g.jumps(q, 0, depth)
		}
	}
}

// canter finds the squares that leaps over friends alone can reach, none of
// them barred, and leaves them in the queue after the square that it starts on:
// nearest first, and the first text first among the equally near. For a knight,
// hot are those from which it could jump; if cold is set, it keeps off them.
func (g *generator) canter(from Square, barred set, knight, cold bool) (reached set, n int, hot set) {
	at := &g.p.at
	friends := g.d.friends
	g.queue[0] = from
	n = 1
	for i := 0; i < n; i++ {
		q := g.queue[i]
		if !g.friends.meets(g.b.near[q]) {
			continue
		}
		l := &g.b.leaps[q]
		for _, l := range l.all[:l.n] {
			if !friends.has(at[l.over]) || barred.has(l.land) {
				continue
			}
			barred.add(l.land)
			if g.d.goal.has(l.land) {
				// Rules §3: the move stops there at once.
				g.back[l.land] = q
				reached.add(l.land)
				continue
			}
			if knight && g.canJump(l.land) {
				if cold {
					continue
				}
				hot.add(l.land)
			}
			g.back[l.land] = q
			reached.add(l.land)
			g.queue[n] = l.land
			n++
		}
	}
	return reached, n, hot
}

// jumps lists every outcome of jumping on from q with the enemies of taken
// captured. Each state of square and captures is gone into once, however many
// routes lead to it, and its first route has the first text. The route so far
// is trail[:depth].
//
// Where a leap lands is never where an enemy was captured: the files, or the
// ranks, of the two differ by an odd number.
func (g *generator) jumps(q Square, taken uint32, depth int) {
	if taken == 0 {
		g.number()
	}
	more := false
	l := &g.b.leaps[q]
	for _, l := range l.all[:l.n] {
		bit := g.bit[l.over] &^ taken
		if bit == 0 || g.p.at[l.land] != 0 {
			continue
		}
		more = true
		if !g.seen.add(g.b.half[l.land], taken|bit) {
			continue
		}
		g.trail[depth] = l.land
		if g.d.goal.has(l.land) {
			g.capture(l.land, taken|bit, depth+1)
		} else {
			g.jumps(l.land, taken|bit, depth+1)
		}
	}
	if !more {
		g.capture(q, taken, depth)
	}
}

// capture lists the outcome of jumps along trail[:depth]. Pieces that come back
// to where they began and capture the same leave the same position; of their
// moves the first text is kept.
func (g *generator) capture(to Square, taken uint32, depth int) {
	m := move{g.from, to, taken}
	if to != g.from || g.circles.add(0, taken) {
		g.list = append(g.list, m)
		if g.record {
			g.keep(depth)
		}
		return
	}
	if !g.record {
		return
	}
	twin := slices.IndexFunc(g.list, func(k move) bool { return k.from == k.to && k.taken == taken })
	r := g.spans[twin]
	text := g.b.text(g.trail[:depth], m.captures())
	if first(text, g.b.text(g.routes[r.from:r.to], m.captures())) == text {
		g.keep(depth)
		g.list[twin], g.spans[twin] = m, g.spans[len(g.list)]
		g.spans = g.spans[:len(g.list)]
	}
}

// number gives every enemy its bit.
func (g *generator) number() {
	if g.numbered == g.enemies {
		return
	}
	for rest := g.numbered; !rest.empty(); {
		g.bit[rest.pop()] = 0
	}
	bit := uint32(1)
	for rest := g.enemies; !rest.empty(); bit <<= 1 {
		g.bit[rest.pop()] = bit
	}
	g.numbered = g.enemies
}

// castleMoves lists the moves within the goal castle.
func (g *generator) castleMoves() {
	s := g.p.turn
	if g.p.castled[s] >= castleMoves {
		return
	}
	for inside := g.p.own[s].and(g.d.goal); !inside.empty(); {
		from := inside.pop()
		for free := g.d.goal.minus(g.occupied); !free.empty(); {
			to := free.pop()
			if g.bulk {
				g.quiet++
				continue
			}
			g.list = append(g.list, move{from: from, to: to})
			if g.record {
				g.trail[0], g.trail[1] = from, to
				g.keep(2)
			}
		}
	}
}

// trace writes the canter to q into the trail and returns the trail's length.
func (g *generator) trace(q Square) int {
	n := 1
	for at := q; at != g.trail[0]; at = g.back[at] {
		n++
	}
	for i := n - 1; i > 0; i-- {
		g.trail[i] = q
		q = g.back[q]
	}
	return n
}

// keep records the trail as the route of the move just listed.
func (g *generator) keep(depth int) {
	from := len(g.routes)
	g.routes = append(g.routes, g.trail[:depth]...)
	g.spans = append(g.spans, span{from, len(g.routes)})
}

// hasMove tells whether a seat could move if it were to.
func (g *generator) hasMove(p *position, s seat) bool {
	d := &g.b.sides[s]
	occupied := p.occupied()
	barred := occupied.or(d.closed)
	movers := p.own[s].and(d.closed)
	leaving := !movers.empty()
	if !leaving {
		movers = p.own[s].minus(d.goal)
	}
	for rest := movers; !rest.empty(); {
		q := rest.pop()
		if !g.b.near[q].minus(barred).empty() {
			return true
		}
		l := &g.b.leaps[q]
		for _, l := range l.all[:l.n] {
			over := p.at[l.over]
			if d.friends.has(over) && !barred.has(l.land) || d.enemies.has(over) && p.at[l.land] == 0 {
				return true
			}
		}
	}
	return !leaving && p.castled[s] < castleMoves && d.goal.meets(p.own[s]) && !d.goal.minus(occupied).empty()
}
