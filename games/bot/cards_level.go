package bot

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/parker"
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
	if s.deals == 0 {
		p, err := NewSensible(game, seed)
		if err == nil {
			p.noise = s.noise
		}
		return p, err
	}
	return &Imaginer{search: ismcts.New(cardOptions(game, seed)), most: s.deals}, nil
}

// Interrupts reports whether players of a level may interrupt others at a game. Those that
// do not look ahead let everything pass.
func Interrupts(game string, level int) bool {
	return game == "knizia" && cardStrengths[game][level-1].deals > 0
}

// cardStrength is the strength of a level at cards: a sensible player that errs so often of
// 100, or one that imagines so many deals.
type cardStrength struct {
	noise int
	deals uint64
}

// cardStrengths are the levels of each game. On a free processor a decision of level 3 takes
// a few hundredths of a second, one of level 5 half a second, and a second at most.
var cardStrengths = map[string][Levels]cardStrength{
	"knizia":   {{noise: 35}, {noise: 15}, {deals: 300}, {deals: 1500}, {deals: 12000}},
	"kutschke": {{noise: 16}, {noise: 8}, {deals: 80}, {deals: 300}, {deals: 1200}},
	"shannon":  {{noise: 50}, {noise: 15}, {deals: 500}, {deals: 2000}, {deals: 10000}},
}

// cardSearch is how the search of a game is tuned.
type cardSearch struct {
	width   float64
	playout func(games.State, *rand.Rand, []float64)
}

var cardSearches = map[string]cardSearch{
	"knizia":   {0.7, ismcts.Roll},
	"kutschke": {0.3, rollKutschke},
	"shannon":  {0.15, ismcts.Roll},
}

// cardOptions returns what the search of a game knows of it.
func cardOptions(game string, seed uint64) ismcts.Options {
	p, _ := PlayerOf(game)
	sensible := func(s games.State, seat games.Seat, legal []string, rng *rand.Rand) string {
		return p.Choose(s.View(seat), legal, rng)
	}
	usual := sensible
	if game != "kutschke" {
		usual = func(s games.State, seat games.Seat, _ []string, rng *rand.Rand) string {
			return ismcts.Quick(s, seat, rng)
		}
	}
	c := cardSearches[game]
	return ismcts.Options{
		Seed: seed, Playout: c.playout, Width: c.width, Widen: true,
		Answer: sensible, Usual: usual, Legal: ismcts.Worthwhile,
		Suggest: func(v games.View, legal []string, rng *rand.Rand) []string {
			return []string{p.Choose(v, legal, rng)}
		},
	}
}
