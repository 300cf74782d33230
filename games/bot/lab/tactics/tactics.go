// Package tactics finds positions in which one move alone wins soon, or saves, by an exhaustive search
// of the rules, to measure players by and for puzzles.
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
	err = find(b, seed, findInGame, func(p Problem) bool {
		found = append(found, p)
		return len(found) < count
	}, func(games int) { report(games, len(found)) })
	return found, err
}

// find yields different problems of a board until yield returns false. It takes them from games that
// have been won, by examine, and calls report after each game.
func find(b *parker.Board, seed uint64, examine examiner, yield func(Problem) bool, report func(games int)) error {
	known := make(map[parker.Position]bool)
	e := search.New(b, search.Options{TableBytes: 1 << 20})
	for game := 0; ; game++ {
		rng := rand.New(rand.NewPCG(seed, uint64(game)))
		e.Forget()
		x, moves, err := play(b, e, rng)
		if err != nil {
			return err
		}
		p, ok := Problem{}, false
		if winner, _ := x.Won(); winner != 0 {
			p, ok = examine(x, moves)
		}
		fresh := ok && !known[p.Position]
		known[p.Position] = known[p.Position] || ok
		if fresh && !yield(p) {
			return nil
		}
		report(game + 1)
	}
}

// examiner finds a problem in a game that has been won, and takes back its moves.
type examiner func(x *parker.Search, moves []games.SearchMove) (Problem, bool)

// play plays a game, which need not come to its end.
func play(b *parker.Board, e *search.Engine, rng *rand.Rand) (x *parker.Search, moves []games.SearchMove, err error) {
	start, _ := b.Setup("")
	if x, err = start.Search(); err != nil {
		return nil, nil, err
	}
	for ply := range gamePlies {
		all := x.Moves(nil)
		m := all[rng.IntN(len(all))]
		if ply >= openingPlies && rng.Float64() >= straying {
			m = e.Search(x, search.Limits{Nodes: playNodes}).Move
		}
		x.Make(m)
		moves = append(moves, m)
		if _, over := x.Won(); over {
			break
		}
	}
	return x, moves, nil
}

// findInGame takes back the last moves of a game that the side has won that made the first and the
// last of them. It examines the positions in which that side was to move, the earliest first, and
// returns the first problem.
func findInGame(x *parker.Search, moves []games.SearchMove) (Problem, bool) {
	if len(moves) < mostWithin {
		return Problem{}, false
	}
	last := moves[len(moves)-mostWithin:]
	for range last {
		x.Unmake()
	}
	for i, m := range last[:len(last)-leastWithin+1] {
		if i%2 == 0 {
			if p, ok := Examine(x); ok {
				return p, true
			}
		}
		x.Make(m)
	}
	return Problem{}, false
}

// Examine returns a position as a problem. ok is false if it is none, or if the budget does
// not suffice to decide that.
func Examine(x *parker.Search) (p Problem, ok bool) {
	moves := x.Moves(nil)
	if len(moves) < 2 {
		return p, false
	}
	f := parker.NewForced(x, budget)
	for n := 1; n <= mostWithin; n += 2 {
		var winning []games.SearchMove
		for _, m := range moves {
			if f.WinsBy(m, n) {
				winning = append(winning, m)
			}
			if !f.Sure() || len(winning) > 1 {
				return p, false
			}
		}
		if len(winning) == 1 {
			return Problem{x.Position(), x.Text(winning[0]), n}, n >= leastWithin
		}
	}
	return p, false
}
