package search

import (
	"tableronde/games"
	"tableronde/games/parker"
)

// Views are how the seats of a board see it: each from its own side of the table. An input is
// a piece on a square in the view of a seat, as a number.
type Views struct {
	Inputs int      // how many there are
	Mirror []uint16 // for two, what each is if left and right are exchanged; nil for others
	b      *parker.Board
	seats  int
	square [maxSeats][maxSquares]uint16 // the input of a square, by a man of seat 1
	piece  [maxSeats][16]uint16         // what a piece adds to that
}

// NewViews returns the views of a board; ok is false if its sides are not alike.
func NewViews(b *parker.Board) (v *Views, ok bool) {
	v = &Views{b: b, seats: b.Seats(), Inputs: b.Seats() * 2 * b.Len()}
	start, _ := b.Setup("")
	all := symmetries(b)
	for s := range v.seats {
		m, seats, ok := viewOf(all, start, games.Seat(s+1))
		if !ok {
			return nil, false
		}
		for q := range b.Len() {
			v.square[s][q] = uint16(m[q])
		}
		for other := range v.seats {
			for kind := range 2 {
				c := parker.PieceOf(games.Seat(other+1), kind == 1)
				v.piece[s][c&15] = uint16((2*int(seats[other]-1) + kind) * b.Len())
			}
		}
	}
	if v.seats == 2 {
		v.Mirror = mirrored(all, start)
	}
	return v, true
}

// mirrored returns the inputs by a symmetry that leaves each seat its side but moves squares,
// nil if there is none.
func mirrored(all []symmetry, start parker.Position) (inputs []uint16) {
	b := start.Board()
	for _, m := range all[1:] {
		if !takes(m, start, 1, 1) || !takes(m, start, 2, 2) {
			continue
		}
		for kinds := range 2 * b.Seats() {
			for q := range b.Len() {
				inputs = append(inputs, uint16(kinds*b.Len()+int(m[q])))
			}
		}
		return inputs
	}
	return nil
}

// viewOf returns the symmetry by which a seat sees the board as seat 1 does, its partner in
// the place of that of seat 1, and the seat in whose place it sees each.
func viewOf(all []symmetry, start parker.Position, s games.Seat) (m symmetry, seats [maxSeats]games.Seat, ok bool) {
	b := start.Board()
	for _, m := range all {
		found := 0
		for from := games.Seat(1); int(from) <= b.Seats(); from++ {
			for to := games.Seat(1); int(to) <= b.Seats(); to++ {
				if takes(m, start, from, to) {
					seats[from-1] = to
					found++
					break
				}
			}
		}
		partner := b.Partner(s)
		if found == b.Seats() && seats[s-1] == 1 && (partner == 0 || seats[partner-1] == b.Partner(1)) {
			return m, seats, true
		}
	}
	return m, seats, false
}

// input returns the input of a piece on a square in the view of a seat, counted from 0.
func (v *Views) input(seat int, c parker.Piece, q parker.Square) int {
	return int(v.piece[seat&3][c&15] + v.square[seat&3][q%maxSquares])
}

// Of returns the inputs of a position in the views of the seat to act and of the next.
func (v *Views) Of(x *parker.Search) (own, next []uint16) {
	actor := int(x.ToAct() - 1)
	for q := range parker.Square(v.b.Len()) {
		if c := x.On(q); c != 0 {
			own = append(own, uint16(v.input(actor, c, q)))
			next = append(next, uint16(v.input(v.after(actor), c, q)))
		}
	}
	return own, next
}

// after returns the seat that is next, counted from 0.
func (v *Views) after(seat int) int {
	if seat++; seat == v.seats {
		return 0
	}
	return seat
}
