package board

import (
	"math"
	"strconv"
	"strings"

	"tableronde/games/parker"
	"tableronde/games/study"
)

// Arrow is an arrow over the board.
type Arrow struct {
	Way   []parker.Square // its first square, the squares where it bends, and the one at its tip
	Label string          // beside it, "" for none
}

// ArrowOf returns the arrow of a move.
func ArrowOf(legs []parker.Leg, label string) Arrow {
	a := Arrow{Way: []parker.Square{legs[0].From}, Label: label}
	for _, leg := range legs {
		a.Way = append(a.Way, leg.To)
	}
	return a
}

// Drawing holds the arrows and marks that a person has drawn over a position.
type Drawing struct {
	Arrows []Arrow
	Marks  []parker.Square
	Text   string // for mark.js: "C5D6 E9"
}

// DrawingOf returns the drawing in a note, without the squares that the board lacks.
func DrawingOf(b *parker.Board, note string) Drawing {
	var d Drawing
	_, drawn := study.Drawn(note)
	var texts []string
	for _, m := range drawn {
		from, ok := b.Square(m.From)
		to, end := b.Square(m.To)
		switch {
		case ok && m.To == "":
			d.Marks = append(d.Marks, from)
		case ok && end && from != to:
			d.Arrows = append(d.Arrows, Arrow{Way: []parker.Square{from, to}})
		default:
			continue
		}
		texts = append(texts, m.From+m.To)
	}
	d.Text = strings.Join(texts, " ")
	return d
}

// Sizes of an arrow, in units.
const (
	arrowGap   = 6   // from the middle of its first square
	arrowHalf  = 2.4 // half the width of its shaft
	arrowHead  = 13
	arrowBarb  = 7.5 // half the width of its head
	arrowAside = 14  // from it to its label
	markRadius = "16.5"
)

// appendArrow draws an arrow as one shape. mark.js draws the same shape.
func appendArrow(out []byte, s *template, class string, a Arrow) []byte {
	out = append(append(append(out, `<path class="`...), class...), `" d="`...)
	var labelX, labelY float64
	for i, to := range a.Way[1:] {
		fromX, fromY := s.middle(a.Way[i])
		toX, toY := s.middle(to)
		length := math.Hypot(float64(toX-fromX), float64(toY-fromY))
		ux, uy := float64(toX-fromX)/length, float64(toY-fromY)/length
		at := func(along, aside float64) (x, y float64) {
			return float64(fromX) + ux*along - uy*aside, float64(fromY) + uy*along + ux*aside
		}
		begin, end := -arrowHalf, length+arrowHalf
		if i == 0 {
			begin = arrowGap
		}
		shape := [][2]float64{{begin, -arrowHalf}, {end, -arrowHalf}, {end, arrowHalf}, {begin, arrowHalf}}
		if i == len(a.Way)-2 {
			neck := length - arrowHead
			shape = [][2]float64{{begin, -arrowHalf}, {neck, -arrowHalf}, {neck, -arrowBarb}, {length, 0}, {neck, arrowBarb}, {neck, arrowHalf}, {begin, arrowHalf}}
			labelX, labelY = at(length*0.6, arrowAside)
		}
		for n, p := range shape {
			out = append(out, "ML"[min(n, 1)])
			x, y := at(p[0], p[1])
			out = strconv.AppendFloat(out, math.Round(10*x)/10, 'f', -1, 64)
			out = append(out, ' ')
			out = strconv.AppendFloat(out, math.Round(10*y)/10, 'f', -1, 64)
		}
		out = append(out, 'z')
	}
	out = append(out, `"/>`...)
	if a.Label == "" {
		return out
	}
	out = append(out, `<text class="arrow-t"`...)
	out = appendAttr(out, "x", int(math.Round(labelX)))
	out = appendAttr(out, "y", int(math.Round(labelY))+5)
	return append(append(append(out, '>'), a.Label...), `</text>`...)
}

// appendArrows draws the prepared moves, then the drawing, for which mark.js needs a group.
func (b Board) appendArrows(out []byte, s *template) []byte {
	for _, a := range b.Planned {
		out = appendArrow(out, s, "arrow", a)
	}
	if b.Drawn.Text == "" {
		return out
	}
	out = append(append(append(out, `<g id="drawn" data-marks="`...), b.Drawn.Text...), `">`...)
	for _, q := range b.Drawn.Marks {
		x, y := s.middle(q)
		out = appendCircle(out, "ringed-h", x, y, markRadius)
		out = appendCircle(out, "ringed", x, y, markRadius)
	}
	for _, a := range b.Drawn.Arrows {
		out = appendArrow(out, s, "arrow", a)
	}
	return append(out, `</g>`...)
}
