package solve

import (
	"cmp"
	"slices"
)

// Value is the true value of a position for the side to move. The zero value is a draw:
// neither side can force a win.
type Value struct {
	Decided bool
	Moves   int // to the end of the game with best play on both sides; odd if the side to move wins
}

// Wins reports whether the side to move wins.
func (v Value) Wins() bool { return v.Decided && v.Moves%2 == 1 }

// Loses reports whether the side to move loses.
func (v Value) Loses() bool { return v.Decided && v.Moves%2 == 0 }

// score orders values from the worst to the best for the side to move.
func (v Value) score() int {
	switch {
	case !v.Decided:
		return 0
	case v.Wins():
		return 1_000 - v.Moves
	}
	return v.Moves - 1_000
}

// before returns the value of a position from which a move leads to one of value v.
func (v Value) before() Value {
	if v.Decided {
		v.Moves++
	}
	return v
}

// Entries are one byte: 0 for a draw, else 1 more than the moves to the end.
const maxMoves = 254

func decode(b byte) Value {
	if b == 0 {
		return Value{}
	}
	return Value{true, int(b) - 1}
}

// tables has the parts of the table in memory.
type tables [materials][materials][]byte

func (t *tables) part(k kind) []byte { return t[k.own][k.enemy] }

// value returns the value of a position whose part is in memory.
func (t *tables) value(p place) Value {
	k, i := p.index()
	return decode(t[k.own][k.enemy][i])
}

// sortMoves puts the best moves first, and those that are equally good in the order of
// their texts.
func sortMoves(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Value.score(), a.Value.score()), cmp.Compare(a.Text, b.Text))
	})
}
