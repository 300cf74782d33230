package parker

import (
	"cmp"
	"math/bits"
	"slices"

	"tableronde/games"
)

// Board is the geometry of one game: its squares, castles and armies, and how it
// is won. It is immutable and shared by all matches.
type Board struct {
	id     string
	name   games.Text
	files  int
	ranks  int
	grid   [16][16]Square // by rank, then file
	coords []coordinate
	names  []string
	castle []games.Seat

	near      [256]set   // the squares a step away
	lands     [256]set   // the squares a leap away
	leaps     [256]leaps // the leaps that have room on the board
	lines     [256]lines // through each square
	bitOf     [256]uint8 // within the quarter: half the file and half the rank
	quarterOf [256]uint8 // the parities of the file and of the rank
	quarters  [4]quarter

	sides []side
	setup []startSetup
	end   endRules
}

type coordinate struct{ file, rank int8 }

// leap goes over one square to the next in line.
type leap struct{ over, land Square }

// leaps lists the leaps from a square, in byte order of the landing squares'
// names, so that the first route found has the first text.
type leaps struct {
	n   uint8
	all [8]leap
}

// leapsFrom lists the leaps from a square that have room on the board.
func (b *Board) leapsFrom(q Square) []leap {
	l := &b.leaps[q]
	return l.all[:l.n]
}

// lines lists the pairs of squares that lie on either side of a square: a leap over it
// goes from one to the other.
type lines struct {
	n   uint8
	all [4][2]Square
}

// side is one seat's part of a board.
type side struct {
	name    games.Text
	partner seatIndex // noSeat if none
	friends pieces
	enemies pieces
	closed  set // castles entered by a jump only: its own and those at the sides
	own     set // its own castle
	goal    set // the castle it must reach

	closedQuarters, goalQuarters quarters
}

// endRules are the conditions that end a game on the board.
type endRules struct {
	Goal     int  `json:"goal"`     // pieces in goal castles that win; 0: castles are ordinary squares
	Least    int  `json:"least"`    // pieces a side must have to win by captures or blockade
	OneEach  bool `json:"one_each"` // one piece each is a draw
	Blockade bool `json:"blockade"` // a side without a move has lost
}

// startSetup is a position before the first move.
type startSetup struct {
	id       string
	meaning  games.Text
	position position
}

// BoardOf returns the board of a ruleset, nil if there is no such ruleset.
func BoardOf(game string) *Board {
	for _, b := range allBoards {
		if b.id == game {
			return b
		}
	}
	return nil
}

// ID returns the id of the ruleset that is played on the board.
func (b *Board) ID() string { return b.id }

// Files returns the width of the board.
func (b *Board) Files() int { return b.files }

// Ranks returns the height of the board.
func (b *Board) Ranks() int { return b.ranks }

// Len returns the number of squares; they are 0 to Len-1.
func (b *Board) Len() int { return len(b.names) }

// Name returns the name of a square of the board: "F16".
func (b *Board) Name(q Square) string { return b.names[q] }

// Square returns the square with a name; ok is false if there is none.
func (b *Board) Square(name string) (q Square, ok bool) {
	q, rest, _, ok := b.scan(name)
	if !ok || rest != "" || b.names[q] != name {
		return NoSquare, false
	}
	return q, true
}

// FileRank returns the file and rank of a square, counted from 0 at A1.
func (b *Board) FileRank(q Square) (file, rank int) {
	c := b.coords[q]
	return int(c.file), int(c.rank)
}

// At returns the square of a file and a rank, both from 0; ok is false if there is
// none.
func (b *Board) At(file, rank int) (q Square, ok bool) {
	if file < 0 || rank < 0 || file >= b.files || rank >= b.ranks {
		return NoSquare, false
	}
	q = b.grid[rank][file]
	return q, q != NoSquare
}

// CastleOf returns the seat whose own castle has the square, 0 if none.
func (b *Board) CastleOf(q Square) games.Seat { return b.castle[q] }

// Seats returns the number of seats.
func (b *Board) Seats() int { return len(b.sides) }

// Army returns the name of a seat's army: "White".
func (b *Board) Army(s games.Seat) games.Text { return b.sides[s-1].name }

// Partner returns the seat that plays with s, 0 if s plays alone.
func (b *Board) Partner(s games.Seat) games.Seat {
	if p := b.sides[s-1].partner; p != noSeat {
		return games.Seat(p + 1)
	}
	return 0
}

// connect fills the tables of steps and leaps.
func (b *Board) connect() {
	for q := range Square(b.Len()) {
		file, rank := b.FileRank(q)
		l := &b.leaps[q]
		for _, d := range directions {
			over, ok := b.At(file+d.file, rank+d.rank)
			if !ok {
				continue
			}
			b.near[q].add(over)
			if land, ok := b.At(file+2*d.file, rank+2*d.rank); ok {
				l.all[l.n] = leap{over, land}
				l.n++
				b.lands[q].add(land)
			}
		}
		slices.SortFunc(l.all[:l.n], func(x, y leap) int {
			return cmp.Compare(b.names[x.land], b.names[y.land])
		})
		for _, d := range directions[:4] {
			one, ok := b.At(file+d.file, rank+d.rank)
			other, both := b.At(file-d.file, rank-d.rank)
			if ok && both {
				c := &b.lines[q]
				c.all[c.n] = [2]Square{one, other}
				c.n++
			}
		}
	}
}

var directions = [8]struct{ file, rank int }{
	{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
}

// between returns the square that a leap from one square to another goes over,
// NoSquare if the two are no leap apart.
func (b *Board) between(from, to Square) Square {
	for _, l := range b.leapsFrom(from) {
		if l.land == to {
			return l.over
		}
	}
	return NoSquare
}

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
		s[b.quarterOf[q]&3] |= b.bit(q)
	}
	return s
}

// bit returns a square as a set in its quarter.
func (b *Board) bit(q Square) uint64 { return 1 << (b.bitOf[q] & 63) }

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
