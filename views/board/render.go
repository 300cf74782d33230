package board

import (
	"context"
	"io"
	"sync"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
)

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Render writes the board.
func (b Board) Render(_ context.Context, w io.Writer) error {
	buf := buffers.Get().(*[]byte)
	*buf = b.append((*buf)[:0])
	_, err := w.Write(*buf)
	buffers.Put(buf)
	return err
}

func (b Board) append(out []byte) []byte {
	s := sheetFor(b.View.Board(), sideOf(b.View.Board(), b.Bottom), b.Lang)
	marks, routes := b.marks()
	words := wordsIn(b.Lang)
	w := s.window(b.Part)
	out = append(out, s.begin...)
	out = append(out, w.open...)
	out = append(out, templ.EscapeString(b.Label)...)
	out = append(out, `">`...)
	links := b.links()
	row := -1
	for _, c := range w.cells {
		if r := s.at[c.square].row; r != row {
			if row >= 0 {
				out = append(out, `</g>`...)
			}
			out, row = append(out, s.rowOpen[r]...), r
		}
		piece, m := b.View.At(c.square), marks[c.square]
		out = append(out, c.open...)
		out = links.append(out, b, c.square, piece, m, routes[c.square])
		out = append(out, c.label...)
		out = words.append(out, b, s, c.square, m)
		out = append(out, `">`...)
		out = b.appendSquare(out, s, c, piece, m)
		out = append(out, `</a></g>`...)
	}
	out = append(out, `</g>`...)
	if len(w.cut) > 0 {
		out = append(out, `<g aria-hidden="true">`...)
		hrefs := map[string]string{} // by part
		for _, c := range w.cut {
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
		if marks[c.square]&target == 0 && b.View.At(c.square) == 0 {
			out = append(out, c.text...)
		}
	}
	out = b.appendAbove(out, s, b.View.At)
	return append(out, `</g></svg>`...)
}

// appendSquare draws a square and what stands on it.
func (b Board) appendSquare(out []byte, s *sheet, c *cell, piece parker.Piece, m mark) []byte {
	q := c.square
	out = append(out, `<rect class="`...)
	switch {
	case m&chosen != 0:
		out = append(out, "ssel"...)
	case m&last != 0:
		out = append(out, "sl"...)
	default:
		out = append(out, c.field...)
	}
	out = append(out, '"')
	out = append(out, s.frame[q]...)
	if c.hatch != "" && m&(chosen|last) == 0 {
		out = append(out, c.hatch...)
	}
	if m&last != 0 {
		out = inset(out, s, q, "lastmark", 17.5)
	}
	switch {
	case piece != 0:
		class := ""
		switch {
		case m&(start|taken) != 0:
			class = ghostClass
		case b.Recall && len(b.Last) > 0 && b.Last[len(b.Last)-1].To == q:
			class = ` class="moved"`
		}
		out = appendPiece(out, s, q, piece, class)
	case c.tower != "" && m&(chosen|target) == 0:
		out = append(out, c.tower...)
	}
	if m&target != 0 && m&chosen == 0 {
		out = appendTarget(out, s, q, m)
	}
	if m&mover != 0 {
		x, y := s.middle(q)
		out = append(out, `<rect class="t-step"`...)
		out = attr(out, "x", x-6)
		out = attr(out, "y", y+16)
		out = append(out, ` width="12" height="2.5"/>`...)
	}
	if m&refused != 0 {
		out = inset(out, s, q, "wrong", 18)
	}
	return out
}

// links are the addresses of the squares.
type links struct {
	act              bool
	none, route, try string // up to the value, which is names of squares: nothing to escape
	withStage        string // keeps the staged route and asks about a square
	seat             games.Seat
	from, end        parker.Square
	staged, underway bool
}

func (b Board) links() links {
	l := links{act: b.Act, none: ` href="` + b.link(""), route: ` href="` + b.link("m="), try: ` href="` + b.link("try="), seat: b.View.Turn(),
		from: parker.NoSquare, end: parker.NoSquare}
	if st := b.Stage; st.Route != "" && st.From != parker.NoSquare {
		l.staged, l.underway = true, len(st.Legs) > 0
		l.from, l.end = st.From, st.From
		if l.underway {
			l.end = st.Legs[len(st.Legs)-1].To
		}
		l.withStage = ` href="` + b.link("m="+st.Route+"&amp;try=")
	}
	return l
}

// append writes where a square leads: on along the move, back to an earlier
// landing, to another piece, or to why it is none of these.
func (l links) append(out []byte, b Board, q parker.Square, piece parker.Piece, m mark, route string) []byte {
	name := b.View.Board().Name(q)
	switch {
	case b.To != nil:
		out = append(append(out, ` href="`...), templ.EscapeString(b.To(q))...)
	case !l.act && !b.Tell:
		return append(out, ` role="link" aria-disabled="true"`...)
	case !l.act:
		out = append(append(out, l.try...), name...)
	case route != "":
		out = append(append(out, l.route...), route...)
	case l.staged && q == l.end && !l.underway:
		out = append(out, l.none...)
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

// appendAbove draws what lies over the squares: the way of the last move where
// it had turns, and the staged move.
func (b Board) appendAbove(out []byte, s *sheet, at func(parker.Square) parker.Piece) []byte {
	out = b.appendGhosts(out, s)
	if len(b.Last) > 1 || len(b.Last) > 0 && b.Recall {
		out = append(out, `<path class="lastpath" id="lastpath" d="M`...)
		out = point(out, s, b.Last[0].From)
		for _, leg := range b.Last {
			out = append(out, 'L')
			out = point(out, s, leg.To)
		}
		out = append(out, `"/>`...)
	}
	if len(b.Next) > 0 {
		out = appendWay(out, s, b.Next)
		return appendCrosses(out, s, b.Next)
	}
	if b.Stage.Route == "" || b.Stage.From == parker.NoSquare {
		return out
	}
	return b.appendStaged(out, s, at)
}

func (b Board) appendStaged(out []byte, s *sheet, at func(parker.Square) parker.Piece) []byte {
	st := b.Stage
	end := st.From
	out = appendWay(out, s, st.Legs)
	if n := len(st.Legs); n > 0 {
		end = st.Legs[n-1].To
	}
	if len(st.Legs) > 0 {
		if end != st.From {
			out = inset(out, s, st.From, "spot", 16)
		}
		out = inset(out, s, end, "ssel", 18)
		out = appendPiece(out, s, end, at(st.From), "")
	}
	out = brackets(out, s, end)
	return appendCrosses(out, s, st.Legs)
}

// append says what stands on a square, as the move in the making would have it,
// and then its marks, the most useful first.
func (w *words) append(out []byte, b Board, s *sheet, q parker.Square, m mark) []byte {
	piece := b.View.At(q)
	if m&chosen != 0 {
		piece = b.View.At(b.Stage.From)
	}
	switch {
	case piece == 0 || b.You == 0 || piece.Seat() != b.You:
		out = append(out, s.spoken[piece]...)
	case piece.Knight():
		out = append(out, w.yours[1]...)
	default:
		out = append(out, w.yours[0]...)
	}
	if m == 0 {
		return out
	}
	if m&mover != 0 && b.View.MustCapture() {
		out = append(out, w.can...)
		m &^= mover
	}
	began := m&last != 0 && len(b.Last) > 0 && b.Last[0].From == q && b.Last[len(b.Last)-1].To != q
	if began {
		m &^= last
	}
	for i := len(w.each) - 1; i >= 0; i-- {
		if m&(1<<i) != 0 {
			out = append(out, w.each[i]...)
		}
	}
	if began {
		out = append(out, w.lastFrom...)
	}
	return out
}
