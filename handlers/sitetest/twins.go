package sitetest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/games/twin"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
)

// Twins are two matches in which the rules show one viewer the same. The site must show the same,
// too.
type Twins struct {
	Viewer games.Seat // or games.Spectator
	A, B   match.Match
	Rng    *rand.Rand
}

// ForTwins calls check with a number of pairs of matches of a game.
func ForTwins(t testing.TB, tab twin.Table, pairs int, check func(Twins)) {
	t.Helper()
	clubtest.ForTwins(t, tab, pairs, func(tw clubtest.Twins) {
		check(Twins{tw.Viewer, StoredMatch(tab.Rules, tw.A), StoredMatch(tab.Rules, tw.B), tw.Rng})
	})
}

// StoredMatch returns a match in the form in which the club loads it.
func StoredMatch(rules games.Ruleset, tab table.Match) match.Match {
	return match.Match{Match: clubtest.Stored(rules, tab), Rules: rules, Table: tab}
}

// Player returns the id of the viewer, "" for a spectator.
func (tw Twins) Player() string {
	if tw.Viewer == games.Spectator {
		return ""
	}
	return tw.A.Seats[tw.Viewer-1].ID
}

// PairsOfTwins returns the number of pairs that are compared for each game.
func PairsOfTwins() int { return max(effort.N(60), 5) }

// FirstDifference returns the parts of two pages around the first byte that differs.
func FirstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(page []byte) []byte { return page[max(0, i-120):min(len(page), i+160)] }
	return fmt.Sprintf("\n%s\n%s", cut(a), cut(b))
}
