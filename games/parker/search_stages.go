package parker

import (
	"tableronde/games"
)

// Quiet appends the moves that do not capture to the list, of a position in which
// nothing compels a capture.
func (x *Search) Quiet(list []games.SearchMove) []games.SearchMove {
	if x.now().over {
		return list
	}
	x.prepare()
	x.expanded = false
	g := &x.g
	g.quiet = g.quiet[:0]
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		var reached uint64
		if g.friends.meets(g.b.near[q]) {
			reached, _ = g.canterSets(q, g.p.at[q].Knight())
		}
		g.count(q, g.b.near[q].minus(g.barred), reached)
	}
	if !g.leaving {
		g.castleMoves()
	}
	for k := range g.quiet {
		list = g.quiet[k].appendTo(list, g.b)
	}
	return list
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
		return !g.leaving && g.side.goal.has(from) && g.p.own[g.p.turn].has(from) && g.checkCastleMove(from, to, false) == nil
	case g.b.near[from].has(to):
		return !g.barred.has(to)
	case g.b.quarterOf[from] != g.b.quarterOf[to] || !g.friends.meets(g.b.near[from]):
		return false
	}
	reached, _ := g.canterSets(from, g.p.at[from].Knight())
	return reached>>(g.b.bitOf[to]&63)&1 != 0
}

// Contact returns the squares beside pieces of the enemies of a seat.
func (x *Search) Contact(s games.Seat) (near Squares) {
	p := &x.now().pos
	for rest := p.enemies(&x.g.b.sides[s-1], seatIndex(s-1)); !rest.empty(); {
		n := &x.g.b.near[rest.pop()]
		near[0] |= n.low
		near[1] |= n.mid
		near[2] |= n.high
	}
	return near
}
