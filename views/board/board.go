// Package board draws the boards of the Camelot family and describes them in words. A board is one
// SVG: an accessible grid whose squares are links, with the rim, the staged move and the marks
// above it.
//
// The parts of a drawing that do not depend on the position are made once for each board,
// orientation and language. A page only joins them.
package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Board is a position as one viewer sees it.
type Board struct {
	Lang       locale.Lang
	Label      string // accessible name of the grid
	View       parker.View
	Bottom     games.Seat   // seat with its side at the bottom
	You        games.Seat   // seat whose pieces are labeled as the viewer's own, 0 for none
	Part       string       // shown part, one of Parts; "" for the whole board
	Crop       Crop         // shown part by its corners; replaces Part
	Path       string       // path of the page to which the squares link: "/m/abc"
	Here       bool         // the board is shown at Path: links with parameters leave it out
	Query      string       // parameters that every link keeps: "turn=2", "" for none
	CanMove    bool         // squares link to steps of a move
	Explain    bool         // without CanMove: squares link to an explanation
	Stage      parker.Stage // staged move; its Route is "" for none
	LastMove   []parker.Leg // the last move
	Replayable bool         // the last move can be replayed: its path is drawn even if it has one leg
	Ghosts     []Ghost      // captured pieces that are still drawn
	NextMove   []parker.Leg // move after an earlier position, drawn over it
	Other      []parker.Leg // move for comparison with NextMove
	Probe      parker.Square
	Movers     []parker.Square // pieces marked as able to move
	Glow       []parker.Square // pieces marked as the ones to touch
	Tried      []parker.Leg    // refused move
	Planned    []Arrow         // moves that the viewer has prepared
	Drawn      Drawing         // arrows and marks of a note

	ZoomTo func(part string) string // returns the address for a square that is cut off; nil for none

	Href func(parker.Square) string // returns the address of a square on a board without moves; otherwise nil
}

// link returns the page's address with Query and one more parameter, escaped for an attribute.
func (b Board) link(param string) string {
	var u strings.Builder
	if !b.Here || param == "" {
		u.WriteString(b.Path)
	}
	sep := "?"
	if b.Query != "" {
		u.WriteString(sep + templ.EscapeString(b.Query))
		sep = "&amp;"
	}
	if param != "" {
		u.WriteString(sep + param)
	}
	return u.String()
}

// marks returns the marks of each square, and the route that a link on a target or landing square
// stages.
func (b Board) marks() (marks [256]mark, routes [256]string) {
	if n := len(b.LastMove); n > 0 {
		marks[b.LastMove[0].From] |= markLast
		marks[b.LastMove[n-1].To] |= markLast
	}
	for _, ghost := range b.Ghosts {
		marks[ghost.Square] |= markCaptured
	}
	for _, q := range b.Movers {
		marks[q] |= markMover
	}
	for _, q := range b.Glow {
		marks[q] |= markTouch
	}
	if st := b.Stage; st.From != parker.NoSquare && st.Route != "" {
		end := st.From
		for i, leg := range st.Legs {
			if i < len(st.Legs)-1 {
				marks[leg.To] |= markLanding
				routes[leg.To] = routePrefix(st.Route, i+1)
			}
			if leg.Taken != parker.NoSquare {
				marks[leg.Taken] |= markTaken
			}
			end = leg.To
		}
		if end != st.From {
			marks[st.From] |= markStart
		}
		marks[end] |= markChosen
		for _, list := range [2][]parker.Target{st.Far, st.Next} {
			for _, t := range list {
				marks[t.Square] = marks[t.Square]&^markTarget | targetMark(t.Kind)
				routes[t.Square] = t.Route
			}
		}
	}
	if b.Probe != parker.NoSquare {
		marks[b.Probe] |= markRefused
	}
	return marks, routes
}

// routePrefix returns the route as it was after its first n legs.
func routePrefix(route string, n int) string {
	for i := range len(route) {
		if route[i] == '-' || route[i] == 'x' {
			if n == 0 {
				return route[:i]
			}
			n--
		}
	}
	return route
}

// Ghost is a captured piece that is still drawn, crossed out.
type Ghost struct {
	Square parker.Square
	Piece  parker.Piece
}

// Units of the drawing: 40 for a square, and a margin for the crenels.
const (
	squareSize  = 40
	boardMargin = 13
)

// side is the edge of the board behind a seat, as the number of quarter turns that bring that edge
// to the bottom.
type side int

const (
	sideBottom side = iota
	sideLeft
	sideTop
	sideRight
)

// sideOf returns the side of a seat. It is the side of the seat's castle or, without castles,
// follows the turn order clockwise.
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

// middle returns the center of a square, in units.
func (l layout) middle(q parker.Square) (x, y int) {
	return l.at[q].col*squareSize + squareSize/2, l.at[q].row*squareSize + squareSize/2
}

// inReadingOrder lists the squares row by row, from left to right.
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

// part returns the name of the board's part around a square.
func (l layout) part(q parker.Square) string {
	p := l.at[q]
	return compass[3*p.row/l.rows][3*p.col/l.cols]
}

// compass names the parts of a board as they lie on the screen.
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

// coordinateText returns a row's name in the upper left corner of the square around x, y, or a
// column's name in the lower right corner.
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

// castleDrawing returns the hatching of a castle square, and the tower shown while it is empty.
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

// ParsePart returns the part named by a compass point, in upper or lower case. It returns "", the
// whole board, for any other name and for boards without parts.
func ParsePart(b *parker.Board, name string) string {
	if name = strings.ToLower(name); HasParts(b) && slices.Contains(Parts, name) {
		return name
	}
	return ""
}

// Parts lists the names of the parts in reading order.
var Parts = slices.Concat(compass[0][:], compass[1][:], compass[2][:])

// Columns returns the number of columns of a board with a seat's side at the bottom.
func Columns(b *parker.Board, bottom games.Seat) int { return layoutOf(b, bottom).cols }

// HasParts reports whether a board is large enough to be shown in parts.
func HasParts(b *parker.Board) bool { return colsInPart(min(b.Files(), b.Ranks())) != 0 }

// Neighbor returns the part beside another: to the left with (-1, 0), below with (0, 1). It is ""
// at the edge of the board.
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

// PartAround returns the part whose center is nearest to a square.
func PartAround(b *parker.Board, bottom games.Seat, q parker.Square) string {
	return layoutOf(b, bottom).part(q)
}

// PartOfSeat returns the part with most pieces of a seat, or the middle part if there are none.
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

// window is the part of a board that a drawing shows: the whole board, or one of nine parts that
// overlap by half. It omits squares outside of the part, as an ARIA grid allows, so that no
// invisible square can have the focus. A square that is cut off links to the part where it is
// whole.
type window struct {
	name                string  // "" for the whole board, otherwise a compass point: "nw", "c", "s"
	col, row            int     // of the parts, from 0 at the left and the top
	x, y, width, height int     // in units of the drawing
	open                string  // attributes of the drawing before its accessible name
	clip, unclip        string  // tags around the content of a Crop, which clip it
	cells               []*cell // drawn within their rows
	cutOff              []*cell
	coords              []coord
}

// cell is one square.
type cell struct {
	square parker.Square
	open   string // tag up to the href
	label  string // ` aria-label="E6`
	field  string // class of the empty square
	hatch  string // hatching of a castle square
	tower  string // tower of a castle square, for the empty square
}

// coord is the name of a row or a column, drawn on one of its squares.
type coord struct {
	square parker.Square
	text   string
}

// Sizes of the part of a large board that fits a phone.
const (
	maxPartCols   = 8   // most columns: 40 px each on a phone of 360
	phoneWidth    = 352 // width in px for the board on such a phone
	buttonsHeight = 50  // height in px of the buttons under a part
	minTappable   = 30  // visible units of a square that is not treated as cut off
)

// colsInPart returns the number of columns in a part, 0 for a small board without parts.
func colsInPart(cols int) int {
	switch {
	case cols > maxPartCols:
		return maxPartCols
	case cols > maxPartCols-2:
		return cols - 2
	}
	return 0
}

// windowOffset returns the coordinate at which the part with an index from 0 to 2 begins. room is
// the distance between the first and the last. The middle part begins with a whole square.
func windowOffset(index, room int) int {
	switch index {
	case 0:
		return -boardMargin
	case 1:
		return (room/2+squareSize/2)/squareSize*squareSize - boardMargin
	}
	return room - boardMargin
}

// coordinates returns the row names at their left ends and the column names at their feet, for
// cells in reading order. Castle squares have none.
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

// squaresInRows returns the squares drawn within groups of rows, which are moved down. All rows
// then have nearly the same text, which compresses well. The style sheet sets the size of a square.
func (s *template) squaresInRows(lang locale.Lang) *template {
	in := *s
	in.at = slices.Clone(s.at)
	in.frame, in.origin, in.cells = make([]string, len(s.at)), make([]string, len(s.at)), slices.Clone(s.cells)
	for q, p := range s.at {
		in.at[q].row = 0
		in.frame[q] = fmt.Sprintf(` x="%d"/>`, p.col*squareSize)
		in.origin[q] = originAttr(p.col*squareSize+squareSize/2, squareSize/2)
	}
	for i := range in.cells {
		c := &in.cells[i]
		if s.board.CastleOf(c.square) == 0 {
			continue
		}
		c.tower = in.newCell(c.square, lang).tower
		if c.hatch != "" { // continues from row to row
			c.hatch = fmt.Sprintf(`<g transform="translate(0 %d)">%s</g>`, -squareSize*s.at[c.square].row, c.hatch)
		}
	}
	return &in
}

// openRow appends the start tag of the row that begins with a square. The columns of a row follow
// one another, so the index of the first one gives the others.
func (s *template) openRow(out []byte, first *cell) []byte {
	p := s.at[first.square]
	out = append(out, `<g role="row"`...)
	out = appendAttr(out, "aria-rowindex", p.row+1)
	out = appendAttr(out, "aria-colindex", p.col+1)
	if p.row == 0 {
		return append(out, '>')
	}
	return append(out, originAttr(0, p.row*squareSize)...)
}

// originAttr returns the attribute that moves a group's origin to a point, and the end of the tag.
func originAttr(x, y int) string { return fmt.Sprintf(` transform="translate(%d %d)">`, x, y) }
