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

// hunted returns the side that has few pieces left, and fewer than the other, on a board
// without castles, where there is no other way to win than to catch them all. Alone against
// three a side always has fewer, and would only run away.
func (g *geometry) hunted(x *parker.Search, sides *[maxSeats]int8, have *[2]int) int8 {
	switch {
	case g.castles || g.seats == maxSeats && g.b.Partner(1) == 0:
	case have[0] < have[1] && have[0] <= maxHunted:
		return 0
	case have[1] < have[0] && have[1] <= maxHunted:
		return 1
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
