package parker

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
	for rest := g.p.own[g.p.turn].and(g.d.goal); !rest.empty(); {
		from := rest.pop()
		if to := g.across(from); g.castleMove(from, to, false) == nil {
			return g.b.names[from] + "-" + g.b.names[to]
		}
	}
	return ""
}

// example is a legal move of one of the movers, empty if it has none.
func (g *generator) example(q Square) string {
	c := g.p.at[q]
	g.p.at[q] = 0
	defer func() { g.p.at[q] = c }()
	g.record = true
	depth := g.begin(q)
	if g.must && g.canJump(q) {
		return g.firstJumps(depth, q)
	}
	barred := g.barred()
	if steps := g.b.near[q].minus(barred); !g.must && !steps.empty() {
		return string(g.line[:g.leg(depth, '-', steps.pop())])
	}
	reached, hot := g.canter(q, barred, c.Knight(), false)
	for _, at := range g.queue[1:] {
		if hot.has(at) {
			return g.firstJumps(g.trace(at), at)
		}
	}
	if g.must || reached.empty() {
		return ""
	}
	return string(g.line[:g.trace(reached.pop())])
}

// chargeExample completes the canter of a knight up to the first square from
// which it could jump.
func (g *generator) chargeExample(st *staged) string {
	c := g.p.at[st.from]
	g.p.at[st.from] = 0
	defer func() { g.p.at[st.from] = c }()
	_, hot := g.canter(st.from, g.barred(), true, false)
	if !hot.has(st.hot) {
		return ""
	}
	g.record = true
	return g.firstJumps(g.trace(st.hot), st.hot)
}

// firstJumps completes a text by jumps.
func (g *generator) firstJumps(depth int, at Square) string {
	g.number()
	taken := uint32(0)
	for !g.d.goal.has(at) {
		on, over := NoSquare, NoSquare
		l := &g.b.leaps[at]
		for _, l := range l.all[:l.n] {
			if g.bit[l.over]&^taken != 0 && g.p.at[l.land] == 0 {
				on, over = l.land, l.over
				break
			}
		}
		if on == NoSquare {
			break
		}
		at, taken = on, taken|g.bit[over]
		depth = g.leg(depth, 'x', on)
	}
	return string(g.line[:depth])
}
