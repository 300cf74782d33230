package parker

// generator finds the moves of a position. It enumerates outcomes, not routes,
// and reuses its buffers, so that a search allocates nothing once they have
// grown to their size. The zero value with a board is ready for use.
type generator struct {
	b *Board

	// Set by prepare, for the seat to move.
	p           *position
	side        *side
	occupied    set
	friends     set
	enemies     set
	barred      set  // where no step and no canter leads
	movers      set  // the pieces that may move this turn
	leaving     bool // the movers must leave a castle
	mustCapture bool // a jump is possible, so that a capture is compulsory

	moves      []move  // found by generate
	counted    int     // moves that are counted without being listed
	moveLimit  int     // if there are more moves, they are counted and not listed; 0 for no limit
	stateLimit int     // of states reached by jumps, after which the search ends; 0 for no limit
	states     int     // reached by jumps, counted if there is a limit
	page       page    // of the moves to list; all if it is empty
	bulk       bool    // count moves without a capture instead of listing them
	quiet      []quiet // with bulk, the moves that were counted
	writeTexts bool    // write the canonical text of every move listed
	texts      []string
	circles    stateSet // the captures of listed moves that end where they began

	known     *[maxSeats]quarters // where the seats' pieces are, if somebody keeps it; else nil
	isDivided bool                // divided is that of the position
	divided   quarterSets         // with bulk: the position
	from      Square              // of the piece whose moves are searched
	seen      stateSet            // states reached by jumps of the piece
	queue     []Square            // squares of the last canter, beginning with the first
	cameFrom  [256]Square         // the square before, on the shortest canter to a square
	route     [512]byte           // the text of the current route: no canter has more than 48 landings
}

// generate appends the legal moves of the seat to move to g.moves.
func (g *generator) generate(p *position) {
	g.prepare(p, p.turn)
	g.generatePrepared()
}

// generatePrepared is generate for the position that the generator is set to.
func (g *generator) generatePrepared() {
	g.counted = 0
	g.quiet = g.quiet[:0]
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		if g.bulk && !g.mustCapture && !g.friends.meets(g.b.near[q]) {
			g.count(q, g.b.near[q].minus(g.barred), 0) // it has no canters
			continue
		}
		if g.bulk && g.mustCapture && !g.mayCapture(q) {
			continue
		}
		g.piece(q)
	}
	if !g.mustCapture && !g.leaving {
		g.castleMoves()
	}
}

// mayCapture reports whether a piece has an enemy beside it to jump over or, as a knight,
// a friend to canter over first.
func (g *generator) mayCapture(q Square) bool {
	near := &g.b.near[q]
	if g.known != nil {
		return g.divided.canJump(g.b, q) || g.p.at[q].Knight() && g.friends.meets(*near)
	}
	return g.enemies.meets(*near) || g.p.at[q].Knight() && g.friends.meets(*near)
}

// prepare sets the generator to a position and a seat to move, without a change of
// it. Until the next call it changes p during searches and restores it after each.
func (g *generator) prepare(p *position, s seatIndex) {
	g.survey(p, s)
	g.mustCapture = false
	for rest := g.movers; !rest.empty(); {
		if g.canJump(rest.pop()) {
			g.mustCapture = true
			return
		}
	}
}

// survey is prepare but for mustCapture.
func (g *generator) survey(p *position, s seatIndex) {
	d := &g.b.sides[s]
	g.p, g.side, g.known, g.isDivided = p, d, nil, false
	g.occupied = p.occupied()
	g.friends = p.friends(d, s)
	g.enemies = g.occupied.minus(g.friends)
	g.barred = g.occupied.or(d.closed)
	g.movers = p.own[s].and(d.closed)
	g.leaving = !g.movers.empty()
	if !g.leaving {
		g.movers = p.own[s].minus(d.goal)
	}
}

// piece lists the moves of one of the movers.
func (g *generator) piece(from Square) {
	c := g.p.at[from]
	g.p.at[from] = 0 // Rules §2.2: its square counts as empty all along.
	g.from = from
	g.seen.reset()
	depth := g.writeStart(from)
	switch {
	case g.bulk:
		g.countPiece(from, c.Knight())
	case !g.mustCapture:
		g.quietMoves(from, c.Knight(), depth)
	default:
		if g.canJump(from) {
			g.jumps(from, 0, depth)
		}
		if c.Knight() {
			_, jumpSquares := g.canter(from, g.barred, true, false)
			g.charges(jumpSquares)
		}
	}
	g.p.at[from] = c
}

// quietMoves lists plain moves and canters, and the charges of a knight where
// no capture is compulsory. No canter ends where a step does, since it goes an
// even number of files and of ranks.
func (g *generator) quietMoves(from Square, knight bool, depth int) {
	steps := g.b.near[from].minus(g.barred)
	var reached, jumpSquares set
	if g.friends.meets(g.b.near[from]) {
		if reached, jumpSquares = g.canter(from, g.barred, knight, false); !jumpSquares.empty() {
			g.charges(jumpSquares)
			reached, _ = g.canter(from, g.barred, knight, true)
		}
	}
	for rest := steps; !rest.empty(); {
		to := rest.pop()
		g.add(move{from: from, to: to}, g.writeLeg(depth, '-', to))
	}
	for rest := reached; !rest.empty(); {
		to := rest.pop()
		g.add(move{from: from, to: to}, g.writeCanter(to))
	}
}

// charges lists the captures that begin on jumpSquares of the last canter, the
// nearest first.
func (g *generator) charges(jumpSquares set) {
	if jumpSquares.empty() {
		return
	}
	for _, q := range g.queue[1:] {
		if jumpSquares.has(q) {
			g.jumps(q, 0, g.writeCanter(q))
		}
	}
}

// castleMoves lists the moves within the goal castle.
func (g *generator) castleMoves() {
	for inside := g.p.own[g.p.turn].and(g.side.goal); !inside.empty(); {
		from := inside.pop()
		to := g.across(from)
		switch {
		case g.checkCastleMove(from, to, false) != nil:
		case g.bulk:
			g.count(from, setOf(to), 0)
		default:
			g.add(move{from: from, to: to}, g.writeLeg(g.writeStart(from), '-', to))
		}
	}
}

// across returns the other square of the goal castle, NoSquare if it has but one.
func (g *generator) across(q Square) Square {
	others := g.side.goal.minus(setOf(q))
	if others.empty() {
		return NoSquare
	}
	return others.pop()
}

// add lists a move whose text is route[:depth], or counts it.
func (g *generator) add(m move, depth int) {
	if g.moveLimit > 0 && !g.countMove() {
		return
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

// hasMove reports whether a seat could move if it were the seat's turn.
func (g *generator) hasMove(p *position, s seatIndex) bool {
	d := &g.b.sides[s]
	occupied := p.occupied()
	barred := occupied.or(d.closed)
	movers := p.own[s].and(d.closed)
	leaving := !movers.empty()
	if !leaving {
		movers = p.own[s].minus(d.goal)
	}
	for rest := movers; !rest.empty(); {
		q := rest.pop()
		if !g.b.near[q].minus(barred).empty() {
			return true
		}
		l := &g.b.leaps[q]
		for _, l := range l.all[:l.n] {
			over := p.at[l.over]
			if d.friends.has(over) && !barred.has(l.land) || d.enemies.has(over) && p.at[l.land] == 0 {
				return true
			}
		}
	}
	return !leaving && p.castled[s] < castleMoves && d.goal.meets(p.own[s]) && !d.goal.minus(occupied).empty()
}
