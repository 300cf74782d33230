package twin_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/twin"
	"tableronde/games/twin/wager"
)

func tableOf(rules games.Ruleset) twin.Table {
	return twin.Table{
		Rules: rules,
		Setups: []games.Setup{
			{Seats: 2}, {Seats: 3}, {Seats: 4, Options: map[string]string{"window": "5"}},
		},
		Shows: func(viewer games.Seat, f games.Fact) bool {
			return f.Kind == "draw" && f.Seat == viewer || f.Kind == "stolen" && (f.Seat == viewer || f.Other == viewer)
		},
		Secret: func(_ games.Seat, now games.State, s twin.Step) bool {
			v, was := now.View(games.Omniscient).(wager.View), s.Before.View(games.Omniscient).(wager.View)
			return v.Phase == "bid" && was.Phase == "bid" && v.Round == was.Round
		},
		Orders: func(rng *rand.Rand, _ games.State, _ games.Seat) string {
			text := fmt.Sprint(rng.IntN(7), " ", rng.IntN(7)+1)
			if rng.IntN(2) == 0 {
				text = "shield " + text
			}
			return text
		},
	}
}

func TestWagerKeepsItsSecrets(t *testing.T) {
	tableOf(wager.Rules{}).Run(t, effort.N(4_000))
}
