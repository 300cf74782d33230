package tactics

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// Limits of a defence. Moves are moves of both sides.
const (
	mostThreat  = 4       // the other side wins within so many after any other move: with its second one
	horizon     = 6       // but does not after the saving move
	leastChoice = 5       // legal moves
	hopeless    = -500    // the search has to value the saving move higher
	saveNodes   = 100_000 // positions that the search may see
	lastMoves   = 16      // of a game, whose positions are examined
	mostAlike   = 20      // defences of a board by the same move
)

// The reasons why a position in which one move alone does not lose soon is no defence.
const (
	Compelled Reason = "with too few moves"
	Winning   Reason = "in which the move wins soon"
	Losing    Reason = "in which the move loses later"
	Undecided Reason = "too large to search"
	Alike     Reason = "with a move that has come often"
)

// ExamineDefence returns a position as a defence: the other side threatens to win, and one move alone
// of the side to act prevents that. The problem's number of moves ends with the win after any other
// move. The reason is "" for a defence, and for a position in which no move or several ones save.
func ExamineDefence(x *parker.Search) (p Problem, why Reason, ok bool) {
	f := parker.NewForced(x, budget)
	if !threatens(x, f) {
		return p, "", false
	}
	moves := x.Moves(nil)
	within, saving := 2, []games.SearchMove(nil)
	for _, m := range moves {
		switch {
		case f.LosesBy(m, 2):
		case f.LosesBy(m, mostThreat):
			within = mostThreat
		default:
			saving = append(saving, m)
		}
		if len(saving) > 1 {
			return p, "", false
		}
	}
	if len(saving) == 0 {
		return p, "", false
	}
	move := saving[0]
	switch {
	case len(moves) < leastChoice:
		why = Compelled
	case f.WinsBy(move, leastWithin+2):
		why = Winning
	case f.LosesBy(move, horizon):
		why = Losing
	case !f.Sure():
		why = Undecided
	}
	return Problem{x.Position(), x.Text(move), within}, why, why == ""
}

// threatens reports whether the other side wins soon if the side to act passes.
func threatens(x *parker.Search, f *parker.Forced) bool {
	if !x.Pass() {
		return false
	}
	defer x.Unmake()
	return f.Wins(mostThreat - 1)
}

// saves reports whether a search finds the move of a defence, holds its outcome open or won, and every
// other move for lost. A win as short as in other puzzles is no defence.
func (p Problem) saves(e *search.Engine) Reason {
	x, err := p.Position.Search()
	if err != nil {
		return Disputed
	}
	move, err := x.Parse(p.Move)
	if err != nil {
		return Disputed
	}
	e.Forget()
	found := e.Search(x, search.Limits{Nodes: saveNodes})
	if found.Move != move || found.Value < hopeless {
		return Disputed
	}
	if found.Value >= search.Won-mostWithin {
		return Winning
	}
	e.Forget()
	others := slices.DeleteFunc(x.Moves(nil), func(m games.SearchMove) bool { return m == move })
	if e.Search(x, search.Limits{Nodes: agreeNodes, Depth: p.Within, Single: true, Among: others}).Value > p.Within-search.Won {
		return Disputed
	}
	return ""
}

// defences examines positions for defences.
type defences struct {
	e        *search.Engine
	seen     map[uint64]bool
	moved    map[string]int // by move, those found
	rejected map[Reason]int
}

// FindDefences returns defences of a board for the first seat, and counts the positions that are
// none though one move alone does not lose soon. It takes at most one from each game that has been
// won. Positions of the second seat are turned.
func FindDefences(b *parker.Board, count int, seed uint64, report func(games, found int)) (puzzles []Puzzle, rejected map[Reason]int, err error) {
	d := defences{search.New(b, search.Options{TableBytes: 1 << 20}), make(map[uint64]bool), make(map[string]int), make(map[Reason]int)}
	err = find(b, seed, d.findInGame, func(p Problem) bool {
		puzzles = append(puzzles, Puzzle{p, []string{p.Move}, p.Rating(d.e)})
		d.moved[p.Move]++
		return len(puzzles) < count
	}, func(games int) { report(games, len(puzzles)) })
	return puzzles, d.rejected, err
}

// findInGame takes back the last moves of a game, and returns the first defence on the way.
func (d defences) findInGame(x *parker.Search, moves []games.SearchMove) (Problem, bool) {
	for range min(len(moves), lastMoves) {
		x.Unmake()
		if p, ok := d.examine(x); ok {
			return p, true
		}
	}
	return Problem{}, false
}

// examine returns a position that was not yet examined as a defence.
func (d defences) examine(x *parker.Search) (p Problem, ok bool) {
	if d.seen[x.Key()] {
		return p, false
	}
	d.seen[x.Key()] = true
	first, err := turned(x)
	if err != nil {
		return p, false
	}
	p, why, ok := ExamineDefence(first)
	if ok {
		if why = p.saves(d.e); d.moved[p.Move] >= mostAlike {
			why = Alike
		}
	}
	if why != "" {
		d.rejected[why]++
	}
	return p, ok && why == ""
}

// ranks are the numbers in the names of squares.
var ranks = regexp.MustCompile(`\d+`)

// turned returns a search at the position with the first seat to move. For the second one, the armies
// change places, and the board is turned upside down.
func turned(x *parker.Search) (*parker.Search, error) {
	if x.ToAct() == 1 {
		return x, nil
	}
	b := x.Board()
	_, low := b.FileRank(b.Castle(1)[0])
	_, high := b.FileRank(b.Goal(1)[0])
	fields := strings.Fields(x.Position().String())
	fields[1] = "1"
	fields[2] = ranks.ReplaceAllStringFunc(fields[2], func(text string) string {
		rank, _ := strconv.Atoi(text)
		return strconv.Itoa(low + high + 2 - rank)
	})
	for i, pair := range fields[2:] {
		first, second, _ := strings.Cut(pair, "/")
		fields[i+2] = second + "/" + first
	}
	p, err := parker.ParsePosition(strings.Join(fields, " "))
	if err != nil {
		return nil, err
	}
	return p.Search()
}
