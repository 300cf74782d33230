package search

import (
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

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
