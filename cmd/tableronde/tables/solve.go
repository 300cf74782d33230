package tables

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

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// SolveCommand is the command solve.
type SolveCommand struct {
	Args struct {
		Game string `positional-arg-name:"<game>" description:"camette, or camelot, cam or chivalry for the positions with at most three pieces."`
	} `positional-args:"yes"`
	Tables   Folder `long:"tables" default:"tables" value-name:"DIR" description:"The folder of the table."`
	Check    bool   `long:"check" description:"Compare every entry of the table with those that its moves lead to, and count them."`
	Pieces   int    `long:"pieces" value-name:"N" description:"Make only the positions with at most so many pieces."`
	Attached bool   `long:"attached" hidden:"yes" description:"End with the program that holds standard input open."`
	Position string `long:"position" value-name:"TEXT" description:"Print the value of a position by the table, and those of its moves."`
}

// Validate implements validator.
func (c *SolveCommand) Validate() error {
	switch {
	case (c.Args.Game == "") == (c.Position == ""):
		return errors.New(`expected "<game>" or --position`)
	case c.Args.Game != "" && c.Args.Game != "camette" && !slices.Contains(solve.EndingGames(), c.Args.Game):
		return fmt.Errorf("there is no table for %q: camette is solved, and the endings of %s", c.Args.Game, strings.Join(solve.EndingGames(), ", "))
	case c.Pieces != 0 && (c.Args.Game != "camette" || c.Pieces < 2 || c.Pieces > 7 || c.Check):
		return errors.New("--pieces are 2 to 7, without --check")
	}
	return nil
}

// Run makes or checks the table, or prints the value of a position.
func (c *SolveCommand) Run(con *cli.Console) error {
	if c.Position != "" {
		return c.printValue(con.Out)
	}
	stopped, forget := c.stops(con.In)
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
		fmt.Fprintf(con.Err, "%3d %%  %s\n", 100*done/all, what)
	}
	unlock, err := c.Tables.Lock(c.Args.Game)
	if err != nil {
		return err
	}
	defer unlock()
	if c.Args.Game != "camette" {
		return c.makeEndings(con.Out, step, progress)
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
		printCensus(con.Out, census)
	}
	start, _ := parker.BoardOf("camette").Setup("")
	return c.printPosition(con.Out, start)
}

// stops returns a channel that is closed when the work is to end, and a function to call
// afterwards.
func (c *SolveCommand) stops(in io.Reader) (<-chan struct{}, func()) {
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
func (c *SolveCommand) workers() int { return runtime.GOMAXPROCS(0) }

// printValue prints the value of the position that the flag names.
func (c *SolveCommand) printValue(w io.Writer) error {
	p, err := parker.ParsePosition(c.Position)
	if err != nil {
		return fmt.Errorf("--position: %w", err)
	}
	return c.printPosition(w, p)
}

// printPosition prints the values of a position and of its moves, the best first.
func (c *SolveCommand) printPosition(w io.Writer, p parker.Position) error {
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

// makeEndings makes and checks the tables of the endings of a game.
func (c *SolveCommand) makeEndings(w io.Writer, step func() error, progress solve.Progress) error {
	if err := solve.BuildEndings(c.Args.Game, c.Tables, c.workers(), step, progress); err != nil {
		return err
	}
	if c.Check {
		census, err := solve.CheckEndings(c.Args.Game, c.Tables, c.workers(), step, progress)
		if err != nil {
			return err
		}
		printCensus(w, census)
	}
	return nil
}

// printCensus prints the figures of a table.
func printCensus(w io.Writer, c solve.Census) {
	fmt.Fprintf(w, "%d positions: %d won, %d lost, %d drawn for the side to move\nlongest win: %d moves, %s\n",
		c.Positions, c.Won, c.Lost, c.Drawn, c.Longest, c.Example)
}

// solve returns the value of a position and its moves by the tables in the folder.
func (d Folder) solve(x *parker.Search) (solve.Value, []solve.Move, error) {
	game := x.Board().ID()
	if slices.Contains(solve.EndingGames(), game) {
		endings, err := solve.ReadEndings(game, d)
		if err != nil {
			return solve.Value{}, nil, fmt.Errorf("%s: %w (tableronde solve %s makes it)", d, err, game)
		}
		v, moves, err := endings.Solve(x)
		if errors.Is(err, solve.ErrAbsent) {
			err = errors.New("--position: the tables have positions with at most three pieces")
		}
		return v, moves, err
	}
	t, err := solve.Open(d)
	if err != nil {
		return solve.Value{}, nil, fmt.Errorf("%s: %w (tableronde solve camette makes it)", d, err)
	}
	defer t.Close()
	return t.Solve(x)
}
