package board

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// compass names the parts of a board, as they lie on the screen.
var compass = [3][3]string{{"nw", "n", "ne"}, {"w", "c", "e"}, {"sw", "s", "se"}}

// Measures of a part.
const (
	partCols = 8   // squares across at most: 40 px each on a phone of 360
	phone    = 352 // px that such a phone has for the board's width
	buttons  = 50  // px that the buttons under a part take of the board's height
	tappable = 30  // units of a square in sight that make it more than cut off
)

// colsInPart returns how many columns a part of a board shows, 0 for a board so
// small that it has no parts.
func colsInPart(cols int) int {
	switch {
	case cols > partCols:
		return partCols
	case cols > partCols-2:
		return cols - 2
	}
	return 0
}

// offset returns where the part with an index from 0 to 2 begins, of those that move
// over so many units; the one in the middle begins with a square.
func offset(index, room int) int {
	switch index {
	case 0:
		return -margin
	case 1:
		return (room/2+unit/2)/unit*unit - margin
	}
	return room - margin
}

// Part names a part of a board, as it lies with a seat's side at the bottom, by
// a compass point in any case; "" stands for the whole board, as does what is
// no part.
func Part(b *parker.Board, name string) string {
	if name = strings.ToLower(name); HasParts(b) && slices.Contains(Parts, name) {
		return name
	}
	return ""
}

// Parts lists the names of the parts in reading order.
var Parts = slices.Concat(compass[0][:], compass[1][:], compass[2][:])

// Cols returns how many columns a board has with a seat's side at the bottom.
func Cols(b *parker.Board, bottom games.Seat) int { return layoutOf(b, bottom).cols }

// HasParts reports whether a board is so large that one may look at it closer.
func HasParts(b *parker.Board) bool { return colsInPart(min(b.Files(), b.Ranks())) != 0 }

// Beside returns the part next to another: left (-1, 0), down (0, 1). It is "" at the
// edge of the board.
func Beside(part string, right, down int) string {
	for row := range compass {
		for col, name := range compass[row] {
			if name != part {
				continue
			}
			if col, row = col+right, row+down; col >= 0 && col < 3 && row >= 0 && row < 3 {
				return compass[row][col]
			}
		}
	}
	return ""
}

// PartWith returns the part in whose middle a square lies, or comes nearest to it.
func PartWith(b *parker.Board, bottom games.Seat, q parker.Square) string {
	return layoutOf(b, bottom).part(q)
}

// PartOf returns the part with most pieces of a seat, the one in the middle if there
// are none.
func PartOf(v parker.View, bottom, seat games.Seat) string {
	b, most := v.Board(), "c"
	l, pieces := layoutOf(b, bottom), map[string]int{}
	for q := range parker.Square(b.Len()) {
		if v.At(q) != 0 && v.At(q).Seat() == seat {
			part := l.part(q)
			if pieces[part]++; pieces[part] > pieces[most] {
				most = part
			}
		}
	}
	return most
}

// layoutOf returns how a board lies with a seat's side at the bottom.
func layoutOf(b *parker.Board, bottom games.Seat) layout {
	return sheetFor(b, sideOf(b, bottom), locale.English).layout
}

func (l layout) part(q parker.Square) string {
	p := l.at[q]
	return compass[3*p.row/l.rows][3*p.col/l.cols]
}
