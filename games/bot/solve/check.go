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

// Sample returns a random position of Camette that is not over, with seat 1 to move: every
// other one from the whole table, in which most positions have all pieces, and the rest
// from any of its parts.
func Sample(rng *rand.Rand) *parker.Search { return sample(rng, kinds()) }

// sample is Sample for some parts.
func sample(rng *rand.Rand, order [][]kind) *parker.Search {
	for {
		parts := order[rng.IntN(len(order))]
		k := parts[rng.IntN(len(parts))]
		if rng.IntN(2) == 0 {
			k = bySize(rng, order)
		}
		p, ok := k.at(rng.IntN(k.size()))
		if !ok {
			continue
		}
		state, err := p.position().State()
		if err != nil {
			continue // the rules know no such position
		}
		if x := state.(games.Searcher).Search().(*parker.Search); x.ToAct() == 1 {
			return x
		}
	}
}

// bySize returns a random part, each as often as its size tells.
func bySize(rng *rand.Rand, order [][]kind) kind {
	all := 0
	for _, parts := range order {
		for _, k := range parts {
			all += k.size()
		}
	}
	n := rng.IntN(all)
	for _, parts := range order {
		for _, k := range parts {
			if n -= k.size(); n < 0 {
				return k
			}
		}
	}
	panic("solve: sizes do not add up")
}

// Forward compares the table with the rules at a position that is not over, independently
// of how the table was made: the value has to be that of the best move, and a search of
// all lines of at most depth moves has to find the same. It reports whether the search
// finds who wins. The error says what differs.
func (t *Table) Forward(x *parker.Search, depth int) (decided bool, err error) {
	return compareForward(x, depth, t.Solve)
}

// compareForward is Forward by the values of solve.
func compareForward(x *parker.Search, depth int, solve func(*parker.Search) (Value, []Move, error)) (decided bool, err error) {
	value, moves, err := solve(x)
	if err != nil {
		return false, err
	}
	if moves[0].Value != value {
		return false, fmt.Errorf("%s: value %+v, the best move %+v", x.Position(), value, moves[0])
	}
	f := forward{x: x, seen: make(map[proof]bool)}
	for n := 1; n <= depth; n++ {
		found := n%2 == 1 && f.wins(n) || n%2 == 0 && f.loses(n)
		if want := value.Decided && value.Moves == n; found != want {
			return false, fmt.Errorf("%s: value %+v, but a search for an end after %d moves finds %t", x.Position(), value, n, found)
		}
		if found {
			return true, nil
		}
	}
	return false, nil
}

// forward searches for wins by the moves of the ruleset alone.
type forward struct {
	x    *parker.Search
	seen map[proof]bool
}

// proof is the question whether the side to act wins, or loses, within a number of moves.
type proof struct {
	key   uint64
	moves int
	wins  bool
}

// wins reports whether the side to act, in a game that goes on, wins within n moves.
func (f *forward) wins(n int) bool {
	return n > 0 && f.prove(proof{f.x.Key(), n, true}, func() bool {
		seat := f.x.ToAct()
		for _, m := range f.x.Moves(nil) {
			f.x.Make(m)
			winner, over := f.x.Won()
			won := over && winner == seat || !over && f.loses(n-1)
			f.x.Unmake()
			if won {
				return true
			}
		}
		return false
	})
}

// loses reports whether the side to act, in a game that goes on, loses within n moves
// whatever it does.
func (f *forward) loses(n int) bool {
	return n > 0 && f.prove(proof{f.x.Key(), n, false}, func() bool {
		for _, m := range f.x.Moves(nil) {
			f.x.Make(m)
			_, over := f.x.Won()
			lost := !over && f.wins(n-1)
			f.x.Unmake()
			if !lost {
				return false
			}
		}
		return true
	})
}

// prove answers a question by a search, once.
func (f *forward) prove(p proof, search func() bool) bool {
	if answer, ok := f.seen[p]; ok {
		return answer
	}
	answer := search()
	f.seen[p] = answer
	return answer
}
