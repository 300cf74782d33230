// Package catalog lists the games of Table Ronde. It is the one package that
// imports the rulesets: a new game is one line here.
package catalog

import (
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/parker"
)

// All lists every ruleset in every version still replayed, in the order in
// which to show them; of one game the newest version comes first.
func All() []games.Ruleset {
	return slices.Concat(
		parker.Rulesets(),
	)
}

// Find is the ruleset of a game in a version, 0 standing for the newest. The
// error says that there is no such game, or which versions there are.
func Find(id string, version int) (games.Ruleset, error) {
	var newest int
	for _, rules := range All() {
		info := rules.Info()
		if info.ID != id {
			continue
		}
		if version == 0 || version == info.Version {
			return rules, nil
		}
		newest = max(newest, info.Version)
	}
	if newest == 0 {
		return nil, fmt.Errorf("there is no game %q", id)
	}
	return nil, fmt.Errorf("there is no version %d of %s; the newest is %d", version, id, newest)
}
