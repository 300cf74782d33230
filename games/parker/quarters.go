package parker

import "math/bits"

// A leap keeps the parity of the file and that of the rank, so a board falls into
// four quarters that no leap leaves. A quarter has at most 8 by 8 squares: a set of
// them is one word, and a leap from each of them is one shift.

// quarters is a set of squares, one word for each quarter of the board. Within the
// word, the bit of a square is its Board.bitOf.
type quarters [4]uint64

// quartersOf converts a set of squares.
func (b *Board) quartersOf(squares set) quarters {
	var s quarters
	for !squares.empty() {
		q := squares.pop()
		s[b.quarterOf[q]&3] |= 1 << (b.bitOf[q] & 63)
	}
	return s
}

// quarter is the geometry of one quarter of a board.
type quarter struct {
	squares [64]Square     // by bit
	leaps   [4]leapsOneWay // in the order of the fields of leapMasks
}

// leapsOneWay holds the leaps of a quarter in one direction.
type leapsOneWay struct {
	from  uint64 // the squares with room for the leap
	over  uint8  // the quarter of the squares that the leap goes over
	shift int    // from the bit of the first square to the bit of the square leapt over
}

// leapMasks holds the leaps of a quarter over certain pieces: for each direction the
// squares where they start. The reverse leaps end there.
type leapMasks struct{ north, southeast, east, northeast uint64 }

// Distances between the bits of the two ends of a leap.
const (
	leapNorth     = 1
	leapSoutheast = 7
	leapEast      = 8
	leapNortheast = 9
)

// divide fills the tables of quarters.
func (b *Board) divide() {
	for q := range Square(b.Len()) {
		file, rank := b.FileRank(q)
		b.bitOf[q] = uint8(file>>1<<3 | rank>>1)
		b.quarterOf[q] = uint8(file&1<<1 | rank&1)
		b.quarters[b.quarterOf[q]].squares[b.bitOf[q]] = q
	}
	for q := range Square(b.Len()) {
		file, rank := b.FileRank(q)
		for i, d := range [4]struct{ file, rank int }{{0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			if _, ok := b.At(file+2*d.file, rank+2*d.rank); !ok {
				continue
			}
			if over, ok := b.At(file+d.file, rank+d.rank); ok {
				l := &b.quarters[b.quarterOf[q]].leaps[i]
				l.from |= 1 << b.bitOf[q]
				l.over, l.shift = b.quarterOf[over], int(b.bitOf[over])-int(b.bitOf[q])
			}
		}
	}
}

// leapsOver returns the leaps over a set of pieces.
func (k *quarter) leapsOver(pieces *quarters) leapMasks {
	start := func(l *leapsOneWay) uint64 {
		return l.from & bits.RotateLeft64(pieces[l.over&3], -l.shift)
	}
	return leapMasks{start(&k.leaps[0]), start(&k.leaps[1]), start(&k.leaps[2]), start(&k.leaps[3])}
}

// landings returns the squares where the leaps from a set of squares land.
func (m *leapMasks) landings(from uint64) uint64 {
	return from&m.north<<leapNorth | from>>leapNorth&m.north |
		from&m.southeast<<leapSoutheast | from>>leapSoutheast&m.southeast |
		from&m.east<<leapEast | from>>leapEast&m.east |
		from&m.northeast<<leapNortheast | from>>leapNortheast&m.northeast
}

// reach returns the squares of open where sequences of the leaps from a square can
// land. A sequence ends on a square of last.
func (m *leapMasks) reach(start, open, last uint64) uint64 {
	var reached uint64
	for from := start; from != 0; {
		landed := m.landings(from) & open &^ reached
		reached |= landed
		from = landed &^ last
	}
	return reached
}
