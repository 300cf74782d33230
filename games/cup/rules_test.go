package cup

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// game returns a game between two that has ended.
func game(round, pairing, number, first, second, points int) Game {
	return Game{Round: round, Pairing: pairing, Number: number, Entries: []int{first, second}, Points: []int{points, 2 - points}}
}

func entriesOf(list []Standing) (entries []int) {
	for _, s := range list {
		entries = append(entries, s.Entry)
	}
	return entries
}

// Four play each other: 1 beats 2, draws with 3, loses to 4; 2 beats 3 and 4; 3 beats 4.
// 2 has two points. 1 and 3 have one and a half and drew: 1 has beaten 2 (two points) and
// drawn with 3, so 2 + 3/4; 3 has beaten 4 (one point) and drawn with 1: 1 + 3/4.
func TestSonnebornBergerWorkedExample(t *testing.T) {
	c := Cup{Format: RoundRobin, Entries: 4, Made: []Game{
		game(1, 1, 1, 1, 4, 0), game(1, 2, 1, 2, 3, 2), game(2, 1, 1, 4, 3, 0), game(2, 2, 1, 1, 2, 2), game(3, 1, 1, 2, 4, 2), game(3, 2, 1, 3, 1, 1),
	}}
	list := c.Standings()
	if diff := cmp.Diff([]int{2, 1, 3, 4}, entriesOf(list)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	want := []Standing{
		{Place: 1, Entry: 2, Points: 4, Wins: 2, Played: 3, Buchholz: 8, Berger: 10},
		{Place: 2, Entry: 1, Points: 3, Wins: 1, Played: 3, Buchholz: 9, Berger: 11, Direct: 1},
		{Place: 3, Entry: 3, Points: 3, Wins: 1, Played: 3, Buchholz: 9, Berger: 7, Direct: 1},
		{Place: 4, Entry: 4, Points: 2, Wins: 1, Played: 3, Buchholz: 10, Berger: 6},
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("standings (-want +got):\n%s", diff)
	}
}

// Equal points: the game between the two decides before Sonneborn-Berger.
func TestDirectEncounterComesFirst(t *testing.T) {
	c := Cup{Format: RoundRobin, Entries: 4, Made: []Game{
		game(1, 1, 1, 1, 4, 2), game(1, 2, 1, 2, 3, 2), game(2, 1, 1, 4, 3, 0), game(2, 2, 1, 1, 2, 0), game(3, 1, 1, 2, 4, 0), game(3, 2, 1, 3, 1, 0),
	}}
	if got := entriesOf(c.Standings()); !slices.Equal(got[:2], []int{2, 1}) {
		t.Errorf("order %v: 2 has beaten 1, and both have two points", got)
	}
}

// A Swiss cup of four after two rounds: 1 has beaten 3 and 2; 2 has beaten 4, 4 has beaten 3.
// 2 and 4 have a point; 2 has met 4 and 1, 4 has met 2 and 3.
func TestBuchholzWorkedExample(t *testing.T) {
	c := Cup{Format: Swiss, Entries: 4, Made: []Game{game(1, 1, 1, 1, 3, 2), game(1, 2, 1, 4, 2, 0), game(2, 1, 1, 2, 1, 0), game(2, 2, 1, 3, 4, 0)}}
	list := c.Standings()
	if got := entriesOf(list); !slices.Equal(got, []int{1, 2, 4, 3}) {
		t.Errorf("order %v", got)
	}
	if list[1].Buchholz != 6 || list[2].Buchholz != 2 {
		t.Errorf("Buchholz %+v", list)
	}
}

// Of three, the last rests in the first round and another in the second; a rest is a win.
func TestSwissRestIsAWin(t *testing.T) {
	c := Cup{Format: Swiss, Entries: 3}
	games, _ := c.Next()
	if len(games) != 1 || slices.Contains(games[0].Entries, 3) {
		t.Fatalf("round 1: %v", games)
	}
	games[0].Points = []int{2, 0}
	c.Made = games
	if diff := cmp.Diff([]int{3}, c.Resting(1)); diff != "" {
		t.Error(diff)
	}
	for _, s := range c.Standings() {
		if s.Entry == 3 && s.Points != 2 {
			t.Errorf("%+v", s)
		}
	}
	second, over := c.Next()
	if over || len(second) != 1 || !slices.Contains(second[0].Entries, 3) {
		t.Errorf("round 2: %v, over %v", second, over)
	}
}

// An entry that withdraws from a round robin of six before half of the five matches loses its
// results, and its opponents lose theirs against it. After half, the opponents win the
// remaining matches.
func TestWithdrawalFromARoundRobin(t *testing.T) {
	c := Cup{Format: RoundRobin, Entries: 6, Withdrawn: map[int]bool{6: true}, Made: []Game{game(1, 1, 1, 1, 6, 0), game(2, 3, 1, 6, 4, 2)}}
	list := c.Standings()
	if last := list[5]; last.Entry != 6 || !last.Dropped || last.Place != 0 || last.Points != 0 {
		t.Errorf("two of five: %+v", last)
	}
	c.Made = append(c.Made, game(3, 2, 1, 2, 6, 0))
	points := make(map[int]int)
	for _, s := range c.Standings() {
		points[s.Entry] = s.Points
	}
	if diff := cmp.Diff(map[int]int{1: 0, 2: 0, 3: 2, 4: 0, 5: 2, 6: 6}, points); diff != "" {
		t.Errorf("three of five (-want +got):\n%s", diff)
	}
	games, _ := c.Next()
	for _, g := range games {
		if g.has(6) {
			t.Errorf("who has withdrawn plays %v", g)
		}
	}
}

// Eight seeds: 1 meets 8, 4 meets 5, 2 meets 7, 3 meets 6; with six, the two best wait.
func TestBracketOfSeeds(t *testing.T) {
	first := func(entries int) (pairs [][]int) {
		games, _ := Cup{Format: KnockOut, Entries: entries}.Next()
		for _, g := range games {
			pairs = append(pairs, g.Entries)
		}
		return pairs
	}
	if diff := cmp.Diff([][]int{{1, 8}, {4, 5}, {2, 7}, {3, 6}}, first(8)); diff != "" {
		t.Errorf("eight (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]int{{4, 5}, {3, 6}}, first(6)); diff != "" {
		t.Errorf("six (-want +got):\n%s", diff)
	}
}

// Best of three: sides change, two wins are enough; level after three, a pair more; level
// again, the better seed goes on.
func TestKnockOutPairing(t *testing.T) {
	c := Cup{Format: KnockOut, Entries: 4, Games: 3}
	next := func() []Game {
		var games []Game
		list, _ := c.Next()
		for _, g := range list {
			if g.Round == 1 && g.Pairing == 1 {
				games = append(games, g)
			}
		}
		return games
	}
	for number, first := range []int{1, 4, 1, 4, 1} {
		games := next()
		if len(games) != 1 || games[0].Number != number+1 || games[0].Entries[0] != first {
			t.Fatalf("game %d: %v", number+1, games)
		}
		c.Made = append(c.Made, games[0])
		if len(next()) != 0 {
			t.Fatalf("game %d is not waited for", number+1)
		}
		c.Made[number].Points = []int{1, 1}
	}
	if p := c.Bracket()[0][0]; len(next()) != 0 || !p.Decided || p.Winner != 1 {
		t.Errorf("level after five: %+v", p)
	}
	c.Made = []Game{game(1, 1, 1, 1, 4, 0), game(1, 1, 2, 4, 1, 2)}
	if p := c.Bracket()[0][0]; !p.Decided || p.Winner != 4 {
		t.Errorf("after two wins: %+v", p)
	}
	c.Made = c.Made[:1]
	if p := c.Bracket()[0][0]; p.Decided {
		t.Errorf("after one win: %+v", p)
	}
}

// The opponent of an entry that has withdrawn goes on.
func TestWithdrawalFromAKnockOut(t *testing.T) {
	c := Cup{Format: KnockOut, Entries: 4, Withdrawn: map[int]bool{4: true}, Made: []Game{game(1, 2, 1, 2, 3, 2)}}
	games, _ := c.Next()
	if diff := cmp.Diff([]Game{{Round: 2, Pairing: 1, Number: 1, Entries: []int{1, 2}}}, games); diff != "" {
		t.Errorf("final (-want +got):\n%s", diff)
	}
	c.Withdrawn[2] = true
	if _, over := c.Next(); !over || c.Standings()[0].Entry != 1 {
		t.Errorf("over %v: %+v", over, c.Standings())
	}
}

// Three at a table of cards: each begins once, and points are summed.
func TestSeriesRotatesSeats(t *testing.T) {
	c := Cup{Format: Series, Entries: 3}
	want := [][]int{{1, 2, 3}, {2, 3, 1}, {3, 1, 2}}
	for round, seats := range want {
		games, over := c.Next()
		if over || len(games) != 1 || !slices.Equal(games[0].Entries, seats) {
			t.Fatalf("match %d: %v", round+1, games)
		}
		games[0].Points = []int{4, 1, 1}
		c.Made = append(c.Made, games...)
	}
	if games, over := c.Next(); !over || len(games) > 0 {
		t.Errorf("after three: %v", games)
	}
	for _, s := range c.Standings() {
		if s.Points != 6 || s.Wins != 1 || s.Place != 1 {
			t.Errorf("%+v", s)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for name, c := range map[string]Cup{
		"format": {Format: "ladder", Entries: 8}, "few": {Format: Swiss, Entries: 2}, "many": {Format: Swiss, Entries: 33},
		"table": {Format: Series, Entries: 7}, "rounds": {Format: Swiss, Entries: 8, Rounds: 17}, "games": {Format: KnockOut, Entries: 8, Games: 2},
	} {
		if c.Check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
