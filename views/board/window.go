package board

import "tableronde/games/parker"

// window is the part of a board that a drawing shows: the whole board, or one of nine
// parts that overlap by half. Squares outside of a part are left out, as an ARIA grid
// allows, so that no invisible square can have the focus. A square that is cut off at
// an edge links to the part where it is whole.
type window struct {
	name                string  // "" the whole board, else a compass point on the screen: "nw", "c", "s"
	col, row            int     // of the parts, from 0 at the left and the top
	x, y, width, height int     // in units of the drawing
	open                string  // attributes of the drawing, up to its accessible name
	cells               []*cell // as they are drawn within their rows
	cutOff              []*cell
	coords              []coord
}

// cell is one square.
type cell struct {
	square parker.Square
	open   string // to the href
	label  string // ` aria-label="E6`
	field  string // class of the empty square
	hatch  string // hatching of a castle square
	tower  string // tower of a castle square, shown while the square is empty
}

// coord is the name of a row or a column, on one of its squares.
type coord struct {
	square parker.Square
	text   string
}

// Measures of a part.
const (
	maxPartCols   = 8   // squares across at most: 40 px each on a phone of 360
	phoneWidth    = 352 // px that such a phone has for the board's width
	buttonsHeight = 50  // px that the buttons under a part take of the board's height
	minTappable   = 30  // visible units from which a square is not treated as cut off
)

// colsInPart returns how many columns a part of a board shows, 0 for a board so
// small that it has no parts.
func colsInPart(cols int) int {
	switch {
	case cols > maxPartCols:
		return maxPartCols
	case cols > maxPartCols-2:
		return cols - 2
	}
	return 0
}

// windowOffset returns the coordinate at which the part with an index from 0 to 2
// begins; room is the distance between the first and the last. The part in the middle
// begins with a whole square.
func windowOffset(index, room int) int {
	switch index {
	case 0:
		return -boardMargin
	case 1:
		return (room/2+squareSize/2)/squareSize*squareSize - boardMargin
	}
	return room - boardMargin
}

// coordinates returns the names of rows at their left ends and of columns at their
// feet, for cells in reading order. Castle squares have none.
func (l layout) coordinates(cells []*cell) []coord {
	firstInRow, lastInCol := map[int]parker.Square{}, map[int]parker.Square{}
	for _, c := range cells {
		q := c.square
		if l.board.CastleOf(q) != 0 {
			continue
		}
		p := l.at[q]
		if _, ok := firstInRow[p.row]; !ok {
			firstInRow[p.row] = q
		}
		lastInCol[p.col] = q
	}
	var all []coord
	for _, c := range cells {
		q := c.square
		x, y := l.middle(q)
		if p := l.at[q]; firstInRow[p.row] == q && l.board.CastleOf(q) == 0 {
			all = append(all, coord{q, coordinateText(x, y, l.axis(q, true), true)})
		}
		if p := l.at[q]; lastInCol[p.col] == q && l.board.CastleOf(q) == 0 {
			all = append(all, coord{q, coordinateText(x, y, l.axis(q, false), false)})
		}
	}
	return all
}
