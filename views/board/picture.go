package board

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Picture is a position drawn to be looked at. As a file of its own it is an SVG in
// the colors of a theme that needs no style sheet and no page around it.
type Picture struct {
	Lang   locale.Lang
	View   parker.View
	Bottom games.Seat   // whose side is at the bottom
	Last   []parker.Leg // the last move
	Theme  Theme
	Title  string // what it shows, in a line; "" within a page that says so beside it
}

// edge is the room around a picture's board, in units.
const edge = 20

// SVG returns the picture.
func (p Picture) SVG() []byte {
	s := p.sheet()
	drawing := p.append(nil, s)
	size := fmt.Sprintf(`viewBox="%d %d %d %d" width="%d" height="%d"`, -edge, -edge,
		s.cols*unit+2*edge, s.rows*unit+2*edge, s.cols*unit+2*edge, s.rows*unit+2*edge)
	return p.whole(size, "", drawing, "tower")
}

// Render writes the picture as part of a page, in the colors of the page.
func (p Picture) Render(_ context.Context, w io.Writer) error {
	s := p.sheet()
	said := `aria-hidden="true"`
	if p.Title != "" {
		said = `role="img" aria-label="` + templ.EscapeString(p.Title+" "+p.description()) + `"`
	}
	width := s.cols*unit + 2*margin
	out := fmt.Appendf(nil, `<svg class="board" %s viewBox="%d %d %d %d" width="%d">`, said, -margin, -margin, width, s.rows*unit+2*margin, width)
	_, err := w.Write(append(p.append(out, s), `</svg>`...))
	return err
}

// Width returns how wide the picture is, in pixels, if each of its squares is to be so
// wide.
func (p Picture) Width(square int) int { return (p.sheet().cols*unit + 2*edge) * square / unit }

func (p Picture) sheet() *sheet {
	b := p.View.Board()
	return sheetFor(b, sideOf(b, p.Bottom), p.Lang)
}

// append draws the board.
func (p Picture) append(out []byte, s *sheet) []byte {
	b := Board{Lang: p.Lang, View: p.View, Last: p.Last, Try: parker.NoSquare, Stage: parker.Stage{From: parker.NoSquare}}
	marks, _ := b.marks()
	for i := range s.cells {
		c := &s.cells[i]
		out = b.appendSquare(out, s, c, p.View.At(c.square), marks[c.square])
	}
	out = append(out, s.end...)
	for _, c := range s.windows[0].coords {
		if p.View.At(c.square) == 0 {
			out = append(out, c.text...)
		}
	}
	return append(b.appendAbove(out, s, p.View.At), `</g>`...)
}

// whole wraps a drawing so that it stands alone; rules are what its style sheet
// has besides those of the site.
func (p Picture) whole(size, rules string, drawing []byte, icons ...string) []byte {
	b := p.View.Board()
	var armies []heraldry.Tincture
	for seat := 1; seat <= b.Seats(); seat++ {
		armies = append(armies, tincture(b, games.Seat(seat)))
	}
	defs := heraldry.Parts(armies, b.Seats() > 2, icons...)
	drawing = append([]byte(`<rect class="f-paper" x="-1000" y="-1000" width="4000" height="4000"/>`), drawing...)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" %s role="img" lang="%s" aria-labelledby="title desc"><title id="title">%s</title><desc id="desc">%s</desc>`,
		size, p.Lang, templ.EscapeString(p.Title), templ.EscapeString(p.description()))
	fmt.Fprintf(&out, `<style>%s%s</style><defs>%s</defs>`, p.Theme.style(append([]byte(defs), drawing...)), rules, defs)
	out.Write(drawing)
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// description says who stands where.
func (p Picture) description() string {
	b, s := p.View.Board(), p.sheet()
	var text strings.Builder
	for q := range parker.Square(b.Len()) {
		if c := p.View.At(q); c != 0 {
			text.WriteString(" " + b.Name(q) + s.spoken[c] + ".")
		}
	}
	return strings.TrimPrefix(text.String(), " ")
}
