package board

import (
	"fmt"

	"tableronde/games/parker"
)

// Crop is a part of a board, given by its lower left and upper right squares. They need not be on
// the board. The zero Crop is none.
type Crop struct{ From, To string }

// cropMargin is the visible width of the squares beside a Crop.
const cropMargin = 7

// crop returns the window of a part. At an edge of the board it leaves room for the rim. If the
// corners are invalid, it returns the whole board.
func (s *template) crop(c Crop) *window {
	var file, toFile byte
	var low, high gridPoint
	if _, err := fmt.Sscanf(c.From+" "+c.To, "%c%d %c%d", &file, &low.row, &toFile, &high.row); err != nil {
		return &s.windows[0]
	}
	low.col, high.col = int(file-'A'), int(toFile-'A')
	margin := func(edge bool) int {
		if edge {
			return boardMargin
		}
		return cropMargin
	}
	left, right := low.col*squareSize-margin(low.col == 0), (high.col+1)*squareSize+margin(high.col == s.cols-1)
	top, bottom := (s.rows-high.row)*squareSize-margin(high.row == s.rows), (s.rows+1-low.row)*squareSize+margin(low.row == 1)
	w := s.fillWindow(window{x: left, y: top, width: right - left, height: bottom - top}, 0)
	w.open = fmt.Sprintf(` class="board part" viewBox="%d %d %d %d" aria-label="`, w.x, w.y, w.width, w.height)
	w.clip = fmt.Sprintf(`<clipPath id="part"><rect x="%d" y="%d" width="%d" height="%d"/></clipPath><g clip-path="url(#part)">`, w.x, w.y, w.width, w.height)
	w.unclip = `</g>`
	return &w
}

// shieldContour runs around a knight, outside its own outline.
const shieldContour = "M-16.2-17.7H16.2V-2.5C16.2 8 9 15 0 19.4C-9 15-16.2 8-16.2-2.5Z"

// appendGlow draws the contour around a piece to touch.
func appendGlow(out []byte, s *template, q parker.Square, piece parker.Piece) []byte {
	x, y := s.middle(q)
	if piece.Knight() {
		return fmt.Appendf(out, `<path class="glow-b" transform="translate(%d %d)" d="%s"/>`, x, y, shieldContour)
	}
	return appendCircle(out, "glow-b", x, y, "16.6")
}

// appendTried draws a refused move as a line, dotted unless it is a jump.
func appendTried(out []byte, s *template, legs []parker.Leg) []byte {
	for _, leg := range legs {
		class := "lane-l canter"
		if leg.Kind == parker.Jump {
			class = "lane-l"
		}
		for _, class := range [2]string{"lane-h", class} {
			out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
			out = appendPoint(out, s, leg.From)
			out = append(out, 'L')
			out = appendPoint(out, s, leg.To)
			out = append(out, `"/>`...)
		}
	}
	return out
}
