package board

import (
	"context"
	"io"
	"sync"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
)

var bufferPool = sync.Pool{New: func() any { return new([]byte) }}

// Render writes the board.
func (b Board) Render(_ context.Context, w io.Writer) error {
	buf := bufferPool.Get().(*[]byte)
	*buf = b.appendTo((*buf)[:0])
	_, err := w.Write(*buf)
	bufferPool.Put(buf)
	return err
}

func (b Board) appendTo(out []byte) []byte {
	s := templateFor(b.View.Board(), sideOf(b.View.Board(), b.Bottom), b.Lang)
	marks, routes := b.marks()
	words := wordsIn(b.Lang)
	w := s.window(b.Part)
	out = append(out, s.begin...)
	out = append(out, w.open...)
	out = append(out, templ.EscapeString(b.Label)...)
	out = append(out, `">`...)
	links := b.squareLinks()
	row := -1
	for _, c := range w.cells {
		if r := s.at[c.square].row; r != row {
			if row >= 0 {
				out = append(out, `</g>`...)
			}
			out, row = s.openRow(out, c), r
		}
		piece, m := b.View.At(c.square), marks[c.square]
		out = append(out, c.open...)
		out = links.appendHref(out, b, c.square, piece, m, routes[c.square])
		out = append(out, c.label...)
		out = words.appendLabel(out, b, s, c.square, m)
		out = append(out, `">`...)
		out = b.appendSquare(out, s.inRow, c, piece, m)
		out = append(out, `</a></g>`...)
	}
	out = append(out, `</g>`...)
	if len(w.cutOff) > 0 {
		out = append(out, `<g aria-hidden="true">`...)
		hrefs := map[string]string{} // by part
		for _, c := range w.cutOff {
			part := s.part(c.square)
			if hrefs[part] == "" {
				hrefs[part] = templ.EscapeString(b.ZoomTo(part))
			}
			out = append(out, `<a tabindex="-1" href="`...)
			out = append(append(out, hrefs[part]...), `">`...)
			out = b.appendSquare(out, s, c, b.View.At(c.square), marks[c.square])
			out = append(out, `</a>`...)
		}
		out = append(out, `</g>`...)
	}
	out = append(out, s.end...)
	for _, c := range w.coords {
		if marks[c.square]&markTarget == 0 && b.View.At(c.square) == 0 {
			out = append(out, c.text...)
		}
	}
	out = b.appendAbove(out, s, b.View.At)
	return append(out, `</g></svg>`...)
}

// appendSquare draws a square and what stands on it.
func (b Board) appendSquare(out []byte, s *template, c *cell, piece parker.Piece, m mark) []byte {
	q := c.square
	out = append(out, `<rect class="`...)
	switch {
	case m&markChosen != 0:
		out = append(out, "ssel"...)
	case m&markLast != 0:
		out = append(out, "sl"...)
	default:
		out = append(out, c.field...)
	}
	out = append(out, '"')
	out = append(out, s.frame[q]...)
	if c.hatch != "" && m&(markChosen|markLast) == 0 {
		out = append(out, c.hatch...)
	}
	if m&markLast != 0 {
		out = appendFrame(out, s, q, "lastmark", 17.5)
	}
	switch {
	case piece != 0:
		class := ""
		switch {
		case m&(markStart|markTaken) != 0:
			class = ghostClass
		case b.Replayable && len(b.LastMove) > 0 && b.LastMove[len(b.LastMove)-1].To == q:
			class = ` class="moved"`
		}
		out = appendPiece(out, s, q, piece, class)
	case c.tower != "" && m&(markChosen|markTarget) == 0:
		out = append(out, c.tower...)
	}
	if m&markTarget != 0 && m&markChosen == 0 {
		out = appendTarget(out, s, q, m)
	}
	if m&markMover != 0 {
		x, y := s.middle(q)
		out = append(out, `<rect class="t-step"`...)
		out = appendAttr(out, "x", x-6)
		out = appendAttr(out, "y", y+16)
		out = append(out, ` width="12" height="2.5"/>`...)
	}
	if m&markRefused != 0 {
		out = appendFrame(out, s, q, "wrong", 18)
	}
	return out
}

// squareLinks makes the addresses that squares link to.
type squareLinks struct {
	canMove           bool
	clear, route, try string // up to the value, which needs no escaping
	withStage         string // keeps the staged route and probes a square
	seat              games.Seat
	from, end         parker.Square
	staged, hasLegs   bool
}

func (b Board) squareLinks() squareLinks {
	l := squareLinks{canMove: b.CanMove, clear: ` href="` + b.link(""), route: ` href="` + b.link("m="), try: ` href="` + b.link("try="), seat: b.View.Turn(),
		from: parker.NoSquare, end: parker.NoSquare}
	if st := b.Stage; st.Route != "" && st.From != parker.NoSquare {
		l.staged, l.hasLegs = true, len(st.Legs) > 0
		l.from, l.end = st.From, st.From
		if l.hasLegs {
			l.end = st.Legs[len(st.Legs)-1].To
		}
		l.withStage = ` href="` + b.link("m="+st.Route+"&amp;try=")
	}
	return l
}

// appendHref writes the address of a square: one that continues the move, goes back to
// an earlier landing, chooses another piece, or explains why none of these is possible.
func (l squareLinks) appendHref(out []byte, b Board, q parker.Square, piece parker.Piece, m mark, route string) []byte {
	name := b.View.Board().Name(q)
	switch {
	case b.Href != nil:
		out = append(append(out, ` href="`...), templ.EscapeString(b.Href(q))...)
	case !l.canMove && !b.Explain:
		return append(out, ` role="link" aria-disabled="true"`...)
	case !l.canMove:
		out = append(append(out, l.try...), name...)
	case route != "":
		out = append(append(out, l.route...), route...)
	case l.staged && q == l.end && !l.hasLegs:
		out = append(out, l.clear...)
	case l.staged && q == l.end:
		out = append(append(out, l.route...), b.Stage.Route...)
	case l.staged && q == l.from:
		out = append(append(out, l.route...), name...)
	case piece.Seat() == l.seat && piece != 0:
		out = append(append(out, l.route...), name...)
	case l.staged:
		out = append(append(out, l.withStage...), name...)
	default:
		out = append(append(out, l.try...), name...)
	}
	return append(out, '"')
}

// appendAbove draws the layer over the squares: the path of the last move if it has
// several legs, and the staged move.
func (b Board) appendAbove(out []byte, s *template, at func(parker.Square) parker.Piece) []byte {
	out = b.appendGhosts(out, s)
	if len(b.LastMove) > 1 || len(b.LastMove) > 0 && b.Replayable {
		out = append(out, `<path class="lastpath"`...)
		if b.Replayable {
			out = append(out, ` id="lastpath"`...)
		}
		out = append(out, ` d="M`...)
		out = appendPoint(out, s, b.LastMove[0].From)
		for _, leg := range b.LastMove {
			out = append(out, 'L')
			out = appendPoint(out, s, leg.To)
		}
		out = append(out, `"/>`...)
	}
	if len(b.Other) > 0 {
		out = appendOther(out, s, b.Other)
	}
	if len(b.NextMove) > 0 {
		out = appendWay(out, s, b.NextMove)
		return appendCrosses(out, s, b.NextMove)
	}
	if b.Stage.Route == "" || b.Stage.From == parker.NoSquare {
		return out
	}
	return b.appendStaged(out, s, at)
}

func (b Board) appendStaged(out []byte, s *template, at func(parker.Square) parker.Piece) []byte {
	st := b.Stage
	end := st.From
	out = appendWay(out, s, st.Legs)
	if n := len(st.Legs); n > 0 {
		end = st.Legs[n-1].To
	}
	if len(st.Legs) > 0 {
		if end != st.From {
			out = appendFrame(out, s, st.From, "spot", 16)
		}
		out = appendFrame(out, s, end, "ssel", 18)
		out = appendPiece(out, s, end, at(st.From), "")
	}
	out = appendBrackets(out, s, end)
	return appendCrosses(out, s, st.Legs)
}

// appendLabel writes the piece on a square, as after the staged move, and the marks of
// the square, the most useful first.
func (w *labelWords) appendLabel(out []byte, b Board, s *template, q parker.Square, m mark) []byte {
	piece := b.View.At(q)
	if m&markChosen != 0 {
		piece = b.View.At(b.Stage.From)
	}
	switch {
	case piece == 0 || b.You == 0 || piece.Seat() != b.You:
		out = append(out, s.pieceLabels[piece]...)
	case piece.Knight():
		out = append(out, w.own[1]...)
	default:
		out = append(out, w.own[0]...)
	}
	if m == 0 {
		return out
	}
	if m&markMover != 0 && b.View.MustCapture() {
		out = append(out, w.canCapture...)
		m &^= markMover
	}
	began := m&markLast != 0 && len(b.LastMove) > 0 && b.LastMove[0].From == q && b.LastMove[len(b.LastMove)-1].To != q
	if began {
		m &^= markLast
	}
	for i := len(w.byMark) - 1; i >= 0; i-- {
		if m&(1<<i) != 0 {
			out = append(out, w.byMark[i]...)
		}
	}
	if began {
		out = append(out, w.lastFrom...)
	}
	return out
}
