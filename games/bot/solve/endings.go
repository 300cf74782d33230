package solve

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/parker"
)

// Endings are the true values of the positions of a game with at most three pieces, in
// memory. They are safe for use by several goroutines.
type Endings struct {
	ending *ending
	t      tables
}

// BuildEndings makes the tables of the endings of a game that the store lacks, as Build does
// for Camette.
func BuildEndings(game string, s Store, workers int, step func() error, progress Progress) error {
	e, err := findEnding(game)
	if err != nil {
		return err
	}
	return build(s, e.kinds(), workers, step, progress)
}

// CheckEndings compares every entry of the endings of a game with what follows from its
// moves, as Check does for Camette.
func CheckEndings(game string, s Store, workers int, step func() error, progress Progress) (Census, error) {
	e, err := findEnding(game)
	if err != nil {
		return Census{}, err
	}
	return check(s, e.kinds(), workers, step, progress)
}

// ReadEndings reads the endings of a game into memory. The error is ErrAbsent if they have
// not been made, or not all.
func ReadEndings(game string, s Store) (*Endings, error) {
	e, err := findEnding(game)
	if err != nil {
		return nil, err
	}
	all := &Endings{ending: e}
	for _, parts := range e.kinds() {
		missing, err := all.t.load(s, parts)
		if err != nil {
			return nil, err
		}
		if missing {
			return nil, ErrAbsent
		}
	}
	return all, nil
}

// findEnding returns the endings of a game.
func findEnding(game string) (*ending, error) {
	if e := endingOf(game); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("there are no tables of the endings of %s", game)
}

// Ending returns how a position ends with best play on both sides: after how many moves,
// negative if the side to act loses, 0 for a draw. ok is false for a position in no table.
func (t *Endings) Ending(x *parker.Search) (moves int, ok bool) {
	v, err := t.value(x)
	switch {
	case err != nil:
		return 0, false
	case v.Loses():
		return -v.Moves, true
	}
	return v.Moves, true
}

// value returns the value of a position; the error is ErrAbsent for one in no table.
func (t *Endings) value(x *parker.Search) (Value, error) {
	s, ok := t.ending.sceneOf(x, x.ToAct())
	if !ok {
		return Value{}, ErrAbsent
	}
	k, i := t.ending.index(s)
	return decode(t.t[k.own][k.enemy][i]), nil
}

// Solve returns the value of a position that is not over, and its moves, as Table.Solve
// does.
func (t *Endings) Solve(x *parker.Search) (Value, []Move, error) {
	if x.Board() != t.ending.board || x.ToAct() == 0 {
		return Value{}, nil, fmt.Errorf("%s: there is no table for this", x.Position())
	}
	return solveBy(x, t.value)
}

// Forward compares the tables with the rules at a position, as Table.Forward does.
func (t *Endings) Forward(x *parker.Search, depth int) (decided bool, err error) {
	return compareForward(x, depth, t.Solve)
}

// Sample returns a random position of the tables, with seat 1 to move.
func (t *Endings) Sample(rng *rand.Rand) *parker.Search {
	order := t.ending.kinds()
	for {
		parts := order[rng.IntN(len(order))]
		k := parts[rng.IntN(len(parts))]
		s, ok := t.ending.at(k, rng.IntN(k.size()))
		if !ok {
			continue
		}
		if state, err := t.ending.position(s).State(); err == nil && state.Result() == nil {
			if x := state.(games.Searcher).Search().(*parker.Search); x.ToAct() == 1 {
				return x
			}
		}
	}
}

// solveBy returns the value of a position and its moves, the best first, by the values of
// positions.
func solveBy(x *parker.Search, value func(*parker.Search) (Value, error)) (Value, []Move, error) {
	v, err := value(x)
	if err != nil {
		return v, nil, err
	}
	var moves []Move
	for _, m := range x.Moves(nil) {
		after, err := valueAfter(x, m, value)
		if err != nil {
			return v, nil, err
		}
		moves = append(moves, Move{m, x.Text(m), after})
	}
	sortMoves(moves)
	return v, moves, nil
}

// valueAfter returns the value of a move for the side that makes it.
func valueAfter(x *parker.Search, m games.SearchMove, value func(*parker.Search) (Value, error)) (Value, error) {
	seat := x.ToAct()
	x.Make(m)
	defer x.Unmake()
	if winner, over := x.Won(); over {
		return Value{Decided: winner != 0, Moves: endMoves(winner, seat)}, nil
	}
	v, err := value(x)
	return v.before(), err
}

// endMoves returns the moves of a value that ends the game with a move of a seat.
func endMoves(winner, seat games.Seat) int {
	switch winner {
	case 0:
		return 0
	case seat:
		return 1
	}
	return 2
}
