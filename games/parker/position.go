package parker

import (
	"cmp"
	"math/bits"
	"slices"

	"tableronde/games"
)

// position is the placement of pieces, the castle moves made and the seat to move.
type position struct {
	at      [256]Piece // by Square; the size spares bounds checks
	own     [maxSeats]set
	count   [maxSeats]uint8 // pieces of each seat
	castled [maxSeats]uint8 // castle moves made by each seat
	turn    seatIndex
	key     uint64 // Zobrist hash of all the above
}

// move is a legal move by its effect, without its route.
type move struct {
	from, to Square
	taken    uint32 // bit i: the i-th enemy in order of squares, of at most maxEnemies
}

// castleMoves is the number of moves from one square of the goal castle to the
// other that a seat has in a game. Rules §3.
const castleMoves = 2

// pack returns a text of some 60 bytes that identifies the position: only equal positions have
// equal texts.
func (p *position) pack() string {
	var buf [2*256 + maxSeats + 1]byte
	text := buf[:0]
	for _, own := range p.own {
		for !own.empty() {
			q := own.pop()
			text = append(text, byte(q), byte(p.at[q]))
		}
	}
	return string(append(append(text, p.castled[:]...), byte(p.turn)))
}

// put places a piece on an empty square.
func (p *position) put(q Square, c Piece) {
	s := seatIndex(c>>1) - 1
	p.at[q] = c
	p.own[s].add(q)
	p.count[s]++
	p.key ^= zobrist.piece[q][c]
}

// take removes the piece from a square.
func (p *position) take(q Square) Piece {
	c := p.at[q]
	s := seatIndex(c>>1) - 1
	p.at[q] = 0
	p.own[s].remove(q)
	p.count[s]--
	p.key ^= zobrist.piece[q][c]
	return c
}

// play makes a legal move. The caller concludes the turn.
func (p *position) play(b *Board, m move) {
	s := p.turn
	d := &b.sides[s]
	if d.goal.has(m.from) {
		p.key ^= zobrist.castled[s][p.castled[s]] ^ zobrist.castled[s][p.castled[s]+1]
		p.castled[s]++
	}
	if m.taken != 0 {
		enemies := p.enemies(d, s)
		for t := m.taken; t != 0; t >>= 1 {
			q := enemies.pop()
			if t&1 != 0 {
				p.take(q)
			}
		}
	}
	if m.from == m.to {
		return
	}
	c := p.at[m.from]
	p.at[m.from] = 0
	p.at[m.to] = c
	p.own[s].remove(m.from)
	p.own[s].add(m.to)
	p.key ^= zobrist.piece[m.from][c] ^ zobrist.piece[m.to][c]
}

// pass gives the turn to a seat.
func (p *position) pass(to seatIndex) {
	p.key ^= zobrist.turn[p.turn] ^ zobrist.turn[to]
	p.turn = to
}

// roster is the number of pieces of either kind.
type roster struct{ men, knights int }

// muster counts the pieces of a seat.
func (p *position) muster(s seatIndex) roster {
	var r roster
	for rest := p.own[s]; !rest.empty(); {
		if p.at[rest.pop()].Knight() {
			r.knights++
		} else {
			r.men++
		}
	}
	return r
}

func (p *position) occupied() set {
	return p.own[0].or(p.own[1]).or(p.own[2]).or(p.own[3])
}

// friends returns the squares of the pieces of a seat and of its partner.
func (p *position) friends(d *side, s seatIndex) set {
	if d.partner == noSeat {
		return p.own[s]
	}
	return p.own[s].or(p.own[d.partner])
}

// enemies returns the squares of the pieces of the other sides.
func (p *position) enemies(d *side, s seatIndex) set {
	return p.occupied().minus(p.friends(d, s))
}

// zobrist holds the numbers whose exclusive or is a position's key. They come
// from a fixed sequence, so that keys agree between machines and versions.
var zobrist = newZobrist()

type zobristKeys struct {
	piece   [maxSquares][2 * (maxSeats + 1)]uint64
	turn    [maxSeats]uint64
	castled [maxSeats][castleMoves + 1]uint64
}

func newZobrist() *zobristKeys {
	var state uint64
	next := func() uint64 { // SplitMix64
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	k := new(zobristKeys)
	for q := range k.piece {
		for c := range k.piece[q] {
			k.piece[q][c] = next()
		}
	}
	for s := range k.turn {
		k.turn[s] = next()
		for n := range k.castled[s] {
			k.castled[s][n] = next()
		}
	}
	// The keys for no castle moves and for the first seat to move are 0.
	for s := range k.castled {
		k.castled[s][0] = 0
	}
	k.turn[0] = 0
	return k
}

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

// pop removes the lowest square of a set that is not empty, and returns it.
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

	sides sides
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

// sides are the seats of a board, in order.
type sides []side

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

// A leap keeps the parities of the file and of the rank, so a board falls into four quarters
// that no leap leaves. A quarter has at most 8 by 8 squares: a set of them is one word, and a
// leap from each of them is one shift.

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
