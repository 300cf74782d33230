package parker

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"tableronde/games/effort"
	"testing"
)

// playForMoves plays a game in which all sides help each other to positions with many
// moves, and returns the densest that it met: of a few moves chosen at random it
// makes the one after which some seat would have the most.
func playForMoves(b *Board, rng *rand.Rand, plies int) (position, int) {
	g := &generator{b: b}
	p := b.setup[rng.IntN(len(b.setup))].position
	most, at := 0, p
	width, peaceful := 1+rng.IntN(24), rng.IntN(4) > 0
	for range plies {
		moves := slices.Clone(g.movesOf(&p))
		if len(moves) > most {
			most, at = len(moves), p
		}
		best, top := p, -1
		for range width {
			m := moves[rng.IntN(len(moves))]
			next := p
			if next.play(b, m); peaceful && m.taken != 0 && rng.IntN(4) > 0 || g.conclude(&next, m) != gameGoesOn {
				continue
			}
			if n := g.densest(next); n > top {
				best, top = next, n
			}
		}
		if top < 0 {
			break
		}
		p = best
	}
	return at, most
}

// movesOf lists the moves of a position until the next call.
func (g *generator) movesOf(p *position) []move {
	g.moves = g.moves[:0]
	g.generate(p)
	return g.moves
}

// densest returns the largest number of moves that any seat would have.
func (g *generator) densest(p position) int {
	n := 0
	for s := range seatIndex(len(g.b.sides)) {
		if p.pass(s); p.count[s] > 0 {
			n = max(n, len(g.movesOf(&p)))
		}
	}
	return n
}

// climbToDense moves, turns, adds and takes away pieces of full armies as long as seat 1
// has more and more moves.
func climbToDense(b *Board, rng *rand.Rand, tries int) (position, int) {
	g := &generator{b: b}
	p := b.setup[0].position
	most := len(g.movesOf(&p))
	for range tries {
		next := p
		for range 1 + rng.IntN(3) {
			g.rearrange(&next, rng)
		}
		if n := len(g.movesOf(&next)); n >= most {
			p, most = next, n
		}
	}
	return p, most
}

// rearrange changes what stands on a square.
func (g *generator) rearrange(p *position, rng *rand.Rand) {
	q := Square(rng.IntN(g.b.Len()))
	s := seatIndex(rng.IntN(len(g.b.sides)))
	have, has := p.muster(s), g.b.army(s)
	switch knight := rng.IntN(2) == 0; {
	case g.b.castle[q] != 0:
	case p.at[q] != 0:
		c := p.take(q)
		if to := Square(rng.IntN(g.b.Len())); rng.IntN(3) > 0 && p.at[to] == 0 && g.b.castle[to] == 0 {
			p.put(to, c)
		}
	case knight && have.knights < has.knights || !knight && have.men < has.men:
		p.put(q, pieceOf(s, knight))
	}
}

// TestDensePlay searches for dense positions, among those that play leads to and
// among all that full armies can stand in. With TABLERONDE_EFFORT=400 it takes half an hour
// and finds, by play, 23,650 moves on Grand Camelot, and 65,332 in chivalry-4-solo.
// What it finds is listed at little cost, and begins a match as long as it is
// within the bound.
func TestDensePlay(t *testing.T) {
	width, tries := min(effort.N(60)+4, 60), min(effort.N(400), 400)
	for _, b := range allBoards {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, search := range []struct {
			name string
			find func() (position, int)
		}{
			{"play", func() (position, int) { return playForMoves(b, rng, width) }},
			{"armies", func() (position, int) { return climbToDense(b, rng, tries) }},
		} {
			var at position
			most := -1
			for range effort.N(1) {
				if p, n := search.find(); n > most {
					at, most = p, n
				}
			}
			t.Logf("%s, %s: %d moves, %s", b.id, search.name, most, Position{b, at})
			checkListing(t, &state{b: b, start: &startSetup{position: at}, pos: at}, most)
		}
	}
	for _, s := range dense(t) {
		s.start = &startSetup{position: s.pos}
		if moves := len(s.Legal(1)); moves < maxMoves || effort.Full() {
			checkListing(t, s, moves)
		}
	}
}

// maxListing is how many bytes it may take to list moves, or to count them.
const maxListing = 8 << 20

// checkListing checks LegalUpTo and LegalFrom against all legal moves.
func checkListing(t *testing.T, s *state, moves int) {
	t.Helper()
	if s.pos.count[s.pos.turn] == 0 {
		return
	}
	var list []string
	count := 0
	if size := allocated(func() { list, count = s.LegalUpTo(s.turn(), 2000) }); size > maxListing {
		t.Errorf("%s: %d bytes to list %d moves", positionLine(s), size, moves)
	}
	g, p := s.generator()
	switch cut := countStates(g, p) > maxCounted; {
	case cut && (count > moves || count <= 2000), !cut && count != moves, (len(list) == count) != (count <= 2000):
		t.Errorf("%s: %d of %d moves are counted, %d listed", positionLine(s), count, moves, len(list))
	case s.Fit() != nil && moves <= maxMoves && s.fits():
		t.Errorf("%s with %d moves: %v", positionLine(s), moves, s.Fit())
	case s.Fit() == nil && moves > maxMoves:
		t.Errorf("%s: a match begins with %d moves", positionLine(s), moves)
	}
	var from []string
	for rest := s.pos.own[s.pos.turn]; !rest.empty(); {
		name := s.b.names[rest.pop()]
		for skip, more := 0, true; more; {
			var page []string
			if size := allocated(func() { page, more = s.LegalFrom(s.turn(), name, skip, 2000) }); size > 2*maxListing {
				t.Errorf("%s: %d bytes to list moves from %s", positionLine(s), size, name)
			}
			from, skip = append(from, page...), skip+len(page)
		}
	}
	slices.Sort(from)
	if count <= 2000 && !slices.Equal(from, list) || len(from) < min(moves, maxCounted/16) {
		t.Errorf("%s: %d moves by square, %d in all", positionLine(s), len(from), moves)
	}
}

// fits reports whether no army is larger than the game has.
func (s *state) fits() bool {
	for i := range seatIndex(len(s.b.sides)) {
		have, has := s.pos.muster(i), s.b.army(i)
		if have.men > has.men || have.knights > has.knights {
			return false
		}
	}
	return true
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
