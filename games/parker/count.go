package parker

import (
	"math/bits"

	"tableronde/games"
)

// quiet holds the plain moves, canters and castle moves of one piece.
type quiet struct {
	from    Square
	n       int // moves in all
	steps   set
	canters uint64 // squares in the quarter of from
}

// at returns the i-th of the moves; i is less than their number.
func (q *quiet) at(b *Board, i int) move {
	m := move{from: q.from}
	if n := q.steps.len(); i >= n {
		canters := q.canters
		for ; i > n; i-- {
			canters &= canters - 1
		}
		m.to = b.quarters[b.quarterOf[q.from]].squares[bits.TrailingZeros64(canters)]
		return m
	}
	steps := q.steps
	for ; i > 0; i-- {
		steps.pop()
	}
	m.to = steps.pop()
	return m
}

// appendTo appends the moves to a list, in the order of at.
func (q *quiet) appendTo(list []games.SearchMove, b *Board) []games.SearchMove {
	for steps := q.steps; !steps.empty(); {
		list = append(list, move{from: q.from, to: steps.pop()}.pack())
	}
	squares := &b.quarters[b.quarterOf[q.from]&3].squares
	for canters := q.canters; canters != 0; canters &= canters - 1 {
		list = append(list, move{from: q.from, to: squares[bits.TrailingZeros64(canters)]}.pack())
	}
	return list
}

// count counts quiet moves instead of listing them.
func (g *generator) count(from Square, steps set, canters uint64) {
	if n := steps.len() + bits.OnesCount64(canters); n > 0 {
		g.counted += n
		g.quiet = append(g.quiet, quiet{from, n, steps, canters})
	}
}

// countPiece counts the quiet moves of one of the movers, and lists its captures.
// The piece is off the board.
func (g *generator) countPiece(from Square, knight bool) {
	if g.mustCapture && g.canJumpNow(from) {
		g.jumps(from, 0, 0)
	}
	var reached, jumpSquares uint64
	switch {
	case g.mustCapture && !knight || !g.friends.meets(g.b.near[from]):
		// It may not canter, or cannot.
	case g.mustCapture:
		jumpSquares = g.chargeSquares(from)
	default:
		reached, jumpSquares = g.canterSets(from, knight)
	}
	squares := &g.b.quarters[g.b.quarterOf[from]&3].squares
	for ; jumpSquares != 0; jumpSquares &= jumpSquares - 1 {
		g.jumps(squares[bits.TrailingZeros64(jumpSquares)], 0, 0)
	}
	if !g.mustCapture {
		g.count(from, g.b.near[from].minus(g.barred), reached)
	}
}

// quarterSets is a position as leaps see it, for the seat to move.
type quarterSets struct {
	vacant    quarters
	open      quarters     // vacant and not barred
	friends   quarters     // pieces to canter over
	enemies   quarters     // pieces to jump over
	jumps     [4]leapMasks // leaps over enemies, of the quarters in jumpsOf
	jumpFrom  quarters     // where they start, on vacant squares or not
	canters   [4]leapMasks // leaps over friends, of the quarters in cantersOf
	jumpsOf   uint8        // a bit for each quarter; all if the quarters are known
	cantersOf uint8
}

// prepareKnown is prepare for a position whose quarters are known.
func (g *generator) prepareKnown(p *position, s seatIndex, known *[maxSeats]quarters) {
	g.survey(p, s)
	g.known = known
	g.divide()
	for i := range uint8(len(known[0])) {
		g.divideJumps(i)
	}
	own, from := &known[s&3], &g.divided.jumpFrom
	var movers uint64 // that can jump
	if g.leaving {
		closed := &g.side.closedQuarters
		for i := range own {
			movers |= own[i] & closed[i] & from[i]
		}
	} else {
		goal := &g.side.goalQuarters
		for i := range own {
			movers |= own[i] &^ goal[i] & from[i]
		}
	}
	g.mustCapture = movers != 0
}

// divide sets the quarterSets of the position.
func (g *generator) divide() {
	g.isDivided = true
	d := &g.divided
	d.jumpsOf, d.cantersOf = 0, 0
	if g.known == nil {
		d.friends, d.enemies = g.b.quartersOf(g.friends), g.b.quartersOf(g.enemies)
	} else {
		g.knownQuarters()
	}
	for i := range d.vacant {
		d.vacant[i] = ^(d.friends[i] | d.enemies[i])
		d.open[i] = d.vacant[i] &^ g.side.closedQuarters[i]
	}
}

// divideJumps sets the jumps of a quarter.
func (g *generator) divideJumps(i uint8) {
	d := &g.divided
	d.jumpsOf |= 1 << (i & 3)
	d.jumps[i&3] = g.b.quarters[i&3].leapsOver(&d.enemies)
	d.jumpFrom[i&3] = d.jumps[i&3].landings(d.vacant[i&3]) // a jump back is as long
}

// knownQuarters sets the pieces of the seat to move with its partner's, and all others.
func (g *generator) knownQuarters() {
	s, d := g.p.turn&3, &g.divided
	if len(g.b.sides) == 2 {
		d.friends, d.enemies = g.known[s], g.known[1-s&1]
		return
	}
	d.friends, d.enemies = quarters{}, quarters{}
	for t := range g.b.sides {
		set := &d.enemies
		if g.b.allied(s, seatIndex(t)) {
			set = &d.friends
		}
		for i, word := range g.known[t&3] {
			set[i] |= word
		}
	}
}

// canJumpNow is canJump, by the quarterSets if they are there.
func (g *generator) canJumpNow(q Square) bool {
	if g.known != nil {
		return g.divided.canJump(g.b, q)
	}
	return g.canJump(q)
}

// canJump reports whether a piece could jump from its square.
func (d *quarterSets) canJump(b *Board, q Square) bool {
	return d.jumpFrom[b.quarterOf[q]&3]>>(b.bitOf[q]&63)&1 != 0
}

// canterSets does what canter does, with sets in the quarter of the piece's square: it
// returns the squares that canters reach and, for a knight, those of them from which
// it could jump. If there are any, reached has only what canters reach without landing
// on those.
func (g *generator) canterSets(from Square, knight bool) (reached, jumpSquares uint64) {
	canters, i := g.canters(from)
	d, start, goal := &g.divided, uint64(1)<<(g.b.bitOf[from]&63), g.side.goalQuarters[i]
	reached = canters.reach(start, d.open[i], goal)
	if !knight || reached&^goal == 0 {
		return reached, 0
	}
	jumpSquares = reached &^ goal & g.jumpsWithout(i, start)
	if jumpSquares != 0 {
		reached = canters.reach(start, d.open[i]&^jumpSquares, goal)
	}
	return reached, jumpSquares
}

// chargeSquares returns the squares that canters of a knight reach and from which it
// could jump.
func (g *generator) chargeSquares(from Square) uint64 {
	if !g.isDivided {
		g.divide()
	}
	i := g.b.quarterOf[from] & 3
	d, start, goal := &g.divided, uint64(1)<<(g.b.bitOf[from]&63), g.side.goalQuarters[i]
	wanted := d.open[i] &^ goal & g.jumpsWithout(i, start)
	if wanted == 0 {
		return 0
	}
	canters, _ := g.canters(from)
	return wanted & canters.reach(start, d.open[i], goal)
}

// jumpsWithout returns where jumps start in a quarter while a piece of the seat to move
// is off its square.
func (g *generator) jumpsWithout(i uint8, start uint64) uint64 {
	d := &g.divided
	if d.jumpsOf>>(i&3)&1 == 0 {
		g.divideJumps(i)
	}
	return d.jumpFrom[i&3] | d.jumps[i&3].landings(start)
}

// canters returns the leaps over friends in the quarter of a square, and its number.
func (g *generator) canters(q Square) (*leapMasks, uint8) {
	if !g.isDivided {
		g.divide()
	}
	d, i := &g.divided, g.b.quarterOf[q]&3
	if d.cantersOf>>i&1 == 0 {
		d.cantersOf |= 1 << i
		d.canters[i] = g.b.quarters[i].leapsOver(&d.friends)
	}
	return &d.canters[i], i
}
