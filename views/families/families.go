// Package families lists the families of games that the site can show.
package families

import (
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/knizia"
	"tableronde/views/kutschke"
	"tableronde/views/parker"
	"tableronde/views/shannon"
)

// families holds the family of each game, by the id of the game.
var families = list()

func list() map[string]views.Family {
	all := map[string]views.Family{
		"knizia":   knizia.Family(),
		"shannon":  shannon.Family(),
		"kutschke": kutschke.Family(),
	}
	boards := parker.Family()
	for _, r := range rules.Rulesets() {
		all[r.Info().ID] = boards
	}
	return all
}

// Of returns the family of a game. ok is false for an unknown game.
func Of(game string) (f views.Family, ok bool) {
	f, ok = families[game]
	return f, ok
}
