package knizia

import (
	"tableronde/views"
	"tableronde/views/cards"
)

// digestRows are the rows of the rules on one screen: every kind of card.
var digestRows = []views.DigestRow{
	{Name: "colors", Icon: cards.Icon(game, "R")},
	{Name: "supporters", Icon: cards.Icon(game, "W")},
	{Name: "change", Icon: cards.Icon(game, "change_weapon")},
	{Name: "one", Icon: cards.Icon(game, "riposte")},
	{Name: "everyone", Icon: cards.Icon(game, "charge")},
	{Name: "own", Icon: cards.Icon(game, "retreat")},
	{Name: "status", Icon: cards.Icon(game, "shield")},
	{Name: "lancelot", Icon: cards.Icon(game, "lancelot")},
}

// digest returns the rules on one screen.
func digest(m views.Rules) views.Digest {
	return m.CardDigest(cards.MatchDefs(game), []string{"open", "turn", "token"}, digestRows)
}
