package board

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// ParsePart returns the part of a board that a compass point names, in any case. It
// returns "", the whole board, for any other name and for boards without parts.
func ParsePart(b *parker.Board, name string) string {
	if name = strings.ToLower(name); HasParts(b) && slices.Contains(Parts, name) {
		return name
	}
	return ""
}

// Parts lists the names of the parts in reading order.
var Parts = slices.Concat(compass[0][:], compass[1][:], compass[2][:])

// Columns returns how many columns a board has with a seat's side at the bottom.
func Columns(b *parker.Board, bottom games.Seat) int { return layoutOf(b, bottom).cols }

// HasParts reports whether a board is large enough to be shown in parts.
func HasParts(b *parker.Board) bool { return colsInPart(min(b.Files(), b.Ranks())) != 0 }

// Neighbor returns the part beside another, to the left with (-1, 0), below with (0, 1),
// or "" at the edge of the board.
func Neighbor(part string, right, down int) string {
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

// PartAround returns the part whose middle is nearest to a square.
func PartAround(b *parker.Board, bottom games.Seat, q parker.Square) string {
	return layoutOf(b, bottom).part(q)
}

// PartOfSeat returns the part with most pieces of a seat, the one in the middle if there
// are none.
func PartOfSeat(v parker.View, bottom, seat games.Seat) string {
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

// layoutOf returns the layout of a board with a seat's side at the bottom.
func layoutOf(b *parker.Board, bottom games.Seat) layout {
	return templateFor(b, sideOf(b, bottom), locale.English).layout
}
