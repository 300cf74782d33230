package kutschke

import (
	"slices"

	"tableronde/games"
)

// settles tells why cards are no valid payment for an adventure, nil if they
// are: of the virtues of its cost only, enough of each, and none that could be
// left out.
func (a Adventure) settles(pay cards) *games.Illegal {
	for _, c := range pay.list() {
		if a.Cost(c.Virtue()) == 0 {
			return payForeign.of("adventure", a, "card", c)
		}
	}
	for _, v := range Virtues() {
		need, paid := a.Cost(v), pay.of(v)
		if paid.total() < need {
			return payShort.of("adventure", a, "virtue", v, "number", need)
		}
		for _, c := range paid.list() {
			if paid.total()-c.Value() >= need {
				return paySurplus.of("adventure", a, "card", c)
			}
		}
	}
	return nil
}

// combinations lists every set of cards of some virtues that the box holds.
func combinations(wanted func(Virtue) bool) []cards {
	all := []cards{0}
	for c := Card(1); int(c) <= cardTypes; c++ {
		if !wanted(c.Virtue()) {
			continue
		}
		for _, cs := range all {
			for range box.byPlayers[maxSeats].virtues.count(c) {
				cs += one(c)
				all = append(all, cs)
			}
		}
	}
	return all
}

// compareCards puts the smaller total first, then fewer cards, then the order of
// the cards.
func compareCards(a, b cards) int {
	if d := a.total() - b.total(); d != 0 {
		return d
	}
	if d := a.size() - b.size(); d != 0 {
		return d
	}
	return slices.Compare(a.list(), b.list())
}
