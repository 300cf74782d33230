package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/tables"
	"tableronde/games/bot"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

const (
	// forwardMoves is how far the search of a random position looks for an end, at most.
	forwardMoves = 7

	// sampleNodes is the number of positions that level 5 searches for a move.
	sampleNodes = 2_000
)

type sampleCmd struct {
	Args struct {
		Game string `positional-arg-name:"<game>" description:"camette, or a game whose endings are solved."`
	} `positional-args:"yes" required:"yes"`
	Tables tables.Folder `long:"tables" default:"tables" value-name:"DIR" description:"The folder of the tables."`
	Count  int           `long:"count" default:"10000" value-name:"N" description:"How many random positions."`
	Seed   uint64        `long:"seed" default:"1" value-name:"N" description:"Random seed; the same seed gives the same positions."`
}

// Run compares a table at random positions with a search by the rules. The error says where
// the table is wrong.
func (c *sampleCmd) Run(con *cli.Console) error {
	if c.Args.Game == "camette" {
		return c.sampleWhole(con.Out)
	}
	endings, err := solve.ReadEndings(c.Args.Game, c.Tables)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x73616d706c65))
	decided := 0
	for range c.Count {
		found, err := endings.Forward(endings.Sample(rng), forwardMoves)
		if err != nil {
			return err
		}
		if found {
			decided++
		}
	}
	c.printAgreement(con.Out, decided)
	return nil
}

func (c *sampleCmd) printAgreement(w io.Writer, decided int) {
	fmt.Fprintf(w, "%d random positions agree with a search by the rules, which finds the end of %d within %d moves\n", c.Count, decided, forwardMoves)
}

// sampleWhole compares the table at random positions with a search by the rules, and plays a
// move in each of them by the table and by the search of the highest level alone. The
// error says where the table is wrong.
func (c *sampleCmd) sampleWhole(w io.Writer) error {
	t, err := solve.Open(c.Tables)
	if err != nil {
		return err
	}
	defer t.Close()
	perfect, err := bot.NewSolved(t, 0)
	if err != nil {
		return err
	}
	alone, err := bot.NewLevel("camette", bot.Levels, 0)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x73616d706c65))
	decided, byTable, bySearch := 0, mistakes{}, mistakes{}
	for range c.Count {
		x := solve.Sample(rng)
		found, err := t.Forward(x, forwardMoves)
		if err != nil {
			return err
		}
		if found {
			decided++
		}
		if err := byTable.count(t, perfect, x); err != nil {
			return err
		}
		if err := bySearch.count(t, alone, x); err != nil {
			return err
		}
	}
	c.printAgreement(w, decided)
	fmt.Fprintf(w, "level 5 by the table: %v\n", byTable)
	fmt.Fprintf(w, "level 5 by the search of %d positions alone: %v\n", sampleNodes, bySearch)
	return nil
}

// mistakes counts the positions by their values, and the moves that give something away.
type mistakes struct {
	wins, winsGiven, winsSlower int // of the won positions those no longer won, and those won by a longer way
	draws, drawsGiven           int
	losses, lossesHastened      int
}

// String returns the counts in words.
func (m mistakes) String() string {
	return fmt.Sprintf("of %d wins %d given away and %d not by the shortest way, of %d draws %d given away, of %d losses %d hastened",
		m.wins, m.winsGiven, m.winsSlower, m.draws, m.drawsGiven, m.losses, m.lossesHastened)
}

// count lets a player choose a move of a position and compares its value with that of the
// best one.
func (m *mistakes) count(t *solve.Table, player bot.Chooser, x *parker.Search) error {
	state, err := x.Position().State()
	if err != nil {
		return err
	}
	choice, err := player.Choose(bot.Turn{State: state, Seat: x.ToAct(), Nodes: sampleNodes})
	if err != nil {
		return err
	}
	value, moves, err := t.Solve(x)
	if err != nil {
		return err
	}
	for _, move := range moves {
		if move.Text == choice.Action {
			m.add(value, move.Value)
			return nil
		}
	}
	return fmt.Errorf("%s: %s is not a move", x.Position(), choice.Action)
}

// add counts a move by the value of the best one and its own.
func (m *mistakes) add(best, played solve.Value) {
	switch {
	case best.Wins():
		m.wins++
		if !played.Wins() {
			m.winsGiven++
		} else if played.Moves > best.Moves {
			m.winsSlower++
		}
	case best.Loses():
		m.losses++
		if played.Moves < best.Moves {
			m.lossesHastened++
		}
	default:
		m.draws++
		if played.Loses() {
			m.drawsGiven++
		}
	}
}
