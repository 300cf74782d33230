package cup

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Swiss pairing follows the Dutch system in its simpler rules: entries in the order of their
// points, then of their seeds; in a group of the same points, the upper half meets the
// lower; nobody meets anybody twice; nobody has one side three times more than the other,
// where that can be had. Of an odd number, the last who has not rested yet rests, and gets
// the points of a win. The better placed chooses first, and may not choose whom the others
// could not be paired without.

// swissEntry is an entry while a round is paired.
type swissEntry struct {
	entry, points int
	met           map[int]bool
	firsts        int // games with the first move less games with the second
	last          int // 1 if the last one was with the first move, -1 with the second
	rested        bool
}

// pairSwiss returns the games of a round, none if the round cannot be paired without a
// second meeting. The entry that rests is in none of them: see Resting.
func (c Cup) pairSwiss(round int) (games []Game) {
	order, ok := c.swissOrder(round)
	if !ok {
		return nil
	}
	for _, may := range []func(a, b swissEntry) bool{
		func(a, b swissEntry) bool {
			sameSide := a.firsts >= 2 && b.firsts >= 2 || a.firsts <= -2 && b.firsts <= -2
			return !a.met[b.entry] && !sameSide
		},
		func(a, b swissEntry) bool { return !a.met[b.entry] },
	} {
		pairs := pairOrdered(order, may)
		for i, p := range pairs {
			a, b := order[p[0]], order[p[1]]
			if secondFirst(a, b, round) {
				a, b = b, a
			}
			games = append(games, Game{Round: round, Pairing: i + 1, Number: 1, Entries: []int{a.entry, b.entry}})
		}
		if len(games) > 0 {
			break
		}
	}
	return games
}

// swissOrder returns the entries to be paired in a round, best first and without the one that
// rests. ok is false if fewer than two are left, or an odd number of which none can rest.
func (c Cup) swissOrder(round int) (order []swissEntry, ok bool) {
	points := c.pointsBefore(round)
	for entry := 1; entry <= c.Entries; entry++ {
		if c.Withdrawn[entry] {
			continue
		}
		e := swissEntry{entry: entry, points: points[entry], met: make(map[int]bool)}
		for before := 1; before < round; before++ {
			e.rested = e.rested || c.rested(entry, before)
		}
		for _, g := range c.Made {
			if !g.has(entry) {
				continue
			}
			e.last = 1
			if g.Entries[1] == entry {
				e.last = -1
			}
			e.firsts += e.last
			e.met[g.Entries[0]], e.met[g.Entries[1]] = true, true
		}
		order = append(order, e)
	}
	slices.SortStableFunc(order, func(a, b swissEntry) int { return cmp.Compare(b.points, a.points) })
	if len(order) < 2 {
		return nil, false
	}
	if len(order)%2 == 0 {
		return order, true
	}
	free := func(a, b swissEntry) bool { return !a.met[b.entry] }
	for i := len(order) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(order), i, i+1)
		if !order[i].rested && perfect(len(rest), func(a, b int) bool { return free(rest[a], rest[b]) }) {
			return rest, true
		}
	}
	return nil, false
}

// Resting returns the entries of a Swiss cup that rested in a round that has begun.
func (c Cup) Resting(round int) (entries []int) {
	if c.Format != Swiss || round > c.round() {
		return nil
	}
	for entry := 1; entry <= c.Entries; entry++ {
		if c.rested(entry, round) {
			entries = append(entries, entry)
		}
	}
	return entries
}

// rested reports whether an entry had no game in a round that has begun. One that has
// withdrawn counts as absent from all rounds after its last.
func (c Cup) rested(entry, round int) bool {
	last := 0
	for _, g := range c.Made {
		if !g.has(entry) {
			continue
		}
		if g.Round == round {
			return false
		}
		last = max(last, g.Round)
	}
	return !c.Withdrawn[entry] || round < last
}

// pointsBefore returns the points by entry that were made before a round, rests included.
func (c Cup) pointsBefore(round int) []int {
	points := make([]int, c.Entries+1)
	for _, g := range c.Made {
		for _, entry := range g.Entries {
			if g.Round < round {
				points[entry] += g.pointsOf(entry)
			}
		}
	}
	for r := 1; r < round; r++ {
		for _, entry := range c.Resting(r) {
			points[entry] += winPoints
		}
	}
	return points
}

// secondFirst reports whether b, the worse placed, gets the first move.
func secondFirst(a, b swissEntry, round int) bool {
	switch {
	case a.firsts != b.firsts:
		return b.firsts < a.firsts
	case a.last != b.last:
		return b.last < a.last
	case a.last != 0:
		return a.last > 0 // the better placed changes sides
	}
	return (a.entry+round)%2 == 1 // before anybody has played: odd seeds begin in the first round
}

// pairOrdered pairs entries in their order, best first; none if that cannot be done.
func pairOrdered(order []swissEntry, may func(a, b swissEntry) bool) (pairs [][2]int) {
	left := make([]int, len(order))
	for i := range left {
		left[i] = i
	}
	edge := func(a, b int) bool { return may(order[a], order[b]) }
	pairable := func(of []int) bool {
		return perfect(len(of), func(a, b int) bool { return edge(of[a], of[b]) })
	}
	if !pairable(left) {
		return nil
	}
	for len(left) > 0 {
		first := left[0]
		for _, second := range candidates(order, left) {
			rest := slices.DeleteFunc(slices.Clone(left), func(i int) bool { return i == first || i == second })
			if edge(first, second) && pairable(rest) {
				pairs, left = append(pairs, [2]int{first, second}), rest
				break
			}
		}
	}
	return pairs
}

// candidates lists whom the first of those left may meet, the most wanted first: in the group
// of the same points those from the middle on, then those above it from below; then the
// next groups.
func candidates(order []swissEntry, left []int) []int {
	same := 1
	for same < len(left) && order[left[same]].points == order[left[0]].points {
		same++
	}
	group := left[1:same]
	middle := max(same/2-1, 0)
	list := slices.Clone(group[middle:])
	for i := middle - 1; i >= 0; i-- {
		list = append(list, group[i])
	}
	return append(list, left[same:]...)
}

// perfect reports whether n vertices can all be paired along edges. They can if and only if
// Tutte's matrix, which has a variable for each edge, is not singular (Lovász, 1979). Numbers
// below a large prime stand for the variables: a matrix that is not singular looks so with a
// chance of n to the prime.
func perfect(n int, edge func(a, b int) bool) bool {
	const prime = 1<<61 - 1
	times := func(x, y uint64) uint64 {
		high, low := bits.Mul64(x, y)
		_, rest := bits.Div64(high, low, prime)
		return rest
	}
	inverse := func(x uint64) uint64 { // x to the power of prime-2
		y := uint64(1)
		for k := 60; k >= 0; k-- {
			if y = times(y, y); (prime-2)>>k&1 != 0 {
				y = times(y, x)
			}
		}
		return y
	}
	rng, rows := rand.New(rand.NewPCG(1, 2)), make([][]uint64, n)
	for a := range rows {
		rows[a] = make([]uint64, n)
		for b := range a {
			if edge(a, b) {
				x := 1 + rng.Uint64N(prime-1)
				rows[a][b], rows[b][a] = x, prime-x
			}
		}
	}
	for k := range rows {
		pivot := slices.IndexFunc(rows[k:], func(row []uint64) bool { return row[k] != 0 })
		if pivot < 0 {
			return false
		}
		rows[k], rows[k+pivot] = rows[k+pivot], rows[k]
		scale := inverse(rows[k][k])
		for _, row := range rows[k+1:] {
			factor := times(row[k], scale)
			for i := k; i < n && factor != 0; i++ {
				row[i] = (row[i] + prime - times(factor, rows[k][i])) % prime
			}
		}
	}
	return true
}
