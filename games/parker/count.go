package parker

import (
	"math/bits"

	"tableronde/games"
)

// listCaptures finds the captures in the position that prepareKnown has set. It includes the
// captures by charges that nothing compels.
func (g *generator) listCaptures() {
	g.moves = g.moves[:0]
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		canJump := g.mustCapture && g.divided.canJump(g.b, q)
		var charges uint64
		if g.p.at[q].Knight() && g.friends.meets(g.b.near[q]) {
			charges = g.chargeSquares(q)
		}
		if canJump || charges != 0 {
			g.captures(q, canJump, charges)
		}
	}
}

// appendQuiet appends the moves without a capture, where nothing compels one.
func (g *generator) appendQuiet(list []games.SearchMove) []games.SearchMove {
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		for steps := g.b.near[q].minus(g.barred); !steps.empty(); {
			list = append(list, move{from: q, to: steps.pop()}.pack())
		}
		if !g.friends.meets(g.b.near[q]) {
			continue
		}
		reached, _ := g.canterSets(q, g.p.at[q].Knight())
		squares := &g.b.quarters[g.b.quarterOf[q]&3].squares
		for ; reached != 0; reached &= reached - 1 {
			list = append(list, move{from: q, to: squares[bits.TrailingZeros64(reached)]}.pack())
		}
	}
	if m, ok := g.findCastleMove(); ok {
		list = append(list, m.pack())
	}
	return list
}

// captures lists the captures of a piece that begin on its square, if it can jump there, and
// on some squares of its quarter, to which it canters.
func (g *generator) captures(from Square, canJump bool, jumpSquares uint64) {
	c := g.p.at[from]
	g.p.at[from] = 0
	g.from = from
	g.seen.reset()
	if canJump {
		g.jumps(from, 0, 0)
	}
	squares := &g.b.quarters[g.b.quarterOf[from]&3].squares
	for ; jumpSquares != 0; jumpSquares &= jumpSquares - 1 {
		g.jumps(squares[bits.TrailingZeros64(jumpSquares)], 0, 0)
	}
	g.p.at[from] = c
}

// quarterSets is a position as leaps see it, for the seat to move.
type quarterSets struct {
	vacant    quarters
	open      quarters     // vacant and not barred
	friends   quarters     // pieces to canter over
	enemies   quarters     // pieces to jump over
	jumps     [4]leapMasks // leaps over enemies
	jumpFrom  quarters     // where they start, on vacant squares or not
	canters   [4]leapMasks // leaps over friends, of the quarters in cantersOf
	cantersOf uint8        // a bit for each quarter
}

// prepareKnown prepares the generator as prepare does, from known quarters of the position.
func (g *generator) prepareKnown(p *position, s seatIndex, known *[maxSeats]quarters) {
	g.survey(p, s)
	g.isDivided = true
	d := &g.divided
	d.cantersOf = 0
	if len(g.b.sides) == 2 {
		d.friends, d.enemies = known[s&3], known[1-s&1]
	} else {
		d.friends, d.enemies = quarters{}, quarters{}
		for t := range g.b.sides {
			set := &d.enemies
			if g.b.allied(s, seatIndex(t)) {
				set = &d.friends
			}
			for i, word := range known[t&3] {
				set[i] |= word
			}
		}
	}
	var movers uint64 // that can jump
	for i, own := range known[s&3] {
		d.vacant[i] = ^(d.friends[i] | d.enemies[i])
		d.open[i] = d.vacant[i] &^ g.side.closedQuarters[i]
		d.jumps[i] = g.b.quarters[i].leapsOver(&d.enemies)
		d.jumpFrom[i] = d.jumps[i].landings(d.vacant[i]) // a jump back is as long
		if g.leaving {
			movers |= own & g.side.closedQuarters[i] & d.jumpFrom[i]
		} else {
			movers |= own &^ g.side.goalQuarters[i] & d.jumpFrom[i]
		}
	}
	g.mustCapture = movers != 0
}

// canJump reports whether a piece could jump from its square.
func (d *quarterSets) canJump(b *Board, q Square) bool {
	return d.jumpFrom[b.quarterOf[q]&3]&b.bit(q) != 0
}

// canterSets does the work of canter with sets in the quarter of the piece's square: it
// returns the squares that canters reach and, for a knight, those of them from which
// it could jump. If there are any, reached has only what canters reach without landing
// on those.
func (g *generator) canterSets(from Square, knight bool) (reached, jumpSquares uint64) {
	canters, i := g.canters(from)
	start, open, goal := g.b.bit(from), g.divided.open[i], g.side.goalQuarters[i]
	reached = canters.reach(start, open, goal)
	if !knight || reached&^goal == 0 {
		return reached, 0
	}
	jumpSquares = reached &^ goal & g.divided.jumpsWithout(i, start)
	if jumpSquares != 0 {
		reached = canters.reach(start, open&^jumpSquares, goal)
	}
	return reached, jumpSquares
}

// chargeSquares returns the squares that canters of a knight reach and from which it
// could jump.
func (g *generator) chargeSquares(from Square) uint64 {
	i := g.b.quarterOf[from] & 3
	start, open, goal := g.b.bit(from), g.divided.open[i], g.side.goalQuarters[i]
	wanted := open &^ goal & g.divided.jumpsWithout(i, start)
	if wanted == 0 {
		return 0
	}
	canters, _ := g.canters(from)
	return wanted & canters.reach(start, open, goal)
}

// jumpsWithout returns where jumps start in a quarter while a piece of the seat to move
// is off its square.
func (d *quarterSets) jumpsWithout(i uint8, start uint64) uint64 {
	return d.jumpFrom[i&3] | d.jumps[i&3].landings(start)
}

// canters returns the leaps over friends in the quarter of a square, and its number.
func (g *generator) canters(q Square) (*leapMasks, uint8) {
	d, i := &g.divided, g.b.quarterOf[q]&3
	if d.cantersOf>>i&1 == 0 {
		d.cantersOf |= 1 << i
		d.canters[i] = g.b.quarters[i].leapsOver(&d.friends)
	}
	return &d.canters[i], i
}
