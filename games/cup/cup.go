// Package cup computes the pairs of each round of a cup and the order of its entries.
// It uses no clock, no store and no game.
//
// Entries are numbered from 1 in the order of their seeds. Points are counted in halves: in
// each match an entry gets two for every opponent that it beats and one for every draw. A
// match of two is worth 2, 1 or 0, and one of four up to 6.
//
// Withdrawal: the entry loses its matches in play. In a round robin all its results are
// dropped if it has played fewer than half of its matches; otherwise its opponents win the
// rest. In a Swiss cup it is not paired any more, and in a knock-out its opponent goes on. A
// series goes on without it for as long as two are left.
package cup

import (
	"fmt"
	"slices"
)

// Format is the system by which the entries of a cup meet.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // each entry meets each other once, by the Berger tables
	Double     Format = "double"      // each entry meets each other twice, the second time with the sides exchanged
	Swiss      Format = "swiss"       // the chosen number of rounds, each against an entry with about the same points, never twice
	KnockOut   Format = "knock-out"   // an entry that loses is out
	Series     Format = "series"      // all entries at one table, several times, with rotated seats
)

// Formats lists all formats.
var Formats = []Format{RoundRobin, Double, Swiss, KnockOut, Series}

// Limits of a cup.
const (
	MinEntries   = 3
	MaxEntries   = 32
	MaxTable     = 6 // entries of a series
	MaxRounds    = 16
	MaxGames     = 7 // of a pairing of a knock-out
	tieBreak     = 2 // further games of a level pairing of a knock-out
	winPoints    = 2
	decisionRule = winPoints / 2
)

// Cup is a cup after some of its games.
type Cup struct {
	Format  Format
	Entries int
	// Rounds is the number of rounds of a Swiss cup or of matches of a series, 0 for the
	// usual one. See Length.
	Rounds int
	// Games is the largest number of games of a pairing in a knock-out, an odd number. An entry
	// that cannot be overtaken goes on. If the pairing is level after all games, two more are
	// played; if it is still level, the better seed goes on. 0 means one.
	Games     int
	Withdrawn map[int]bool
	Made      []Game // every game that was begun, in any order
}

// Game is one match of a cup.
type Game struct {
	Round, Pairing, Number int   // from 1; Number counts the games of a pairing
	Entries                []int // by seat
	Points                 []int // by seat, in halves; nil while the game runs
}

// Done reports whether the game has ended.
func (g Game) Done() bool { return g.Points != nil }

// has reports whether an entry plays in the game.
func (g Game) has(entry int) bool { return slices.Contains(g.Entries, entry) }

// pointsOf returns the points of an entry of the game, 0 while it runs.
func (g Game) pointsOf(entry int) int {
	if i := slices.Index(g.Entries, entry); i >= 0 && g.Done() {
		return g.Points[i]
	}
	return 0
}

// Check returns an error for a cup with invalid fields.
func (c Cup) Check() error {
	most := MaxEntries
	if c.Format == Series {
		most = MaxTable
	}
	switch {
	case !slices.Contains(Formats, c.Format):
		return fmt.Errorf("unknown format %.20q", string(c.Format))
	case c.Entries < MinEntries || c.Entries > most:
		return fmt.Errorf("%d entries: a cup of this format has %d to %d", c.Entries, MinEntries, most)
	case c.Rounds < 0 || c.Rounds > MaxRounds:
		return fmt.Errorf("%d rounds: there are 1 to %d", c.Rounds, MaxRounds)
	case c.Games < 0 || c.Games > MaxGames || c.Games > 0 && c.Games%2 == 0:
		return fmt.Errorf("%d games: a pairing has an odd number of them, at most %d", c.Games, MaxGames)
	}
	return nil
}

// Length returns the number of rounds. By default a Swiss cup has the smallest number that can
// leave a single entry with all points, but at most half the number of entries. That many rounds
// can always be paired without a second meeting, unless an entry withdraws.
func (c Cup) Length() int {
	even := c.Entries + c.Entries%2
	switch c.Format {
	case RoundRobin:
		return even - 1
	case Double:
		return 2 * (even - 1)
	case KnockOut:
		return log2(c.Entries)
	case Swiss:
		if c.Rounds == 0 {
			return log2(c.Entries)
		}
		return min(c.Rounds, even/2)
	}
	if c.Rounds == 0 {
		return c.Entries
	}
	return c.Rounds
}

// log2 returns the least k for which 2^k is at least n.
func log2(n int) (k int) {
	for 1<<k < n {
		k++
	}
	return k
}

// Next returns the games that are to begin now, in the order of their pairings. over reports that
// no more games will follow. If there are no games and over is false, the cup waits for games under
// way.
func (c Cup) Next() (games []Game, over bool) {
	if c.Format == KnockOut {
		return c.nextOfBracket()
	}
	if slices.ContainsFunc(c.Made, func(g Game) bool { return !g.Done() }) {
		return nil, false
	}
	for round := c.round() + 1; round <= c.Length(); round++ {
		games := c.pair(round)
		if len(games) > 0 {
			return games, false
		}
		if c.Format != RoundRobin && c.Format != Double {
			break
		}
	}
	return nil, true
}

// pair returns the games of a round that is about to begin.
func (c Cup) pair(round int) []Game {
	switch c.Format {
	case Swiss:
		return c.pairSwiss(round)
	case Series:
		return c.seat(round)
	}
	var games []Game
	for i, p := range c.schedule(round) {
		if !c.Withdrawn[p[0]] && !c.Withdrawn[p[1]] {
			games = append(games, Game{Round: round, Pairing: i + 1, Number: 1, Entries: p[:]})
		}
	}
	return games
}

// seat returns the match of a round of a series. The entries rotate by one seat from match to
// match.
func (c Cup) seat(round int) []Game {
	var left []int
	for entry := 1; entry <= c.Entries; entry++ {
		if !c.Withdrawn[entry] {
			left = append(left, entry)
		}
	}
	if len(left) < 2 {
		return nil
	}
	at := (round - 1) % len(left)
	return []Game{{Round: round, Pairing: 1, Number: 1, Entries: append(slices.Clone(left[at:]), left[:at]...)}}
}

// round returns the last round that has begun, 0 for none.
func (c Cup) round() (last int) {
	for _, g := range c.Made {
		last = max(last, g.Round)
	}
	return last
}
