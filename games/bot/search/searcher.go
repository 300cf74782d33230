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

// searcher is the state of one search, and what it has learned about the order of moves.
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
