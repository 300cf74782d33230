package search

import (
	"math/bits"
	"sync"

	"tableronde/games"
	"tableronde/games/parker"
)

const (
	maxSeats   = 4
	maxSquares = 192
)

// geometry is a board as evaluations see it: each seat from its own side of the table.
type geometry struct {
	b       *parker.Board
	seats   int
	classes int                            // kinds of square
	class   [maxSeats][maxSquares]uint8    // of each square, for each seat: equal for squares that a reflection exchanges
	steps   [maxSeats][maxSquares]uint8    // from each square to the nearest of the goal castle
	near    [maxSquares]parker.Squares     // the squares a step away
	places  [maxSeats][maxSquares]nearness // of a piece on each square
	inside  [maxSeats]parker.Squares       // the goal castle
	doors   [maxSquares][]parker.Square    // the squares outside next to a square of a goal castle
	army    int                            // pieces of a seat at the start
	castles bool
	circles [][maxSteps]parker.Squares // without castles: the squares at each distance from each square
}

// guardRings is the number of distances from its own castle, from 1, at which an army's
// guards are counted.
const guardRings = 3

// maxSteps is the largest distance that counts.
const maxSteps = 15

// symmetry maps squares of a board to squares.
type symmetry [maxSquares]parker.Square

// geometries holds the measured geometry of each board, because a level is made for every move
// of a bot.
var (
	measuring  sync.Mutex
	geometries = make(map[*parker.Board]*geometry)
)

// geometryOf returns the measures of a board, which nobody changes.
func geometryOf(b *parker.Board) *geometry {
	measuring.Lock()
	defer measuring.Unlock()
	if geometries[b] == nil {
		geometries[b] = newGeometry(b)
	}
	return geometries[b]
}

// newGeometry measures a board.
func newGeometry(b *parker.Board) *geometry {
	g := &geometry{b: b, seats: b.Seats(), castles: b.GoalWins() > 0}
	start, _ := b.Setup("")
	g.army = start.Count(1)
	for q := range parker.Square(b.Len()) {
		g.near[q] = squaresOf(b.Near(q))
	}
	all := symmetries(b)
	g.classify(all, start)
	if !g.castles {
		g.circles = circlesOf(b)
	}
	for s := range g.seats {
		seat := games.Seat(s + 1)
		g.steps[s] = distances(b, b.Goal(seat))
		g.inside[s] = squaresOf(b.Goal(seat))
		for _, q := range b.Goal(seat) {
			for _, near := range b.Near(q) {
				if !has(&g.inside[s], near) {
					g.doors[q] = append(g.doors[q], near)
				}
			}
		}
		home := distances(b, b.Castle(seat))
		for q := range b.Len() {
			if d := g.steps[s][q]; d < maxSteps {
				g.places[s][q].rings[d>>3] = 1 << (d & 7 * 8)
			}
			if d := int(home[q]); d >= 1 && d <= guardRings && g.castles {
				g.places[s][q].guards = 1 << (8 * (d - 1))
			}
		}
	}
	return g
}

// classify numbers the kinds of square. A symmetry of the board that takes a seat's army to
// the army of seat 1 shows the seat's view. Symmetries that keep the army of seat 1 in its
// place show which squares are alike.
func (g *geometry) classify(all []symmetry, start parker.Position) {
	for s := range g.seats {
		for q := range g.b.Len() {
			g.class[s][q] = 255
		}
	}
	for q := range parker.Square(g.b.Len()) {
		if g.class[0][q] != 255 {
			continue
		}
		for _, m := range all {
			if takes(m, start, 1, 1) {
				g.class[0][m[q]] = uint8(g.classes)
			}
		}
		g.classes++
	}
	for s := 1; s < g.seats; s++ {
		for _, m := range all {
			if takes(m, start, games.Seat(s+1), 1) {
				for q := range g.b.Len() {
					g.class[s][q] = g.class[0][m[q]]
				}
				break
			}
		}
	}
}

// takes reports whether a symmetry takes the army of one seat, with its castles, to the army
// of another.
func takes(m symmetry, p parker.Position, from, to games.Seat) bool {
	b := p.Board()
	for q := range parker.Square(b.Len()) {
		c, d := p.At(q), p.At(m[q])
		if (c.Seat() == from) != (d.Seat() == to) || c.Seat() == from && c.Knight() != d.Knight() {
			return false
		}
	}
	goal := squaresOf(b.Goal(to))
	for _, q := range b.Goal(from) {
		if !has(&goal, m[q]) {
			return false
		}
	}
	return true
}

// symmetries lists the turns and reflections of the plane that take the board to itself.
func symmetries(b *parker.Board) []symmetry {
	var all []symmetry
	for k := range 8 {
		var m symmetry
		ok := true
		for q := range parker.Square(b.Len()) {
			file, rank := b.FileRank(q)
			width, height := b.Files()-1, b.Ranks()-1
			if k&1 != 0 {
				file = width - file
			}
			if k&2 != 0 {
				rank = height - rank
			}
			if k&4 != 0 {
				file, rank = rank, file
			}
			to, on := b.At(file, rank)
			m[q] = to
			ok = ok && on
		}
		if ok {
			all = append(all, m)
		}
	}
	return all
}

// distances returns the number of steps from each square to the nearest of some, at
// most maxSteps.
func distances(b *parker.Board, to []parker.Square) (d [maxSquares]uint8) {
	for q := range d {
		d[q] = maxSteps
	}
	for q, steps := range b.Steps(to) {
		d[q] = uint8(min(steps, maxSteps))
	}
	return d
}

// circlesOf returns the squares at each distance from each square.
func circlesOf(b *parker.Board) [][maxSteps]parker.Squares {
	circles := make([][maxSteps]parker.Squares, b.Len())
	for from := range circles {
		for q, d := range distances(b, []parker.Square{parker.Square(from)}) {
			if d < maxSteps {
				circles[from][d][q>>6] |= 1 << (q & 63)
			}
		}
	}
	return circles
}

func squaresOf(list []parker.Square) (s parker.Squares) {
	for _, q := range list {
		s[q>>6] |= 1 << (q & 63)
	}
	return s
}

func has(s *parker.Squares, q parker.Square) bool { return s[q>>6]>>(q&63)&1 != 0 }

// overlap counts the squares that two sets share.
func overlap(a, b *parker.Squares) int {
	return bits.OnesCount64(a[0]&b[0]) + bits.OnesCount64(a[1]&b[1]) + bits.OnesCount64(a[2]&b[2])
}
