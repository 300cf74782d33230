package parker

import (
	"math/bits"
	"slices"
)

// canJump reports whether a piece standing on q would have an enemy to jump.
func (g *generator) canJump(q Square) bool {
	if !g.enemies.meets(g.b.near[q]) {
		return false
	}
	l := &g.b.leaps[q]
	for _, l := range l.all[:l.n] {
		if g.side.enemies.has(g.p.at[l.over]) && g.p.at[l.land] == 0 {
			return true
		}
	}
	return false
}

// canter returns the squares that leaps over friends can reach without landing on a
// barred one. The queue then has those from which leaps can go on, ordered by
// distance, then by text. For a knight, jumpSquares has those from which it could
// jump; with avoidJumps, the canters do not land on such squares.
func (g *generator) canter(from Square, barred set, knight, avoidJumps bool) (reached, jumpSquares set) {
	at := &g.p.at
	friends := g.side.friends
	g.queue = append(g.queue[:0], from)
	for i := 0; i < len(g.queue); i++ {
		q := g.queue[i]
		if !g.friends.meets(g.b.near[q]) || g.b.lands[q].minus(barred).empty() {
			continue
		}
		l := &g.b.leaps[q]
		for _, l := range l.all[:l.n] {
			if !friends.has(at[l.over]) || at[l.land] != 0 || barred.has(l.land) {
				continue
			}
			barred.add(l.land)
			if g.side.goal.has(l.land) {
				// Rules §3: the move stops there at once.
				g.cameFrom[l.land] = q
				reached.add(l.land)
				continue
			}
			if knight && g.canJump(l.land) {
				if avoidJumps {
					continue
				}
				jumpSquares.add(l.land)
			}
			g.cameFrom[l.land] = q
			reached.add(l.land)
			g.queue = append(g.queue, l.land)
		}
	}
	return reached, jumpSquares
}

// jumps lists every outcome of jumping on from q with the enemies of taken
// captured. Each state of square and captures is searched once, however many routes
// lead to it; its first route has the first text. The text so far is route[:depth].
//
// A leap never lands where an enemy was captured: the files, or the ranks, of the
// two squares differ by an odd number.
func (g *generator) jumps(q Square, taken uint32, depth int) {
	targets := g.jumpTargets(q)
	if taken != 0 && targets&(targets-1) == 0 {
		g.capture(q, taken, depth) // the one jump is that back over the last enemy
		return
	}
	more := false
	l := &g.b.leaps[q]
	for _, l := range l.all[:l.n] {
		if targets>>(g.b.bitOf[l.land]&63)&1 == 0 {
			continue
		}
		bit := g.captureBit(l.over) &^ taken
		if bit == 0 {
			continue
		}
		more = true
		if taken != 0 && !g.seen.add(g.b.bitOf[l.land], taken|bit) {
			continue // no two routes lead to the same first capture and square
		}
		if g.stateLimit > 0 && g.overLimit() {
			return
		}
		depth := g.writeLeg(depth, 'x', l.land)
		if g.side.goal.has(l.land) {
			g.capture(l.land, taken|bit, depth)
		} else {
			g.jumps(l.land, taken|bit, depth)
		}
	}
	if !more {
		g.capture(q, taken, depth)
	}
}

// jumpTargets returns, within the quarter of a square, where the jumps from it land, those
// over enemies that the piece has jumped over before included.
func (g *generator) jumpTargets(q Square) uint64 {
	if g.known == nil {
		var targets uint64
		l := &g.b.leaps[q]
		for _, l := range l.all[:l.n] {
			if g.p.at[l.land] == 0 && g.side.enemies.has(g.p.at[l.over]) {
				targets |= 1 << (g.b.bitOf[l.land] & 63)
			}
		}
		return targets
	}
	d, i := &g.divided, g.b.quarterOf[q]&3
	room := d.vacant[i]
	if g.b.quarterOf[g.from]&3 == i {
		room |= 1 << (g.b.bitOf[g.from] & 63)
	}
	return d.jumps[i].landings(1<<(g.b.bitOf[q]&63)) & room
}

// capture lists the outcome of jumps whose text is route[:depth]. Two pieces that
// return to their squares with the same captures leave the same position: of these
// moves the first text is kept.
func (g *generator) capture(to Square, taken uint32, depth int) {
	m := move{g.from, to, taken}
	if to != g.from || g.circles.add(0, taken) {
		g.add(m, depth)
		return
	}
	if !g.writeTexts {
		return
	}
	twin := slices.IndexFunc(g.moves, func(k move) bool { return k.from == k.to && k.taken == taken })
	if text := string(g.route[:depth]); goesBefore(text, g.texts[twin]) {
		g.moves[twin], g.texts[twin] = m, text
	}
}

// captureBit returns the bit of the enemy on a square in move.taken, 0 if there is none.
func (g *generator) captureBit(q Square) uint32 {
	bit := uint64(1) << (q & 63)
	word, n := g.enemies.low, 0
	switch {
	case q >= 128:
		word, n = g.enemies.high, bits.OnesCount64(g.enemies.low)+bits.OnesCount64(g.enemies.mid)
	case q >= 64:
		word, n = g.enemies.mid, bits.OnesCount64(g.enemies.low)
	}
	if word&bit == 0 {
		return 0
	}
	return 1 << (n + bits.OnesCount64(word&(bit-1)))
}
