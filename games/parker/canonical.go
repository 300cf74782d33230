package parker

import "strings"

// canonical returns the text of a legal move: of all routes that lead to the same
// position the one with the fewest landing squares, then the first in byte
// order.
func (g *generator) canonical(m move) string {
	g.writeTexts = true
	best := g.shortest(m)
	if m.from != m.to {
		return best
	}
	// Another piece may leave the same position by a circle of its own.
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		if len(g.jumpsOn(q, q, m.taken)) > 0 {
			continue
		}
		if text := g.shortest(move{q, q, m.taken}); text != "" && goesBefore(text, best) {
			best = text
		}
	}
	return best
}

// goesBefore reports whether x precedes y in the order of canonical: by landing
// squares, then by bytes.
func goesBefore(x, y string) bool {
	if n, m := landings(x), landings(y); n != m {
		return n < m
	}
	return x < y
}

func landings(text string) int { return strings.Count(text, "-") + strings.Count(text, "x") }

// shortest returns the canonical text of one piece's route to the outcome of m, ""
// if it has none.
func (g *generator) shortest(m move) string {
	c := g.p.at[m.from]
	g.p.at[m.from] = 0
	defer func() { g.p.at[m.from] = c }()
	depth := g.writeStart(m.from)
	switch {
	case m.taken != 0:
		depth = g.shortestCapture(m, c.Knight(), depth)
	case g.b.near[m.from].has(m.to):
		depth = g.writeLeg(depth, '-', m.to)
	default:
		g.canter(m.from, g.barred, c.Knight(), true)
		depth = g.writeCanter(m.to)
	}
	return string(g.route[:depth])
}

// shortestCapture completes route[:depth] to the shortest route of m. It returns
// the length of the text, 0 if there is no route.
func (g *generator) shortestCapture(m move, knight bool, depth int) int {
	g.seen.reset()
	if n := g.retrace(m, m.from, 0, depth); n > 0 || !knight {
		return n
	}
	_, jumpSquares := g.canter(m.from, g.barred, true, false)
	for _, q := range g.queue[1:] {
		if jumpSquares.has(q) {
			if n := g.retrace(m, q, 0, g.writeCanter(q)); n > 0 {
				return n
			}
		}
	}
	return 0
}

// retrace completes route[:depth] by the first sequence of jumps from q that
// captures exactly the pieces of m and ends on its last square. It returns the
// length of the text, 0 if there is none.
func (g *generator) retrace(m move, q Square, taken uint32, depth int) int {
	if taken == m.taken {
		if q == m.to {
			return depth
		}
		return 0
	}
	if g.side.goal.has(q) {
		return 0
	}
	l := &g.b.leaps[q]
	for _, l := range l.all[:l.n] {
		bit := g.captureBit(l.over) & m.taken &^ taken
		if bit == 0 || g.p.at[l.land] != 0 || !g.seen.add(g.b.bitOf[l.land], taken|bit) {
			continue
		}
		if n := g.retrace(m, l.land, taken|bit, g.writeLeg(depth, 'x', l.land)); n > 0 {
			return n
		}
	}
	return 0
}
