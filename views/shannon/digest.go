package shannon

import (
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/heraldry"
)

// digestRows are the rows of the rules on one screen: every kind of card, and the two ways in which
// a card does not count.
var digestRows = []views.DigestRow{
	{Name: "weapons", Icon: cards.Icon(game, "S")},
	{Name: "alchemy", Icon: cards.Icon(game, "X")},
	{Name: "merlin", Icon: cards.Icon(game, "M")},
	{Name: "apprentice", Icon: cards.Icon(game, "P")},
	{Name: "feint", Icon: heraldry.Icon("equal")},
	{Name: "dishonour", Icon: heraldry.Icon("flag")},
	{Name: "heroes", Icon: cards.Icon(game, "arthur")},
	{Name: "legends", Icon: cards.Icon(game, "excalibur")},
}

// digest returns the rules on one screen.
func digest(m views.Rules) views.Digest {
	return m.CardDigest(cards.MatchDefs(game), []string{"prepare", "combat", "count", "favours"}, digestRows)
}
