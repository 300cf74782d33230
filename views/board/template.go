package board

import (
	"fmt"
	"sync"

	"tableronde/games/parker"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// template holds the parts of a drawing that do not depend on the position.
type template struct {
	layout
	begin       string    // start of the grid, before its window's attributes
	cells       []cell    // in reading order
	inRow       *template // the same parts with the squares drawn within their rows
	windows     []window  // the whole board comes first
	end         string    // after the last square: rim and crenels
	origin      []string  // by square: attribute of a group with its origin in the center, ` transform="…">`
	frame       []string  // by square: ` x="…" y="…" width="40" height="40"/>`
	pieces      []string  // by parker.Piece: reference to its drawing, for such a group
	pieceLabels []string  // by parker.Piece: ", white knight"; for none ", empty"
}

type templateKey struct {
	board *parker.Board
	turn  side
	lang  locale.Lang
}

var templates sync.Map // of templateKey to *template

func templateFor(b *parker.Board, turn side, lang locale.Lang) *template {
	key := templateKey{b, turn, lang}
	if s, ok := templates.Load(key); ok {
		return s.(*template)
	}
	s, _ := templates.LoadOrStore(key, newTemplate(b, turn, lang))
	return s.(*template)
}

func newTemplate(b *parker.Board, turn side, lang locale.Lang) *template {
	s := &template{layout: newLayout(b, turn)}
	s.begin = fmt.Sprintf(`<svg id="board" translate="no" role="grid" aria-rowcount="%d" aria-colcount="%d" aria-describedby="status"`, s.rows, s.cols)
	rim, merlons := s.rim()
	s.end = `<g class="above" aria-hidden="true"><path class="merlon" d="` + merlons + `"/><path class="rim" d="` + rim + `"/><path class="rim2" d="` + rim + `"/>`
	s.frame, s.origin = make([]string, b.Len()), make([]string, b.Len())
	for q := range s.at {
		x, y := s.middle(parker.Square(q))
		s.frame[q] = fmt.Sprintf(` x="%d" y="%d" width="%d" height="%d"/>`, x-squareSize/2, y-squareSize/2, squareSize, squareSize)
		s.origin[q] = originAttr(x, y)
	}
	s.addPieces(lang)
	for _, q := range s.inReadingOrder() {
		s.cells = append(s.cells, s.newCell(q, lang))
	}
	s.inRow = s.squaresInRows(lang)
	s.addWindows()
	return s
}

func (s *template) addPieces(lang locale.Lang) {
	b := s.board
	n := 2*b.Seats() + 2
	s.pieces, s.pieceLabels = make([]string, n), make([]string, n)
	s.pieceLabels[0] = ", " + locale.T(lang, "square.empty")
	for i := 2; i < n; i++ {
		p := parker.Piece(i)
		id := heraldry.Man(tincture(b, p.Seat()), b.Seats() > 2)
		if p.Knight() {
			id = heraldry.Knight(tincture(b, p.Seat()), b.Seats() > 2)
		}
		s.pieces[i] = `<use href="#` + id + `"`
		s.pieceLabels[i] = ", " + PieceName(lang, b, p)
	}
}

func (s *template) newCell(q parker.Square, lang locale.Lang) cell {
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
		c.hatch, c.tower = castleDrawing(t, s.frame[q], p.col*squareSize+squareSize/2, p.row*squareSize+squareSize/2)
	}
	c.open = `<g role="gridcell"><a id="sq-` + name + `"`
	return c
}

// addWindows adds the windows: the whole board, then its parts. A part with the buttons under it is
// as high as the whole board, so that zooming moves nothing else on the page.
func (s *template) addWindows() {
	width, height := s.cols*squareSize+2*boardMargin, s.rows*squareSize+2*boardMargin
	s.windows = []window{s.fillWindow(window{x: -boardMargin, y: -boardMargin, width: width, height: height}, s.cols)}
	cols := colsInPart(s.cols)
	if cols == 0 {
		return
	}
	w := cols*squareSize + 2*boardMargin
	h := w*height/width - buttonsHeight*w/phoneWidth
	for row := range compass {
		for col, name := range compass[row] {
			s.windows = append(s.windows, s.fillWindow(window{
				name: name, col: col, row: row, width: w, height: h,
				x: windowOffset(col, width-w), y: windowOffset(row, height-h),
			}, cols))
		}
	}
}

// fillWindow returns w with the squares in it. cols is its number of columns.
func (s *template) fillWindow(w window, cols int) window {
	shape := fmt.Sprintf("files-%d", cols)
	if w.name == "" {
		shape += fmt.Sprintf(" rows-%d", s.rows) // number of rows, for the style sheet
	}
	w.open = fmt.Sprintf(` class="board %s" viewBox="%d %d %d %d" aria-label="`, shape, w.x, w.y, w.width, w.height)
	for i := range s.cells {
		c := &s.cells[i]
		x, y := s.at[c.square].col*squareSize, s.at[c.square].row*squareSize
		across, down := min(x+squareSize, w.x+w.width)-max(x, w.x), min(y+squareSize, w.y+w.height)-max(y, w.y)
		switch {
		case across >= minTappable && down >= minTappable:
			w.cells = append(w.cells, &s.inRow.cells[i])
		case across > 0 && down > 0:
			w.cutOff = append(w.cutOff, c)
		}
	}
	w.coords = s.coordinates(w.cells)
	return w
}

// window returns the window with a name, or the whole board.
func (s *template) window(name string) *window {
	for i := range s.windows {
		if s.windows[i].name == name {
			return &s.windows[i]
		}
	}
	return &s.windows[0]
}
