package board

import (
	"strconv"

	"tableronde/games/parker"
)

// Half-widths of the saltires, in units.
const (
	jumpArm   = 9
	chargeArm = 5
	takenArm  = 7
)

// appendTarget draws where a piece may go: a dot for a step, a ring for a
// canter, a saltire for a jump, both for a knight's charge.
func appendTarget(out []byte, s *sheet, q parker.Square, m mark) []byte {
	x, y := s.middle(q)
	switch {
	case m&(stepTo|castleTo) != 0:
		out = circle(out, "t-halo-f", x, y, "8")
		out = circle(out, "t-step", x, y, "5.6")
	case m&canterTo != 0:
		out = circle(out, "t-halo", x, y, "9.5")
		out = circle(out, "t-ring", x, y, "9.5")
	case m&jumpTo != 0:
		out = saltire(out, "t-halo", x, y, jumpArm)
		out = saltire(out, "t-x", x, y, jumpArm)
	case m&chargeTo != 0:
		out = circle(out, "t-halo", x, y, "11")
		out = saltire(out, "t-halo", x, y, chargeArm)
		out = circle(out, "t-ring", x, y, "11")
		out = saltire(out, "t-x", x, y, chargeArm)
	}
	return out
}

// appendWay draws the legs of a move and numbers the landings on its way.
func appendWay(out []byte, s *sheet, legs []parker.Leg) []byte {
	for _, leg := range legs {
		out = appendLeg(out, s, leg)
	}
	for i, leg := range legs[:max(len(legs)-1, 0)] {
		out = appendNode(out, s, leg, i+1)
	}
	return out
}

// appendCrosses strikes out what a move captures.
func appendCrosses(out []byte, s *sheet, legs []parker.Leg) []byte {
	for _, leg := range legs {
		if leg.Taken != parker.NoSquare {
			out = appendCross(out, s, leg.Taken)
		}
	}
	return out
}

func appendCross(out []byte, s *sheet, q parker.Square) []byte {
	x, y := s.middle(q)
	out = saltire(out, "gone-h", x, y, takenArm)
	return saltire(out, "gone", x, y, takenArm)
}

// appendLeg draws one leg of a move: dotted for a canter, solid else.
func appendLeg(out []byte, s *sheet, leg parker.Leg) []byte {
	for _, class := range [2]string{"path-h", legClass(leg.Kind)} {
		out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
		out = point(out, s, leg.From)
		out = append(out, 'L')
		out = point(out, s, leg.To)
		out = append(out, `"/>`...)
	}
	return out
}

func legClass(k parker.Kind) string {
	if k == parker.Canter {
		return "path canter"
	}
	return "path"
}

// appendNode numbers a landing on the way: a disc after a canter, a lozenge
// after a jump.
func appendNode(out []byte, s *sheet, leg parker.Leg, n int) []byte {
	x, y := s.middle(leg.To)
	if leg.Kind == parker.Jump {
		out = append(out, `<path class="node" d="M`...)
		out = pair(out, x, y-11)
		out = append(out, `l11 11l-11 11l-11-11z"/>`...)
	} else {
		out = circle(out, "node", x, y, "8.4")
	}
	out = append(out, `<text class="node-t"`...)
	out = attr(out, "x", x)
	out = append(out, ` y="`...)
	out = strconv.AppendFloat(out, float64(y)+3.8, 'f', -1, 64)
	out = append(out, `">`...)
	out = strconv.AppendInt(out, int64(n), 10)
	return append(out, `</text>`...)
}

// brackets frame the square where the piece of the staged move stands.
func brackets(out []byte, s *sheet, q parker.Square) []byte {
	x, y := s.middle(q)
	const r = 17.5
	out = append(out, `<path class="brk" d="`...)
	for _, c := range [4]struct {
		dx, dy float64
		turn   string
	}{{-r, -r + 9, "v-9h9"}, {r - 9, -r, "h9v9"}, {r, r - 9, "v9h-9"}, {-r + 9, r, "h-9v-9"}} {
		out = append(out, 'M')
		out = strconv.AppendFloat(out, float64(x)+c.dx, 'f', -1, 64)
		out = append(out, ' ')
		out = strconv.AppendFloat(out, float64(y)+c.dy, 'f', -1, 64)
		out = append(out, c.turn...)
	}
	return append(out, `"/>`...)
}

// inset draws a frame within a square, r units around its middle.
func inset(out []byte, s *sheet, q parker.Square, class string, r float64) []byte {
	x, y := s.middle(q)
	out = append(append(append(out, `<rect class="`...), class...), `" x="`...)
	out = strconv.AppendFloat(out, float64(x)-r, 'f', -1, 64)
	out = append(out, `" y="`...)
	out = strconv.AppendFloat(out, float64(y)-r, 'f', -1, 64)
	out = append(out, '"')
	out = attr(out, "width", int(2*r))
	out = attr(out, "height", int(2*r))
	return append(out, `/>`...)
}

func circle(out []byte, class string, x, y int, r string) []byte {
	out = append(append(append(out, `<circle class="`...), class...), '"')
	out = attr(out, "cx", x)
	out = attr(out, "cy", y)
	out = append(append(append(out, ` r="`...), r...), `"/>`...)
	return out
}

// saltire returns a cross of two diagonals.
func saltire(out []byte, class string, x, y, arm int) []byte {
	out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
	out = pair(out, x-arm, y-arm)
	out = append(out, 'l')
	out = pair(out, 2*arm, 2*arm)
	out = append(out, 'M')
	out = pair(out, x+arm, y-arm)
	out = append(out, 'l')
	out = pair(out, -2*arm, 2*arm)
	return append(out, `"/>`...)
}

func point(out []byte, s *sheet, q parker.Square) []byte {
	x, y := s.middle(q)
	return pair(out, x, y)
}

func pair(out []byte, x, y int) []byte {
	out = strconv.AppendInt(out, int64(x), 10)
	out = append(out, ' ')
	return strconv.AppendInt(out, int64(y), 10)
}

func attr(out []byte, name string, value int) []byte {
	out = append(append(append(append(out, ' '), name...), '='), '"')
	out = strconv.AppendInt(out, int64(value), 10)
	return append(out, '"')
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

// ghostClass marks a piece that has left its square.
const ghostClass = ` class="ghost"`

// appendPiece draws a piece on a square, in a group whose origin is the middle of
// the square: the style sheet can turn the piece about it.
func appendPiece(out []byte, s *sheet, q parker.Square, piece parker.Piece, class string) []byte {
	out = append(append(out, `<g`...), class...)
	out = append(append(out, s.mid[q]...), s.pieces[piece]...)
	return append(out, `/></g>`...)
}
