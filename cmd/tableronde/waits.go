package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"text/tabwriter"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
)

type waitsCmd struct {
	Game  string `long:"game" description:"The game to count in, as listed by the command games; all that have players of their own if left out."`
	Seats int    `long:"seats" description:"The number of players; every number if left out."`
	Games int    `long:"games" default:"100" description:"How many games to play of each."`
	Seed  uint64 `long:"seed" default:"1" description:"Where to begin in the deals; the same number gives the same games."`
}

// Validate implements validator.
func (c *waitsCmd) Validate() error {
	if c.Games < 1 {
		return errors.New("--games begins at 1")
	}
	return nil
}

// Run prints a line for each game and number of players: the median and the total of the
// waits without orders, then with them, and what share of the median is left.
func (c *waitsCmd) Run(con *console) error {
	counted, err := c.rulesets()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "game\tseats\tgames\tmedian before\tmedian after\tleft\ttotal before\ttotal after\t")
	for _, rules := range counted {
		player, _ := bot.PlayerOf(rules.Info().ID)
		for _, seats := range rules.Info().Seats {
			if c.Seats != 0 && c.Seats != seats {
				continue
			}
			before, err := c.count(rules, seats, bot.Player{Choose: player.Choose})
			if err != nil {
				return err
			}
			after, err := c.count(rules, seats, player)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d %%\t%d\t%d\t\n", rules.Info().ID, seats, c.Games,
				before.median, after.median, 100*after.median/max(before.median, 1), before.total, after.total)
		}
	}
	return w.Flush()
}

// rulesets lists the games to count in. The error is for one that nobody can play.
func (c *waitsCmd) rulesets() ([]games.Ruleset, error) {
	if c.Game == "" {
		return slices.DeleteFunc(catalog.All(), func(r games.Ruleset) bool {
			_, ok := bot.PlayerOf(r.Info().ID)
			return !ok
		}), nil
	}
	rules, err := catalog.Find(c.Game, 0)
	if err != nil {
		return nil, err
	}
	if _, ok := bot.PlayerOf(c.Game); !ok {
		return nil, fmt.Errorf("no player of %s is known", c.Game)
	}
	if info := rules.Info(); c.Seats != 0 && !slices.Contains(info.Seats, c.Seats) {
		return nil, fmt.Errorf("%s is not played by %d", c.Game, c.Seats)
	}
	return []games.Ruleset{rules}, nil
}

// waitCount is the waits of several games.
type waitCount struct{ median, total int }

func (c *waitsCmd) count(rules games.Ruleset, seats int, p bot.Player) (waitCount, error) {
	waits := make([]int, c.Games)
	for i := range waits {
		n := c.Seed + uint64(i)
		setup := games.Setup{Seats: seats}
		if rules.Info().Chance {
			setup.Seed = bot.SeedOf(n)
		}
		var err error
		if waits[i], err = bot.Waits(rules, setup, p, rand.New(rand.NewPCG(n, uint64(seats)))); err != nil {
			return waitCount{}, fmt.Errorf("game %d of %s for %d: %w", n, rules.Info().ID, seats, err)
		}
	}
	slices.Sort(waits)
	sum := waitCount{median: waits[len(waits)/2]}
	for _, n := range waits {
		sum.total += n
	}
	return sum, nil
}
