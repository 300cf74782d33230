package bot

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// NewPlayer returns a player of a game of any kind, from 1 for the weakest to Levels. At
// cards it looks at no more deals than its level allows, whatever the bounds of a turn; it
// decides about interrupts too, when it is asked for a seat that has legal actions and owes
// none: the action "" lets things pass.
func NewPlayer(game string, level int, seed uint64) (Chooser, error) {
	if parker.BoardOf(game) != nil {
		return NewLevel(game, level, seed)
	}
	strength, ok := cardStrengths[game]
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no player of the game %s", game)
	case level < 1 || level > Levels:
		return nil, fmt.Errorf("there is no level %d: they are 1 to %d", level, Levels)
	}
	s := strength[level-1]
	plain, err := NewSensible(game, seed)
	if err != nil {
		return nil, err
	}
	if s.deals == 0 {
		plain.noise = s.noise
		return plain, nil
	}
	return &Imaginer{search: ismcts.New(cardOptions(game, seed)), most: s.deals, rash: s.rash, plain: plain}, nil
}

// Interrupts reports whether players of a level may interrupt others at a game. Those that
// do not look ahead let everything pass.
func Interrupts(game string, level int) bool {
	return game == "knizia" && cardStrengths[game][level-1].deals > 0
}

// cardStrength is the strength of a level at cards: a sensible player that errs so often of
// 100, or one that imagines so many deals, except for some decisions of 100 that it takes as
// the sensible player does.
type cardStrength struct {
	noise int
	deals uint64
	rash  int
}

// cardStrengths are the levels of each game. On a free processor a decision of level 3 takes
// a few hundredths of a second, one of level 5 half a second, and a second at most.
var cardStrengths = map[string][Levels]cardStrength{
	"knizia":   {{noise: 25}, {noise: 8}, {deals: 300, rash: 75}, {deals: 1000, rash: 35}, {deals: 20000}},
	"kutschke": {{noise: 10}, {noise: 4}, {deals: 100, rash: 80}, {deals: 300, rash: 40}, {deals: 5000}},
	"shannon":  {{noise: 40}, {noise: 15}, {deals: 500, rash: 50}, {deals: 2000, rash: 10}, {deals: 10000}},
}

// cardSearch is how the search of a game is tuned.
type cardSearch struct {
	width, doubt float64
	playout      func(games.State, *rand.Rand, []float64)
	choose       func(games.View, []string, *rand.Rand) string // what is tried first, and how others answer
}

var cardSearches = map[string]cardSearch{
	"knizia":   {0.3, 0, ismcts.Roll, chooser(Knizia)},
	"kutschke": {0.3, 0.2, rollKutschke, chooser(kutschkeAhead)},
	"shannon":  {0.15, 0.1, ismcts.Roll, chooser(shannon.Sensible)},
}

// cardOptions returns what the search of a game knows of it.
func cardOptions(game string, seed uint64) ismcts.Options {
	c := cardSearches[game]
	return ismcts.Options{
		Seed: seed, Playout: c.playout, Width: c.width, Doubt: c.doubt, Widen: true,
		Usual: ismcts.Quick, Expect: ismcts.Expect, Legal: ismcts.Worthwhile,
		Answer: func(s games.State, seat games.Seat, legal []string, rng *rand.Rand) string {
			return c.choose(s.View(seat), legal, rng)
		},
		Suggest: func(v games.View, legal []string, rng *rand.Rand) []string {
			return []string{c.choose(v, legal, rng)}
		},
	}
}
