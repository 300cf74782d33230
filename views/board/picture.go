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

// Picture is a drawing of a position without links. SVG turns it into a file that needs no style
// sheet.
type Picture struct {
	Lang     locale.Lang
	View     parker.View
	Bottom   games.Seat   // seat with its side at the bottom
	LastMove []parker.Leg // the last move
	Theme    Theme
	Title    string // description in one line; "" if the page has one beside the picture
}

// pictureMargin is the space around the board of a picture, in units.
const pictureMargin = 20

// SVG returns the picture.
func (p Picture) SVG() []byte {
	s := p.template()
	drawing := p.appendTo(nil, s)
	size := fmt.Sprintf(`viewBox="%d %d %d %d" width="%d" height="%d"`, -pictureMargin, -pictureMargin,
		s.cols*squareSize+2*pictureMargin, s.rows*squareSize+2*pictureMargin, s.cols*squareSize+2*pictureMargin, s.rows*squareSize+2*pictureMargin)
	return p.standalone(size, "", drawing, "tower")
}

// Render writes the picture as part of a page, with the colors of the page.
func (p Picture) Render(_ context.Context, w io.Writer) error {
	s := p.template()
	said := `aria-hidden="true"`
	if p.Title != "" {
		said = `role="img" aria-label="` + templ.EscapeString(p.Title+" "+p.description()) + `"`
	}
	width := s.cols*squareSize + 2*boardMargin
	out := fmt.Appendf(nil, `<svg class="board" translate="no" %s viewBox="%d %d %d %d" width="%d">`, said, -boardMargin, -boardMargin, width, s.rows*squareSize+2*boardMargin, width)
	_, err := w.Write(append(p.appendTo(out, s), `</svg>`...))
	return err
}

// Width returns the width of the picture in pixels, given the width of a square.
func (p Picture) Width(square int) int {
	return (p.template().cols*squareSize + 2*pictureMargin) * square / squareSize
}

func (p Picture) template() *template {
	b := p.View.Board()
	return templateFor(b, sideOf(b, p.Bottom), p.Lang)
}

// appendTo draws the board.
func (p Picture) appendTo(out []byte, s *template) []byte {
	b := Board{Lang: p.Lang, View: p.View, LastMove: p.LastMove, Probe: parker.NoSquare, Stage: parker.Stage{From: parker.NoSquare}}
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

// standalone returns a drawing as an SVG file with its own styles. rules are added to the styles of
// the site.
func (p Picture) standalone(size, rules string, drawing []byte, icons ...string) []byte {
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
	fmt.Fprintf(&out, `<style>%s%s</style><defs>%s</defs>`, p.Theme.cssFor(append([]byte(defs), drawing...)), rules, defs)
	out.Write(drawing)
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// description lists the pieces with their squares.
func (p Picture) description() string {
	b, s := p.View.Board(), p.template()
	var text strings.Builder
	for q := range parker.Square(b.Len()) {
		if c := p.View.At(q); c != 0 {
			text.WriteString(" " + b.Name(q) + s.pieceLabels[c] + ".")
		}
	}
	return strings.TrimPrefix(text.String(), " ")
}
