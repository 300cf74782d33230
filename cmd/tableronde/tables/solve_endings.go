package tables

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

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
		tellCensus(w, census)
	}
	return nil
}

// tellCensus prints what a table has.
func tellCensus(w io.Writer, c solve.Census) {
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
