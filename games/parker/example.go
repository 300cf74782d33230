package parker

import "slices"

// anyExample is a legal move of the seat to move: a jump if one is possible.
func (g *generator) anyExample() string {
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		if g.must && !g.canJump(q) {
			continue
		}
		if text := g.example(q); text != "" {
			return text
		}
	}
	for rest := g.d.goal.and(g.p.own[g.p.turn]); !rest.empty(); {
		q := rest.pop()
		for others := g.d.goal.minus(g.occupied); !others.empty(); {
			return g.b.text([]Square{q, others.pop()}, 0)
		}
	}
	return ""
}

// example is a legal move of one of the movers, empty if it has none.
func (g *generator) example(q Square) string {
	c := g.p.at[q]
	g.p.at[q] = 0
	defer func() { g.p.at[q] = c }()
	if g.must && g.canJump(q) {
		return g.b.text(g.firstJumps([]Square{q}, q, 0))
	}
	barred := g.occupied.or(g.d.closed)
	if steps := g.b.near[q].minus(barred); !g.must && !steps.empty() {
		return g.b.text([]Square{q, steps.pop()}, 0)
	}
	g.trail[0] = q
	reached, n, hot := g.canter(q, barred, c.Knight(), false)
	if !hot.empty() {
		for _, at := range g.queue[1:n] {
			if hot.has(at) {
				return g.b.text(g.firstJumps(slices.Clone(g.trail[:g.trace(at)]), at, 0))
			}
		}
	}
	if g.must || reached.empty() {
		return ""
	}
	return g.b.text(g.trail[:g.trace(reached.pop())], 0)
}

// chargeExample completes the canter of a knight up to the first square from
// which it could jump.
func (g *generator) chargeExample(st *staged) string {
	squares := []Square{st.from}
	for _, l := range st.legs {
		squares = append(squares, l.To)
		if l.To == st.hot {
			break
		}
	}
	c := g.p.at[st.from]
	g.p.at[st.from] = 0
	defer func() { g.p.at[st.from] = c }()
	return g.b.text(g.firstJumps(squares, st.hot, 0))
}

// firstJumps appends jumps to a route until it is complete, and counts them.
func (g *generator) firstJumps(squares []Square, at Square, taken uint32) ([]Square, int) {
	g.number()
	captures := 0
	for !g.d.goal.has(at) {
		l := &g.b.leaps[at]
		i := slices.IndexFunc(l.all[:l.n], func(l leap) bool {
			return g.bit[l.over]&^taken != 0 && g.p.at[l.land] == 0
		})
		if i < 0 {
			break
		}
		at, taken = l.all[i].land, taken|g.bit[l.all[i].over]
		squares = append(squares, at)
		captures++
	}
	return squares, captures
}
