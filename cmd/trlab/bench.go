package main

import (
	"fmt"
	"math/rand/v2"
	"text/tabwriter"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/arena"
	"tableronde/games"
	"tableronde/games/bot"
	lab "tableronde/games/bot/lab/arena"
	"tableronde/games/catalog"
	"tableronde/games/parker"
)

type benchCmd struct {
	Game      string        `long:"game" value-name:"GAME" description:"The board; without it all of them."`
	Time      time.Duration `long:"time" default:"1s" value-name:"DURATION" description:"The processor time of the searches of a board, all positions together."`
	Positions int           `long:"positions" default:"10" value-name:"N" description:"How many positions are searched; they are the same in every run."`
}

// Validate implements validator.
func (c *benchCmd) Validate() error {
	switch {
	case c.Time <= 0 || c.Positions < 1:
		return fmt.Errorf("--time and --positions must be more than 0")
	case c.Game != "" && parker.BoardOf(c.Game) == nil:
		return fmt.Errorf("--game: there is no search for the game %s", c.Game)
	}
	return nil
}

// Run prints what a second of one processor is worth on each board: positions searched,
// and moves of perft, counted in bulk and one by one, in the same run.
func (c *benchCmd) Run(con *cli.Console) error {
	w := tabwriter.NewWriter(con.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "GAME\tNODES/S\tPLAIN NODES/S\tDEPTH\tPERFT MOVES/S\t")
	for _, rules := range catalog.All() {
		game := rules.Info().ID
		if parker.BoardOf(game) == nil || c.Game != "" && c.Game != game {
			continue
		}
		states, err := benchStates(rules, c.Positions)
		if err != nil {
			return err
		}
		level, err := bot.NewLevel(game, bot.Levels, 0)
		if err != nil {
			return err
		}
		plain, err := bot.NewPlain(game)
		if err != nil {
			return err
		}
		nodes, depth, err := c.search(level, states)
		if err != nil {
			return err
		}
		plainNodes, _, err := c.search(plain, states)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.1f\t%.0f\t\n", game, nodes, plainNodes, depth, c.perft(states))
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// benchStates returns positions that random play leads to.
func benchStates(rules games.Ruleset, n int) ([]games.State, error) {
	states := make([]games.State, 0, n)
	for seed := uint64(0); len(states) < n; seed++ {
		rng := rand.New(rand.NewPCG(seed, 19))
		s, err := rules.New(games.Setup{})
		if err != nil {
			return nil, err
		}
		random := lab.NewRandom(seed)
		for range rng.IntN(24) {
			if s.Result() != nil {
				break
			}
			seat := s.ToAct()[0]
			choice, err := random.Choose(bot.Turn{State: s, Seat: seat})
			if err != nil {
				return nil, err
			}
			if s, _, err = s.Apply(seat, choice.Action); err != nil {
				return nil, err
			}
		}
		if s.Result() == nil {
			states = append(states, s)
		}
	}
	return states, nil
}

// search searches the positions in equal shares of the time and returns the nodes a
// second and the mean depth.
func (c *benchCmd) search(player bot.Chooser, states []games.State) (nodes, depth float64, err error) {
	share := c.Time / time.Duration(len(states))
	start := arena.ProcessorTime()
	for _, s := range states {
		began := arena.ProcessorTime()
		choice, err := player.Choose(bot.Turn{State: s, Seat: s.ToAct()[0], Stop: func() bool { return arena.ProcessorTime()-began >= share }})
		if err != nil {
			return 0, 0, err
		}
		nodes += float64(choice.Nodes)
		depth += float64(choice.Depth) / float64(len(states))
	}
	return nodes / (arena.ProcessorTime() - start).Seconds(), depth, nil
}

// perft counts sequences of two moves from the positions and returns the moves a second.
func (c *benchCmd) perft(states []games.State) float64 {
	start, moves := arena.ProcessorTime(), uint64(0)
	for moves == 0 || arena.ProcessorTime()-start < c.Time/4 {
		for _, s := range states {
			moves += parker.Perft(s, 2)
		}
	}
	return float64(moves) / (arena.ProcessorTime() - start).Seconds()
}
