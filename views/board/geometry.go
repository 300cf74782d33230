// Package board draws the boards of the Camelot family and says in words what
// they show. A board is one SVG: an accessible grid whose squares are links, with
// the rim, the move in the making and the marks above it.
//
// What does not depend on the position is worked out once for each board,
// orientation and language; a page then only joins pieces of text.
package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Units of the drawing: 40 to a square, and a margin for the crenels.
const (
	unit   = 40
	margin = 13
)

// side is where on the screen a seat's own side lies, in quarter turns that
// bring it to the bottom.
type side int

const (
	bottom side = iota
	left
	top
	right
)

// sideOf tells where a seat sits: behind its castle, else by turn order,
// clockwise from the first.
func sideOf(b *parker.Board, seat games.Seat) side {
	if seat < 1 || int(seat) > b.Seats() {
		return bottom
	}
	var file, rank, n int
	for q := range parker.Square(b.Len()) {
		if b.CastleOf(q) == seat {
			f, r := b.FileRank(q)
			file, rank, n = file+f, rank+r, n+1
		}
	}
	switch {
	case n == 0 && b.Seats() == 2:
		return side(seat-1) * top
	case n == 0:
		return side(seat - 1)
	case rank == 0:
		return bottom
	case rank == n*(b.Ranks()-1):
		return top
	case file == 0:
		return left
	}
	return right
}

// place is a point of the screen's grid, from 0 at the top left.
type place struct{ col, row int }

// layout is how a board lies on the screen.
type layout struct {
	board      *parker.Board
	turn       side
	cols, rows int
	at         []place // by square
}

func layOut(b *parker.Board, turn side) layout {
	l := layout{board: b, turn: turn, cols: b.Files(), rows: b.Ranks(), at: make([]place, b.Len())}
	if turn == left || turn == right {
		l.cols, l.rows = l.rows, l.cols
	}
	for q := range l.at {
		f, r := b.FileRank(parker.Square(q))
		switch turn {
		case bottom:
			l.at[q] = place{f, b.Ranks() - 1 - r}
		case left:
			l.at[q] = place{b.Ranks() - 1 - r, b.Files() - 1 - f}
		case top:
			l.at[q] = place{b.Files() - 1 - f, r}
		case right:
			l.at[q] = place{r, f}
		}
	}
	return l
}

// middle returns the middle of a square, in units of the drawing.
func (l layout) middle(q parker.Square) (x, y int) {
	return l.at[q].col*unit + unit/2, l.at[q].row*unit + unit/2
}

// inReadingOrder lists the squares from left to right, row by row.
func (l layout) inReadingOrder() []parker.Square {
	all := make([]parker.Square, len(l.at))
	for q := range all {
		all[q] = parker.Square(q)
	}
	slices.SortFunc(all, func(a, b parker.Square) int {
		pa, pb := l.at[a], l.at[b]
		return cmp.Or(cmp.Compare(pa.row, pb.row), cmp.Compare(pa.col, pb.col))
	})
	return all
}

// rim returns the true outline of the board, and merlons are the crenels on the far
// side of its castles.
func (l layout) rim() (rim, merlons string) {
	squares := make(map[place]bool, len(l.at))
	for _, p := range l.at {
		squares[p] = true
	}
	var outline, crenels strings.Builder
	for _, q := range l.inReadingOrder() {
		p := l.at[q]
		x, y := p.col*unit, p.row*unit
		for _, edge := range []struct {
			beside place
			path   string
		}{
			{place{p.col, p.row - 1}, fmt.Sprintf("M%d %dh%d", x, y, unit)},
			{place{p.col, p.row + 1}, fmt.Sprintf("M%d %dh%d", x, y+unit, unit)},
			{place{p.col - 1, p.row}, fmt.Sprintf("M%d %dv%d", x, y, unit)},
			{place{p.col + 1, p.row}, fmt.Sprintf("M%d %dv%d", x+unit, y, unit)},
		} {
			if !squares[edge.beside] {
				outline.WriteString(edge.path)
			}
		}
		if l.board.CastleOf(q) != 0 {
			crenels.WriteString(l.crenels(p))
		}
	}
	return outline.String(), crenels.String()
}

// crenels returns two merlons on the outermost edge of a castle square.
func (l layout) crenels(p place) string {
	x, y := p.col*unit, p.row*unit
	var b strings.Builder
	for _, k := range []int{5, 25} {
		switch {
		case p.row == 0:
			fmt.Fprintf(&b, "M%d %dh10v-11h-10z", x+k, y)
		case p.row == l.rows-1:
			fmt.Fprintf(&b, "M%d %dh10v11h-10z", x+k, y+unit)
		case p.col == 0:
			fmt.Fprintf(&b, "M%d %dv10h-11v-10z", x, y+k)
		case p.col == l.cols-1:
			fmt.Fprintf(&b, "M%d %dv10h11v-10z", x+unit, y+k)
		}
	}
	return b.String()
}

// coordinate names a row in the upper left corner of a square around x, y, or a
// column in the lower right one.
func coordinate(x, y int, name string, row bool) string {
	if row {
		return fmt.Sprintf(`<text class="coord" x="%d" y="%d">%s</text>`, x-14, y-7, name)
	}
	return fmt.Sprintf(`<text class="coord end" x="%d" y="%d">%s</text>`, x+14, y+14, name)
}

// axis returns a square's rank or file, whichever names its row or its column.
func (l layout) axis(q parker.Square, row bool) string {
	name := l.board.Name(q)
	if row == (l.turn == bottom || l.turn == top) {
		return name[1:]
	}
	return name[:1]
}

// castle returns the hatching of a castle square and the tower on it while it is
// empty.
func castle(t heraldry.Tincture, frame string, x, y int) (hatch, tower string) {
	charge := "c-charge"
	if t == heraldry.Argent || t == heraldry.Or {
		charge = "c-night"
	}
	if t != heraldry.Argent {
		hatch = `<rect fill="url(#h-` + string(t) + `)"` + frame
		tower = fmt.Sprintf(`<circle class="f-%s" cx="%d" cy="%d" r="14"/>`, t, x, y)
	}
	tower += fmt.Sprintf(`<g transform="translate(%d %d)"><use href="#i-tower" x="-10" y="-10" width="20" height="20" class="%s"/></g>`, x, y, charge)
	return hatch, tower
}

// tincture returns the heraldic color of a seat's army.
func tincture(b *parker.Board, seat games.Seat) heraldry.Tincture {
	return heraldry.Of(b.Army(seat).En)
}

// PieceName returns a piece by its army and rank: "white knight"; "" for none.
func PieceName(lang locale.Lang, b *parker.Board, p parker.Piece) string {
	switch {
	case p == 0:
		return ""
	case p.Knight():
		return locale.T(lang, "piece."+armyWord(b, p.Seat())+".knight")
	}
	return locale.T(lang, "piece."+armyWord(b, p.Seat())+".man")
}

// armyWord returns the plain color of a seat's army, as the catalogues spell it.
func armyWord(b *parker.Board, seat games.Seat) string {
	return strings.ToLower(b.Army(seat).En)
}
