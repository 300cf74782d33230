package parker

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Bounds on what one look at a position costs. Random play seldom offers more
// than 100 moves and reaches 1,000 states; a position that is set up may offer
// hundreds of thousands.
const (
	// maxCounted is how many states of a jumping piece are gone into while moves
	// are counted, some 10 ms of work. Moves beyond are legal all the same.
	maxCounted = 250_000

	// maxMoves is how many legal moves a position has at most that a match begins
	// from. Play in which both sides help each other leads to 23,650, see
	// TestDensePlay; full armies placed at will, to 65,332.
	maxMoves = 25_000

	// maxAhead is how many such states are gone into, and moves listed, for what
	// is drawn ahead of a staged move.
	maxAhead = 2_000
)

// window is the part of a list that is wanted: most moves after the first skip.
type page struct{ skip, most int }

// lists reports whether the next move is to be listed, and counts it.
func (g *generator) takes() bool {
	g.counted++
	if w := g.page; w.most > 0 {
		return g.counted > w.skip && len(g.moves) < w.most
	}
	if g.counted > g.moveLimit {
		g.moves, g.texts, g.writeTexts = nil, nil, false
		return false
	}
	return true
}

// spent counts a state that a jump has reached and reports whether that is one
// too many.
func (g *generator) overLimit() bool {
	g.states++
	return g.states > g.stateLimit
}

var _ games.Lister = (*state)(nil)

// LegalUpTo lists the legal moves of the seat to move in byte order, if there are
// at most so many, and counts them.
func (s *state) LegalUpTo(seat games.Seat, most int) (legal []string, count int) {
	if s.result != nil || seat != s.turn() {
		return nil, 0
	}
	g, p := s.generator()
	g.listUpTo(p, most)
	return g.texts, g.counted
}

// listUpTo lists the legal moves in byte order, if there are at most so many, and
// counts them.
func (g *generator) listUpTo(p *position, most int) {
	g.writeTexts, g.moveLimit, g.stateLimit = true, most, maxCounted
	g.generate(p)
	slices.Sort(g.texts)
}

// LegalFrom lists legal moves of the piece on a square. Where all moves of the
// position are few, they are those that LegalUpTo lists; else a circle that two
// pieces can make is listed for each of them, and the order is that of the search.
func (s *state) LegalFrom(seat games.Seat, square string, skip, most int) (legal []string, more bool) {
	q, ok := s.b.Square(strings.ToUpper(square))
	if !ok || s.result != nil || seat != s.turn() || !s.pos.own[s.pos.turn].has(q) {
		return nil, false
	}
	g, p := s.generator()
	if g.listUpTo(p, most); g.counted > most {
		g, _ = s.generator()
		g.writeTexts, g.moveLimit, g.stateLimit, g.page = true, most, maxCounted, page{skip, most}
		if g.movers.has(q) {
			g.piece(q)
			return g.texts, g.counted > skip+len(g.texts)
		}
		g.page.skip = 0
		g.castleMoves()
	}
	from := slices.DeleteFunc(g.texts, func(text string) bool {
		rest, ok := strings.CutPrefix(text, s.b.names[q])
		return !ok || rest[0] != '-' && rest[0] != 'x'
	})
	return from[min(skip, len(from)):], false
}

// Fit refuses a position that no new match begins from: one with more pieces of a
// kind than the game has, or with more than maxMoves legal moves. Matches that
// began from one go on.
func (s *state) Fit() error {
	for i := range seat(len(s.b.sides)) {
		have, has := s.start.position.muster(i), s.b.army(i)
		if have.men > has.men || have.knights > has.knights {
			return positionArmy.with("seat", strconv.Itoa(int(i)+1), "men", strconv.Itoa(have.men), "knights", strconv.Itoa(have.knights),
				"most_men", strconv.Itoa(has.men), "most_knights", strconv.Itoa(has.knights))
		}
	}
	if _, n := s.LegalUpTo(s.turn(), 1); n > maxMoves {
		return positionDense.with("most", strconv.Itoa(maxMoves))
	}
	return nil
}

// army is how many pieces of either kind a seat has at most in the setups of the
// board.
func (b *Board) army(i seat) roster {
	var most roster
	for _, s := range b.setup {
		r := s.position.muster(i)
		most.men, most.knights = max(most.men, r.men), max(most.knights, r.knights)
	}
	return most
}

// Legal lists the legal moves of the seat to move in byte order.
func (s *state) Legal(seat games.Seat) []string {
	if s.result != nil || seat != s.turn() {
		return nil
	}
	g, p := s.generator()
	g.writeTexts = true
	g.generate(p)
	slices.Sort(g.texts)
	return g.texts
}
