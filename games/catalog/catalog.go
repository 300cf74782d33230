// Package catalog lists the games of Table Ronde. Only this package imports the rulesets: a new
// game is one line here.
package catalog

import (
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// rulesets lists every ruleset, in the order in which to show them; of one game
// the newest version comes first.
var rulesets = mustCheck(slices.Concat(
	parker.Rulesets(),
	knizia.Rulesets(),
	shannon.Rulesets(),
	kutschke.Rulesets(),
))

// byEdition finds a ruleset by its game and version; 0 stands for the newest.
var byEdition = index(rulesets)

type edition struct {
	id      string
	version int
}

func mustCheck(all []games.Ruleset) []games.Ruleset {
	if err := check(all); err != nil {
		panic(err)
	}
	return all
}

// check returns an error if a ruleset breaks the contract for hidden games
// (games.CheckStates) for one of its numbers of seats.
func check(all []games.Ruleset) error {
	for _, rules := range all {
		info := rules.Info()
		if !info.Chance && !info.Hidden {
			continue
		}
		for _, seats := range info.Seats {
			setup := games.Setup{Seats: seats}
			if info.Chance {
				setup.Seed = &games.Seed{}
			}
			s, err := rules.New(setup)
			if err != nil {
				return fmt.Errorf("%s for %d: %w", info.ID, seats, err)
			}
			if err := games.CheckStates(info, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func index(all []games.Ruleset) map[edition]games.Ruleset {
	editions := make(map[edition]games.Ruleset)
	for _, rules := range slices.Backward(all) {
		info := rules.Info()
		editions[edition{info.ID, info.Version}] = rules
		editions[edition{info.ID, 0}] = rules
	}
	return editions
}

// All lists every ruleset in every version that can be replayed, in the order in which to show
// them; of one game the newest version comes first. The caller owns the list.
func All() []games.Ruleset { return slices.Clone(rulesets) }

// Find returns the ruleset of a game in a version; 0 stands for the newest. The error names the
// unknown game, or the newest version.
func Find(id string, version int) (games.Ruleset, error) {
	if rules, ok := byEdition[edition{id, version}]; ok {
		return rules, nil
	}
	newest, ok := byEdition[edition{id, 0}]
	if !ok {
		return nil, fmt.Errorf("unknown game %q", id)
	}
	return nil, fmt.Errorf("unknown version %d of %s; the newest is %d", version, id, newest.Info().Version)
}
