package main

import (
	"errors"
	"fmt"
	"slices"

	"tableronde/cmd/internal/cli"
	"tableronde/games/bot"
	"tableronde/games/bot/lab/figures"
	"tableronde/games/catalog"
)

type figuresCmd struct {
	Game  string `long:"game" required:"yes" description:"The game, as listed by the command games."`
	Seats int    `long:"seats" description:"The number of players; the smallest if left out."`
	Games int    `long:"games" default:"1000" description:"How many games to play."`
	Level int    `long:"level" default:"4" description:"The level of all players."`
	Seed  uint64 `long:"seed" default:"1" description:"Random seed; the same seed gives the same result."`
}

// Validate implements validator.
func (c *figuresCmd) Validate() error {
	switch {
	case c.Games < 1:
		return errors.New("--games begins at 1")
	case c.Level < 1 || c.Level > bot.Levels:
		return fmt.Errorf("--level is outside 1 to %d", bot.Levels)
	}
	return nil
}

// Run prints the figures of the games, one a line.
func (c *figuresCmd) Run(con *cli.Console) error {
	rules, err := catalog.Find(c.Game, 0)
	if err != nil {
		return err
	}
	info := rules.Info()
	if c.Seats == 0 {
		c.Seats = info.Seats[0]
	}
	if !slices.Contains(info.Seats, c.Seats) {
		return fmt.Errorf("%s is not played by %d", c.Game, c.Seats)
	}
	plan := figures.Plan{Rules: rules, Seats: c.Seats, Games: c.Games, Level: c.Level, Seed: c.Seed}
	list, err := plan.Count(func(done int) {
		if done%100 == 0 {
			fmt.Fprintf(con.Err, "%d of %d games\n", done, c.Games)
		}
	})
	for _, f := range list {
		fmt.Fprintln(con.Out, f)
	}
	return err
}
