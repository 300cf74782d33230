// Package solve finds the true value of every position of Camette by retrograde
// analysis, and reads it back.
//
// A position is always seen by the side to move: its own castle at the bottom, square 0,
// the goal at the top, square 22. Turning the board round exchanges the sides.
package solve

import (
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

const (
	squares = 23
	home    = 0           // the mover's own castle
	goal    = squares - 1 // the castle to reach
	allMask = 1<<squares - 1
)

// mask is a set of squares of Camette.
type mask uint32

func (m mask) count() int { return bits.OnesCount32(uint32(m)) }

// pop takes the lowest square out of a set that is not empty.
func (m *mask) pop() int {
	q := bits.TrailingZeros32(uint32(*m))
	*m &= *m - 1
	return q
}

// turned returns the set with the board turned round.
func (m mask) turned() mask { return mask(bits.Reverse32(uint32(m)) >> (32 - squares)) }

// army is what one side has: where its knight is, if it has one, and its men.
type army struct{ knight, men mask }

func (a army) all() mask      { return a.knight | a.men }
func (a army) turned() army   { return army{a.knight.turned(), a.men.turned()} }
func (a army) material() int  { return a.knight.count()<<2 | a.men.count() }
func (a army) mirrored() army { return army{a.knight.mirrored(), a.men.mirrored()} }

// less is any order of the armies.
func (a army) less(b army) bool {
	return a.knight < b.knight || a.knight == b.knight && a.men < b.men
}

// place is a position as the side to move sees it.
type place struct{ own, enemy army }

// turned returns the position as the other side sees it, whose move it then is.
func (p place) turned() place { return place{p.enemy.turned(), p.own.turned()} }

// geometry has the steps and leaps of the board.
type geometry struct {
	near   [squares]mask
	leaps  [squares][]leap
	mirror [3][256]mask // of the squares of each byte of a mask
}

type leap struct {
	over, land mask
	to         int
}

var board = newGeometry()

func newGeometry() *geometry {
	g := new(geometry)
	b := parker.BoardOf("camette")
	for q := range parker.Square(squares) {
		for _, near := range b.Near(q) {
			g.near[q] |= 1 << near
		}
		file, rank := b.FileRank(q)
		other, _ := b.At(b.Files()-1-file, rank)
		for byte := range 256 {
			if byte>>(q&7)&1 != 0 {
				g.mirror[q>>3][byte] |= 1 << other
			}
		}
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				over, ok := b.At(file+df, rank+dr)
				land, room := b.At(file+2*df, rank+2*dr)
				if ok && room && over != q {
					g.leaps[q] = append(g.leaps[q], leap{1 << over, 1 << land, int(land)})
				}
			}
		}
	}
	return g
}

// mirrored returns the set with left and right exchanged.
func (m mask) mirrored() mask {
	return board.mirror[0][m&255] | board.mirror[1][m>>8&255] | board.mirror[2][m>>16]
}

// placeOf returns a position of Camette as the side to move sees it.
func placeOf(x *parker.Search) place {
	var armies [2]army
	for q := range parker.Square(squares) {
		switch c := x.On(q); {
		case c == 0:
		case c.Knight():
			armies[c.Seat()-1].knight |= 1 << q
		default:
			armies[c.Seat()-1].men |= 1 << q
		}
	}
	p := place{armies[0], armies[1]}
	if x.ToAct() == 2 {
		return p.turned()
	}
	return p
}

// position returns the position with seat 1 to move.
func (p place) position() parker.Position {
	pos := parker.BoardOf("camette").Empty()
	for seat, a := range [2]army{p.own, p.enemy} {
		for rest := a.all(); rest != 0; {
			q := rest.pop()
			pos = pos.With(parker.Square(q), parker.PieceOf(games.Seat(seat+1), a.knight>>q&1 != 0))
		}
	}
	return pos
}
