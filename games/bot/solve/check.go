package solve

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tableronde/games/parker"
)

// Sample returns a random position of Camette that is not over, with seat 1 to move: every
// other one from the whole table, in which most positions have all pieces, and the rest
// from any of its parts.
func Sample(rng *rand.Rand) *parker.Search { return sample(rng, kinds(), true) }

// Sample returns a random position of the tables, with seat 1 to move.
func (t *Endings) Sample(rng *rand.Rand) *parker.Search { return sample(rng, t.ending.kinds(), false) }

// sample returns a random position from some parts: from any of them or, every other time, if
// bySize, from each as often as its size says.
func sample(rng *rand.Rand, order [][]kind, bySize bool) *parker.Search {
	all := slices.Concat(order...)
	for {
		parts := order[rng.IntN(len(order))]
		k := parts[rng.IntN(len(parts))]
		if bySize && rng.IntN(2) == 0 {
			n := rng.IntN(int(sizeOf(order)))
			k = all[slices.IndexFunc(all, func(k kind) bool { n -= k.size(); return n < 0 })]
		}
		p, ok := k.position(rng.IntN(k.size()))
		if !ok {
			continue
		}
		if x, err := p.Search(); err == nil && x.ToAct() == 1 { // the rules lack some positions
			return x
		}
	}
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

// Forward compares the tables with the rules at a position, as Table.Forward does.
func (t *Endings) Forward(x *parker.Search, depth int) (decided bool, err error) {
	return compareForward(x, depth, t.Solve)
}
