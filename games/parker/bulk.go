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
	if g.mustCapture && g.canJump(from) {
		g.jumps(from, 0, 0)
	}
	var reached, jumpSquares uint64
	if (knight || !g.mustCapture) && g.friends.meets(g.b.near[from]) {
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
	vacant  quarters
	open    quarters // vacant and not barred
	enemies quarters
	canters [4]leapMasks // leaps over friends
}

// divide sets the quarterSets of the position.
func (g *generator) divide() {
	g.isDivided = true
	d := &g.divided
	var friends quarters
	if g.known == nil {
		friends, d.enemies = g.b.quartersOf(g.friends), g.b.quartersOf(g.enemies)
	} else {
		friends, d.enemies = g.knownQuarters()
	}
	for i := range d.canters {
		d.vacant[i] = ^(friends[i] | d.enemies[i])
		d.open[i] = d.vacant[i] &^ g.side.closedQuarters[i]
		d.canters[i] = g.b.quarters[i].leapsOver(&friends)
	}
}

// knownQuarters returns the pieces of the seat to move with its partner's, and all
// others.
func (g *generator) knownQuarters() (friends, enemies quarters) {
	s := g.p.turn
	for t := range g.b.sides {
		set := &enemies
		if g.b.allied(s, seatIndex(t)) {
			set = &friends
		}
		for i, word := range g.known[t&3] {
			set[i] |= word
		}
	}
	return friends, enemies
}

// canterSets does what canter does, with sets in the quarter of the piece's square: it
// returns the squares that canters reach and, for a knight, those of them from which
// it could jump. If there are any, reached has only what canters reach without landing
// on those.
func (g *generator) canterSets(from Square, knight bool) (reached, jumpSquares uint64) {
	if !g.isDivided {
		g.divide()
	}
	d, i := &g.divided, g.b.quarterOf[from]&3
	start, goal := uint64(1)<<(g.b.bitOf[from]&63), g.side.goalQuarters[i]
	reached = d.canters[i].reach(start, d.open[i], goal)
	if !knight || reached&^goal == 0 {
		return reached, 0
	}
	jumps := g.b.quarters[i].leapsOver(&d.enemies)
	jumpSquares = reached &^ goal & jumps.landings(d.vacant[i]|start) // a jump back is as long
	if jumpSquares != 0 {
		reached = d.canters[i].reach(start, d.open[i]&^jumpSquares, goal)
	}
	return reached, jumpSquares
}
