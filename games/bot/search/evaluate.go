package search

import (
	"math"
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

// evaluator estimates positions of one board by weights.
type evaluator struct {
	*geometry
	w      *Weights
	values [16][maxSquares]pair // of each piece on each square
	link   pair                 // of each pair of neighbours
	share  [32]int32            // by pieces of a seat: how full its army is, in parts of full
	net    *network             // nil if there is none
}

// pair is a weight for a full army and one for an empty one, in one number; the pieces that a
// seat has left decide between them. Sums of pairs are sums of both.
type pair int32

const pairShift = 16

// full is the share of an army that has all its pieces.
const full = 64

func newPair(rich, poor int) pair { return pair(rich<<pairShift + poor) }

// parts returns the two numbers.
func (p pair) parts() (rich, poor int32) {
	poor = int32(int16(p))
	return (int32(p) - poor) >> pairShift, poor
}

func newEvaluator(g *geometry, w *Weights) *evaluator {
	e := &evaluator{geometry: g, w: w, link: newPair(w.Links[0], w.Links[1])}
	for s := range g.seats {
		for kind := range 2 {
			for q := range g.b.Len() {
				c := g.class[s][q]
				e.values[parker.PieceOf(games.Seat(s+1), kind == 1)][q] = newPair(w.Square[kind][0][c], w.Square[kind][1][c])
			}
		}
	}
	for n := range e.share {
		e.share[n] = int32(min(full, full*n/g.army))
	}
	if w.Network != nil {
		e.net, _ = newNetwork(g.b, w.Network) // a test reads every file
	}
	return e
}

// sum is the values of the pieces of a seat that are updated move by move.
type sum struct {
	value pair // of the pieces where they are, and of pairs of neighbours
	nearness
}

// nearness counts pieces by their distances from both castles.
type nearness struct {
	rings  [2]uint64 // the number of pieces at each distance in steps from the goal castle, a byte for each
	guards uint32    // and from their own castle, a byte for each of guardRings
}

// add counts the pieces of others.
func (n *nearness) add(others *nearness) {
	n.rings[0] += others.rings[0]
	n.rings[1] += others.rings[1]
	n.guards += others.guards
}

// remove is the inverse of add.
func (n *nearness) remove(others *nearness) {
	n.rings[0] -= others.rings[0]
	n.rings[1] -= others.rings[1]
	n.guards -= others.guards
}

// sum adds up the pieces of a seat.
func (e *evaluator) sum(x *parker.Search, seat games.Seat) (s sum) {
	at := x.Placement()
	army := x.Army(seat)
	links := 0
	for w, word := range army {
		for ; word != 0; word &= word - 1 {
			q := w<<6 | bits.TrailingZeros64(word)
			s.value += e.values[at[q&255]&15][q%maxSquares]
			links += overlap(&army, &e.near[q%maxSquares])
			s.add(&e.places[seat-1][q])
		}
	}
	s.value += pair(links/2) * e.link
	return s
}

// sums are the sums of all seats, and the sums of the network's units in the seats' views.
type sums struct {
	seats [maxSeats]sum
	views [maxSeats]lanes
}

// sumsOf adds up all pieces of a position.
func (e *evaluator) sumsOf(x *parker.Search) (s sums) {
	for i := range e.seats {
		s.seats[i] = e.sum(x, games.Seat(i+1))
	}
	if e.net != nil {
		s.views = e.net.sum(x)
	}
	return s
}

// make plays a move and brings the sums up to date.
func (e *evaluator) make(x *parker.Search, m games.SearchMove, s *sums) {
	seat := x.ToAct()
	i := (seat - 1) & 3
	at := x.Placement()
	from, to := parker.From(m)%maxSquares, parker.To(m)%maxSquares
	values := &e.values[at[from]&15]
	own := &s.seats[i]
	own.value += values[to] - values[from]
	own.remove(&e.places[i][from])
	own.add(&e.places[i][to])
	if e.link != 0 {
		army := x.Army(seat)
		links := overlap(&army, &e.near[to]) - overlap(&army, &e.near[from])
		if from != to && has(&e.near[to], from) {
			links-- // the piece is no neighbour of itself
		}
		own.value += pair(links) * e.link
	}
	if e.net != nil {
		e.net.move(&s.views, at[from], from, to)
	}
	if !parker.Captures(m) {
		x.Make(m)
		return
	}
	var before [maxSeats]parker.Squares
	for i := range e.seats {
		before[i] = x.Army(games.Seat(i + 1))
	}
	x.Make(m)
	for i := range e.seats {
		if games.Seat(i+1) != seat {
			e.lose(s, i, at, before[i], x.Army(games.Seat(i+1)))
		}
	}
}

// lose takes out of the sums the pieces that a seat's army has lost between two positions. The
// placement at is from the first position.
func (e *evaluator) lose(all *sums, seat int, at *[256]parker.Piece, before, now parker.Squares) {
	s, links := &all.seats[seat&3], 0
	for w := range before {
		for word := before[w] &^ now[w]; word != 0; word &= word - 1 {
			q := w<<6 | bits.TrailingZeros64(word)
			s.value -= e.values[at[q&255]&15][q%maxSquares]
			s.remove(&e.places[seat&3][q%maxSquares])
			if e.net != nil {
				e.net.remove(&all.views, at[q&255], parker.Square(q))
			}
			before[w] &^= word & -word
			links += overlap(&before, &e.near[q%maxSquares])
		}
	}
	s.value -= pair(links) * e.link
}

// weighSeat returns the worth of a seat's pieces, whichever seat is to act.
func (e *evaluator) weighSeat(x *parker.Search, s games.Seat, sum *sum) int {
	rich, poor := sum.value.parts()
	score := int(poor + (rich-poor)*e.share[x.Pieces(s)&31]/full)
	if !e.castles {
		return score
	}
	first, second := sum.runners()
	score += e.w.First[first&15] + e.w.Second[second&15]
	for ring := range guardRings {
		score += e.w.Guards[ring][min(sum.guards>>(8*ring)&255, maxGuards)]
	}
	return score
}

// runners returns the distances of the two pieces of a seat that are nearest to the goal
// castle.
func (n *nearness) runners() (first, second int) {
	near, base := n.rings[0], 0
	if near == 0 {
		if near, base = n.rings[1], 8; near == 0 {
			return maxSteps, maxSteps
		}
	}
	first = bits.TrailingZeros64(near) >> 3
	switch rest := near &^ (255 << (8 * first)); {
	case near>>(8*first)&255 > 1:
		return base + first, base + first
	case rest != 0:
		return base + first, base + bits.TrailingZeros64(rest)>>3
	case base == 0 && n.rings[1] != 0:
		return first, 8 + bits.TrailingZeros64(n.rings[1])>>3
	}
	return base + first, maxSteps
}

// weigh returns the worth of a position for the side of seat 1 or, at a table of each alone,
// for the searching seat. The side hero seeks contact with the other; nobody may be.
func (e *evaluator) weigh(x *parker.Search, sides *[maxSeats]int8, sums *sums, hero int8) int {
	var side, have [2]int
	for s := range e.seats {
		seat := games.Seat(s + 1)
		if n := x.Pieces(seat); n > 0 {
			side[sides[s]&1] += e.weighSeat(x, seat, &sums.seats[s&3])
			have[sides[s]&1] += n
		}
	}
	score := side[0] - side[1]
	score += int(int32(e.w.Lead*(have[0]-have[1])) / int32(have[0]+have[1]+2))
	if hunted := e.hunted(&have, hero); hunted != nobody {
		steps := e.chase(x, sides, hunted)
		if hunted == 0 {
			steps = -steps
		}
		score -= e.w.Chase * steps
	} else if e.w.Approach != 0 && hero != nobody {
		steps := e.chase(x, sides, 1-hero)
		if hero == 1 {
			steps = -steps
		}
		score -= e.w.Approach * steps / 2
	}
	actor := x.ToAct()
	bonus := e.w.Tempo + e.w.Threats[min(x.Threats(actor), maxThreats)]
	if e.net != nil {
		bonus += e.net.value(&sums.views, int(actor-1))
	}
	if sides[(actor-1)&3] == 0 {
		return score + bonus
	}
	return score - bonus
}

const (
	maxHunted  = 8 // pieces of a side that is hunted
	maxHunters = 3 // pieces that are counted for each of them, the nearest
	nobody     = int8(-1)
)

// hunted returns the side that has few pieces left, at most two for three of the other, on a
// board without castles, where there is no other way to win than to catch them all. The side
// that searches fights on until it has half as many as the other: a side that is hunted runs
// away for good. Alone against three a side always has fewer.
func (g *geometry) hunted(have *[2]int, hero int8) int8 {
	if g.castles || g.seats == maxSeats && g.b.Partner(1) == 0 {
		return nobody
	}
	for side := range int8(2) {
		few, many := have[side], have[1-side]
		if few <= maxHunted && 3*few <= 2*many && (side != hero || 2*few <= many) {
			return side
		}
	}
	return nobody
}

// chase returns the steps, all together, from each piece of a side to the nearest few of
// the other.
func (g *geometry) chase(x *parker.Search, sides *[maxSeats]int8, hunted int8) (steps int) {
	var few, many parker.Squares
	for s := range g.seats {
		army := x.Army(games.Seat(s + 1))
		to := &many
		if sides[s] == hunted {
			to = &few
		}
		for w := range army {
			to[w] |= army[w]
		}
	}
	for w, word := range few {
		for ; word != 0; word &= word - 1 {
			steps += g.nearest(w<<6|bits.TrailingZeros64(word), &many)
		}
	}
	return steps
}

// nearest returns the steps from a square to the nearest few pieces of an army, all
// together.
func (g *geometry) nearest(q int, army *parker.Squares) (steps int) {
	found := 0
	for d := 1; d < maxSteps && found < maxHunters; d++ {
		n := min(overlap(army, &g.circles[q][d]), maxHunters-found)
		steps += d * n
		found += n
	}
	return steps
}

// sidesFor divides the seats into two sides. Partners are one side. Where each plays alone,
// the searching seat is one side, and all others are assumed to play against it.
func sidesFor(b *parker.Board, hero games.Seat) (sides [maxSeats]int8) {
	first := games.Seat(1)
	if b.Seats() == maxSeats && b.Partner(1) == 0 {
		first = hero
	}
	for s := range b.Seats() {
		seat := games.Seat(s + 1)
		if seat != first && b.Partner(seat) != first {
			sides[s] = 1
		}
	}
	return sides
}

// Term is one weight's part in the evaluation of a position: the weight, by its number
// in Vector, times Times is added up.
type Term struct {
	Weight int
	Times  float32
}

// Features takes evaluations of a board to pieces, for learning.
type Features struct{ g *geometry }

// NewFeatures returns the features of a board.
func NewFeatures(b *parker.Board) *Features { return &Features{geometryOf(b)} }

// Handmade returns weights that nothing was learned for.
func (f *Features) Handmade() *Weights { return handmade(f.g) }

// parts lists the numbers of weights in the order of Vector.
func (w *Weights) parts() [][]int {
	p := [][]int{}
	for kind := range w.Square {
		for phase := range w.Square[kind] {
			p = append(p, w.Square[kind][phase])
		}
	}
	p = append(p, w.First[:], w.Second[:])
	for ring := range w.Guards {
		p = append(p, w.Guards[ring][:])
	}
	return append(p, w.Threats[:], w.Links[:])
}

// Vector returns weights as numbers in a row.
func (f *Features) Vector(w *Weights) []float64 {
	var v []float64
	for _, part := range w.parts() {
		for _, n := range part {
			v = append(v, float64(n))
		}
	}
	return append(v, float64(w.Tempo), float64(w.Lead), float64(w.Chase))
}

// Weights is the inverse of Vector, with rounded numbers.
func (f *Features) Weights(v []float64) *Weights {
	w := handmade(f.g)
	next := func() int {
		n := int(math.Round(v[0]))
		v = v[1:]
		return n
	}
	for _, part := range w.parts() {
		for i := range part {
			part[i] = next()
		}
	}
	w.Tempo, w.Lead, w.Chase = next(), next(), next()
	return w
}

// Numbers of weights in Vector, after the four tables of squares.
func (f *Features) square(kind, phase int, class uint8) int {
	return (2*kind+phase)*f.g.classes + int(class)
}

const (
	atFirst   = 0
	atSecond  = atFirst + maxSteps + 1
	atGuards  = atSecond + maxSteps + 1
	atThreats = atGuards + guardRings*(maxGuards+1)
	atLinks   = atThreats + maxThreats + 1
	atTempo   = atLinks + 2
	atLead    = atTempo + 1
	atChase   = atLead + 1
)

// Of returns the terms of a position's evaluation, as seen by the side of seat 1.
func (f *Features) Of(x *parker.Search) []Term {
	g := f.g
	sides := sidesFor(g.b, 1)
	after := 4 * g.classes
	var terms []Term
	have := [2]int{}
	for s := range g.seats {
		seat := games.Seat(s + 1)
		n := x.Pieces(seat)
		if n == 0 {
			continue
		}
		have[sides[s]] += n
		sign := float32(1 - 2*int(sides[s]))
		terms = f.seatTerms(terms, x, seat, sign)
	}
	lead := float32(have[0]-have[1]) / float32(have[0]+have[1]+2)
	terms = append(terms, Term{after + atLead, lead})
	if hunted := g.hunted(&have, nobody); hunted != nobody {
		steps := float32(g.chase(x, &sides, hunted))
		terms = append(terms, Term{after + atChase, steps * float32(1-2*hunted)})
	}
	actor := x.ToAct()
	sign := float32(1 - 2*int(sides[actor-1]))
	threats := min(x.Threats(actor), maxThreats)
	return append(terms, Term{after + atTempo, sign}, Term{after + atThreats + threats, sign})
}

// seatTerms appends the terms of a seat.
func (f *Features) seatTerms(terms []Term, x *parker.Search, seat games.Seat, sign float32) []Term {
	g, s := f.g, seat-1
	army := x.Army(seat)
	share := float32(min(full, full*x.Pieces(seat)/g.army)) / full
	links, near := 0, nearness{}
	for w, word := range army {
		for ; word != 0; word &= word - 1 {
			q := parker.Square(w<<6 | bits.TrailingZeros64(word))
			kind := 0
			if x.On(q).Knight() {
				kind = 1
			}
			c := g.class[s][q]
			terms = append(terms, Term{f.square(kind, 0, c), sign * share}, Term{f.square(kind, 1, c), sign * (1 - share)})
			links += overlap(&army, &g.near[q])
			near.add(&g.places[s][q])
		}
	}
	after := 4 * g.classes
	terms = append(terms, Term{after + atLinks, sign * share * float32(links) / 2}, Term{after + atLinks + 1, sign * (1 - share) * float32(links) / 2})
	if !g.castles {
		return terms
	}
	first, second := near.runners()
	terms = append(terms, Term{after + atFirst + first, sign}, Term{after + atSecond + second, sign})
	for ring := range guardRings {
		n := min(int(near.guards>>(8*ring)&255), maxGuards)
		terms = append(terms, Term{after + atGuards + ring*(maxGuards+1) + n, sign})
	}
	return terms
}
