// Package tactics finds positions in which one move alone wins soon, by an exhaustive
// search of the rules, to measure players by.
package tactics

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// Problem is a position in which one move alone wins within a number of moves, an odd one.
type Problem struct {
	Position parker.Position
	Move     string
	Within   int
}

// String returns the problem in a line: the position, the move, the number of moves.
func (p Problem) String() string { return fmt.Sprintf("%s\t%s\t%d", p.Position, p.Move, p.Within) }

// Parse is the inverse of String.
func Parse(line string) (Problem, error) {
	var p Problem
	position, rest, _ := strings.Cut(line, "\t")
	move, within, ok := strings.Cut(rest, "\t")
	if _, err := fmt.Sscan(within, &p.Within); err != nil || !ok {
		return p, fmt.Errorf("%q is not a problem", line)
	}
	var err error
	p.Move = move
	p.Position, err = parker.ParsePosition(position)
	return p, err
}

const (
	leastWithin = 3 // moves: to win at once is no problem
	mostWithin  = 7

	// budget is the number of positions that are searched for a problem in one.
	budget = 300_000

	openingPlies = 6    // random at the start of a game
	straying     = 0.25 // the share of later moves that are
	playNodes    = 150  // searched for the others
	gamePlies    = 120
)

// Find returns problems of a board: it plays games that are not played well, and searches
// their positions, at most one of each game. The same seed gives the same problems. It
// calls report after each game.
func Find(b *parker.Board, count int, seed uint64, report func(games, found int)) (found []Problem, err error) {
	err = find(b, seed, func(p Problem) bool {
		found = append(found, p)
		return len(found) < count
	}, func(games int) { report(games, len(found)) })
	return found, err
}

// find yields different problems of a board until yield returns false. It calls report after each
// game.
func find(b *parker.Board, seed uint64, yield func(Problem) bool, report func(games int)) error {
	known := make(map[parker.Position]bool)
	e := search.New(b, search.Options{TableBytes: 1 << 20})
	for game := 0; ; game++ {
		rng := rand.New(rand.NewPCG(seed, uint64(game)))
		e.Forget()
		p, ok, err := findInGame(b, e, rng)
		if err != nil {
			return err
		}
		fresh := ok && !known[p.Position]
		known[p.Position] = known[p.Position] || ok
		if fresh && !yield(p) {
			return nil
		}
		report(game + 1)
	}
}

// findInGame plays a game. If a side wins, findInGame examines the positions shortly before
// the end, the earliest first, and returns the first problem.
func findInGame(b *parker.Board, e *search.Engine, rng *rand.Rand) (Problem, bool, error) {
	start, _ := b.Setup("")
	x, err := start.Search()
	if err != nil {
		return Problem{}, false, err
	}
	var moves []games.SearchMove
	for ply := range gamePlies {
		all := x.Moves(nil)
		m := all[rng.IntN(len(all))]
		if ply >= openingPlies && rng.Float64() >= straying {
			m = e.Search(x, search.Limits{Nodes: playNodes}).Move
		}
		x.Make(m)
		moves = append(moves, m)
		if winner, over := x.Won(); over {
			if winner == 0 || len(moves) < mostWithin {
				return Problem{}, false, nil
			}
			return findBefore(x, moves[len(moves)-mostWithin:])
		}
	}
	return Problem{}, false, nil
}

// findBefore takes back the last moves of a game that the side has won that made the first
// and the last of them, and examines the positions in which it was to move.
func findBefore(x *parker.Search, last []games.SearchMove) (Problem, bool, error) {
	for range last {
		x.Unmake()
	}
	for i, m := range last[:len(last)-leastWithin+1] {
		if i%2 == 0 {
			if p, ok := Examine(x); ok {
				return p, true, nil
			}
		}
		x.Make(m)
	}
	return Problem{}, false, nil
}

// Examine returns a position as a problem. ok is false if it is none, or if the budget does
// not suffice to decide that.
func Examine(x *parker.Search) (p Problem, ok bool) {
	moves := x.Moves(nil)
	if len(moves) < 2 {
		return p, false
	}
	f := finder{x: x, seen: make(map[question]bool)}
	for n := 1; n <= mostWithin; n += 2 {
		var winning []games.SearchMove
		for _, m := range moves {
			if f.winsBy(m, n) {
				winning = append(winning, m)
			}
			if f.nodes > budget || len(winning) > 1 {
				return p, false
			}
		}
		if len(winning) == 1 {
			return Problem{x.Position(), x.Text(winning[0]), n}, n >= leastWithin
		}
	}
	return p, false
}

// finder searches all lines.
type finder struct {
	x     *parker.Search
	seen  map[question]bool
	nodes int
}

// question is whether the side to act wins within a number of moves, if it is odd, or
// loses within one, if it is even.
type question struct {
	key   uint64
	moves int
}

// winsBy reports whether the side to act wins within n moves, the first of which is m.
func (f *finder) winsBy(m games.SearchMove, n int) bool {
	seat := f.x.ToAct()
	f.nodes++
	f.x.Make(m)
	defer f.x.Unmake()
	if winner, over := f.x.Won(); over {
		return winner == seat
	}
	return f.loses(n - 1)
}

// loses reports whether the side to act loses within n moves, whatever it does.
func (f *finder) loses(n int) bool {
	if n < 2 || f.nodes > budget {
		return false
	}
	return f.answer(n, func() bool {
		for _, m := range f.x.Moves(nil) {
			f.nodes++
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

// wins reports whether the side to act wins within n moves.
func (f *finder) wins(n int) bool {
	return f.answer(n, func() bool {
		for _, m := range f.x.Moves(nil) {
			if f.winsBy(m, n) {
				return true
			}
		}
		return false
	})
}

// answer answers the question about the position and a number of moves once.
func (f *finder) answer(n int, search func() bool) bool {
	q := question{f.x.Key(), n}
	if known, ok := f.seen[q]; ok {
		return known
	}
	got := search()
	if f.nodes <= budget {
		f.seen[q] = got
	}
	return got
}
