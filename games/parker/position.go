package parker

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

// pack returns a text that is the same for equal positions alone, of some 60 bytes.
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

// play makes a legal move. It leaves the turn to conclude.
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
	// No castle moves and the first seat to move add nothing to a key.
	for s := range k.castled {
		k.castled[s][0] = 0
	}
	k.turn[0] = 0
	return k
}
