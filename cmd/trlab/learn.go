package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"tableronde/cmd/internal/cli"
	"tableronde/games/bot/lab/learn"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

type learnCmd struct {
	Game    string  `long:"game" required:"yes" description:"The board game; required."`
	Games   int     `long:"games" default:"1000" value-name:"N" description:"How many games the search plays against itself."`
	Nodes   uint64  `long:"nodes" default:"1000" value-name:"N" description:"How many positions it searches for a move."`
	Seed    uint64  `long:"seed" default:"1" value-name:"N" description:"What all chance comes from."`
	Rounds  int     `long:"rounds" default:"1" value-name:"N" description:"How many times so many games are played to learn a network, with what was learned of it before."`
	Decay   float64 `long:"decay" value-name:"X" description:"How strongly the parameters of a network are drawn to 0, so that it fits what it learns from less closely."`
	Network bool    `long:"network" description:"Learn a network that is added to the weights, rather than weights."`
	Fresh   bool    `long:"fresh" description:"Begin with the weights made by hand, rather than with those in the program."`
}

// Validate implements validator.
func (c *learnCmd) Validate() error {
	switch {
	case c.Games < 10 || c.Nodes < 1 || c.Rounds < 1:
		return errors.New("--games begins at 10, --nodes and --rounds at 1")
	case c.Decay < 0 || c.Decay > 1:
		return errors.New("--decay is from 0 to 1")
	case c.Decay > 0 && !c.Network:
		return errors.New("--decay goes with --network")
	case c.Rounds > 1 && !c.Network:
		return errors.New("--rounds goes with --network")
	case c.Fresh && c.Network:
		return errors.New("--fresh does not go with --network, which is added to the weights in the program")
	}
	return nil
}

// Run prints the learned weights as games/bot/search/weights has them, or the network as
// games/bot/search/networks has it, and tells of progress on standard error.
func (c *learnCmd) Run(con *cli.Console) error {
	b := parker.BoardOf(c.Game)
	if b == nil {
		return fmt.Errorf("there is no board game %q", c.Game)
	}
	RunWithInput := learn.Run{Board: b, Games: c.Games, Nodes: c.Nodes, Seed: c.Seed, Rounds: c.Rounds, Decay: c.Decay, From: search.WeightsFor(b)}
	command := fmt.Sprintf("trlab learn --game %s --games %d --nodes %d --seed %d", c.Game, c.Games, c.Nodes, c.Seed)
	if c.Fresh {
		RunWithInput.From = search.NewFeatures(b).Handmade()
		command += " --fresh"
	}
	play := RunWithInput.Learn
	if c.Network {
		play = RunWithInput.LearnNetwork
		command += " --network"
		if c.Rounds > 1 {
			command += fmt.Sprintf(" --rounds %d", c.Rounds)
		}
		if c.Decay > 0 {
			command += fmt.Sprintf(" --decay %g", c.Decay)
		}
	}
	learned, err := play(func(game, samples int) {
		if game%100 == 0 {
			fmt.Fprintf(con.Err, "%d games, %d quiet positions\n", game, samples)
		}
	})
	if err != nil {
		return err
	}
	learned.Command = command
	fmt.Fprintf(con.Err, "loss on every tenth game: %.4f before, %.4f after\n", learned.Before, learned.After)
	out := json.NewEncoder(con.Out)
	return out.Encode(learned)
}
