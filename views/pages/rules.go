package pages

import (
	"tableronde/games"
	"tableronde/views"
)

// RulesIndex is the model of the list of rules pages.
type RulesIndex struct {
	views.Page
	Games []games.Info
}

// bookClass returns the classes of the page of rules: the sheet of a game of cards
// draws the pictures in them.
func bookClass(m views.Rules) string {
	if m.Board {
		return "wrap page book"
	}
	return "wrap page book " + m.Game.ID
}
