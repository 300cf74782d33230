package board

import "tableronde/games/parker"

// appendOther draws the way of a move that another one is compared with: dashed, to a
// crossed ring.
func appendOther(out []byte, s *template, legs []parker.Leg) []byte {
	for _, class := range [2]string{"was-h", "was"} {
		out = append(append(append(out, `<path class="`...), class...), `" d="M`...)
		out = appendPoint(out, s, legs[0].From)
		for _, leg := range legs {
			out = append(out, 'L')
			out = appendPoint(out, s, leg.To)
		}
		out = append(out, `"/>`...)
	}
	x, y := s.middle(legs[len(legs)-1].To)
	out = appendCircle(out, "was-end", x, y, "9.5")
	return appendSaltire(out, "was-x", x, y, 4)
}
