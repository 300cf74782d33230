package arena

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

func rulesOf(t *testing.T, game string) games.Ruleset {
	t.Helper()
	for _, rules := range parker.Rulesets() {
		if rules.Info().ID == game {
			return rules
		}
	}
	t.Fatalf("no game %q", game)
	return nil
}

func level(game string, n int, nodes uint64) Contestant {
	return Contestant{
		Name:  "level",
		New:   func(seed uint64) (bot.Chooser, error) { return bot.NewLevel(game, n, seed) },
		Limit: func(t *bot.Turn) { t.Nodes = nodes },
	}
}

var random = Contestant{
	Name:  "random",
	New:   func(seed uint64) (bot.Chooser, error) { return NewRandom(seed), nil },
	Limit: func(*bot.Turn) {},
}

// TestSearchBeatsRandom plays every board. Against random players it hardly ever loses; alone
// against three, where the last piece of each has to be caught, many games are drawn.
func TestSearchBeatsRandom(t *testing.T) {
	for _, rules := range parker.Rulesets() {
		game := rules.Info().ID
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			m := Match{Rules: rules, A: level(game, bot.Levels, 1_500), B: random, Games: effort.N(8), Seed: 1}
			tally, err := m.Play(nil)
			if err != nil {
				t.Fatal(err)
			}
			least := 0.5 + tally.Chance*0.7
			if b := parker.BoardOf(game); b.GoalWins() == 0 && b.Partner(1) == 0 {
				least = tally.Chance + 0.35
			}
			if tally.Share() < least && effort.Full() || tally.Share() < tally.Chance || tally.Lost > 0 && !effort.Full() {
				t.Errorf("%v", tally)
			}
		})
	}
}

// TestOpeningsAreEven searches openings, including openings with only one move: on Camette
// every other one is.
func TestOpeningsAreEven(t *testing.T) {
	b := parker.BoardOf("camette")
	m := Match{Rules: rulesOf(t, b.ID())}
	for opening := range uint64(20) {
		start, err := m.open(rand.New(rand.NewPCG(19, opening)))
		if err != nil {
			t.Fatal(err)
		}
		e := search.New(b, search.Options{Plain: true, TableBytes: 1 << 20})
		x := start.state.(games.Searcher).Search().(*parker.Search)
		if f := e.Search(x, search.Limits{Nodes: openingNodes, Single: true}); max(f.Value, -f.Value) > openingEdge {
			t.Errorf("opening %d has a value of %d", opening, f.Value)
		}
	}
}

// TestMatchesRepeat plays the same match twice, and with A and B exchanged.
func TestMatchesRepeat(t *testing.T) {
	for _, game := range []string{"cam", "grand-cam-93"} {
		m := Match{Rules: rulesOf(t, game), A: level(game, 2, 0), B: level(game, 1, 0), Games: 4, Seed: 5}
		first, err := m.Play(nil)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		if second, err := m.Play(func(Tally) { calls++ }); err != nil || first != second || calls != first.Games {
			t.Errorf("%s: %v, then %v, %v, reported %d times", game, first, second, err, calls)
		}
		m.B = m.A
		if same, err := m.Play(nil); err != nil || same.Games != 4 {
			t.Errorf("%s: against itself %v, %v", game, same, err)
		}
	}
}

func TestRotation(t *testing.T) {
	for game, want := range map[string][][]games.Seat{
		"camelot":          {{1}, {2}},
		"chivalry-4-teams": {{1, 3}, {2, 4}},
		"grand-camelot":    {{1, 3}, {2, 4}},
		"chivalry-4-solo":  {{1}, {2}, {3}, {4}},
	} {
		got := Match{Rules: rulesOf(t, game)}.Rotation()
		if !slices.EqualFunc(got, want, slices.Equal[[]games.Seat]) {
			t.Errorf("%s: %v, want %v", game, got, want)
		}
	}
}

func TestTally(t *testing.T) {
	tally := Tally{Chance: 0.5}
	for range 30 {
		tally.add(1, 10, nil)
	}
	for range 10 {
		tally.add(0, 10, nil)
	}
	if low, high := tally.Bounds(); tally.Share() != 0.75 || math.Abs(low-0.598) > 0.002 || math.Abs(high-0.858) > 0.002 {
		t.Errorf("bounds %v to %v of %v", low, high, tally.Share())
	}
	if got, want := tally.String(), "30 of 40 (+30 =0 -10), 75.0 % (59.8 to 85.8), Elo +191 (+69 to +313)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	all := Tally{Chance: 0.25, Games: 4, Score: 4, Wins: 4}
	if got, want := all.String(), "4 of 4 (+4 =0 -0), 100.0 % (51.0 to 100.0), 25 % by chance"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// half is a solver that has values for two positions of three, and says that half of these are
// drawn.
type half struct{ asked int }

func (h *half) Solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	if x.Key()%3 == 0 {
		return solve.Value{}, nil, solve.ErrAbsent
	}
	h.asked++
	return solve.Value{Decided: x.Key()%2 == 0, Moves: 9}, nil, nil
}

// TestOpeningsAreDrawn plays openings beside a solver: none is taken that the solver finds
// decided, and a search judges positions without a value.
func TestOpeningsAreDrawn(t *testing.T) {
	h := new(half)
	m := Match{Rules: rulesOf(t, "camette"), Seed: 1, Solver: h}
	unknown := 0
	for n := range uint64(60) {
		start, err := m.open(rand.New(rand.NewPCG(1, n)))
		if err != nil {
			t.Fatal(err)
		}
		x := start.state.(games.Searcher).Search().(*parker.Search)
		switch key := x.Key(); {
		case key%3 == 0:
			unknown++
		case key%2 == 0:
			t.Errorf("opening %d is decided", n)
		}
	}
	if unknown == 0 || h.asked < 60-unknown {
		t.Errorf("%d openings are unknown, of the others %d were asked for", unknown, h.asked)
	}
}
