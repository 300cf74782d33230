package board

import (
	"fmt"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/heraldry"
)

// Sheet is what the pictures of one match have in common, in a file of their own: styles
// for both themes, the drawings of the pieces, and the empty board.
type Sheet struct {
	Style string // CSS, light unless the reader prefers dark
	Defs  string // SVG definitions, with the empty board as #squares
	Box   string // viewBox of a picture
}

// Sheet returns what the picture shares with others of the same board.
func (p Picture) Sheet() Sheet {
	s, b := p.template(), p.View.Board()
	var armies []heraldry.Tincture
	for seat := 1; seat <= b.Seats(); seat++ {
		armies = append(armies, tincture(b, games.Seat(seat)))
	}
	parts := heraldry.Parts(armies, b.Seats() > 2, "tower")
	var base []byte
	for i := range s.cells {
		base = Board{}.appendSquare(base, s, &s.cells[i], 0, 0)
	}
	base = append(base, s.end...)
	for _, c := range s.windows[0].coords {
		base = append(base, c.text...)
	}
	defs := parts + `<g id="squares">` + string(base) + `</g></g>`
	sample := []byte(defs + ` class="sl" class="lastmark" class="lastpath"`)
	return Sheet{
		Style: Light.cssFor(sample) + "@media (prefers-color-scheme: dark){" + Dark.cssFor(sample) + "}",
		Defs:  defs,
		Box:   fmt.Sprintf("%d %d %d %d", -boardMargin, -boardMargin, s.cols*squareSize+2*boardMargin, s.rows*squareSize+2*boardMargin),
	}
}

// OnSheet draws what stands on the board, and the last move, over the empty board of Sheet.
func (p Picture) OnSheet() string {
	s := p.template()
	b := Board{View: p.View, LastMove: p.LastMove, Probe: parker.NoSquare, Stage: parker.Stage{From: parker.NoSquare}}
	marks, _ := b.marks()
	out := []byte(`<use href="#squares"/>`)
	for i := range s.cells {
		c := &s.cells[i]
		switch piece := p.View.At(c.square); {
		case marks[c.square] != 0 || piece != 0 && c.tower != "":
			out = b.appendSquare(out, s, c, piece, marks[c.square])
		case piece != 0:
			out = appendPiece(out, s, c.square, piece, "")
		}
	}
	return string(b.appendAbove(out, s, p.View.At))
}

// Describe lists the pieces with their squares.
func (p Picture) Describe() string { return p.description() }
