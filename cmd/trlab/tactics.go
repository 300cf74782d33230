package main

import (
	"errors"
	"fmt"

	"tableronde/cmd/internal/cli"
	"tableronde/games/bot/lab/tactics"
	"tableronde/games/parker"
)

type tacticsCmd struct {
	Game  string `long:"game" required:"yes" description:"The board game; required."`
	Count int    `long:"count" default:"100" value-name:"N" description:"How many positions."`
	Seed  uint64 `long:"seed" default:"1" value-name:"N" description:"What the games come from in which they are found."`
}

// Validate implements validator.
func (c *tacticsCmd) Validate() error {
	if c.Count < 1 {
		return errors.New("--count begins at 1")
	}
	return nil
}

// Run prints positions with the one move that wins within a number of moves.
func (c *tacticsCmd) Run(con *cli.Console) error {
	b := parker.BoardOf(c.Game)
	if b == nil || b.Seats() != 2 {
		return fmt.Errorf("there is no board game of two %q", c.Game)
	}
	problems, err := tactics.Find(b, c.Count, c.Seed, func(games, found int) {
		if games%100 == 0 {
			fmt.Fprintf(con.Err, "%d games, %d positions\n", games, found)
		}
	})
	if err != nil {
		return err
	}
	for _, p := range problems {
		if _, err := fmt.Fprintln(con.Out, p); err != nil {
			return err
		}
	}
	return nil
}
