package bot

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// tinyTable is room enough for the positions of a short search.
const tinyTable = 1 << 18

// chance is a position of a random game in which a seat has a move that no level should miss.
type chance struct {
	state games.State
	seed  uint64 // of the game that it occurs in
	seat  games.Seat
	wins  map[string]bool // the moves that win at once, by text
	texts []string        // all moves
	takes []int           // how many pieces each move takes
}

// findChances plays a game at random and returns the positions in which moves win at once,
// or in which some take at least two pieces more than others.
func findChances(t *testing.T, game string, seed uint64) (found []chance) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	s := start(t, game)
	for range 400 {
		if s.Result() != nil {
			break
		}
		c := chance{state: s, seed: seed, seat: s.ToAct()[0], wins: make(map[string]bool)}
		x := s.(games.Searcher).Search().(*parker.Search)
		least, most := 99, 0
		var texts []string
		for _, m := range x.Moves(nil) {
			text := x.Text(m)
			texts = append(texts, text)
			x.Make(m)
			if winner, over := x.Won(); over && winner == c.seat {
				c.wins[text] = true
			}
			x.Unmake()
			n := strings.Count(text, "x")
			c.takes, least, most = append(c.takes, n), min(least, n), max(most, n)
		}
		c.texts = texts
		if len(c.wins) > 0 || most >= least+2 {
			found = append(found, c)
		}
		var err error
		if s, _, err = s.Apply(c.seat, texts[rng.IntN(len(texts))]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// least lists the moves that take the fewest pieces. Charges are among them where all moves charge.
func (c chance) least() (list []string) {
	lowest := math.MaxInt
	for i, text := range c.texts {
		cost := c.takes[i]
		if cost > 0 && strings.Contains(text, "-") {
			cost += 100
		}
		if cost < lowest {
			list, lowest = nil, cost
		}
		if cost == lowest {
			list = append(list, text)
		}
	}
	return list
}

// winsOf lists the moves that win at once and that a level may make.
func (c chance) winsOf(level int) (list []string) {
	for _, text := range c.texts {
		if c.wins[text] && (level > 1 || slices.Contains(c.least(), text)) {
			list = append(list, text)
		}
	}
	return list
}

// TestWeakLevelsTakeWhatTheyShould gives the two weakest levels positions in which a move wins at
// once: they play one, whatever their seed, but level 1 makes no charge for it. Where moves take
// more pieces than others, level 2 takes far more than a player at random. Level 1 always takes the
// fewest that the rules allow.
func TestWeakLevelsTakeWhatTheyShould(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		game := rules.Info().ID
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			var chances []chance
			for seed := range uint64(effort.N(12)) {
				chances = append(chances, findChances(t, game, seed)...)
			}
			for level := 1; level <= 2; level++ {
				wins, missed, greedy := 0, 0, 0
				var took, most, random float64
				for _, c := range chances {
					player, err := NewLevelWith(game, level, c.seed, LevelOptions{Bytes: tinyTable})
					if err != nil {
						t.Fatal(err)
					}
					choice, err := player.Choose(Turn{State: c.state, Seat: c.seat, Nodes: 3_000})
					if err != nil {
						t.Fatal(err)
					}
					if level == 1 && !slices.Contains(c.least(), choice.Action) {
						greedy++
					}
					if won := c.winsOf(level); len(won) > 0 {
						if wins++; !slices.Contains(won, choice.Action) {
							missed++
						}
						continue
					}
					best, sum := 0, 0
					for _, n := range c.takes {
						best, sum = max(best, n), sum+n
					}
					took, most = took+float64(strings.Count(choice.Action, "x")), most+float64(best)
					random += float64(sum) / float64(len(c.takes))
				}
				t.Logf("level %d: %d of %d wins missed; of %g pieces %g taken, %.0f at random", level, missed, wins, most, took, random)
				if missed > 0 {
					t.Errorf("level %d misses %d of %d wins", level, missed, wins)
				}
				if greedy > 0 {
					t.Errorf("level %d takes more than it must %d times", level, greedy)
				}
				if few := most < 100; level == 2 && !few && (took < 0.7*most || took-random < 0.5*(most-random)) {
					t.Errorf("level %d takes %g of %g pieces, %.0f would be at random", level, took, most, random)
				}
			}
		})
	}
}

// TestOnlyTheStrongestUsesTheNetwork compares values of the first position, which are others
// with the network.
func TestOnlyTheStrongestUsesTheNetwork(t *testing.T) {
	const nodes = 3_000
	for _, game := range []string{"chivalry", "grand-camelot", "grand-cam-97", "grand-cam-93"} {
		b := parker.BoardOf(game)
		first := func() *parker.Search { return start(t, game).(games.Searcher).Search().(*parker.Search) }
		value := func(n *search.Network) int {
			w := *search.WeightsFor(b)
			w.Network = n
			return search.New(b, search.Options{TableBytes: smallTable, Weights: &w}).Search(first(), search.Limits{Nodes: nodes}).Value
		}
		terms, network := value(nil), value(search.WeightsFor(b).Network)
		if terms == network {
			t.Fatalf("%s: the value is %d with the network and without it", game, terms)
		}
		for level, want := range map[int]int{3: terms, 4: terms, 5: network} {
			l, err := NewLevelWith(game, level, 1, LevelOptions{Bytes: smallTable})
			if err != nil {
				t.Fatal(err)
			}
			if got := l.search(first(), search.Limits{Nodes: nodes}).Value; got != want {
				t.Errorf("%s: level %d finds the value %d, want %d", game, level, got, want)
			}
		}
	}
}
