package solve

import (
	"errors"
	"fmt"

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
