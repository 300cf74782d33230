package parker

import (
	"math/bits"
	"slices"
)

// generator finds the moves of a position. It enumerates outcomes, not routes,
// and reuses its buffers, so that a search allocates nothing once they have
// grown to their size. The zero value with a board is ready for use.
type generator struct {
	turn // set by prepare

	moves      []move // found by generate
	counted    int    // moves that are counted without being listed
	moveLimit  int    // if there are more moves, they are counted and not listed; 0 for no limit
	stateLimit int    // of states reached by jumps, after which the search ends; 0 for no limit
	states     int    // reached by jumps, counted if there is a limit
	page       page   // of the moves to list; all if it is empty
	writeTexts bool   // write the canonical text of every move listed
	sought     *move  // the move whose text is wanted instead of the list; nil for none
	soughtText string
	texts      []string
	circles    stateSet // the captures of listed moves that end where they began

	isDivided bool        // prepareKnown has set the generator
	divided   quarterSets // then: the position
	from      Square      // of the piece whose moves are searched
	seen      stateSet    // states reached by jumps of the piece
	queue     []Square    // squares of the last canter, beginning with the first
	cameFrom  [256]Square // the square before, on the shortest canter to a square
	route     [512]byte   // the text of the current route: no canter has more than 48 landings
}

// generate appends the legal moves of the seat to move to g.moves.
func (g *generator) generate() {
	g.counted = 0
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		g.piece(rest.pop())
	}
	g.castleMove()
}

// prepare sets the generator to a position and a seat to move, without a change of
// it. Until the next call it changes p during searches and restores it after each.
func (g *generator) prepare(p *position, s seatIndex) {
	g.survey(p, s)
	g.mustCapture, g.isDivided = false, false
	for rest := g.movers; !rest.empty(); {
		if g.canJump(rest.pop()) {
			g.mustCapture = true
			return
		}
	}
}

// piece lists the moves of one of the movers.
func (g *generator) piece(from Square) {
	st := partialMove{from: from, at: from, knight: g.p.at[from].Knight(), mustJumpAt: NoSquare, touched: setOf(from)}
	defer g.lift(from)()
	g.complete(&st)
}

// complete lists the moves that a staged move can become, other than within a castle, with
// their routes from its current square. The piece is off the board.
func (g *generator) complete(st *partialMove) {
	g.from = st.from
	g.seen.reset()
	depth := g.writeStart(st.at)
	if st.captures > 0 {
		g.jumps(st.at, st.taken, depth)
		return
	}
	if (st.canters == 0 || st.knight && st.at != st.from) && g.canJump(st.at) {
		g.jumps(st.at, 0, depth)
	}
	if g.mustCapture && !st.knight {
		return
	}
	var reached, jumpSquares set
	if g.friends.meets(g.b.near[st.at]) {
		barred := g.barred.or(st.touched)
		if reached, jumpSquares = g.canter(st.at, barred, st.knight, false); !jumpSquares.empty() {
			g.charges(jumpSquares)
			reached, _ = g.canter(st.at, barred, st.knight, true)
		}
	}
	if g.mustCapture || st.mustJumpAt != NoSquare {
		return
	}
	// No canter ends where a step does, since it goes an even number of files and of ranks.
	for steps := g.b.near[st.at].minus(g.barred); len(st.legs) == 0 && !steps.empty(); {
		to := steps.pop()
		g.add(move{from: st.from, to: to}, g.writeLeg(depth, '-', to))
	}
	for !reached.empty() {
		to := reached.pop()
		g.add(move{from: st.from, to: to}, g.writeCanter(to))
	}
}

// charges lists the captures that begin on jumpSquares of the last canter, the
// nearest first.
func (g *generator) charges(jumpSquares set) {
	for _, q := range g.queue[1:] {
		if jumpSquares.has(q) {
			g.jumps(q, 0, g.writeCanter(q))
		}
	}
}

// castleMove lists the move within the goal castle, if there is one.
func (g *generator) castleMove() {
	if m, ok := g.findCastleMove(); ok {
		g.add(m, g.writeLeg(g.writeStart(m.from), '-', m.to))
	}
}

// add lists a move whose text is route[:depth], or counts it if there are too many or it is not
// on the page.
func (g *generator) add(m move, depth int) {
	if g.sought != nil {
		if m == *g.sought && g.soughtText == "" {
			g.soughtText = string(g.route[:depth])
		}
		return
	}
	if g.moveLimit > 0 {
		g.counted++
		switch page := g.page; {
		case page.most > 0:
			if g.counted <= page.skip || len(g.moves) >= page.most {
				return
			}
		case g.counted > g.moveLimit:
			g.moves, g.texts, g.writeTexts = nil, nil, false
			return
		}
	}
	g.moves = append(g.moves, m)
	if g.writeTexts {
		g.texts = append(g.texts, string(g.route[:depth]))
	}
}

// writeStart writes the first square of a route and returns the length of its text.
func (g *generator) writeStart(q Square) int {
	if !g.writeTexts {
		return 0
	}
	return copy(g.route[:], g.b.names[q])
}

// writeLeg adds a landing square to the route and returns the length of its text.
func (g *generator) writeLeg(depth int, lead byte, q Square) int {
	if !g.writeTexts {
		return 0
	}
	g.route[depth] = lead
	return depth + 1 + copy(g.route[depth+1:], g.b.names[q])
}

// writeCanter writes the shortest canter to q as the route and returns the length
// of its text.
func (g *generator) writeCanter(q Square) int {
	if !g.writeTexts {
		return 0
	}
	var path [256]Square
	n := 0
	for from := g.queue[0]; q != from; q = g.cameFrom[q] {
		path[n] = q
		n++
	}
	depth := g.writeStart(q)
	for n > 0 {
		n--
		depth = g.writeLeg(depth, '-', path[n])
	}
	return depth
}

// canter returns the squares that leaps over friends can reach without landing on a barred
// one. The queue then has the squares from which leaps can go on, ordered by distance, then by
// text. For a knight, jumpSquares has the squares from which it could jump; with avoidJumps,
// the canters do not land on such squares.
func (g *generator) canter(from Square, barred set, knight, avoidJumps bool) (reached, jumpSquares set) {
	at := &g.p.at
	friends := g.side.friends
	g.queue = append(g.queue[:0], from)
	for i := 0; i < len(g.queue); i++ {
		q := g.queue[i]
		if !g.friends.meets(g.b.near[q]) || g.b.lands[q].minus(barred).empty() {
			continue
		}
		for _, l := range g.b.leapsFrom(q) {
			if !friends.has(at[l.over]) || at[l.land] != 0 || barred.has(l.land) {
				continue
			}
			barred.add(l.land)
			if g.side.goal.has(l.land) {
				// Rules §3: the move stops there at once.
				g.cameFrom[l.land] = q
				reached.add(l.land)
				continue
			}
			if knight && g.canJump(l.land) {
				if avoidJumps {
					continue
				}
				jumpSquares.add(l.land)
			}
			g.cameFrom[l.land] = q
			reached.add(l.land)
			g.queue = append(g.queue, l.land)
		}
	}
	return reached, jumpSquares
}

// jumps lists every outcome of jumping on from q with the enemies of taken
// captured. Each state of square and captures is searched once, however many routes
// lead to it; its first route has the first text. The text so far is route[:depth].
//
// A leap never lands where an enemy was captured: the files, or the ranks, of the
// two squares differ by an odd number.
func (g *generator) jumps(q Square, taken uint32, depth int) {
	targets := g.jumpTargets(q)
	if taken != 0 && targets&(targets-1) == 0 {
		g.capture(q, taken, depth) // the one jump is that back over the last enemy
		return
	}
	more := false
	for _, l := range g.b.leapsFrom(q) {
		if targets&g.b.bit(l.land) == 0 {
			continue
		}
		bit := g.captureBit(l.over) &^ taken
		if bit == 0 {
			continue
		}
		more = true
		if taken != 0 && !g.seen.add(g.b.bitOf[l.land], taken|bit) {
			continue // no two routes lead to the same first capture and square
		}
		if g.stateLimit > 0 {
			if g.states++; g.states > g.stateLimit {
				return
			}
		}
		depth := g.writeLeg(depth, 'x', l.land)
		if g.side.goal.has(l.land) {
			g.capture(l.land, taken|bit, depth)
		} else {
			g.jumps(l.land, taken|bit, depth)
		}
	}
	if !more {
		g.capture(q, taken, depth)
	}
}

// jumpTargets returns, within the quarter of a square, where the jumps from it land, those
// over enemies that the piece has jumped over before included.
func (g *generator) jumpTargets(q Square) uint64 {
	if !g.isDivided {
		var targets uint64
		for _, l := range g.b.leapsFrom(q) {
			if g.p.at[l.land] == 0 && g.side.enemies.has(g.p.at[l.over]) {
				targets |= g.b.bit(l.land)
			}
		}
		return targets
	}
	d, i := &g.divided, g.b.quarterOf[q]&3
	room := d.vacant[i]
	if g.b.quarterOf[g.from]&3 == i {
		room |= g.b.bit(g.from)
	}
	return d.jumps[i].landings(g.b.bit(q)) & room
}

// capture lists the outcome of jumps whose text is route[:depth]. Two pieces that
// return to their squares with the same captures leave the same position: of these
// moves the first text is kept.
func (g *generator) capture(to Square, taken uint32, depth int) {
	m := move{g.from, to, taken}
	if g.sought != nil || to != g.from || g.circles.add(0, taken) {
		g.add(m, depth)
		return
	}
	if !g.writeTexts {
		return
	}
	twin := slices.IndexFunc(g.moves, func(k move) bool { return k.from == k.to && k.taken == taken })
	if text := string(g.route[:depth]); goesBefore(text, g.texts[twin]) {
		g.moves[twin], g.texts[twin] = m, text
	}
}

// stateSet is a hash set of states of a jumping piece: its square and its captures
// so far.
//
// A leaping piece stays on squares whose files and ranks have the parity of its own, so half
// the file and half the rank identify them: three bits each. One bit for each of up to 24
// enemies follows.
type stateSet struct {
	slots []uint32 // a power of two of them; 0 is an empty slot
	spare []uint32 // the slots of the smaller set before, to grow into
	shift uint
	n     int
}

// minSlots is the number of slots of an empty set.
const minSlots = 128

// maxEnemies is the largest number of enemies of a side on any board.
const maxEnemies = 24

// reset empties the set. It keeps room for as many states again: the next piece reaches
// about as many as this one, and to clear the room costs less than to grow into it.
func (m *stateSet) reset() {
	if m.n > 0 {
		size := len(m.slots)
		for size > minSlots && 4*m.n < size {
			size /= 2
		}
		m.resize(size)
	}
}

// add adds a state and reports whether it is new.
func (m *stateSet) add(place uint8, taken uint32) bool {
	if 4*m.n >= 3*len(m.slots) {
		m.grow()
	}
	state := 1<<31 | uint32(place)<<maxEnemies | taken
	mask := uint32(len(m.slots) - 1)
	for i := state * 0x9e3779b1 >> m.shift; ; i++ {
		switch m.slots[i&mask] {
		case 0:
			m.slots[i&mask] = state
			m.n++
			return true
		case state:
			return false
		}
	}
}

func (m *stateSet) grow() {
	old := m.slots
	m.spare, m.slots = m.slots, m.spare
	m.resize(max(minSlots, 4*len(old)))
	mask := uint32(len(m.slots) - 1)
	for _, state := range old {
		if state == 0 {
			continue
		}
		i := state * 0x9e3779b1 >> m.shift
		for m.slots[i&mask] != 0 {
			i++
		}
		m.slots[i&mask] = state
		m.n++
	}
}

func (m *stateSet) resize(size int) {
	if cap(m.slots) < size {
		m.slots = make([]uint32, size)
	} else {
		m.slots = m.slots[:size]
		clear(m.slots)
	}
	m.shift = uint(32 - bits.TrailingZeros(uint(size)))
	m.n = 0
}
