package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

type solveCmd struct {
	Args struct {
		Game string `positional-arg-name:"<game>" description:"camette, or camelot, cam or chivalry for the positions with at most three pieces."`
	} `positional-args:"yes"`
	Tables   tableFolder `long:"tables" default:"tables" value-name:"DIR" description:"The folder of the table."`
	Check    bool        `long:"check" description:"Compare every entry of the table with those that its moves lead to, and count them."`
	Sample   int         `long:"sample" value-name:"N" description:"Compare random positions with a search by the rules, and let level 5 play a move in each."`
	Seed     uint64      `long:"seed" default:"1" value-name:"N" description:"What the positions of --sample come from."`
	Pieces   int         `long:"pieces" value-name:"N" description:"Make only the positions with at most so many pieces."`
	Attached bool        `long:"attached" hidden:"yes" description:"End with the program that holds standard input open."`
	Position string      `long:"position" value-name:"TEXT" description:"Print the value of a position by the table, and those of its moves."`
}

// Validate implements validator.
func (c *solveCmd) Validate() error {
	switch {
	case (c.Args.Game == "") == (c.Position == ""):
		return errors.New(`expected "<game>" or --position`)
	case c.Args.Game != "" && c.Args.Game != "camette" && !slices.Contains(solve.EndingGames(), c.Args.Game):
		return fmt.Errorf("there is no table for %q: camette is solved, and the endings of %s", c.Args.Game, strings.Join(solve.EndingGames(), ", "))
	case c.Pieces != 0 && (c.Args.Game != "camette" || c.Pieces < 2 || c.Pieces > 7 || c.Check || c.Sample > 0):
		return errors.New("--pieces are 2 to 7, without --check and --sample")
	}
	return nil
}

// Run makes or checks the table, or tells the value of a position.
func (c *solveCmd) Run(con *console) error {
	if c.Position != "" {
		return c.tell(con.out)
	}
	stopped, forget := c.stops(con.in)
	defer forget()
	step := func() error {
		select {
		case <-stopped:
			return errors.New("interrupted; the parts that are complete are kept")
		default:
			return nil
		}
	}
	progress := func(what string, done, all int64) {
		fmt.Fprintf(con.err, "%3d %%  %s\n", 100*done/all, what)
	}
	unlock, err := c.Tables.lock(c.Args.Game)
	if err != nil {
		return err
	}
	defer unlock()
	if c.Args.Game != "camette" {
		return c.makeEndings(con.out, step, progress)
	}
	if c.Pieces > 0 {
		return solve.BuildUpTo(c.Tables, c.Pieces, step, progress)
	}
	if err := solve.Build(c.Tables, c.workers(), step, progress); err != nil {
		return err
	}
	if c.Check {
		census, err := solve.Check(c.Tables, c.workers(), step, progress)
		if err != nil {
			return err
		}
		tellCensus(con.out, census)
	}
	if c.Sample > 0 {
		if err := c.sample(con.out); err != nil {
			return err
		}
	}
	start, _ := parker.BoardOf("camette").Setup("")
	return c.tellPosition(con.out, start)
}

// stops returns a channel that is closed when the work is to end, and what to call after
// it.
func (c *solveCmd) stops(in io.Reader) (<-chan struct{}, func()) {
	ctx, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if c.Attached {
		go func() {
			_, _ = io.Copy(io.Discard, in) // until the other program has gone
			forget()
		}()
	}
	return ctx.Done(), forget
}

// workers returns how many processors to use.
func (c *solveCmd) workers() int { return runtime.GOMAXPROCS(0) }

// tell prints the value of the position asked for.
func (c *solveCmd) tell(w io.Writer) error {
	p, err := parker.ParsePosition(c.Position)
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	return c.tellPosition(w, p)
}

// tellPosition prints the value of a position and those of its moves, the best first.
func (c *solveCmd) tellPosition(w io.Writer, p parker.Position) error {
	state, err := p.State()
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	if state.Result() != nil {
		return errors.New("--position: the game is over")
	}
	value, moves, err := c.Tables.solve(state.(games.Searcher).Search().(*parker.Search))
	if err != nil {
		return err
	}
	fmt.Fprintln(w, describeValue(value))
	for _, m := range moves {
		fmt.Fprintln(w, m.Text, describeValue(m.Value))
	}
	return nil
}

// describeValue returns "win 9", "loss 4" or "draw -".
func describeValue(v solve.Value) string {
	switch {
	case v.Wins():
		return fmt.Sprint("win ", v.Moves)
	case v.Loses():
		return fmt.Sprint("loss ", v.Moves)
	}
	return "draw -"
}
