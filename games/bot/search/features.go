package search

import (
	"math"
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

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
