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

// appendTarget draws the sign of a square to which a piece may go: a dot for a step, a ring for a
// canter, a saltire for a jump, both for a knight's charge.
func appendTarget(out []byte, s *template, q parker.Square, m mark) []byte {
	x, y := s.middle(q)
	switch {
	case m&(markStep|markCastle) != 0:
		out = appendCircle(out, "t-halo-f", x, y, "8")
		out = appendCircle(out, "t-step", x, y, "5.6")
	case m&markCanter != 0:
		out = appendCircle(out, "t-halo", x, y, "9.5")
		out = appendCircle(out, "t-ring", x, y, "9.5")
	case m&markJump != 0:
		out = appendSaltire(out, "t-halo", x, y, jumpArm)
		out = appendSaltire(out, "t-x", x, y, jumpArm)
	case m&markCharge != 0:
		out = appendCircle(out, "t-halo", x, y, "11")
		out = appendSaltire(out, "t-halo", x, y, chargeArm)
		out = appendCircle(out, "t-ring", x, y, "11")
		out = appendSaltire(out, "t-x", x, y, chargeArm)
	}
	return out
}

// appendWay draws the legs of a move and numbers the landings on its way.
func appendWay(out []byte, s *template, legs []parker.Leg) []byte {
	for _, leg := range legs {
		out = appendLeg(out, s, leg)
	}
	for i, leg := range legs[:max(len(legs)-1, 0)] {
		out = appendNode(out, s, leg, i+1)
	}
	return out
}

// appendCrosses crosses out the pieces that a move captures.
func appendCrosses(out []byte, s *template, legs []parker.Leg) []byte {
	for _, leg := range legs {
		if leg.Taken != parker.NoSquare {
			out = appendCross(out, s, leg.Taken)
		}
	}
	return out
}

func appendCross(out []byte, s *template, q parker.Square) []byte {
	x, y := s.middle(q)
	out = appendSaltire(out, "gone-h", x, y, takenArm)
	return appendSaltire(out, "gone", x, y, takenArm)
}

// appendLeg draws one leg of a move: dotted for a canter, solid else.
func appendLeg(out []byte, s *template, leg parker.Leg) []byte {
	for _, class := range [2]string{"path-h", legClass(leg.Kind)} {
		out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
		out = appendPoint(out, s, leg.From)
		out = append(out, 'L')
		out = appendPoint(out, s, leg.To)
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

// appendNode draws the number of a landing: on a disc after a canter, a lozenge
// after a jump.
func appendNode(out []byte, s *template, leg parker.Leg, n int) []byte {
	x, y := s.middle(leg.To)
	if leg.Kind == parker.Jump {
		out = append(out, `<path class="node" d="M`...)
		out = appendPair(out, x, y-11)
		out = append(out, `l11 11l-11 11l-11-11z"/>`...)
	} else {
		out = appendCircle(out, "node", x, y, "8.4")
	}
	out = append(out, `<text class="node-t"`...)
	out = appendAttr(out, "x", x)
	out = append(out, ` y="`...)
	out = strconv.AppendFloat(out, float64(y)+3.8, 'f', -1, 64)
	out = append(out, `">`...)
	out = strconv.AppendInt(out, int64(n), 10)
	return append(out, `</text>`...)
}

// appendBrackets draws brackets around the square of the chosen piece.
func appendBrackets(out []byte, s *template, q parker.Square) []byte {
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

// appendFrame draws a frame within a square, r units around its middle.
func appendFrame(out []byte, s *template, q parker.Square, class string, r float64) []byte {
	x, y := s.middle(q)
	out = append(append(append(out, `<rect class="`...), class...), `" x="`...)
	out = strconv.AppendFloat(out, float64(x)-r, 'f', -1, 64)
	out = append(out, `" y="`...)
	out = strconv.AppendFloat(out, float64(y)-r, 'f', -1, 64)
	out = append(out, '"')
	out = appendAttr(out, "width", int(2*r))
	out = appendAttr(out, "height", int(2*r))
	return append(out, `/>`...)
}

func appendCircle(out []byte, class string, x, y int, r string) []byte {
	out = append(append(append(out, `<circle class="`...), class...), '"')
	out = appendAttr(out, "cx", x)
	out = appendAttr(out, "cy", y)
	out = append(append(append(out, ` r="`...), r...), `"/>`...)
	return out
}

// appendSaltire draws a cross of two diagonals.
func appendSaltire(out []byte, class string, x, y, arm int) []byte {
	out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
	out = appendPair(out, x-arm, y-arm)
	out = append(out, 'l')
	out = appendPair(out, 2*arm, 2*arm)
	out = append(out, 'M')
	out = appendPair(out, x+arm, y-arm)
	out = append(out, 'l')
	out = appendPair(out, -2*arm, 2*arm)
	return append(out, `"/>`...)
}

func appendPoint(out []byte, s *template, q parker.Square) []byte {
	x, y := s.middle(q)
	return appendPair(out, x, y)
}

func appendPair(out []byte, x, y int) []byte {
	out = strconv.AppendInt(out, int64(x), 10)
	out = append(out, ' ')
	return strconv.AppendInt(out, int64(y), 10)
}

func appendAttr(out []byte, name string, value int) []byte {
	out = append(append(append(append(out, ' '), name...), '='), '"')
	out = strconv.AppendInt(out, int64(value), 10)
	return append(out, '"')
}

// ghostClass is the attribute of a piece that the staged move moves or captures.
const ghostClass = ` class="ghost"`

// appendPiece draws a piece on a square, in a group whose origin is the middle of
// the square, so that the style sheet can rotate the piece there.
func appendPiece(out []byte, s *template, q parker.Square, piece parker.Piece, class string) []byte {
	out = append(append(out, `<g`...), class...)
	out = append(append(out, s.origin[q]...), s.pieces[piece]...)
	return append(out, `/></g>`...)
}
