package board

import (
	"strconv"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// appendGhosts draws the captured pieces whose squares are empty.
func (b Board) appendGhosts(out []byte, s *template) []byte {
	for _, ghost := range b.Ghosts {
		if b.View.At(ghost.Square) != 0 {
			continue
		}
		out = append(out, `<g class="fallen"`...)
		if ghost.Leg > 0 {
			out = appendAttr(out, "data-leg", ghost.Leg)
		}
		out = appendPiece(append(out, '>'), s, ghost.Square, ghost.Piece, ghostClass)
		out = append(appendCross(out, s, ghost.Square), `</g>`...)
	}
	return out
}

// PathPoints returns the middles of the squares of a move, "20 340 20 420", in the units
// of a drawing with a seat's side at the bottom.
func PathPoints(g *parker.Board, bottom games.Seat, lang locale.Lang, legs []parker.Leg) string {
	if len(legs) == 0 {
		return ""
	}
	s := templateFor(g, sideOf(g, bottom), lang)
	point := func(q parker.Square) string {
		x, y := s.middle(q)
		return strconv.Itoa(x) + " " + strconv.Itoa(y)
	}
	way := point(legs[0].From)
	for _, leg := range legs {
		way += " " + point(leg.To)
	}
	return way
}
