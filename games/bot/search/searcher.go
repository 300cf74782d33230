// Package search plays the board games of the Camelot family by looking ahead:
// principal-variation search over games.SearchPosition, with a transposition table, a
// search of captures at its ends, and an evaluation whose weights are learned.
//
// It is deterministic: the same state, options and number of positions give the same
// move. It reads no clock; see Limits.
package search

import (
	"cmp"
	"math/bits"
	"slices"

	"tableronde/games"
	"tableronde/games/parker"
)

const (
	maxDepth = 64  // of an iteration
	maxPly   = 120 // moves ahead, captures included
)

// searcher is the state of one search, with its statistics for the order of moves.
type searcher struct {
	x       *parker.Search
	sides   [maxSeats]int8
	hero    int8 // the side that searches
	limits  Limits
	nodes   uint64
	stopped bool
	salt    uint64 // distinguishes keys where values depend on more than the position

	root      []rootMove
	rootBest  games.SearchMove // the best move of the iteration under way, 0 before there is one
	rootPlies int

	keys    []uint64       // from the root on
	played  map[uint64]int // how often positions have occurred in the match
	sums    [maxPly + 2]sums
	lists   [maxPly + 2]moveList
	line    [maxPly + 2][]games.SearchMove // the best line from each ply on
	killers [maxPly + 2][2]games.SearchMove
	last    [maxPly + 2]games.SearchMove // the move that led to each ply, 0 for a turn passed over
	history [maxSeats][maxSquares][maxSquares]int16
	rated   [maxSeats][maxSquares]parker.Squares     // the moves that may have a history, by where they end
	counter [maxSeats][maxSquares][maxSquares]uint16 // quiet moves
}

// rootMove is a move of the root and the positions that it took to search it.
type rootMove struct {
	move  games.SearchMove
	nodes uint64
}

// begin prepares a search.
func (e *Engine) begin(x *parker.Search, l Limits) {
	e.x, e.limits, e.nodes, e.stopped = x, l, 0, false
	hero := x.ToAct()
	e.sides = sidesFor(e.board, hero)
	e.hero = e.side()
	e.salt = 0
	if e.board.Seats() == maxSeats && e.board.Partner(1) == 0 {
		e.salt = scramble(uint64(hero))
	}
	e.sums[0] = e.eval.sumsOf(x)
	e.played = make(map[uint64]int)
	for _, key := range x.Past() {
		e.played[key]++
	}
	e.keys = e.keys[:0]
	e.table.age = (e.table.age + 1) % ages
	e.killers = [maxPly + 2][2]games.SearchMove{}
	for s := range e.eval.seats { // the history counts for less
		for q := range e.board.Len() {
			row, rated := &e.history[s][q], &e.rated[s][q]
			for w, word := range rated {
				for ; word != 0; word &= word - 1 {
					to := w<<6 | bits.TrailingZeros64(word)
					if row[to] /= 4; row[to] == 0 {
						rated[w] &^= word & -word
					}
				}
			}
		}
	}
	e.root = e.root[:0]
	moves := l.Among
	if moves == nil {
		moves = x.Moves(nil)
	}
	list := &e.lists[0]
	list.moves = append(list.moves[:0], moves...)
	var known games.SearchMove
	if t := e.table.probe(e.key()); t != nil {
		known = t.move
	}
	e.score(list, known)
	for i := range moves {
		m, _ := list.best(i)
		e.root = append(e.root, rootMove{move: m})
	}
}

// key returns the key of the position in the table.
func (e *Engine) key() uint64 { return e.x.Key() ^ e.salt }

// count counts a position, and stops the search at its limits.
func (e *Engine) count() {
	e.nodes++
	switch {
	case e.limits.Nodes > 0 && e.nodes >= e.limits.Nodes:
		e.stopped = true
	case e.nodes%1024 == 0 && e.limits.Stop != nil && e.limits.Stop():
		e.stopped = true
	}
}

// improved is added to the nodes of a root move that was the best for a time.
const improved = 1 << 60

// searchRoot searches all moves of the root.
func (e *Engine) searchRoot(alpha, beta, depth int) int {
	e.rootBest, e.rootPlies = 0, depth
	e.line[0] = e.line[0][:0]
	e.keys = append(e.keys[:0], e.x.Key())
	best, side := -infinity, e.side()
	first := alpha
	for i := range e.root {
		r := &e.root[i]
		before := e.nodes
		value := e.try(r.move, side, max(alpha, best), beta, depth-1, 0, i > 0, e.rootReduction(depth, i))
		if e.stopped {
			break
		}
		r.nodes = e.nodes - before
		if value > best {
			best = value
			if value > first || i == 0 {
				e.rootBest = r.move
				e.keepLine(0, r.move)
				r.nodes += improved
			}
		}
		if best >= beta {
			break
		}
	}
	if !e.stopped {
		// The best move comes first, the others in the order of the work that they made.
		slices.SortStableFunc(e.root, func(a, b rootMove) int {
			switch {
			case a.move == e.rootBest:
				return -1
			case b.move == e.rootBest:
				return 1
			case depth < 2:
				return 0
			}
			return cmp.Compare(b.nodes, a.nodes)
		})
		for i := range e.root {
			e.root[i].nodes &= improved - 1
		}
		e.table.store(e.key(), e.rootBest, best, depth, boundOf(best, first, beta))
	}
	return best
}

// side returns the side of the seat to act.
func (e *Engine) side() int8 { return e.sides[e.x.ToAct()-1] }

// keepLine makes a move and the line after it the line of a ply.
func (e *Engine) keepLine(ply int, m games.SearchMove) {
	e.line[ply] = append(append(e.line[ply][:0], m), e.line[ply+1]...)
}

func boundOf(value, alpha, beta int) bound {
	switch {
	case value >= beta:
		return lowerBound
	case value > alpha:
		return exactValue
	}
	return upperBound
}

// scramble is a bijection that leaves no pattern.
func scramble(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Engine searches positions of one board. It keeps its results for the next search. It is for
// one goroutine at a time.
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
	Noise      int  // the largest error of an evaluation
	Seed       uint64
	Weights    *Weights // nil for those that the package has of the board
	Endings    Endings  // nil if there are none
}

// Endings has the true values of positions of a board with few pieces.
type Endings interface {
	// Ending returns the number of moves to the end with best play, negative if the side to act
	// loses, 0 for a draw; ok is false for a position without a value.
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

// Search returns the best move that it finds in a position within limits. The game must not be
// over. It finds a move even if the search is stopped at once.
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

// iterate searches the root to a depth. It returns false if the search was stopped; value and line
// then come from the moves searched before, if rootBest is one of them.
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

// Limits bound a search. Without limits it ends at the greatest depth.
type Limits struct {
	Depth int    // greatest number of moves ahead, without extensions; 0 for no limit
	Nodes uint64 // positions; 0 for no limit

	Among  []games.SearchMove // the moves to choose from; nil for all
	Single bool               // a forced move is searched, too, for its value

	// Stop is called every thousand positions or so, and ends the search by true; it may be nil.
	// Packages of games read no clock: a caller with a deadline checks it here.
	Stop func() bool
}

// Values of positions are in hundredths of a man, for the side to act. The value of a won position
// is Won minus the number of moves to the end.
const (
	Won      = 30_000
	wonBound = Won - 1_000 // a greater absolute value belongs to a decided position
	infinity = 32_000
)

// Decided returns the number of moves to the end of the game that a value stands for, negative if
// the side to act loses. ok is false for a value of an open position.
func Decided(value int) (moves int, ok bool) {
	switch {
	case value >= wonBound:
		return Won - value, true
	case value <= -wonBound:
		return -Won - value, true
	}
	return 0, false
}

// Finding is the result of a search.
type Finding struct {
	Move  games.SearchMove
	Value int
	Depth int    // of the last complete iteration
	Nodes uint64 // positions searched
	Line  []games.SearchMove
}
