// Package board draws the boards of the Camelot family and says in words what
// they show. A board is one SVG: an accessible grid whose squares are links, with
// the rim, the move in the making and the marks above it.
//
// The parts of a drawing that do not depend on the position are made once for each
// board, orientation and language; a page only joins them.
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
	squareSize  = 40
	boardMargin = 13
)

// side is the edge of the board behind a seat, as the number of quarter turns that
// bring that edge to the bottom of the screen.
type side int

const (
	sideBottom side = iota
	sideLeft
	sideTop
	sideRight
)

// sideOf returns the side of a seat: that of its castle, else by turn order,
// clockwise from the first seat at the bottom.
func sideOf(b *parker.Board, seat games.Seat) side {
	if seat < 1 || int(seat) > b.Seats() {
		return sideBottom
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
		return side(seat-1) * sideTop
	case n == 0:
		return side(seat - 1)
	case rank == 0:
		return sideBottom
	case rank == n*(b.Ranks()-1):
		return sideTop
	case file == 0:
		return sideLeft
	}
	return sideRight
}

// gridPoint is a point of the screen's grid, from 0 at the top left.
type gridPoint struct{ col, row int }

// layout maps the squares of a board to the screen.
type layout struct {
	board      *parker.Board
	turn       side
	cols, rows int
	at         []gridPoint // by square
}

func newLayout(b *parker.Board, turn side) layout {
	l := layout{board: b, turn: turn, cols: b.Files(), rows: b.Ranks(), at: make([]gridPoint, b.Len())}
	if turn == sideLeft || turn == sideRight {
		l.cols, l.rows = l.rows, l.cols
	}
	for q := range l.at {
		f, r := b.FileRank(parker.Square(q))
		switch turn {
		case sideBottom:
			l.at[q] = gridPoint{f, b.Ranks() - 1 - r}
		case sideLeft:
			l.at[q] = gridPoint{b.Ranks() - 1 - r, b.Files() - 1 - f}
		case sideTop:
			l.at[q] = gridPoint{b.Files() - 1 - f, r}
		case sideRight:
			l.at[q] = gridPoint{r, f}
		}
	}
	return l
}

// middle returns the middle of a square, in units of the drawing.
func (l layout) middle(q parker.Square) (x, y int) {
	return l.at[q].col*squareSize + squareSize/2, l.at[q].row*squareSize + squareSize/2
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

// part returns the name of the part of the board that a square lies in.
func (l layout) part(q parker.Square) string {
	p := l.at[q]
	return compass[3*p.row/l.rows][3*p.col/l.cols]
}

// compass names the parts of a board, as they lie on the screen.
var compass = [3][3]string{{"nw", "n", "ne"}, {"w", "c", "e"}, {"sw", "s", "se"}}

// rim returns the paths of the outline of the board and of the merlons on the outer
// edges of its castles.
func (l layout) rim() (rim, merlons string) {
	squares := make(map[gridPoint]bool, len(l.at))
	for _, p := range l.at {
		squares[p] = true
	}
	var outline, crenels strings.Builder
	for _, q := range l.inReadingOrder() {
		p := l.at[q]
		x, y := p.col*squareSize, p.row*squareSize
		for _, edge := range []struct {
			beside gridPoint
			path   string
		}{
			{gridPoint{p.col, p.row - 1}, fmt.Sprintf("M%d %dh%d", x, y, squareSize)},
			{gridPoint{p.col, p.row + 1}, fmt.Sprintf("M%d %dh%d", x, y+squareSize, squareSize)},
			{gridPoint{p.col - 1, p.row}, fmt.Sprintf("M%d %dv%d", x, y, squareSize)},
			{gridPoint{p.col + 1, p.row}, fmt.Sprintf("M%d %dv%d", x+squareSize, y, squareSize)},
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
func (l layout) crenels(p gridPoint) string {
	x, y := p.col*squareSize, p.row*squareSize
	var b strings.Builder
	for _, k := range []int{5, 25} {
		switch {
		case p.row == 0:
			fmt.Fprintf(&b, "M%d %dh10v-11h-10z", x+k, y)
		case p.row == l.rows-1:
			fmt.Fprintf(&b, "M%d %dh10v11h-10z", x+k, y+squareSize)
		case p.col == 0:
			fmt.Fprintf(&b, "M%d %dv10h-11v-10z", x, y+k)
		case p.col == l.cols-1:
			fmt.Fprintf(&b, "M%d %dv10h11v-10z", x+squareSize, y+k)
		}
	}
	return b.String()
}

// coordinateText returns the name of a row, in the upper left corner of the square
// around x, y, or of a column, in the lower right corner.
func coordinateText(x, y int, name string, row bool) string {
	if row {
		return fmt.Sprintf(`<text class="coord" x="%d" y="%d">%s</text>`, x-14, y-7, name)
	}
	return fmt.Sprintf(`<text class="coord end" x="%d" y="%d">%s</text>`, x+14, y+14, name)
}

// axis returns the name of a square's row or column on the screen: its rank or file.
func (l layout) axis(q parker.Square, row bool) string {
	name := l.board.Name(q)
	if row == (l.turn == sideBottom || l.turn == sideTop) {
		return name[1:]
	}
	return name[:1]
}

// castleDrawing returns the hatching of a castle square and the tower on it while it is
// empty.
func castleDrawing(t heraldry.Tincture, frame string, x, y int) (hatch, tower string) {
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
	return heraldry.TinctureOf(b.Army(seat).En)
}

// PieceName returns the army and kind of a piece, "white knight", or "" for no piece.
func PieceName(lang locale.Lang, b *parker.Board, p parker.Piece) string {
	switch {
	case p == 0:
		return ""
	case p.Knight():
		return locale.T(lang, "piece."+armyWord(b, p.Seat())+".knight")
	}
	return locale.T(lang, "piece."+armyWord(b, p.Seat())+".man")
}

// armyWord returns the color of a seat's army as in the keys of the catalogs.
func armyWord(b *parker.Board, seat games.Seat) string {
	return strings.ToLower(b.Army(seat).En)
}
