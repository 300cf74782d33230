package clubtest

import (
	"slices"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
	"tableronde/games/twin/wager"
)

// CardRules are the games of hidden cards: a small one that the tests know well,
// and those of the site.
var CardRules = slices.Concat([]games.Ruleset{wager.Rules{}}, knizia.Rulesets(), kutschke.Rulesets(), shannon.Rulesets())

// FindCards knows, besides the games of the site, the small game of cards.
func FindCards(game string, version int) (games.Ruleset, error) {
	for _, rules := range CardRules {
		if rules.Info().ID == game {
			return rules, nil
		}
	}
	return catalog.Find(game, version)
}

// Stacked is a game of cards whose deck is in a given order.
type Stacked struct {
	games.Ruleset
	Deck string
}

func (s Stacked) New(setup games.Setup) (games.State, error) {
	setup.Fixed = map[string]string{games.TagDeck: s.Deck}
	return s.Ruleset.New(setup)
}
