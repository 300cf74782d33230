package kutschke

import (
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/heraldry"
)

// digestRows are the rows of the rules on one screen: the action cards, the virtues and the target.
var digestRows = []views.DigestRow{
	{Name: "exercise", Icon: cards.Icon(game, "ES")},
	{Name: "table", Icon: cards.Icon(game, "A")},
	{Name: "quest", Icon: cards.Icon(game, "Q")},
	{Name: "horse", Icon: cards.Icon(game, "P")},
	{Name: "justice", Icon: cards.Icon(game, "G")},
	{Name: "tournament", Icon: cards.Icon(game, "T")},
	{Name: "virtues", Icon: cards.Icon(game, "D")},
	{Name: "target", Icon: heraldry.Icon("crest")},
}

// digest returns the rules on one screen.
func digest(m views.Rules) views.Digest {
	return m.CardDigest(cards.MatchDefs(game), []string{"pick", "act", "tents"}, digestRows)
}
