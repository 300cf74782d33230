package board

import (
	"fmt"
	"slices"

	"tableronde/views/locale"
)

// squaresInRows returns the squares as they are drawn within their rows, whose groups
// are moved down: the same drawing in every row, in fewer and more similar bytes. The
// style sheet knows how large a square is.
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
		if c.hatch != "" { // goes on from row to row
			c.hatch = fmt.Sprintf(`<g transform="translate(0 %d)">%s</g>`, -squareSize*s.at[c.square].row, c.hatch)
		}
	}
	return &in
}

// openRow appends the start tag of the row that begins with a square. The columns of a
// row follow one another, so that the first one's index tells those of the others.
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

// originAttr returns the attribute of a group whose origin is a point, to the end of its
// start tag.
func originAttr(x, y int) string { return fmt.Sprintf(` transform="translate(%d %d)">`, x, y) }
