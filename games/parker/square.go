package parker

import (
	"math/bits"

	"tableronde/games"
)

// Square is a square of a board, counted from 0 by rank, then by file.
type Square uint8

// NoSquare is a square of no board.
const NoSquare Square = 255

// maxSquares is the number of squares that a set can hold. The largest board has
// 180.
const maxSquares = 192

// Piece is the piece on a square; the zero value is none. Men are even, knights
// odd.
type Piece uint8

func pieceOf(s seatIndex, knight bool) Piece {
	p := Piece(s+1) << 1
	if knight {
		p++
	}
	return p
}

// Seat returns the seat that the piece belongs to, 0 if it is none.
func (p Piece) Seat() games.Seat { return games.Seat(p >> 1) }

// Knight reports whether the piece is a knight.
func (p Piece) Knight() bool { return p&1 != 0 }

// String returns the piece as records write it: "1M", "2K"; empty for none.
func (p Piece) String() string {
	switch {
	case p == 0:
		return ""
	case p.Knight():
		return string([]byte{'0' + byte(p>>1), 'K'})
	default:
		return string([]byte{'0' + byte(p>>1), 'M'})
	}
}

// pieces is a set of pieces, a bit for each.
type pieces uint16

func (ps pieces) has(p Piece) bool { return ps>>p&1 != 0 }

// army returns the set of both kinds of piece of a seat.
func (s seatIndex) army() pieces { return 3 << pieceOf(s, false) }

// seatIndex is a seat counted from 0; games.Seat counts from 1.
type seatIndex uint8

const maxSeats = 4

// noSeat is the partner of a seat without one.
const noSeat seatIndex = maxSeats

// set is a set of squares. It is a struct of three words, not an array, so that
// the compiler keeps it in registers.
type set struct{ low, mid, high uint64 }

func setOf(qs ...Square) set {
	var s set
	for _, q := range qs {
		s.add(q)
	}
	return s
}

// word returns the word of the set that holds a square.
func (s *set) word(q Square) *uint64 {
	switch q >> 6 {
	case 0:
		return &s.low
	case 1:
		return &s.mid
	default:
		return &s.high
	}
}

func (s *set) add(q Square)    { *s.word(q) |= 1 << (q & 63) }
func (s *set) remove(q Square) { *s.word(q) &^= 1 << (q & 63) }

func (s set) has(q Square) bool {
	w := s.high
	if q < 64 {
		w = s.low
	} else if q < 128 {
		w = s.mid
	}
	return w>>(q&63)&1 != 0
}

func (s set) empty() bool     { return s.low|s.mid|s.high == 0 }
func (s set) or(t set) set    { return set{s.low | t.low, s.mid | t.mid, s.high | t.high} }
func (s set) and(t set) set   { return set{s.low & t.low, s.mid & t.mid, s.high & t.high} }
func (s set) minus(t set) set { return set{s.low &^ t.low, s.mid &^ t.mid, s.high &^ t.high} }

func (s set) meets(t set) bool { return s.low&t.low|s.mid&t.mid|s.high&t.high != 0 }

func (s set) len() int {
	return bits.OnesCount64(s.low) + bits.OnesCount64(s.mid) + bits.OnesCount64(s.high)
}

// pop takes the lowest square out of a set that is not empty.
func (s *set) pop() Square {
	switch {
	case s.low != 0:
		q := Square(bits.TrailingZeros64(s.low))
		s.low &= s.low - 1
		return q
	case s.mid != 0:
		q := Square(64 | bits.TrailingZeros64(s.mid))
		s.mid &= s.mid - 1
		return q
	default:
		q := Square(128 | bits.TrailingZeros64(s.high))
		s.high &= s.high - 1
		return q
	}
}

// list returns the squares of the set in order.
func (s set) list() []Square {
	qs := make([]Square, 0, s.len())
	for !s.empty() {
		qs = append(qs, s.pop())
	}
	return qs
}
