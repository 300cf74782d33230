package shannon

import (
	"slices"
	"testing"

	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/viewtest"
)

// The rules on one screen name every kind of card.
func TestDigestNamesEveryCard(t *testing.T) {
	viewtest.CheckDigest(t, Family(), game, func(lang views.Lang) (names []string) {
		for _, code := range append(slices.Clone(cards.Suits), "M1", "P1") {
			names = append(names, cards.Label(lang, game, code))
		}
		return names
	})
}
