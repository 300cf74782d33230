package board

import (
	"fmt"
	"strconv"
	"sync"

	"tableronde/games/parker"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// coordinates returns the ranks at the left end of the rows and the files at the
// foot of the columns, or the other way round on a board turned sideways, of
// squares in reading order. They keep clear of the castles.
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
			all = append(all, coord{q, coordinate(x, y, l.axis(q, true), true)})
		}
		if p := l.at[q]; lastInCol[p.col] == q && l.board.CastleOf(q) == 0 {
			all = append(all, coord{q, coordinate(x, y, l.axis(q, false), false)})
		}
	}
	return all
}

// sheet is what the drawing of a board always has, ready to be joined.
type sheet struct {
	layout
	begin   string   // of the grid, up to what its window says
	rowOpen []string // the beginnings of its rows, from the top
	cells   []cell   // in reading order
	windows []window // the whole board first
	end     string   // from the last square: rim and crenels
	mid     []string // by square: what gives a group its origin there, ` transform="…">`
	frame   []string // by square: ` x="…" y="…" width="40" height="40"/>`
	pieces  []string // by parker.Piece: the reference to its drawing, which goes into such a group
	spoken  []string // by parker.Piece: ", white knight"; of none ", empty"
}

// cell is one square.
type cell struct {
	square parker.Square
	open   string // to the href
	label  string // ` aria-label="E6`
	field  string // class of the empty square
	hatch  string // what lies on a castle square: hatching
	tower  string // and its tower, where it is empty
}

// coord is what names a row or a column, on one of its squares.
type coord struct {
	square parker.Square
	text   string
}

type sheetKey struct {
	board *parker.Board
	turn  side
	lang  locale.Lang
}

var sheets sync.Map // of sheetKey to *sheet

func sheetFor(b *parker.Board, turn side, lang locale.Lang) *sheet {
	key := sheetKey{b, turn, lang}
	if s, ok := sheets.Load(key); ok {
		return s.(*sheet)
	}
	s, _ := sheets.LoadOrStore(key, newSheet(b, turn, lang))
	return s.(*sheet)
}

func newSheet(b *parker.Board, turn side, lang locale.Lang) *sheet {
	s := &sheet{layout: layOut(b, turn)}
	s.begin = fmt.Sprintf(`<svg id="board" role="grid" aria-rowcount="%d" aria-colcount="%d" aria-describedby="status"`, s.rows, s.cols)
	for row := range s.rows {
		s.rowOpen = append(s.rowOpen, fmt.Sprintf(`<g role="row" aria-rowindex="%d">`, row+1))
	}
	rim, merlons := s.rim()
	s.end = `<g class="above" aria-hidden="true"><path class="merlon" d="` + merlons + `"/><path class="rim" d="` + rim + `"/><path class="rim2" d="` + rim + `"/>`
	s.frame, s.mid = make([]string, b.Len()), make([]string, b.Len())
	for q := range s.at {
		x, y := s.middle(parker.Square(q))
		s.frame[q] = fmt.Sprintf(` x="%d" y="%d" width="%d" height="%d"/>`, x-unit/2, y-unit/2, unit, unit)
		s.mid[q] = fmt.Sprintf(` transform="translate(%d %d)">`, x, y)
	}
	s.dressPieces(lang)
	for _, q := range s.inReadingOrder() {
		s.cells = append(s.cells, s.newCell(q, lang))
	}
	s.cutWindows()
	return s
}

func (s *sheet) dressPieces(lang locale.Lang) {
	b := s.board
	n := 2*b.Seats() + 2
	s.pieces, s.spoken = make([]string, n), make([]string, n)
	s.spoken[0] = ", " + locale.T(lang, "square.empty")
	for i := 2; i < n; i++ {
		p := parker.Piece(i)
		id := heraldry.Man(tincture(b, p.Seat()), b.Seats() > 2)
		if p.Knight() {
			id = heraldry.Knight(tincture(b, p.Seat()), b.Seats() > 2)
		}
		s.pieces[i] = `<use href="#` + id + `"`
		s.spoken[i] = ", " + PieceName(lang, b, p)
	}
}

func (s *sheet) newCell(q parker.Square, lang locale.Lang) cell {
	name := s.board.Name(q)
	p := s.at[q]
	c := cell{square: q, label: ` aria-label="` + name}
	file, rank := s.board.FileRank(q)
	c.field = "sb"
	if (file+rank)%2 == 1 {
		c.field = "sa"
	}
	if owner := s.board.CastleOf(q); owner != 0 {
		c.label += ", " + locale.T(lang, "castle."+armyWord(s.board, owner))
		t := tincture(s.board, owner)
		c.field = "f-" + string(t)
		c.hatch, c.tower = castle(t, s.frame[q], p.col*unit+unit/2, p.row*unit+unit/2)
	}
	c.open = `<g role="gridcell" aria-colindex="` + strconv.Itoa(p.col+1) + `"><a id="sq-` + name + `"`
	return c
}

// cutWindows makes the windows of a sheet: the whole board first, then its
// parts. A part and the buttons under it are as high as the whole board, so that
// nothing on the page moves when one looks closer.
func (s *sheet) cutWindows() {
	width, height := s.cols*unit+2*margin, s.rows*unit+2*margin
	s.windows = []window{s.cut(window{x: -margin, y: -margin, w: width, h: height}, s.cols)}
	cols := colsInPart(s.cols)
	if cols == 0 {
		return
	}
	w := cols*unit + 2*margin
	h := w*height/width - buttons*w/phone
	for row := range compass {
		for col, name := range compass[row] {
			s.windows = append(s.windows, s.cut(window{
				name: name, col: col, row: row, w: w, h: h,
				x: offset(col, width-w), y: offset(row, height-h),
			}, cols))
		}
	}
}

// cut finds what is in a window that shows so many columns.
func (s *sheet) cut(w window, cols int) window {
	shape := fmt.Sprintf("files-%d", cols)
	if w.name == "" {
		shape += fmt.Sprintf(" rows-%d", s.rows) // how high the whole board is, for the style sheet
	}
	w.open = fmt.Sprintf(` class="board %s" viewBox="%d %d %d %d" aria-label="`, shape, w.x, w.y, w.w, w.h)
	for i := range s.cells {
		c := &s.cells[i]
		x, y := s.at[c.square].col*unit, s.at[c.square].row*unit
		across, down := min(x+unit, w.x+w.w)-max(x, w.x), min(y+unit, w.y+w.h)-max(y, w.y)
		switch {
		case across >= tappable && down >= tappable:
			w.cells = append(w.cells, c)
		case across > 0 && down > 0:
			w.cut = append(w.cut, c)
		}
	}
	w.coords = s.coordinates(w.cells)
	return w
}

// window returns the one with a name, else the whole board.
func (s *sheet) window(name string) *window {
	for i := range s.windows {
		if s.windows[i].name == name {
			return &s.windows[i]
		}
	}
	return &s.windows[0]
}

// window is what a drawing shows of a board: all of it, or one of nine parts
// that overlap by half. Squares outside of a part are not there at all, as an
// ARIA grid allows, so that nothing can have the focus and be out of sight. What
// is cut off at its edges leads a pointer to the part where it is not.
type window struct {
	name       string // "" the whole board, else a compass point as it is drawn: "nw", "c", "s"
	col, row   int    // of the parts, from 0 at the left and the top
	x, y, w, h int    // in units of the drawing
	open       string // attributes of the drawing, up to its label
	cells      []*cell
	cut        []*cell
	coords     []coord
}
