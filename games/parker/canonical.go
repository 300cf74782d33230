package parker

import "strings"

// canonical is the text of a legal move: of all routes that lead to the same
// position the one with the fewest landing squares, then the first in byte
// order.
func (g *generator) canonical(m move) string {
	captures := m.captures()
	best := g.b.text(g.shortest(m), captures)
	if m.from != m.to {
		return best
	}
	// Another piece may leave the same position by a circle of its own.
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		if len(g.jumpsOn(q, q, m.taken)) > 0 {
			continue
		}
		if r := g.shortest(move{q, q, m.taken}); r != nil {
			best = first(best, g.b.text(r, captures))
		}
	}
	return best
}

// first is the canonical one of two texts for the same move.
func first(x, y string) string {
	if n, m := landings(x), landings(y); n != m && n < m || n == m && x < y {
		return x
	}
	return y
}

func landings(text string) int { return strings.Count(text, "-") + strings.Count(text, "x") }

// shortest is the canonical route of one piece to the outcome of m, nil if it
// has none. It is valid until the next call.
func (g *generator) shortest(m move) []Square {
	c := g.p.at[m.from]
	g.p.at[m.from] = 0
	defer func() { g.p.at[m.from] = c }()
	barred := g.occupied.or(g.d.closed)
	g.trail[0] = m.from
	if m.taken == 0 {
		if g.b.near[m.from].has(m.to) {
			g.trail[1] = m.to
			return g.trail[:2]
		}
		g.canter(m.from, barred, c.Knight(), true)
		return g.trail[:g.trace(m.to)]
	}
	g.number()
	g.seen.reset()
	if n := g.retrace(m, m.from, 0, 1); n > 0 {
		return g.trail[:n]
	}
	if !c.Knight() {
		return nil
	}
	_, n, hot := g.canter(m.from, barred, true, false)
	for _, q := range g.queue[1:n] {
		if hot.has(q) {
			if n := g.retrace(m, q, 0, g.trace(q)); n > 0 {
				return g.trail[:n]
			}
		}
	}
	return nil
}

// retrace looks for the first jumps from q on that capture just what m does and
// end where it ends. The route so far is trail[:depth]; the result is its length
// in the end, 0 if there is no way.
func (g *generator) retrace(m move, q Square, taken uint32, depth int) int {
	if taken == m.taken {
		if q == m.to {
			return depth
		}
		return 0
	}
	if g.d.goal.has(q) {
		return 0
	}
	l := &g.b.leaps[q]
	for _, l := range l.all[:l.n] {
		bit := g.bit[l.over] & m.taken &^ taken
		if bit == 0 || g.p.at[l.land] != 0 {
			continue
		}
		if !g.seen.add(g.b.half[l.land], taken|bit) {
			continue
		}
		g.trail[depth] = l.land
		if n := g.retrace(m, l.land, taken|bit, depth+1); n > 0 {
			return n
		}
	}
	return 0
}
