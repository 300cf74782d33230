package bot

import (
	"errors"
	"fmt"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// Solved is a perfect player of Camette: it never gives away a won or drawn position, wins
// by the shortest way and holds out as long as it can. Among moves that keep a draw, and
// where the table has nothing, it plays like the highest level.
type Solved struct {
	table Solver
	level *Level
}

// Solver knows the true values of positions, as a solve.Table does of those of Camette. The
// error is solve.ErrAbsent where it does not.
type Solver interface {
	Solve(x *parker.Search) (solve.Value, []solve.Move, error)
}

// EndingsOf returns what a solver knows of the endings of a game besides Camette, for searches:
// it may have a method Endings. nil means nothing.
func EndingsOf(s Solver, game string) search.Endings {
	if all, ok := s.(interface {
		Endings(game string) search.Endings
	}); ok {
		return all.Endings(game)
	}
	return nil
}

// NewSolved returns a player by a table of Camette.
func NewSolved(t Solver) (*Solved, error) { return NewSolvedWithin(t, 0) }

// NewSolvedWithin is NewSolved for a player that keeps the positions it has searched in so
// many bytes; 0 means the usual size.
func NewSolvedWithin(t Solver, bytes int) (*Solved, error) {
	level, err := NewLevelWithin("camette", Levels, 0, bytes)
	return &Solved{t, level}, err
}

// Choose implements Chooser.
func (p *Solved) Choose(t Turn) (Choice, error) {
	s, ok := t.State.(games.Searcher)
	if !ok || len(t.State.ToAct()) != 1 || t.State.ToAct()[0] != t.Seat {
		return Choice{}, fmt.Errorf("seat %d is not to act", t.Seat)
	}
	x, ok := s.Search().(*parker.Search)
	if !ok || x.Board() != p.level.board {
		return Choice{}, fmt.Errorf("seat %d does not play Camette", t.Seat)
	}
	value, moves, err := p.table.Solve(x)
	if errors.Is(err, solve.ErrAbsent) {
		return p.level.Choose(t)
	}
	if err != nil {
		return Choice{}, err
	}
	if value.Decided {
		return p.decided(x, value, moves[0])
	}
	var draws []games.SearchMove
	for _, m := range moves {
		if !m.Value.Decided {
			draws = append(draws, m.Move)
		}
	}
	c := p.level.search(x, search.Limits{Nodes: t.Nodes, Stop: t.Stop, Among: draws})
	c.Value, c.Decided, c.Moves = 0, false, 0
	return c, nil
}

// decided returns the choice of the best move, with the line that follows by the table.
func (p *Solved) decided(x *parker.Search, v solve.Value, best solve.Move) (Choice, error) {
	c := Choice{Action: best.Text, Search: true, Decided: true, Moves: v.Moves, Value: search.Won - v.Moves}
	if v.Loses() {
		c.Moves, c.Value = -v.Moves, v.Moves-search.Won
	}
	for {
		c.Line = append(c.Line, best.Text)
		x.Make(best.Move)
		if _, over := x.Won(); over {
			return c, nil
		}
		_, moves, err := p.table.Solve(x)
		if errors.Is(err, solve.ErrAbsent) {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		best = moves[0]
	}
}
