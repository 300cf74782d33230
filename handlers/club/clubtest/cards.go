package clubtest

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
	"tableronde/games/twin/wager"
)

// CardRules are the rulesets of hidden cards: a small one for tests, and the card games of the
// site.
var CardRules = slices.Concat([]games.Ruleset{wager.Rules{}}, knizia.Rulesets(), kutschke.Rulesets(), shannon.Rulesets())

// FindCards finds a ruleset among the site's games and the small card game for tests.
func FindCards(game string, version int) (games.Ruleset, error) {
	for _, rules := range CardRules {
		if rules.Info().ID == game {
			return rules, nil
		}
	}
	return catalog.Find(game, version)
}

// Stacked is a card game whose deck has a given order.
type Stacked struct {
	games.Ruleset
	Deck string
}

func (s Stacked) New(setup games.Setup) (games.State, error) {
	setup.Fixed = map[string]string{games.TagDeck: s.Deck}
	return s.Ruleset.New(setup)
}

// LancelotDeal returns a deal of Knizia's game for three in which the first player opens. Lancelot
// replaces a card that is never played: deep in the deck for 0, otherwise in the hand of the seat
// holder.
func LancelotDeal(holder int) string {
	hands := [][]string{
		{"B5", "B4", "G1", "G1", "R3", "R3", "Y2", "W2"},
		{"B2", "B2", "drop_weapon", "G1", "R3", "R4", "Y2", "W2"},
		{"B3", "B3", "B3", "disgrace", "R3", "R4", "Y2", "W3"},
	}
	rest := []string{"P3", "P3", "P3", "P3", "lancelot"}
	if holder > 0 {
		hands[holder-1][6], rest[4] = "lancelot", "Y2"
	}
	var deck []string
	for i := range 8 {
		for _, hand := range hands {
			deck = append(deck, hand[i])
		}
	}
	return strings.Join(append(deck, rest...), " ")
}
