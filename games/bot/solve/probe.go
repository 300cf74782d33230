package solve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/parker"
)

// Table is the table in a store, of which single entries are read.
type Table struct {
	parts [materials][materials]Part
}

// Open returns the table of a store, as far as it has been made. The error is ErrAbsent if
// there is nothing of it. The table must be closed.
func Open(s Store) (*Table, error) {
	t, found := new(Table), false
	for _, parts := range kinds() {
		for _, k := range parts {
			part, _, err := k.open(s)
			if errors.Is(err, ErrAbsent) {
				continue
			}
			if err != nil {
				t.Close()
				return nil, err
			}
			t.parts[k.own][k.enemy], found = part, true
		}
	}
	if !found {
		return nil, ErrAbsent
	}
	return t, nil
}

// Whole reports whether the table has all positions with at most so many pieces, 0 for all.
func (t *Table) Whole(pieces int) bool {
	for _, parts := range few(pieces) {
		for _, k := range parts {
			if t.parts[k.own][k.enemy] == nil {
				return false
			}
		}
	}
	return true
}

// Close closes the parts of the table.
func (t *Table) Close() error {
	for _, row := range t.parts {
		for _, part := range row {
			if part != nil {
				part.Close()
			}
		}
	}
	return nil
}

// exists reports whether an army can occur in a match from the first position: it has three
// men and a knight at most.
func (a army) exists() bool { return a.men.count() <= 3 && a.knight.count() <= 1 && a.all() != 0 }

// value returns the value of a position that is not over.
func (t *Table) value(p place) (Value, error) {
	k, i := p.index()
	if t.parts[k.own][k.enemy] == nil {
		return Value{}, ErrAbsent
	}
	var b [1]byte
	if _, err := t.parts[k.own][k.enemy].ReadAt(b[:], int64(headerSize+i)); err != nil {
		return Value{}, fmt.Errorf("%s: %w", k.name(), err)
	}
	return decode(b[0]), nil
}

// Move is a move and its value for the side that makes it: the moves to the end include it.
type Move struct {
	Move  games.SearchMove
	Text  string
	Value Value
}

// Solve returns the value of a position of Camette that is not over, and its moves, the
// best first: the shortest way to win, the longest to lose. The error is ErrAbsent for a
// position in a part that has not been made, or with armies larger than the game has.
func (t *Table) Solve(x *parker.Search) (Value, []Move, error) {
	if x.Board().ID() != "camette" || x.ToAct() == 0 {
		return Value{}, nil, fmt.Errorf("%s: there is no table for this", x.Position())
	}
	if p := placeOf(x); !p.own.exists() || !p.enemy.exists() {
		return Value{}, nil, ErrAbsent
	}
	return solveBy(x, func(x *parker.Search) (Value, error) { return t.value(placeOf(x)) })
}

// Endings are the true values of the positions of a game with at most three pieces, in
// memory. They are safe for use by several goroutines.
type Endings struct {
	ending *ending
	t      tables
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

// solveBy returns the value of a position and its moves, the best first and those that are
// equally good in the order of their texts, by the values of positions.
func solveBy(x *parker.Search, value func(*parker.Search) (Value, error)) (Value, []Move, error) {
	v, err := value(x)
	if err != nil {
		return v, nil, err
	}
	seat := x.ToAct()
	var moves []Move
	for _, m := range x.Moves(nil) {
		text := x.Text(m)
		x.Make(m)
		var after Value
		switch winner, over := x.Won(); {
		case over && winner == seat:
			after = Value{true, 1}
		case over && winner != 0:
			after = Value{true, 2}
		case !over:
			if after, err = value(x); after.Decided {
				after.Moves++
			}
		}
		x.Unmake()
		if err != nil {
			return v, nil, err
		}
		moves = append(moves, Move{m, text, after})
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Value.score(), a.Value.score()), cmp.Compare(a.Text, b.Text))
	})
	return v, moves, nil
}
