package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"text/tabwriter"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/lab/waits"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

type waitsCmd struct {
	Game  string `long:"game" description:"The game to count in, as listed by the command games; all if left out."`
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
// waits without orders, then with them, and the share of the median that is left.
func (c *waitsCmd) Run(con *cli.Console) error {
	counted, err := c.rulesets()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "game\tseats\tgames\tmedian before\tmedian after\tleft\ttotal before\ttotal after\t")
	for _, rules := range counted {
		for _, seats := range rules.Info().Seats {
			if c.Seats != 0 && c.Seats != seats {
				continue
			}
			before, after, err := c.count(rules, seats)
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
		return catalog.All(), nil
	}
	rules, err := catalog.Find(c.Game, 0)
	if err != nil {
		return nil, err
	}
	if info := rules.Info(); c.Seats != 0 && !slices.Contains(info.Seats, c.Seats) {
		return nil, fmt.Errorf("%s is not played by %d", c.Game, c.Seats)
	}
	return []games.Ruleset{rules}, nil
}

// waitCount is the waits of several games.
type waitCount struct{ median, total int }

// count plays the games, without orders and with them.
func (c *waitsCmd) count(rules games.Ruleset, seats int) (before, after waitCount, err error) {
	all, left := make([]int, c.Games), make([]int, c.Games)
	for i := range all {
		n := c.Seed + uint64(i)
		if all[i], left[i], err = waitsOf(rules, seats, n); err != nil {
			return before, after, fmt.Errorf("game %d of %s for %d: %w", n, rules.Info().ID, seats, err)
		}
	}
	return sumWaits(all), sumWaits(left), nil
}

func sumWaits(waits []int) waitCount {
	slices.Sort(waits)
	sum := waitCount{median: waits[len(waits)/2]}
	for _, n := range waits {
		sum.total += n
	}
	return sum
}

// waitsOf plays the n-th game: on a board once, with cards by the same deal with orders
// and without.
func waitsOf(rules games.Ruleset, seats int, n uint64) (before, after int, err error) {
	setup, info := games.Setup{Seats: seats}, rules.Info()
	if info.Chance {
		setup.Seed = waits.SeedOf(n)
	}
	if parker.BoardOf(info.ID) != nil {
		return waits.CountOnBoard(rules, setup, n)
	}
	player, ok := bot.PlayerOf(info.ID)
	if !ok {
		return 0, 0, fmt.Errorf("no player of %s is known", info.ID)
	}
	after, err = waits.Count(rules, setup, player, rand.New(rand.NewPCG(n, uint64(seats))))
	if err != nil {
		return 0, 0, err
	}
	before, err = waits.Count(rules, setup, bot.Player{Choose: player.Choose}, rand.New(rand.NewPCG(n, uint64(seats))))
	return before, after, err
}
