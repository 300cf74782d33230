package cup

import (
	"cmp"
	"slices"
)

// Standing is the place of an entry, with the figures that decide it.
type Standing struct {
	Place  int // from 1; tied entries share a place
	Entry  int
	Points int // in halves
	Wins   int // matches in which nobody did better
	Played int
	// Buchholz is the sum of the points of the opponents, in halves. Berger, after Sonneborn
	// and Berger, is the sum of the points of the beaten opponents and half the points of
	// opponents with a draw, in quarters.
	Buchholz, Berger int
	Direct           int // points, in halves, against the entries with as many points
	Reached          int // the last round of a knock-out that the entry has reached
	Withdrawn        bool
	Dropped          bool // the results do not count: the entry is not placed
}

// Standings returns the entries, best first. Ties in points are broken in a round robin by the
// games among the tied entries, by Sonneborn-Berger, then by wins; in a Swiss cup by Buchholz,
// by Sonneborn-Berger, then by wins; in a series by wins. A knock-out counts the rounds.
func (c Cup) Standings() []Standing {
	list := make([]Standing, c.Entries)
	for i := range list {
		list[i] = Standing{Entry: i + 1, Withdrawn: c.Withdrawn[i+1], Dropped: c.dropped(i + 1)}
	}
	games := slices.DeleteFunc(append(slices.Clone(c.Made), c.forfeits()...), func(g Game) bool {
		return !g.Done() || slices.ContainsFunc(g.Entries, c.dropped)
	})
	for _, g := range games {
		for i, entry := range g.Entries {
			s := &list[entry-1]
			s.Points += g.Points[i]
			s.Played++
			if g.Points[i] == slices.Max(g.Points) && g.Points[i] > decisionRule*(len(g.Points)-1) {
				s.Wins++
			}
		}
	}
	for round := 1; round <= c.round(); round++ {
		for _, entry := range c.Resting(round) {
			list[entry-1].Points += winPoints
		}
	}
	switch c.Format {
	case KnockOut:
		c.countRounds(list)
	case RoundRobin, Double, Swiss:
		for _, g := range games { // the scores that break ties
			for i, entry := range g.Entries {
				s, other := &list[entry-1], list[g.Entries[1-i]-1]
				s.Buchholz += other.Points
				s.Berger += other.Points * g.Points[i]
				if other.Points == s.Points {
					s.Direct += g.Points[i]
				}
			}
		}
	}
	slices.SortStableFunc(list, c.order)
	for i := range list {
		switch {
		case list[i].Dropped:
		case i > 0 && c.order(list[i-1], list[i]) == 0:
			list[i].Place = list[i-1].Place
		default:
			list[i].Place = i + 1
		}
	}
	return list
}

// countRounds sets the last round that each entry of a knock-out has reached; the winner of the
// final gets one more.
func (c Cup) countRounds(list []Standing) {
	for _, round := range c.Bracket() {
		for _, p := range round {
			for _, entry := range p.Entries {
				if entry > 0 {
					list[entry-1].Reached = max(list[entry-1].Reached, p.Round)
				}
			}
			if p.Winner > 0 {
				list[p.Winner-1].Reached = p.Round + 1
			}
		}
	}
}

// order compares two entries, the better one first.
func (c Cup) order(a, b Standing) int {
	if a.Dropped != b.Dropped {
		if a.Dropped {
			return 1
		}
		return -1
	}
	switch c.Format {
	case KnockOut:
		return cmp.Compare(b.Reached, a.Reached)
	case Series:
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Wins, a.Wins))
	case Swiss:
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Berger, a.Berger), cmp.Compare(b.Wins, a.Wins))
	}
	return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Berger, a.Berger), cmp.Compare(b.Wins, a.Wins))
}
