package parker

import (
	"encoding/json"
	"strconv"

	"tableronde/games"
)

// View is the view of a game for every viewer, since nothing is hidden.
type View struct {
	b     *Board
	start *startSetup
	pos   *position // never written to
	over  bool
	gone  [maxSeats]roster
	quit  [maxSeats]bool // seats that have resigned, alone or with a partner who has not
}

// View returns the same View for every viewer.
func (s *state) View(games.Seat) games.View {
	pos := s.pos
	v := View{b: s.b, start: s.start, pos: &pos, over: s.result != nil, gone: s.gone, quit: s.resigned}
	for i, army := range s.gone {
		v.quit[i] = v.quit[i] || army != roster{}
	}
	return v
}

// Board returns the board that the game is played on.
func (v View) Board() *Board { return v.b }

// At returns the piece on a square.
func (v View) At(q Square) Piece { return v.pos.at[q] }

// Turn returns the seat to move, 0 once the game is over.
func (v View) Turn() games.Seat {
	if v.over {
		return 0
	}
	return games.Seat(v.pos.turn + 1)
}

// CastleMoves returns the number of castle moves that a seat has made.
func (v View) CastleMoves(s games.Seat) int { return int(v.pos.castled[s-1]) }

// Lost counts the pieces that a seat has lost by capture.
func (v View) Lost(s games.Seat) (men, knights int) {
	i := seatIndex(s - 1)
	first, now, gone := v.start.position.muster(i), v.pos.muster(i), v.gone[i]
	return first.men - now.men - gone.men, first.knights - now.knights - gone.knights
}

// Resigned reports whether a seat has resigned in a game of four that goes on: its
// army has left the board, or it plays on until its partner resigns too.
func (v View) Resigned(s games.Seat) bool { return v.quit[s-1] }

// Movers lists the squares of the pieces that have a legal move, ascending.
func (v View) Movers() []Square {
	if v.over {
		return nil
	}
	g := v.b.generatorFor(*v.pos)
	var qs []Square
	for rest := v.pos.own[v.pos.turn]; !rest.empty(); {
		if q := rest.pop(); g.canMove(q) {
			qs = append(qs, q)
		}
	}
	return qs
}

// MustCapture reports whether the seat to move must capture this turn.
func (v View) MustCapture() bool {
	return !v.over && v.b.generatorFor(*v.pos).mustCapture
}

// MustLeave returns the square of the piece that has to leave a castle this turn,
// NoSquare if there is none.
func (v View) MustLeave() Square {
	if g := v.b.generatorFor(*v.pos); g.leaving && !v.over {
		return g.movers.pop()
	}
	return NoSquare
}

// MarshalJSON encodes the position with the keys of the rules page.
func (v View) MarshalJSON() ([]byte, error) {
	board := make(map[string]string)
	for all := v.pos.occupied(); !all.empty(); {
		q := all.pop()
		board[v.b.names[q]] = v.pos.at[q].String()
	}
	moves := make(map[string]int)
	for i := range v.b.sides {
		moves[strconv.Itoa(i+1)] = int(v.pos.castled[i])
	}
	return json.Marshal(struct {
		Board       map[string]string `json:"board"`
		CastleMoves map[string]int    `json:"castle_moves"`
	}{board, moves})
}
