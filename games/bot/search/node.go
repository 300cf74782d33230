package search

import (
	"math"
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

// play plays a move and makes ready for the position that it leads to.
func (e *Engine) play(m games.SearchMove, ply int) {
	e.sums[ply+1] = e.sums[ply]
	e.eval.make(e.x, m, &e.sums[ply+1])
	e.last[ply+1] = m
	e.line[ply+1] = e.line[ply+1][:0]
}

// try plays a move, returns its value for the side that plays it and takes it back. With
// narrow, the move is first searched to see whether it is better than alpha at all,
// and for that to less depth by the reduction.
func (e *Engine) try(m games.SearchMove, side int8, alpha, beta, depth, ply int, narrow bool, reduction int) int {
	e.play(m, ply)
	defer e.x.Unmake()
	if winner, over := e.x.Won(); over {
		e.count()
		return e.final(winner, side, ply+1)
	}
	if !e.plain && reduction != 0 && e.x.Obliged() {
		reduction = 0 // it compels the other side to capture
	}
	switch {
	case reduction == skipped:
		return skippedValue
	case !narrow:
		return e.after(side, alpha, beta, depth, ply)
	}
	value := e.after(side, alpha, alpha+1, depth-reduction, ply)
	if value > alpha && reduction > 0 && !e.stopped {
		value = e.after(side, alpha, alpha+1, depth, ply)
	}
	if value > alpha && value < beta && !e.stopped {
		value = e.after(side, alpha, beta, depth, ply)
	}
	return value
}

// skipped is the reduction of a move that is left out unless it compels the other side
// to capture, and skippedValue its value.
const (
	skipped      = -1
	skippedValue = -infinity - 1
)

// final returns the value for a side of a game that is over.
func (e *Engine) final(winner games.Seat, side int8, ply int) int {
	switch {
	case winner == 0:
		return e.drawn(side)
	case e.sides[winner-1] == side:
		return Won - ply
	}
	return ply - Won
}

// after searches the position that a move of a side has led to and returns its value for
// that side. Where seats pass, the same side may be to act again.
func (e *Engine) after(side int8, alpha, beta, depth, ply int) int {
	if e.side() == side {
		return e.search(alpha, beta, depth, ply+1)
	}
	return -e.search(-beta, -alpha, depth, ply+1)
}

// search returns the value of the position for the side to act: exactly if it is between
// alpha and beta, else a bound beyond them.
func (e *Engine) search(alpha, beta, depth, ply int) int {
	if depth < 1 {
		return e.quiesce(alpha, beta, 0, ply)
	}
	e.count()
	if e.stopped {
		return 0
	}
	if e.repeats() {
		return e.drawn(e.side())
	}
	if e.heroIsOut() {
		return ply - Won
	}
	if value, ok := e.ending(ply); ok {
		return value
	}
	// No end is nearer than the next move.
	if alpha, beta = max(alpha, ply-Won), min(beta, Won-ply-1); alpha >= beta {
		return alpha
	}
	obliged := e.x.Obliged()
	key := e.key()
	pv := beta-alpha > 1
	var known games.SearchMove
	if t := e.table.probe(key); t != nil {
		known = t.move
		if value := fromTable(int(t.value), ply); int(t.depth) >= depth && !pv && cuts(t.bound(), value, alpha, beta) {
			return value
		}
	}
	if ply >= maxPly {
		return e.evaluate(ply)
	}
	if !obliged && e.winsAtOnce() {
		return Won - ply - 1
	}
	node := node{alpha: alpha, beta: beta, depth: depth, ply: ply, obliged: obliged, pv: pv, known: known}
	if !obliged && !pv {
		node.static = e.evaluate(ply)
		if value, ok := e.prune(&node); ok {
			return value
		}
	}
	if known == 0 && depth >= 5 && !e.plain {
		node.depth--
	}
	return e.searchMoves(&node)
}

// node is a position under search.
type node struct {
	alpha, beta, depth, ply int
	obliged                 bool // to capture
	pv                      bool // the window is open: the exact value matters
	static                  int  // the evaluation, if neither obliged nor pv
	known                   games.SearchMove
	best                    int            // value of the moves searched
	looked                  bool           // for contact
	contact                 parker.Squares // beside enemies
}

// prune returns a value for positions that need no search.
func (e *Engine) prune(n *node) (value int, ok bool) {
	side, decided := e.side(), n.beta >= wonBound || n.beta <= -wonBound
	if !e.plain && !decided && n.depth <= 5 && n.static-marginBelow*n.depth >= n.beta {
		return n.static, true
	}
	if e.plain || decided || n.depth < 3 || n.static < n.beta || e.last[n.ply] == 0 || !e.x.Pass() {
		return 0, false
	}
	defer e.x.Unmake()
	if e.side() == side {
		return 0, false
	}
	e.last[n.ply+1], e.sums[n.ply+1] = 0, e.sums[n.ply]
	e.line[n.ply+1] = e.line[n.ply+1][:0]
	e.keys = append(e.keys, 0)
	value = -e.search(-n.beta, -n.beta+1, n.depth-3-n.depth/5, n.ply+1)
	e.keys = e.keys[:len(e.keys)-1]
	return value, e.stopped || value >= n.beta && value < wonBound
}

// searchMoves searches the moves of a position.
func (e *Engine) searchMoves(n *node) int {
	e.keys = append(e.keys, e.x.Key())
	depth := n.depth - 1
	if n.obliged && !e.plain && n.ply < 2*e.rootPlies {
		depth++
	}
	side, seat := e.side(), e.x.ToAct()
	first, best := n.alpha, -infinity
	var bestMove games.SearchMove
	alpha := n.alpha
	n.best = best
	pick := e.newPicker(n)
	for i := 0; ; i++ {
		m, score, ok := pick.next()
		if !ok {
			break
		}
		reduction := 0
		if quiet := !parker.Captures(m) && score < scoreGoal; quiet {
			reduction = e.reduction(n, i, score)
			if !n.pv && best > -wonBound && e.skips(n, i) {
				if e.plain {
					break // those that follow are quiet, too
				}
				if reduction = skipped; !e.mayCompel(m, n) {
					continue
				}
			}
		}
		value := e.try(m, side, alpha, n.beta, depth, n.ply, i > 0, reduction)
		if e.stopped {
			break
		}
		if value > best {
			best, bestMove = value, m
			n.best = best
			if value > alpha {
				alpha = value
				e.keepLine(n.ply, m)
			}
		}
		if alpha >= n.beta {
			if !parker.Captures(m) {
				e.reward(pick.l.tried, seat, n)
			}
			break
		}
	}
	e.keys = e.keys[:len(e.keys)-1]
	if e.stopped {
		return 0
	}
	if best <= first {
		bestMove = 0
	}
	e.table.store(e.key(), bestMove, toTable(best, n.ply), n.depth, boundOf(best, first, n.beta))
	return best
}

// Margins of the pruning, in hundredths of a man for each move of depth.
const (
	marginBelow = 45
	marginAbove = 50
)

// skips reports whether a quiet move can be left out near the ends of the search.
func (e *Engine) skips(n *node, i int) bool {
	if e.plain || n.obliged || n.depth > 4 {
		return false
	}
	return i >= hopefuls(n.depth) || n.static+marginAbove*(n.depth+1) <= n.alpha && i > 0
}

// hopefuls is the number of moves of a position near the ends that are searched in any
// case, unless they are too far behind.
func hopefuls(depth int) int { return 5 + 3*depth*depth }

// hopeless reports whether no quiet move of a position will be searched unless it compels
// the other side to capture.
func (e *Engine) hopeless(n *node) bool {
	return !e.plain && !n.pv && n.best > -wonBound && e.skips(n, 1) && n.static+marginAbove*(n.depth+1) <= n.alpha
}

// reductions has the plies by which late moves are searched less deep, by depth and
// place in the order.
var reductions = func() (r [maxDepth + 1][64]int8) {
	for depth := 1; depth <= maxDepth; depth++ {
		for i := 1; i < 64; i++ {
			r[depth][i] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(i))/2.1)
		}
	}
	return r
}()

// reduction returns by how much less deep a quiet move is searched first.
func (e *Engine) reduction(n *node, i int, score int32) int {
	if e.plain || n.depth < 3 || i < 3 || n.obliged {
		return 0
	}
	r := int(reductions[min(n.depth, maxDepth)][min(i, 63)])
	if n.pv {
		r--
	}
	if score >= scoreCounter {
		r--
	}
	return max(0, min(r, n.depth-2))
}

// rootReduction returns by how much a move of the root at index i is searched less deep.
func (e *Engine) rootReduction(depth, i int) int {
	if e.plain || depth < 4 || i < 6 {
		return 0
	}
	return max(0, min(int(reductions[depth][min(i, 63)])-1, depth-2))
}

// mayCompel reports whether a quiet move might compel the other side to capture: there is
// an enemy beside one of its squares.
func (e *Engine) mayCompel(m games.SearchMove, n *node) bool {
	if !n.looked {
		n.looked, n.contact = true, e.x.Contact(e.x.ToAct())
	}
	return has(&n.contact, parker.To(m)) || has(&n.contact, parker.From(m))
}

// maxCharges is the number of moves after the end of the search in which voluntary charges are
// tried.
const maxCharges = 3

// mostGain bounds the usual gain of the captures of a move, in hundredths of a man.
const mostGain = 2*worthOfKnight + 80

// quiesce returns the value of the position once captures are over. It searches all captures
// that are owed, and the charges that may be worth it. n counts the moves since the search
// proper.
func (e *Engine) quiesce(alpha, beta, n, ply int) int {
	e.count()
	if e.stopped {
		return 0
	}
	if e.heroIsOut() {
		return ply - Won
	}
	if value, ok := e.ending(ply); ok {
		return value
	}
	if ply >= maxPly {
		return e.evaluate(ply)
	}
	best := -infinity
	obliged := e.x.Obliged()
	if !obliged {
		if e.winsAtOnce() {
			return Won - ply - 1
		}
		best = e.evaluate(ply)
		if best >= beta || n >= maxCharges || best+mostGain <= alpha {
			return best
		}
		alpha = max(alpha, best)
	}
	l := &e.lists[ply]
	l.moves = e.x.Captures(l.moves[:0])
	e.score(l, 0)
	side := e.side()
	for i := range l.moves {
		m, _ := l.best(i)
		value := e.tryCapture(m, side, alpha, beta, n+1, ply)
		if e.stopped {
			return 0
		}
		if value > best {
			best = value
			if value > alpha {
				alpha = value
				e.keepLine(ply, m)
			}
			if alpha >= beta {
				break
			}
		}
	}
	return best
}

// tryCapture plays a capture and searches on with quiesce, as try does in the main search.
func (e *Engine) tryCapture(m games.SearchMove, side int8, alpha, beta, n, ply int) int {
	e.play(m, ply)
	defer e.x.Unmake()
	if winner, over := e.x.Won(); over {
		e.count()
		return e.final(winner, side, ply+1)
	}
	if e.side() == side {
		return e.quiesce(alpha, beta, n, ply+1)
	}
	return -e.quiesce(-beta, -alpha, n, ply+1)
}

// evaluate returns the estimate for the side to act.
func (e *Engine) evaluate(ply int) int {
	value := e.eval.weigh(e.x, &e.sides, &e.sums[ply], e.hero)
	if e.noise > 0 {
		value += int(scramble(e.x.Key()^e.seed)%uint64(2*e.noise+1)) - e.noise
	}
	value = max(-wonBound+1, min(wonBound-1, value))
	if e.side() != 0 {
		return -value
	}
	return value
}

// winsAtOnce reports whether the seat to act, which does not have to capture, can step
// into the goal castle and win by it.
func (e *Engine) winsAtOnce() bool {
	need := e.board.GoalWins()
	if need == 0 {
		return false
	}
	seat := e.x.ToAct()
	army := e.x.Army(seat)
	inside := overlap(&army, &e.eval.inside[seat-1])
	if partner := e.board.Partner(seat); partner != 0 {
		army := e.x.Army(partner)
		inside += overlap(&army, &e.eval.inside[partner-1])
	}
	if inside+1 < need || e.x.Leaving() {
		return false
	}
	for w, word := range e.eval.inside[seat-1] {
		for ; word != 0; word &= word - 1 {
			q := parker.Square(w<<6 | bits.TrailingZeros64(word))
			if e.x.On(q) != 0 {
				continue
			}
			for _, near := range e.eval.doors[q] {
				if has(&army, near) {
					return true
				}
			}
		}
	}
	return false
}

// heroIsOut reports whether the seat that the search is for has lost its pieces at a
// table of each alone.
func (e *Engine) heroIsOut() bool {
	if e.salt == 0 {
		return false
	}
	for s := range e.board.Seats() {
		if e.sides[s] == 0 {
			return e.x.Pieces(games.Seat(s+1)) == 0
		}
	}
	return false
}

// toTable converts the value of a position at a ply to the value of the position by itself: a
// decided one counts the moves from there.
func toTable(value, ply int) int {
	switch {
	case value >= wonBound:
		return value + ply
	case value <= -wonBound:
		return value - ply
	}
	return value
}

// fromTable is the inverse of toTable.
func fromTable(value, ply int) int {
	switch {
	case value >= wonBound:
		return value - ply
	case value <= -wonBound:
		return value + ply
	}
	return value
}

// cuts reports whether a value from the table settles a position.
func cuts(b bound, value, alpha, beta int) bool {
	switch b {
	case exactValue:
		return true
	case lowerBound:
		return value >= beta
	case upperBound:
		return value <= alpha
	}
	return false
}

// reluctance is the loss of a draw against an even position, for the side that searches.
const reluctance = 12

// drawn returns the value of a draw for a side.
func (e *Engine) drawn(side int8) int {
	if side == e.hero {
		return -reluctance
	}
	return reluctance
}

// ending returns the true value of a position with few pieces, if it is known.
func (e *Engine) ending(ply int) (value int, ok bool) {
	if e.endings == nil || e.x.Pieces(1)+e.x.Pieces(2) > endingPieces {
		return 0, false
	}
	switch moves, ok := e.endings.Ending(e.x); {
	case !ok:
		return 0, false
	case moves > 0:
		return Won - ply - moves, true
	case moves < 0:
		return ply - moves - Won, true
	}
	return e.drawn(e.side()), true
}

// repeats reports whether the position has occurred before, since the root or in the
// match, so that going on is as good as a draw.
func (e *Engine) repeats() bool {
	key := e.x.Key()
	for i := len(e.keys) - 2; i >= 0; i-- {
		if e.keys[i] == key {
			return true
		}
	}
	return e.played[key] > 0
}

// Scores of moves by which they are ordered, the highest first. Below scoreCounter is
// the history.
const (
	scoreKnown   = 1 << 30
	scoreCapture = 1 << 20
	scoreGoal    = 1 << 19
	scoreKiller  = 1 << 18
	scoreCounter = 1 << 17
	maxHistory   = 1 << 14
)

// moveList has the moves of a position with their scores.
type moveList struct {
	moves  []games.SearchMove
	scores []int32
	tried  []games.SearchMove // those that picker has handed out, in this order
}

// best puts the best of the moves from the i-th on in the i-th place and returns it.
func (l *moveList) best(i int) (games.SearchMove, int32) {
	scores := l.scores[:len(l.moves)]
	best := i
	for k := i + 1; k < len(scores); k++ {
		if scores[k] > scores[best] {
			best = k
		}
	}
	l.moves[i], l.moves[best] = l.moves[best], l.moves[i]
	scores[i], scores[best] = scores[best], scores[i]
	return l.moves[i], scores[i]
}

// stage names the group of moves that picker hands out next.
type stage uint8

const (
	stageKnown    stage = iota // the move of the table, if it does not capture
	stageCaptures              // all captures
	stageKillers               // moves that refuted others
	stageQuiet                 // all others
)

// Near the ends of the search only the first quiet moves are put in order.
const (
	sorted = 12
	deep   = 5
)

// picker hands out the moves of a position, the most promising first. Moves are generated
// stage by stage: most positions are refuted before the last.
type picker struct {
	e     *Engine
	l     *moveList
	n     *node
	stage stage
	i     int                 // of the moves of the stage
	early [4]games.SearchMove // quiet moves that come before the last stage: the known one, killers, counter
}

// newPicker returns the picker of a position. All moves of one in which captures are
// owed are of stageCaptures.
func (e *Engine) newPicker(n *node) picker {
	p := picker{e: e, l: &e.lists[n.ply], n: n}
	p.l.tried = p.l.tried[:0]
	if n.obliged || n.known == 0 || parker.Captures(n.known) {
		p.generate(stageCaptures)
	} else {
		p.early[0] = n.known
	}
	return p
}

// generate begins a stage.
func (p *picker) generate(s stage) {
	e, l := p.e, p.l
	p.stage, p.i = s, 0
	switch s {
	case stageCaptures:
		l.moves = e.x.Captures(l.moves[:0])
		e.score(l, p.n.known)
	case stageKillers:
		killers := &e.killers[p.n.ply]
		p.early[1], p.early[2] = killers[0], killers[1]
		if last := e.last[p.n.ply]; !e.plain && last != 0 && p.n.ply > 0 { // the move that refuted the last move elsewhere
			p.early[3] = games.SearchMove(e.counter[(e.x.ToAct()-1)&3][parker.From(last)%maxSquares][parker.To(last)%maxSquares])
		}
	case stageQuiet:
		l.moves = e.x.Quiet(l.moves[:0])
		// Leave out the moves that were handed out, and those that compel nothing if no other
		// quiet move will be searched.
		hopeless := e.hopeless(p.n)
		kept := l.moves[:0]
		for _, m := range l.moves {
			early := m == p.early[0] || m == p.early[1] || m == p.early[2] || m == p.early[3]
			if !early && (!hopeless || e.mayCompel(m, p.n)) {
				kept = append(kept, m)
			}
		}
		l.moves = kept
		e.score(l, 0)
	}
}

// next returns the next move with its score; ok is false if there is none.
func (p *picker) next() (m games.SearchMove, score int32, ok bool) {
	for {
		switch p.stage {
		case stageKnown:
			m = p.early[0]
			p.stage, p.i = stageCaptures, -1 // whose moves are generated once they are needed
			if p.e.x.QuietIsLegal(m) {
				return p.hand(m, scoreKnown)
			}
			p.early[0] = 0
		case stageCaptures:
			if p.i < 0 {
				p.generate(stageCaptures)
			}
			if p.i < len(p.l.moves) {
				m, score = p.l.best(p.i)
				p.i++
				return p.hand(m, score)
			}
			if p.n.obliged {
				return 0, 0, false
			}
			p.generate(stageKillers)
		case stageKillers:
			if p.i++; p.i == len(p.early) {
				p.generate(stageQuiet)
				continue
			}
			if m, score, ok = p.killer(p.i); ok {
				return p.hand(m, score)
			}
		case stageQuiet:
			if p.i == len(p.l.moves) {
				return 0, 0, false
			}
			m, score = p.l.moves[p.i], p.l.scores[p.i]
			if p.n.depth >= deep || p.i < min(sorted, hopefuls(p.n.depth)) {
				m, score = p.l.best(p.i)
			}
			p.i++
			return p.hand(m, score)
		}
	}
}

// killer returns one of the killers or the counter, unless it was handed out before or is
// not legal; then it forgets it.
func (p *picker) killer(i int) (m games.SearchMove, score int32, ok bool) {
	m = p.early[i]
	for _, before := range p.early[:i] {
		if m == before {
			m = 0
		}
	}
	if m == 0 || !p.e.x.QuietIsLegal(m) {
		p.early[i] = 0
		return 0, 0, false
	}
	return m, [4]int32{0, scoreKiller + 1, scoreKiller, scoreCounter}[i], true
}

// hand hands out a move.
func (p *picker) hand(m games.SearchMove, score int32) (games.SearchMove, int32, bool) {
	p.l.tried = append(p.l.tried, m)
	return m, score, true
}

// score scores the moves of the list.
func (e *Engine) score(l *moveList, known games.SearchMove) {
	if cap(l.scores) < len(l.moves) {
		l.scores = make([]int32, len(l.moves), 2*len(l.moves))
	}
	l.scores = l.scores[:len(l.moves)]
	if len(l.moves) == 0 {
		return
	}
	seat := (e.x.ToAct() - 1) & 3
	inside := &e.eval.inside[seat]
	history := &e.history[seat]
	scores := l.scores[:len(l.moves)]
	for i, m := range l.moves {
		from, to := parker.From(m), parker.To(m)
		score := int32(history[from%maxSquares][to%maxSquares])
		switch {
		case m == known:
			score = scoreKnown
		case parker.Captures(m):
			score += scoreCapture + int32(parker.Taken(m))<<15
		case has(inside, to) && !has(inside, from):
			score += scoreGoal
		}
		scores[i] = score
	}
}

// reward remembers the last of the moves tried, which refuted the one before.
func (e *Engine) reward(tried []games.SearchMove, seat games.Seat, n *node) {
	m := tried[len(tried)-1]
	if k := &e.killers[n.ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	if last := e.last[n.ply]; last != 0 {
		e.counter[seat-1][parker.From(last)][parker.To(last)] = uint16(m)
	}
	bonus := int32(min(n.depth*n.depth, 400))
	e.learn(seat, m, bonus)
	for _, other := range tried[:len(tried)-1] {
		if !parker.Captures(other) {
			e.learn(seat, other, -bonus)
		}
	}
}

// learn changes the history of a move; it stays within maxHistory.
func (e *Engine) learn(seat games.Seat, m games.SearchMove, bonus int32) {
	from, to := parker.From(m), parker.To(m)
	e.rated[seat-1][from][to>>6] |= 1 << (to & 63)
	h := &e.history[seat-1][from][to]
	size := max(bonus, -bonus)
	*h += int16(32*bonus - int32(*h)*size*32/maxHistory)
}

// bound relates the value of an entry to the true value of its position.
type bound uint8

const (
	noBound    bound = iota
	lowerBound       // at least
	upperBound       // at most
	exactValue
)

// entry is the result of a search for one position.
type entry struct {
	check uint32 // the upper half of the key
	value int16
	depth int8
	state uint8 // the bound in two bits, the age above
	move  games.SearchMove
}

func (e *entry) bound() bound { return bound(e.state & 3) }
func (e *entry) age() uint8   { return e.state >> 2 }

// ages is the number of different ages: they come round again.
const ages = 64

// bucketSize is the number of entries that a position may be kept in: one line of a
// processor's cache has them.
const bucketSize = 4

const entryBytes = 16

// table is the transposition table. Its size is bounded; a new entry replaces the least useful
// one of its bucket, by depth and age.
type table struct {
	buckets [][bucketSize]entry
	mask    uint64
	age     uint8
}

// newTable returns a table of no more than the given number of bytes, but at least one bucket.
func newTable(bytes int) *table {
	n := 1
	for 2*n*bucketSize*entryBytes <= bytes {
		n *= 2
	}
	return &table{buckets: make([][bucketSize]entry, n), mask: uint64(n - 1)}
}

// clear forgets everything.
func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// probe returns the entry of a key, nil if there is none.
func (t *table) probe(key uint64) *entry {
	b := &t.buckets[key&t.mask]
	check := uint32(key >> 32)
	for i := range b {
		if b[i].check == check && b[i].state&3 != 0 {
			return &b[i]
		}
	}
	return nil
}

// store keeps the result of a search for a position. Without a move the move stored before
// stays.
func (t *table) store(key uint64, move games.SearchMove, value, depth int, b bound) {
	bucket := &t.buckets[key&t.mask]
	check := uint32(key >> 32)
	place, least := &bucket[0], 1<<30
	for i := range bucket {
		e := &bucket[i]
		if e.check == check && e.bound() != noBound {
			if b != exactValue && e.age() == t.age && int(e.depth) > depth+2 {
				return
			}
			if move == 0 {
				move = e.move
			}
			place = e
			break
		}
		worth := int(e.depth) - 8*int((t.age-e.age())%ages)
		if e.bound() == noBound {
			worth = -1 << 20
		}
		if worth < least {
			place, least = e, worth
		}
	}
	*place = entry{check, int16(value), int8(min(max(depth, -1), 127)), t.age<<2 | uint8(b), move}
}
