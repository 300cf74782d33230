package board

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Board is a position as one person sees it.
type Board struct {
	Lang   locale.Lang
	Label  string // accessible name of the grid
	View   parker.View
	Bottom games.Seat   // whose side is at the bottom
	You    games.Seat   // whose pieces are called yours, 0 nobody's
	Part   string       // of the board that is shown, by its name in Part; "" all of it
	Path   string       // page that the squares lead to: "/m/abc"
	Query  string       // parameters that every link keeps: "turn=2", "" for none
	Act    bool         // the squares are links by which a move is made
	Tell   bool         // else they are links to why none can be made there
	Stage  parker.Stage // the move in the making; its Route is "" while there is none
	Last   []parker.Leg // the last move
	Recall bool         // the last move can be shown again: its way is drawn, had it turns or not
	Ghosts []Ghost      // captured pieces that are still shown
	Next   []parker.Leg // the move that came after a position of the past, drawn over it
	Try    parker.Square
	Movers []parker.Square // marked as pieces that can move

	ZoomTo func(part string) string // where a square that is cut off leads; needed if Part is set

	To func(parker.Square) string // where a square leads, on a board that is not for moves; nil else
}

// The links of a board begin with one of these.
func (b Board) link(param string) string {
	var u strings.Builder
	u.WriteString(b.Path)
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

// mark is what a square shows besides its piece.
type mark uint16

const (
	last     mark = 1 << iota // the last move began or ended here
	chosen                    // the piece of the staged move stands here
	start                     // the staged move began here, and the piece has left
	taken                     // the staged move captures here
	landing                   // the staged move came by here
	mover                     // the piece can move
	refused                   // asked about in vain
	stepTo                    // targets, by the kind of move that leads here
	canterTo                  //
	jumpTo                    //
	chargeTo                  //
	castleTo                  //
	lost                      // a piece was captured here that is still shown
)

const target = stepTo | canterTo | jumpTo | chargeTo | castleTo

// marks finds what each square shows, and the route that a target or a landing
// square leads to.
func (b Board) marks() (marks [256]mark, routes [256]string) {
	if n := len(b.Last); n > 0 {
		marks[b.Last[0].From] |= last
		marks[b.Last[n-1].To] |= last
	}
	for _, ghost := range b.Ghosts {
		marks[ghost.Square] |= lost
	}
	for _, q := range b.Movers {
		marks[q] |= mover
	}
	if st := b.Stage; st.From != parker.NoSquare && st.Route != "" {
		end := st.From
		for i, leg := range st.Legs {
			if i < len(st.Legs)-1 {
				marks[leg.To] |= landing
				routes[leg.To] = upTo(st.Route, i+1)
			}
			if leg.Taken != parker.NoSquare {
				marks[leg.Taken] |= taken
			}
			end = leg.To
		}
		if end != st.From {
			marks[st.From] |= start
		}
		marks[end] |= chosen
		for _, list := range [2][]parker.Target{st.Far, st.Next} {
			for _, t := range list {
				marks[t.Square] = marks[t.Square]&^target | targetMark(t.Kind)
				routes[t.Square] = t.Route
			}
		}
	}
	if b.Try != parker.NoSquare {
		marks[b.Try] |= refused
	}
	return marks, routes
}

func targetMark(k parker.Kind) mark {
	switch k {
	case parker.Canter:
		return canterTo
	case parker.Jump:
		return jumpTo
	case parker.Charge:
		return chargeTo
	case parker.CastleMove:
		return castleTo
	}
	return stepTo
}

// upTo returns the route as it was after its first n legs.
func upTo(route string, n int) string {
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

// ghostClass marks a piece that has left its square.
const ghostClass = ` class="ghost"`

// appendPiece draws a piece on a square, in a group whose origin is the middle of
// the square: the style sheet can turn the piece about it.
func appendPiece(out []byte, s *sheet, q parker.Square, piece parker.Piece, class string) []byte {
	out = append(append(out, `<g`...), class...)
	out = append(append(out, s.mid[q]...), s.pieces[piece]...)
	return append(out, `/></g>`...)
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
