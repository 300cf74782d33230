package parker

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Bounds on the cost of one call. Random play seldom offers more
// than 100 moves and reaches 1,000 states; a position that is set up may offer
// hundreds of thousands.
const (
	// maxCounted is the number of states of jumping pieces that are searched while
	// moves are counted, some 10 ms of work. Moves beyond it are legal all the same.
	maxCounted = 250_000

	// maxMoves is the largest number of legal moves of a position that a match may
	// begin from. Play in which both sides help each other leads to 23,650, see
	// TestDensePositionsAreListedAtLittleCost; full armies placed freely, to 65,332.
	maxMoves = 25_000

	// maxAhead is the number of states of jumping pieces that are searched, and of
	// moves that are listed, to preview the ends of a staged move.
	maxAhead = 2_000
)

// page is a part of a list: no more than most moves, after the first skip.
type page struct{ skip, most int }

var _ games.Lister = (*state)(nil)

// LegalUpTo lists the legal moves of the seat to move in byte order, or returns nil if there
// are more than most. count is their number.
func (s *state) LegalUpTo(seat games.Seat, most int) (legal []string, count int) {
	if s.result != nil || seat != s.turn() {
		return nil, 0
	}
	g := s.b.generatorFor(s.pos)
	g.listUpTo(most)
	return g.texts, g.counted
}

// listUpTo is LegalUpTo on the generator: it sets texts and counted.
func (g *generator) listUpTo(most int) {
	g.writeTexts, g.moveLimit, g.stateLimit = true, most, maxCounted
	g.generate()
	slices.Sort(g.texts)
}

// LegalFrom lists legal moves of the piece on a square, in the order of LegalUpTo if that
// lists the position. Otherwise they come in the order of the search, and a circle that two
// pieces can make is listed for each of them.
func (s *state) LegalFrom(seat games.Seat, square string, skip, most int) (legal []string, more bool) {
	q, ok := s.b.Square(strings.ToUpper(square))
	if !ok || s.result != nil || seat != s.turn() || !s.pos.own[s.pos.turn].has(q) {
		return nil, false
	}
	g := s.b.generatorFor(s.pos)
	if g.listUpTo(most); g.counted > most {
		g = s.b.generatorFor(s.pos)
		g.writeTexts, g.moveLimit, g.stateLimit, g.page = true, most, maxCounted, page{skip, most}
		if g.movers.has(q) {
			g.piece(q)
			return g.texts, g.counted > skip+len(g.texts)
		}
		g.page.skip = 0
		g.castleMove()
	}
	from := slices.DeleteFunc(g.texts, func(text string) bool {
		rest, ok := strings.CutPrefix(text, s.b.names[q])
		return !ok || rest[0] != '-' && rest[0] != 'x'
	})
	return from[min(skip, len(from)):], false
}

// Fit returns an *games.Illegal for a position that no new match may begin from:
// one with more pieces of a kind than the game has, or with more than maxMoves legal
// moves.
func (s *state) Fit() error {
	for i := range seatIndex(len(s.b.sides)) {
		have, has := s.start.position.muster(i), s.b.army(i)
		if have.men > has.men || have.knights > has.knights {
			return positionArmy.With("seat", strconv.Itoa(int(i)+1), "men", strconv.Itoa(have.men), "knights", strconv.Itoa(have.knights),
				"most_men", strconv.Itoa(has.men), "most_knights", strconv.Itoa(has.knights))
		}
	}
	if _, n := s.LegalUpTo(s.turn(), 1); n > maxMoves {
		return positionDense.With("most", strconv.Itoa(maxMoves))
	}
	return nil
}

// army returns the largest number of pieces of either kind that a seat has in the
// setups of the board.
func (b *Board) army(i seatIndex) roster {
	var most roster
	for _, s := range b.setup {
		r := s.position.muster(i)
		most.men, most.knights = max(most.men, r.men), max(most.knights, r.knights)
	}
	return most
}

// Legal lists the legal moves of the seat to move in byte order.
func (s *state) Legal(seat games.Seat) []string {
	if s.result != nil || seat != s.turn() {
		return nil
	}
	g := s.b.generatorFor(s.pos)
	g.writeTexts = true
	g.generate()
	slices.Sort(g.texts)
	return g.texts
}

// canonical returns the text of a legal move: of all routes that lead to the same
// position the one with the fewest landing squares, then the first in byte
// order.
func (g *generator) canonical(m move) string {
	best := g.textOf(m)
	// Another piece may leave the same position by a circle of its own.
	for rest := g.movers; m.from == m.to && !rest.empty(); {
		q := rest.pop()
		if text := g.textOf(move{q, q, m.taken}); text != "" && goesBefore(text, best) {
			best = text
		}
	}
	return best
}

// textOf returns the canonical text of one piece's route to the outcome of m, "" if it has
// none.
func (g *generator) textOf(m move) string {
	if m.taken == 0 && g.b.near[m.from].has(m.to) {
		return g.b.names[m.from] + "-" + g.b.names[m.to]
	}
	defer func(before bool) { g.sought, g.writeTexts = nil, before }(g.writeTexts)
	g.sought, g.soughtText, g.writeTexts = &m, "", true
	g.piece(m.from)
	return g.soughtText
}

// goesBefore reports whether x precedes y in the order of canonical: by landing
// squares, then by bytes.
func goesBefore(x, y string) bool {
	if n, m := landings(x), landings(y); n != m {
		return n < m
	}
	return x < y
}

func landings(text string) int { return strings.Count(text, "-") + strings.Count(text, "x") }

// Kind is a kind of move, or of a leg of one. The zero value is none.
type Kind uint8

// The kinds of move. A charge is never a leg: its legs are canters and jumps.
const (
	Step Kind = iota + 1
	Canter
	Jump
	Charge
	CastleMove
)

var kindNames = [...]string{"", "step", "canter", "jump", "charge", "castle_move"}

// String returns the kind as one word: "castle_move".
func (k Kind) String() string { return kindNames[k] }

// Leg is one part of a move: a step, or a single leap.
type Leg struct {
	From, To Square
	Kind     Kind
	Taken    Square // where the enemy stands that a jump captures, else NoSquare
}

// route is a parsed move: a square, then the landing squares.
type route struct {
	from Square
	hops []landing
}

// landing is a landing square of a route.
type landing struct {
	jump bool // led by x, not by -
	to   Square
}

// maxRoute is the length of the longest text that is parsed as a move, in bytes.
// Canonical texts are far shorter; longer routes only go in circles.
const maxRoute = 2048

// parse parses a route, with letters of either case. If it is not ok, missing names
// a square that the board lacks, or is "" if the text is no route.
func (b *Board) parse(text string) (r route, missing string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxRoute {
		return r, "", false
	}
	r.from, text, missing, ok = b.scan(text)
	for ok && text != "" {
		h := landing{jump: text[0] == 'x' || text[0] == 'X'}
		if !h.jump && text[0] != '-' {
			return r, "", false
		}
		h.to, text, missing, ok = b.scan(text[1:])
		r.hops = append(r.hops, h)
	}
	return r, missing, ok
}

// scan parses the name of a square at the beginning of a text.
func (b *Board) scan(text string) (q Square, rest, missing string, ok bool) {
	if text == "" {
		return NoSquare, "", "", false
	}
	file := int(text[0]|0x20) - 'a'
	n := 1
	for n < min(len(text), 3) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	if file < 0 || file >= 26 || n == 1 || text[1] == '0' {
		return NoSquare, "", "", false
	}
	rank, err := strconv.Atoi(text[1:n])
	if err != nil {
		return NoSquare, "", "", false
	}
	if q, ok = b.At(file, rank-1); !ok {
		missing = strings.ToUpper(text[:n])
	}
	return q, text[n:], missing, ok
}

// list returns the names of squares, separated by commas.
func (b *Board) list(qs []Square) string {
	names := make([]string, len(qs))
	for i, q := range qs {
		names[i] = b.names[q]
	}
	return strings.Join(names, ", ")
}

// Route parses the legs of an action by the geometry of the board alone, whatever
// pieces it has: enough to draw a move that was played.
func (b *Board) Route(action string) ([]Leg, error) {
	r, missing, ok := b.parse(action)
	switch {
	case missing != "":
		return nil, fmt.Errorf("no square %s on the board", missing)
	case !ok:
		return nil, fmt.Errorf("%.40q is not a move", action)
	}
	legs := make([]Leg, len(r.hops))
	from := r.from
	for i, h := range r.hops {
		l := Leg{From: from, To: h.to, Taken: NoSquare}
		over := b.between(from, h.to)
		switch {
		case over != NoSquare && h.jump:
			l.Kind, l.Taken = Jump, over
		case over != NoSquare:
			l.Kind = Canter
		case h.jump || !b.near[from].has(h.to):
			return nil, fmt.Errorf("no way from %s to %s", b.names[from], b.names[h.to])
		case b.castle[from] != 0 && b.castle[from] == b.castle[h.to]:
			l.Kind = CastleMove
		default:
			l.Kind = Step
		}
		legs[i] = l
		from = h.to
	}
	return legs, nil
}

// listCaptures finds the captures in the position that prepareKnown has set. It includes the
// captures by charges that nothing compels.
func (g *generator) listCaptures() {
	g.moves = g.moves[:0]
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		canJump := g.mustCapture && g.divided.jumpFrom[g.b.quarterOf[q]&3]&g.b.bit(q) != 0
		var charges uint64
		if g.p.at[q].Knight() && g.friends.meets(g.b.near[q]) {
			charges = g.chargeSquares(q)
		}
		if canJump || charges != 0 {
			g.captures(q, canJump, charges)
		}
	}
}

// appendQuiet appends the moves without a capture, where nothing compels one.
func (g *generator) appendQuiet(list []games.SearchMove) []games.SearchMove {
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		for steps := g.b.near[q].minus(g.barred); !steps.empty(); {
			list = append(list, move{from: q, to: steps.pop()}.pack())
		}
		if !g.friends.meets(g.b.near[q]) {
			continue
		}
		reached, _ := g.canterSets(q, g.p.at[q].Knight())
		squares := &g.b.quarters[g.b.quarterOf[q]&3].squares
		for ; reached != 0; reached &= reached - 1 {
			list = append(list, move{from: q, to: squares[bits.TrailingZeros64(reached)]}.pack())
		}
	}
	if m, ok := g.findCastleMove(); ok {
		list = append(list, m.pack())
	}
	return list
}

// captures lists the captures of a piece that begin on its square, if it can jump there, and
// on some squares of its quarter, to which it canters.
func (g *generator) captures(from Square, canJump bool, jumpSquares uint64) {
	c := g.p.at[from]
	g.p.at[from] = 0
	g.from = from
	g.seen.reset()
	if canJump {
		g.jumps(from, 0, 0)
	}
	squares := &g.b.quarters[g.b.quarterOf[from]&3].squares
	for ; jumpSquares != 0; jumpSquares &= jumpSquares - 1 {
		g.jumps(squares[bits.TrailingZeros64(jumpSquares)], 0, 0)
	}
	g.p.at[from] = c
}

// quarterSets is a position as leaps see it, for the seat to move.
type quarterSets struct {
	vacant    quarters
	open      quarters     // vacant and not barred
	friends   quarters     // pieces to canter over
	enemies   quarters     // pieces to jump over
	jumps     [4]leapMasks // leaps over enemies
	jumpFrom  quarters     // where they start, on vacant squares or not
	canters   [4]leapMasks // leaps over friends, of the quarters in cantersOf
	cantersOf uint8        // a bit for each quarter
}

// prepareKnown prepares the generator as prepare does, from known quarters of the position.
func (g *generator) prepareKnown(p *position, s seatIndex, known *[maxSeats]quarters) {
	g.survey(p, s)
	g.isDivided = true
	d := &g.divided
	d.cantersOf = 0
	if len(g.b.sides) == 2 {
		d.friends, d.enemies = known[s&3], known[1-s&1]
	} else {
		d.friends, d.enemies = quarters{}, quarters{}
		for t := range g.b.sides {
			set := &d.enemies
			if g.b.sides.allied(s, seatIndex(t)) {
				set = &d.friends
			}
			for i, word := range known[t&3] {
				set[i] |= word
			}
		}
	}
	var movers uint64 // that can jump
	for i, own := range known[s&3] {
		d.vacant[i] = ^(d.friends[i] | d.enemies[i])
		d.open[i] = d.vacant[i] &^ g.side.closedQuarters[i]
		d.jumps[i] = g.b.quarters[i].leapsOver(&d.enemies)
		d.jumpFrom[i] = d.jumps[i].landings(d.vacant[i]) // a jump back is as long
		if g.leaving {
			movers |= own & g.side.closedQuarters[i] & d.jumpFrom[i]
		} else {
			movers |= own &^ g.side.goalQuarters[i] & d.jumpFrom[i]
		}
	}
	g.mustCapture = movers != 0
}

// canterSets does the work of canter with sets in the quarter of the piece's square. It
// returns the squares that canters reach and, for a knight, the squares among these from which
// it could jump. If there are any, reached has only the squares that canters reach without
// landing on these.
func (g *generator) canterSets(from Square, knight bool) (reached, jumpSquares uint64) {
	canters, i := g.canters(from)
	start, open, goal := g.b.bit(from), g.divided.open[i], g.side.goalQuarters[i]
	reached = canters.reach(start, open, goal)
	if !knight || reached&^goal == 0 {
		return reached, 0
	}
	jumpSquares = reached &^ goal & g.divided.jumpsWithout(i, start)
	if jumpSquares != 0 {
		reached = canters.reach(start, open&^jumpSquares, goal)
	}
	return reached, jumpSquares
}

// chargeSquares returns the squares that canters of a knight reach and from which it
// could jump.
func (g *generator) chargeSquares(from Square) uint64 {
	i := g.b.quarterOf[from] & 3
	start, open, goal := g.b.bit(from), g.divided.open[i], g.side.goalQuarters[i]
	wanted := open &^ goal & g.divided.jumpsWithout(i, start)
	if wanted == 0 {
		return 0
	}
	canters, _ := g.canters(from)
	return wanted & canters.reach(start, open, goal)
}

// jumpsWithout returns where jumps start in a quarter while a piece of the seat to move
// is off its square.
func (d *quarterSets) jumpsWithout(i uint8, start uint64) uint64 {
	return d.jumpFrom[i&3] | d.jumps[i&3].landings(start)
}

// canters returns the leaps over friends in the quarter of a square, and its number.
func (g *generator) canters(q Square) (*leapMasks, uint8) {
	d, i := &g.divided, g.b.quarterOf[q]&3
	if d.cantersOf>>i&1 == 0 {
		d.cantersOf |= 1 << i
		d.canters[i] = g.b.quarters[i].leapsOver(&d.friends)
	}
	return &d.canters[i], i
}
