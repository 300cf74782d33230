package cup

// Berger returns the pairs of a round of a round robin, first the one with the first move, by
// the Berger tables of FIDE (Handbook C.05, annex 1). An odd number of entries has one more
// that does not exist: whoever meets it rests, and is in no pair.
func Berger(entries, round int) (pairs [][2]int) {
	n := entries + entries%2
	// Two entries below n meet in the round to which their sum belongs, modulo n-1; n takes
	// the place of whoever would meet itself.
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

// schedule returns the pairs of a round of a round robin. The second half of a double one is
// the first with the sides exchanged.
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

// forfeits returns the games of a round robin that were not played since somebody has
// withdrawn whose results count, as won by the others.
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
