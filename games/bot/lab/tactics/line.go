package tactics

import (
	"math/bits"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// agreeNodes is how many positions a search may see that has to agree with a problem.
const agreeNodes = 30_000

// Line returns the moves that solve a problem, with the answers that hold out longest: an odd
// number of moves, of which the last one wins. Each move of the solver but the last alone wins in
// time. ok is false if no answer that holds out longest leads to such a line.
func (p Problem) Line() (line []string, ok bool) {
	x, err := p.Position.Search()
	if err != nil {
		return nil, false
	}
	f := finder{parker.NewForced(x, budget), x}
	line, ok = f.line(p.Within)
	return line, ok && f.Sure()
}

// finder finds the moves of a forced win.
type finder struct {
	*parker.Forced
	x *parker.Search
}

// line returns the line of the side to act, which wins within n moves.
func (f finder) line(n int) ([]string, bool) {
	var winning []games.SearchMove
	for _, m := range f.x.Moves(nil) {
		if f.WinsBy(m, n) {
			winning = append(winning, m)
		}
	}
	if len(winning) == 0 || n > 1 && len(winning) > 1 {
		return nil, false
	}
	line := []string{f.x.Text(winning[0])}
	if n == 1 {
		return line, true
	}
	f.x.Make(winning[0])
	defer f.x.Unmake()
	longest, answers := 0, []games.SearchMove(nil)
	for _, m := range f.x.Moves(nil) {
		f.x.Make(m)
		within := 1
		for within < n-2 && !f.Wins(within) {
			within += 2
		}
		f.x.Unmake()
		switch {
		case within > longest:
			longest, answers = within, []games.SearchMove{m}
		case within == longest:
			answers = append(answers, m)
		}
	}
	for _, m := range answers {
		text := f.x.Text(m)
		f.x.Make(m)
		rest, ok := f.line(longest)
		f.x.Unmake()
		if ok {
			return slices.Concat(line, []string{text}, rest), true
		}
	}
	return nil, false
}

// Agrees reports whether a search finds the move of the problem, and no other move that wins as
// quickly.
func (p Problem) Agrees(e *search.Engine) bool {
	x, err := p.Position.Search()
	if err != nil {
		return false
	}
	move, err := x.Parse(p.Move)
	if err != nil {
		return false
	}
	e.Forget()
	limits := search.Limits{Nodes: agreeNodes, Depth: p.Within, Single: true}
	if found := e.Search(x, limits); found.Move != move || found.Value < search.Won-p.Within {
		return false
	}
	limits.Among = slices.DeleteFunc(x.Moves(nil), func(m games.SearchMove) bool { return m == move })
	e.Forget()
	return e.Search(x, limits).Value < search.Won-p.Within
}

// Rating estimates how hard a problem is, on the scale of players: by the number of moves, of
// which one has to be found, by its length, and by the positions that a search needs for it.
func (p Problem) Rating(e *search.Engine) int {
	x, err := p.Position.Search()
	if err != nil {
		return 0
	}
	move, err := x.Parse(p.Move)
	if err != nil {
		return 0
	}
	points := 700 + 125*p.Within + 40*bits.Len(uint(len(x.Moves(nil))))
	if !x.Obliged() && len(x.Captures(nil)) > 0 && !slices.Contains(x.Captures(nil), move) {
		points += 100 // a capture tempts
	}
	for nodes := uint64(100); nodes < agreeNodes; nodes *= 4 {
		e.Forget()
		if e.Search(x, search.Limits{Nodes: nodes}).Move == move {
			break
		}
		points += 75
	}
	return points
}

// Reason is why a problem is no puzzle.
type Reason string

// The reasons why a problem is no puzzle.
const (
	Branching Reason = "without a single line"
	Disputed  Reason = "on which the search does not agree" // it finds another move, or a second good one
)

// Puzzle is a problem with its only line, and an estimate of how hard it is.
type Puzzle struct {
	Problem
	Line   []string
	Rating int
}

// FindPuzzles returns puzzles of a board in which the first seat is to move, and counts the problems
// that are none. It finds them like Find.
func FindPuzzles(b *parker.Board, count int, seed uint64, report func(games, found int)) (puzzles []Puzzle, rejected map[Reason]int, err error) {
	e := search.New(b, search.Options{TableBytes: 1 << 20})
	rejected = make(map[Reason]int)
	err = find(b, seed, findInGame, func(p Problem) bool {
		if !strings.HasPrefix(p.Position.String(), b.ID()+" 1 ") {
			return true
		}
		line, ok := p.Line()
		switch {
		case !ok:
			rejected[Branching]++
		case !p.Agrees(e):
			rejected[Disputed]++
		default:
			puzzles = append(puzzles, Puzzle{p, line, p.Rating(e)})
		}
		return len(puzzles) < count
	}, func(games int) { report(games, len(puzzles)) })
	return puzzles, rejected, err
}
