package parker

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Bounds on the cost of one call. Random play seldom offers more
// than 100 moves and reaches 1,000 states; a position that is set up may offer
// hundreds of thousands.
const (
	// maxCounted is the number of states of jumping pieces that are searched while
	// moves are counted, some 10 ms of work. Moves beyond it are legal all the same.
	maxCounted = 250_000

	// maxMoves is the largest number of legal moves of a position that a match may
	// begin from. Play in which both sides help each other leads to 23,650, see
	// TestDensePositionsAreListedAtLittleCost; full armies placed freely, to 65,332.
	maxMoves = 25_000

	// maxAhead is the number of states of jumping pieces that are searched, and of
	// moves that are listed, to preview the ends of a staged move.
	maxAhead = 2_000
)

// page is a part of a list: at most so many moves after the first skip.
type page struct{ skip, most int }

var _ games.Lister = (*state)(nil)

// LegalUpTo lists the legal moves of the seat to move in byte order, if there are
// at most so many, and counts them.
func (s *state) LegalUpTo(seat games.Seat, most int) (legal []string, count int) {
	if s.result != nil || seat != s.turn() {
		return nil, 0
	}
	g := s.b.generatorFor(s.pos)
	g.listUpTo(most)
	return g.texts, g.counted
}

// listUpTo is LegalUpTo on the generator: it sets texts and counted.
func (g *generator) listUpTo(most int) {
	g.writeTexts, g.moveLimit, g.stateLimit = true, most, maxCounted
	g.generate()
	slices.Sort(g.texts)
}

// LegalFrom lists legal moves of the piece on a square: those of LegalUpTo if the
// position has at most so many. Otherwise they come in the order of the search, and
// a circle that two pieces can make is listed for each of them.
func (s *state) LegalFrom(seat games.Seat, square string, skip, most int) (legal []string, more bool) {
	q, ok := s.b.Square(strings.ToUpper(square))
	if !ok || s.result != nil || seat != s.turn() || !s.pos.own[s.pos.turn].has(q) {
		return nil, false
	}
	g := s.b.generatorFor(s.pos)
	if g.listUpTo(most); g.counted > most {
		g = s.b.generatorFor(s.pos)
		g.writeTexts, g.moveLimit, g.stateLimit, g.page = true, most, maxCounted, page{skip, most}
		if g.movers.has(q) {
			g.piece(q)
			return g.texts, g.counted > skip+len(g.texts)
		}
		g.page.skip = 0
		g.castleMove()
	}
	from := slices.DeleteFunc(g.texts, func(text string) bool {
		rest, ok := strings.CutPrefix(text, s.b.names[q])
		return !ok || rest[0] != '-' && rest[0] != 'x'
	})
	return from[min(skip, len(from)):], false
}

// Fit returns an *games.Illegal for a position that no new match may begin from:
// one with more pieces of a kind than the game has, or with more than maxMoves legal
// moves.
func (s *state) Fit() error {
	for i := range seatIndex(len(s.b.sides)) {
		have, has := s.start.position.muster(i), s.b.army(i)
		if have.men > has.men || have.knights > has.knights {
			return positionArmy.With("seat", strconv.Itoa(int(i)+1), "men", strconv.Itoa(have.men), "knights", strconv.Itoa(have.knights),
				"most_men", strconv.Itoa(has.men), "most_knights", strconv.Itoa(has.knights))
		}
	}
	if _, n := s.LegalUpTo(s.turn(), 1); n > maxMoves {
		return positionDense.With("most", strconv.Itoa(maxMoves))
	}
	return nil
}

// army returns the largest number of pieces of either kind that a seat has in the
// setups of the board.
func (b *Board) army(i seatIndex) roster {
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
	g := s.b.generatorFor(s.pos)
	g.writeTexts = true
	g.generate()
	slices.Sort(g.texts)
	return g.texts
}

// canonical returns the text of a legal move: of all routes that lead to the same
// position the one with the fewest landing squares, then the first in byte
// order.
func (g *generator) canonical(m move) string {
	best := g.textOf(m)
	// Another piece may leave the same position by a circle of its own.
	for rest := g.movers; m.from == m.to && !rest.empty(); {
		q := rest.pop()
		if text := g.textOf(move{q, q, m.taken}); text != "" && goesBefore(text, best) {
			best = text
		}
	}
	return best
}

// textOf returns the canonical text of one piece's route to the outcome of m, "" if it has
// none.
func (g *generator) textOf(m move) string {
	if m.taken == 0 && g.b.near[m.from].has(m.to) {
		return g.b.names[m.from] + "-" + g.b.names[m.to]
	}
	defer func(before bool) { g.sought, g.writeTexts = nil, before }(g.writeTexts)
	g.sought, g.soughtText, g.writeTexts = &m, "", true
	g.piece(m.from)
	return g.soughtText
}

// goesBefore reports whether x precedes y in the order of canonical: by landing
// squares, then by bytes.
func goesBefore(x, y string) bool {
	if n, m := landings(x), landings(y); n != m {
		return n < m
	}
	return x < y
}

func landings(text string) int { return strings.Count(text, "-") + strings.Count(text, "x") }
