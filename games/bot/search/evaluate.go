package search

import (
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
}

// pair is a weight of a full army and one of an empty one, in one number: what a seat has
// weighs by how many pieces it has left. Sums of pairs are sums of both.
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
	return e
}

// sum returns the sum of the values of a seat's pieces, and of pairs of neighbours.
func (e *evaluator) sum(x *parker.Search, s games.Seat) (sum pair) {
	at := x.Placement()
	army := x.Army(s)
	links := 0
	for w, word := range army {
		for ; word != 0; word &= word - 1 {
			q := w<<6 | bits.TrailingZeros64(word)
			sum += e.values[at[q&255]&15][q%maxSquares]
			links += overlap(&army, &e.near[q%maxSquares])
		}
	}
	return sum + pair(links/2)*e.link
}

// sums are the sums of the pieces of all seats, kept up to date move by move.
type sums [maxSeats]pair

// sumsOf adds up all pieces of a position.
func (e *evaluator) sumsOf(x *parker.Search) (s sums) {
	for i := range e.seats {
		s[i] = e.sum(x, games.Seat(i+1))
	}
	return s
}

// make plays a move and returns the sums after it, given those before.
func (e *evaluator) make(x *parker.Search, m games.SearchMove, s sums) sums {
	seat := x.ToAct()
	i := (seat - 1) & 3
	at := x.Placement()
	from, to := parker.From(m)%maxSquares, parker.To(m)%maxSquares
	values := &e.values[at[from]&15]
	s[i] += values[to] - values[from]
	if e.link != 0 {
		army := x.Army(seat)
		links := overlap(&army, &e.near[to]) - overlap(&army, &e.near[from])
		if from != to && has(&e.near[to], from) {
			links-- // the piece is no neighbour of itself
		}
		s[i] += pair(links) * e.link
	}
	if !parker.Captures(m) {
		x.Make(m)
		return s
	}
	var before [maxSeats]parker.Squares
	for i := range e.seats {
		before[i] = x.Army(games.Seat(i + 1))
	}
	x.Make(m)
	for i := range e.seats {
		if games.Seat(i+1) != seat {
			s[i] -= e.lost(at, before[i], x.Army(games.Seat(i+1)))
		}
	}
	return s
}

// lost returns what an army has lost of its sum from one position to another. The
// placement is that of the first.
func (e *evaluator) lost(at *[256]parker.Piece, before, now parker.Squares) (sum pair) {
	links := 0
	for w := range before {
		for word := before[w] &^ now[w]; word != 0; word &= word - 1 {
			q := w<<6 | bits.TrailingZeros64(word)
			sum += e.values[at[q&255]&15][q%maxSquares]
			before[w] &^= word & -word
			links += overlap(&before, &e.near[q%maxSquares])
		}
	}
	return sum + pair(links)*e.link
}

// weighSeat returns the worth of what a seat has, whoever is to act.
func (e *evaluator) weighSeat(x *parker.Search, s games.Seat, sum pair) int {
	rich, poor := sum.parts()
	score := int(poor + (rich-poor)*e.share[x.Pieces(s)&31]/full)
	if !e.castles {
		return score
	}
	army := x.Army(s)
	i := (s - 1) & 3
	first, second := e.runners(&army, int(i))
	score += e.w.First[first] + e.w.Second[second]
	for ring := range guardRings {
		score += e.w.Guards[ring][min(overlap(&army, &e.guards[i][ring]), maxGuards)]
	}
	return score
}

// runners returns the distances of the two pieces of an army that are nearest to the
// goal castle.
func (g *geometry) runners(army *parker.Squares, seat int) (first, second int) {
	found := 0
	for d := range maxSteps {
		ring := &g.rings[seat&3][d]
		if army[0]&ring[0]|army[1]&ring[1]|army[2]&ring[2] == 0 {
			continue
		}
		if found == 0 {
			first = d
		}
		if found += overlap(army, ring); found > 1 {
			return first, d
		}
	}
	if found == 0 {
		first = maxSteps
	}
	return first, maxSteps
}

// weigh returns the worth of a position for the side of seat 1 or, at a table of each
// alone, for that of the hero.
func (e *evaluator) weigh(x *parker.Search, sides *[maxSeats]int8, sums *sums) int {
	var side, have [2]int
	for s := range e.seats {
		seat := games.Seat(s + 1)
		if n := x.Pieces(seat); n > 0 {
			side[sides[s]&1] += e.weighSeat(x, seat, sums[s])
			have[sides[s]&1] += n
		}
	}
	score := side[0] - side[1]
	score += e.w.Lead * (have[0] - have[1]) / (have[0] + have[1] + 2)
	if hunted := e.hunted(x, sides, &have); hunted != nobody {
		steps := e.chase(x, sides, hunted)
		if hunted == 0 {
			steps = -steps
		}
		score -= e.w.Chase * steps
	}
	actor := x.ToAct()
	bonus := e.w.Tempo + e.w.Threats[min(x.Threats(actor), maxThreats)]
	if sides[(actor-1)&3] == 0 {
		return score + bonus
	}
	return score - bonus
}
