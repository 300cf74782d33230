package cup

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games/effort"
)

// bergerTables are from FIDE's Handbook, C.05, annex 1: the pairs of each round.
var bergerTables = map[int][][][2]int{
	4: {{{1, 4}, {2, 3}}, {{4, 3}, {1, 2}}, {{2, 4}, {3, 1}}},
	6: {
		{{1, 6}, {2, 5}, {3, 4}}, {{6, 4}, {5, 3}, {1, 2}}, {{2, 6}, {3, 1}, {4, 5}},
		{{6, 5}, {1, 4}, {2, 3}}, {{3, 6}, {4, 2}, {5, 1}},
	},
	8: {
		{{1, 8}, {2, 7}, {3, 6}, {4, 5}}, {{8, 5}, {6, 4}, {7, 3}, {1, 2}}, {{2, 8}, {3, 1}, {4, 7}, {5, 6}},
		{{8, 6}, {7, 5}, {1, 4}, {2, 3}}, {{3, 8}, {4, 2}, {5, 1}, {6, 7}}, {{8, 7}, {1, 6}, {2, 5}, {3, 4}},
		{{4, 8}, {5, 3}, {6, 2}, {7, 1}},
	},
	10: {
		{{1, 10}, {2, 9}, {3, 8}, {4, 7}, {5, 6}}, {{10, 6}, {7, 5}, {8, 4}, {9, 3}, {1, 2}}, {{2, 10}, {3, 1}, {4, 9}, {5, 8}, {6, 7}},
		{{10, 7}, {8, 6}, {9, 5}, {1, 4}, {2, 3}}, {{3, 10}, {4, 2}, {5, 1}, {6, 9}, {7, 8}}, {{10, 8}, {9, 7}, {1, 6}, {2, 5}, {3, 4}},
		{{4, 10}, {5, 3}, {6, 2}, {7, 1}, {8, 9}}, {{10, 9}, {1, 8}, {2, 7}, {3, 6}, {4, 5}}, {{5, 10}, {6, 4}, {7, 3}, {8, 2}, {9, 1}},
	},
}

func TestBergerTablesArePublishedOnes(t *testing.T) {
	for entries, rounds := range bergerTables {
		for i, pairs := range rounds {
			want, got := make(map[[2]int]bool), make(map[[2]int]bool)
			for _, p := range pairs {
				want[p] = true
			}
			for _, p := range Berger(entries, i+1) {
				got[p] = true
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d entries, round %d (-want +got):\n%s", entries, i+1, diff)
			}
		}
	}
}

// In every table all meet once, and nobody has one side more than once above the other.
func TestBergerTablesAreWhole(t *testing.T) {
	for entries := MinEntries; entries <= MaxEntries; entries++ {
		met, firsts := make(map[[2]int]bool), make(map[int]int)
		c := Cup{Format: RoundRobin, Entries: entries}
		for round := 1; round <= c.Length(); round++ {
			busy := make(map[int]bool)
			for _, p := range Berger(entries, round) {
				low, high := min(p[0], p[1]), max(p[0], p[1])
				if low < 1 || high > entries || met[[2]int{low, high}] || busy[low] || busy[high] {
					t.Fatalf("%d entries, round %d: %v", entries, round, p)
				}
				met[[2]int{low, high}], busy[low], busy[high] = true, true, true
				firsts[p[0]]++
				firsts[p[1]]--
			}
		}
		if len(met) != entries*(entries-1)/2 {
			t.Errorf("%d entries: %d pairs", entries, len(met))
		}
		for entry, n := range firsts {
			if n < -1 || n > 1 {
				t.Errorf("%d entries: %d has the first move %d times more", entries, entry, n)
			}
		}
	}
}

// play plays a cup to its end with results by chance and checks it after every game. It may
// have entries withdraw.
func play(t *testing.T, rng *rand.Rand, c *Cup, withdraw bool) {
	t.Helper()
	for steps := 0; ; steps++ {
		games, over := c.Next()
		running := false
		for i := range c.Made {
			running = running || !c.Made[i].Done()
		}
		switch {
		case over && (running || len(games) > 0), !over && !running && len(games) == 0, steps > 5000:
			t.Fatalf("%+v: over %v, games %v, running %v", c, over, games, running)
		case over:
			return
		}
		c.Made = append(c.Made, games...)
		again, _ := c.Next()
		if len(again) > 0 {
			t.Fatalf("the games %v begin twice: %v", games, again)
		}
		open := rng.Perm(len(c.Made))
		for _, i := range open {
			if g := &c.Made[i]; !g.Done() {
				g.Points = pointsByChance(rng, len(g.Entries))
				break
			}
		}
		if withdraw && rng.IntN(12) == 0 {
			withdrawEntry(c, 1+rng.IntN(c.Entries))
		}
	}
}

// withdrawEntry withdraws an entry, which loses its matches in play.
func withdrawEntry(c *Cup, entry int) {
	c.Withdrawn[entry] = true
	for i := range c.Made {
		g := &c.Made[i]
		if g.Done() || !g.has(entry) {
			continue
		}
		g.Points = make([]int, len(g.Entries))
		for seat, other := range g.Entries {
			if other != entry {
				g.Points[seat] = winPoints
			}
		}
	}
}

func pointsByChance(rng *rand.Rand, n int) []int {
	strength := make([]int, n)
	for i := range strength {
		strength[i] = rng.IntN(3)
	}
	points := make([]int, n)
	for i := range points {
		for j := range points {
			switch {
			case i != j && strength[i] > strength[j]:
				points[i] += winPoints
			case i != j && strength[i] == strength[j]:
				points[i]++
			}
		}
	}
	return points
}

// Every cup of every format ends, each game begins once, and places follow from points.
func TestEveryCupEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range effort.N(600) {
		c := Cup{Format: Formats[i%len(Formats)], Entries: MinEntries + rng.IntN(MaxEntries-MinEntries+1), Games: 1 + 2*rng.IntN(3), Withdrawn: make(map[int]bool)}
		if c.Format == Series {
			c.Entries = MinEntries + rng.IntN(MaxTable-MinEntries+1)
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		play(t, rng, &c, rng.IntN(2) == 0)
		list := c.Standings()
		for i, s := range list {
			if !s.Dropped && (s.Place < 1 || s.Place > i+1) || i > 0 && !s.Dropped && s.Place < list[i-1].Place {
				t.Fatalf("places of %+v: %+v", c, list)
			}
		}
		if len(c.Withdrawn) == 0 && c.Format == KnockOut && (list[0].Place != 1 || len(list) > 1 && list[1].Place == 1) {
			t.Fatalf("a knock-out without one winner: %+v", list)
		}
	}
}

// In a Swiss cup nobody meets anybody twice or rests twice, sides differ by two at most, and
// each round pairs everybody.
func TestSwissInvariants(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range effort.N(2000) {
		c := Cup{Format: Swiss, Entries: MinEntries + rng.IntN(MaxEntries-MinEntries+1), Rounds: rng.IntN(8)}
		play(t, rng, &c, false)
		met, firsts, rests := make(map[[2]int]bool), make(map[int]int), make(map[int]int)
		for _, g := range c.Made {
			a, b := g.Entries[0], g.Entries[1]
			if met[[2]int{a, b}] || met[[2]int{b, a}] || a == b {
				t.Fatalf("%d and %d meet twice: %+v", a, b, c)
			}
			met[[2]int{a, b}] = true
			firsts[a]++
			firsts[b]--
		}
		for round := 1; round <= c.Length(); round++ {
			for _, entry := range c.Resting(round) {
				rests[entry]++
			}
		}
		if want := c.Length() * (c.Entries / 2); len(c.Made) != want {
			t.Fatalf("%d games, want %d: %+v", len(c.Made), want, c)
		}
		for entry := 1; entry <= c.Entries; entry++ {
			if firsts[entry] < -2 || firsts[entry] > 2 || rests[entry] > 1 {
				t.Fatalf("entry %d of %d in %d rounds: first move %+d, rests %d", entry, c.Entries, c.Length(), firsts[entry], rests[entry])
			}
		}
	}
}

// The first round of eight: the upper half meets the lower, with sides by turns. After wins of
// the first of each, winners meet winners, and losers losers.
func TestSwissPairsScoreGroups(t *testing.T) {
	c := Cup{Format: Swiss, Entries: 8}
	first, _ := c.Next()
	if diff := cmp.Diff([]Game{
		{Round: 1, Pairing: 1, Number: 1, Entries: []int{1, 5}},
		{Round: 1, Pairing: 2, Number: 1, Entries: []int{6, 2}},
		{Round: 1, Pairing: 3, Number: 1, Entries: []int{3, 7}},
		{Round: 1, Pairing: 4, Number: 1, Entries: []int{8, 4}},
	}, first); diff != "" {
		t.Errorf("round 1 (-want +got):\n%s", diff)
	}
	for i := range first {
		first[i].Points = []int{2, 0}
		if first[i].Entries[0] > 4 {
			first[i].Points = []int{0, 2}
		}
	}
	c.Made = first
	second, _ := c.Next()
	if diff := cmp.Diff([]Game{
		{Round: 2, Pairing: 1, Number: 1, Entries: []int{3, 1}},
		{Round: 2, Pairing: 2, Number: 1, Entries: []int{2, 4}},
		{Round: 2, Pairing: 3, Number: 1, Entries: []int{5, 7}},
		{Round: 2, Pairing: 4, Number: 1, Entries: []int{8, 6}},
	}, second); diff != "" {
		t.Errorf("round 2 (-want +got):\n%s", diff)
	}
}

// perfect agrees with trying everything.
func TestPerfectAgreesWithTryingEverything(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range effort.N(20000) {
		n := 2 * (1 + rng.IntN(4))
		var edges [8][8]bool
		for a := range n {
			for b := range a {
				edges[a][b] = rng.IntN(100) < 35
				edges[b][a] = edges[a][b]
			}
		}
		edge := func(a, b int) bool { return edges[a][b] }
		left := make([]int, n)
		for i := range left {
			left[i] = i
		}
		if got, want := perfect(n, edge), tryAll(left, edge); got != want {
			t.Fatalf("perfect = %v, want %v: %v", got, want, edges)
		}
	}
}

func tryAll(left []int, edge func(a, b int) bool) bool {
	if len(left) == 0 {
		return true
	}
	for i := 1; i < len(left); i++ {
		if edge(left[0], left[i]) && tryAll(append(append([]int{}, left[1:i]...), left[i+1:]...), edge) {
			return true
		}
	}
	return false
}
