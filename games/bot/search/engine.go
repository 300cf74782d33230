// Package search plays the board games of the Camelot family by looking ahead:
// principal-variation search over games.SearchPosition, with a transposition table, a
// search of captures at its ends, and an evaluation whose weights are learned.
//
// It is deterministic: the same state, options and number of positions give the same
// move. It reads no clock; see Limits.
package search

import (
	"tableronde/games"
	"tableronde/games/parker"
)

// Engine searches positions of one board. It keeps what it has found out for the next
// search. It is for one goroutine at a time.
type Engine struct {
	board   *parker.Board
	plain   bool // without null moves, pruning, reductions, extensions, counters and narrow windows
	eval    *evaluator
	noise   int // largest error of an evaluation
	seed    uint64
	endings Endings
	table   *table
	searcher
}

// Options say how an engine is to play.
type Options struct {
	TableBytes int  // size of the transposition table; 0 for 32 MiB
	Plain      bool // the baseline, which stays as it is
	Noise      int  // evaluations are wrong by up to so much
	Seed       uint64
	Weights    *Weights // nil for those that the package has of the board
	Endings    Endings  // nil if there are none
}

// Endings knows the true values of positions of a board with few pieces.
type Endings interface {
	// Ending returns after how many moves the game ends with best play, negative if the
	// side to act loses, 0 for a draw; ok is false for a position that it does not know.
	Ending(x *parker.Search) (moves int, ok bool)
}

// endingPieces is the largest number of pieces of positions that Endings are asked for.
const endingPieces = 3

const defaultTableBytes = 32 << 20

// New returns an engine for a board.
func New(b *parker.Board, o Options) *Engine {
	g := geometryOf(b)
	switch {
	case o.Plain:
		o.Weights = plainWeights(g)
	case o.Weights == nil:
		o.Weights = weightsOf(g)
	}
	if o.TableBytes == 0 {
		o.TableBytes = defaultTableBytes
	}
	return &Engine{
		board: b, plain: o.Plain, noise: o.Noise, seed: o.Seed, endings: o.Endings,
		eval: newEvaluator(g, o.Weights), table: newTable(o.TableBytes),
	}
}

// Forget empties the table and all that the engine has learned of earlier positions.
func (e *Engine) Forget() {
	e.table.clear()
	e.searcher = searcher{}
}

// Search returns the best move that it finds in a position within limits. The game is
// not over. It finds a move even if the search is stopped at once.
func (e *Engine) Search(x *parker.Search, l Limits) Finding {
	e.begin(x, l)
	first := e.root[0].move
	f := Finding{Move: first, Line: []games.SearchMove{first}}
	if len(e.root) == 1 && !l.Single {
		f.Nodes = e.nodes
		return f
	}
	most := maxDepth
	if l.Depth > 0 {
		most = min(most, l.Depth)
	}
	for depth := 1; depth <= most; depth++ {
		value, ok := e.iterate(depth, f.Value)
		if len(e.line[0]) > 0 && (ok || e.rootBest != 0) {
			f.Move, f.Line = e.line[0][0], append(f.Line[:0], e.line[0]...)
			f.Value = value
		}
		if !ok {
			break
		}
		f.Depth = depth
		if moves, decided := Decided(value); decided && max(moves, -moves) <= depth {
			break
		}
	}
	f.Nodes = e.nodes
	return f
}

// iterate searches the root to a depth. It reports false if the search was stopped; then
// the value and the line are of the moves searched before, if rootBest is one.
func (e *Engine) iterate(depth, before int) (value int, ok bool) {
	low, high, width := -infinity, infinity, 30
	if !e.plain && depth >= 4 {
		low, high = before-width, before+width
	}
	for {
		value = e.searchRoot(low, high, depth)
		switch {
		case e.stopped:
			return value, false
		case value <= low && low > -infinity:
			low = max(-infinity, value-width)
		case value >= high && high < infinity:
			high = min(infinity, value+width)
		default:
			return value, true
		}
		if width *= 3; width > 1000 {
			low, high = -infinity, infinity
		}
	}
}

// Limits bound a search. Without any, it ends at the greatest depth.
type Limits struct {
	Depth int    // moves ahead, without extensions; 0 for no limit
	Nodes uint64 // positions; 0 for no limit

	Among  []games.SearchMove // the moves to choose from; nil for all
	Single bool               // a move without an alternative is searched, too, for its value

	// Stop is asked every thousand positions or so whether the search is to end; it
	// may be nil. Packages of games read no clock: who has a deadline asks it here.
	Stop func() bool
}

// Values of positions are in hundredths of a man, for the side to act. A won one is
// worth Won less the number of moves to the end.
const (
	Won      = 30_000
	wonBound = Won - 1_000 // values beyond are those of decided positions
	infinity = 32_000
)

// Decided returns after how many moves the game ends by a value, negative if the side
// to act loses. ok is false for a value that decides nothing.
func Decided(value int) (moves int, ok bool) {
	switch {
	case value >= wonBound:
		return Won - value, true
	case value <= -wonBound:
		return -Won - value, true
	}
	return 0, false
}

// Finding is what a search has found.
type Finding struct {
	Move  games.SearchMove
	Value int
	Depth int    // of the last complete iteration
	Nodes uint64 // positions searched
	Line  []games.SearchMove
}
