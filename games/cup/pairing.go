package cup

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Pairing is a place in the bracket of a knock-out.
type Pairing struct {
	Round, Number int   // from 1
	Entries       []int // the two entries; 0 for nobody, or nobody yet
	Points        []int // of the two, in halves
	Games         []Game
	Winner        int  // 0 if nobody has won it
	Decided       bool // no more games are played here
}

// Bracket returns the pairings by round, from the first. The number of places in the first round is
// a power of two. The best seeds are paired with the empty places, and go on without a game.
func (c Cup) Bracket() [][]Pairing {
	rounds := make([][]Pairing, c.Length())
	seeds := bracketSeeds(1 << c.Length())
	for r := range rounds {
		rounds[r] = make([]Pairing, len(seeds)>>(r+1))
		for i := range rounds[r] {
			p := Pairing{Round: r + 1, Number: i + 1, Entries: make([]int, 2), Points: make([]int, 2)}
			known := true
			for side := range 2 {
				if r == 0 {
					if seed := seeds[2*i+side]; seed <= c.Entries {
						p.Entries[side] = seed
					}
					continue
				}
				before := rounds[r-1][2*i+side]
				p.Entries[side] = before.Winner
				known = known && before.Decided
			}
			c.fill(&p, known)
			rounds[r][i] = p
		}
	}
	return rounds
}

// bracketSeeds returns the seeds in the order of the bracket: the best two can meet only in the
// final, the best four only in the semi-finals.
func bracketSeeds(places int) []int {
	seeds := []int{1}
	for len(seeds) < places {
		next := make([]int, 0, 2*len(seeds))
		for _, seed := range seeds {
			next = append(next, seed, 2*len(seeds)+1-seed)
		}
		seeds = next
	}
	return seeds
}

// fill adds the games and points to a pairing. If known is set, because no more entries will come,
// it also adds the winner.
func (c Cup) fill(p *Pairing, known bool) {
	for _, g := range c.Made {
		if g.Round != p.Round || g.Pairing != p.Number {
			continue
		}
		p.Games = append(p.Games, g)
		for side, entry := range p.Entries {
			p.Points[side] += g.pointsOf(entry)
		}
	}
	if !known {
		return
	}
	a, b := p.Entries[0], p.Entries[1]
	outA, outB := a == 0 || c.Withdrawn[a], b == 0 || c.Withdrawn[b]
	played := len(p.Games)
	if played > 0 && !p.Games[played-1].Done() {
		return
	}
	games, lead, leader := max(c.Games, 1), p.Points[0]-p.Points[1], a
	if lead < 0 {
		lead, leader = -lead, b
	}
	p.Decided = true
	switch { // a result of the games stays, even if an entry withdraws later
	case played < games && lead > (games-played)*winPoints,
		lead > 0 && played >= games && (played-games)%tieBreak == 0:
		p.Winner = leader
	case lead == 0 && played >= games+tieBreak:
		p.Winner = min(a, b)
	case outA && outB: // nobody wins
	case outA:
		p.Winner = b
	case outB:
		p.Winner = a
	default:
		p.Decided = false
	}
}

// nextOfBracket is Next for a knock-out: the next game of each pairing whose entries are known
// and which is not decided. Sides change with each game; the better seed begins the first.
func (c Cup) nextOfBracket() (games []Game, over bool) {
	bracket := c.Bracket()
	for _, round := range bracket {
		for _, p := range round {
			if p.Decided || p.Entries[0] == 0 || p.Entries[1] == 0 || len(p.Games) > 0 && !p.Games[len(p.Games)-1].Done() {
				continue
			}
			first, second := min(p.Entries[0], p.Entries[1]), max(p.Entries[0], p.Entries[1])
			number := len(p.Games) + 1
			if number%2 == 0 {
				first, second = second, first
			}
			games = append(games, Game{Round: p.Round, Pairing: p.Number, Number: number, Entries: []int{first, second}})
		}
	}
	return games, bracket[len(bracket)-1][0].Decided
}

// Berger returns the pairs of a round of a round robin, first the one with the first move, by
// the Berger tables of FIDE (Handbook C.05, annex 1). An odd number of entries has one more
// that does not exist: the entry that meets it rests, and is in no pair.
func Berger(entries, round int) (pairs [][2]int) {
	n := entries + entries%2
	// Two entries below n meet in the round to which their sum belongs, modulo n-1; an entry that
	// would meet itself meets n.
	for low := 1; low < n; low++ {
		high := (round + 1 - low) % (n - 1)
		if high <= 0 {
			high += n - 1
		}
		switch {
		case high == low && n == entries && low <= n/2:
			pairs = append(pairs, [2]int{low, n})
		case high == low && n == entries:
			pairs = append(pairs, [2]int{n, low})
		case high > low && (low+high)%2 == 1:
			pairs = append(pairs, [2]int{low, high})
		case high > low:
			pairs = append(pairs, [2]int{high, low})
		}
	}
	return pairs
}

// schedule returns the pairs of a round of a round robin. The second half of a double round robin
// repeats the first with the sides exchanged.
func (c Cup) schedule(round int) [][2]int {
	single := c.Entries + c.Entries%2 - 1
	pairs := Berger(c.Entries, (round-1)%single+1)
	if round > single {
		for i, p := range pairs {
			pairs[i] = [2]int{p[1], p[0]}
		}
	}
	return pairs
}

// dropped reports whether the results of an entry of a round robin do not count: it has
// withdrawn, and has played fewer than half of its matches.
func (c Cup) dropped(entry int) bool {
	if !c.Withdrawn[entry] || c.Format != RoundRobin && c.Format != Double {
		return false
	}
	played := 0
	for _, g := range c.Made {
		if g.has(entry) {
			played++
		}
	}
	all := c.Entries - 1
	if c.Format == Double {
		all *= 2
	}
	return 2*played < all
}

// forfeits returns the unplayed games of a round robin against withdrawn entries, as wins of their
// opponents. The caller removes the games of dropped entries.
func (c Cup) forfeits() (games []Game) {
	if c.Format != RoundRobin && c.Format != Double || len(c.Withdrawn) == 0 {
		return nil
	}
	made := make(map[[3]int]bool) // round and entries
	for _, g := range c.Made {
		made[[3]int{g.Round, g.Entries[0], g.Entries[1]}] = true
	}
	for round := 1; round <= c.Length(); round++ {
		for i, p := range c.schedule(round) {
			first, second := c.Withdrawn[p[0]], c.Withdrawn[p[1]]
			if first == second || made[[3]int{round, p[0], p[1]}] {
				continue
			}
			g := Game{Round: round, Pairing: i + 1, Number: 1, Entries: []int{p[0], p[1]}, Points: []int{winPoints, 0}}
			if first {
				g.Points = []int{0, winPoints}
			}
			games = append(games, g)
		}
	}
	return games
}

// Swiss pairing follows the Dutch system in its simpler rules: entries in the order of their
// points, then of their seeds; in a group of the same points, the upper half meets the lower;
// nobody meets anybody twice; nobody has one side three times more than the other, where that
// is possible. Of an odd number, the last entry that has not rested yet rests, and gets the
// points of a win. The better placed entry chooses first. It may not choose an opponent
// without which the others could not be paired.

// swissEntry is an entry while a round is paired.
type swissEntry struct {
	entry, points int
	met           map[int]bool
	firsts        int // games with the first move minus games with the second
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

// swissOrder returns the entries to pair in a round, the best first and without the one that rests.
// ok is false if fewer than two are left, or if their number is odd and none of them can rest.
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

// rested reports whether an entry had no game in a round that has begun. A withdrawn entry counts
// as absent from all rounds after its last.
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

// secondFirst reports whether b, the lower placed entry, gets the first move.
func secondFirst(a, b swissEntry, round int) bool {
	switch {
	case a.firsts != b.firsts:
		return b.firsts < a.firsts
	case a.last != b.last:
		return b.last < a.last
	case a.last != 0:
		return a.last > 0 // the higher placed entry changes sides
	}
	return (a.entry+round)%2 == 1 // before anybody has played: odd seeds begin in the first round
}

// pairOrdered pairs entries in their order, best first; it returns none if that is impossible.
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

// candidates lists the possible opponents of the first entry of left, the preferred ones first. In
// the group with the same points these are the entries from the middle on, then those before the
// middle, from the last. The next groups follow.
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
