package parker

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"tableronde/games/effort"
)

// TestDensePositionsAreListedAtLittleCost lists the moves of positions with more routes than play
// ever has: the search of jumps does not explode, all moves up to the bounds are listed in little
// memory, and a match begins from them as long as they are within maxMoves.
func TestDensePositionsAreListedAtLittleCost(t *testing.T) {
	for name, s := range dense(t) {
		s.start = &startSetup{position: s.pos}
		g := s.b.generatorFor(s.pos)
		if n := countStates(g); n > maxStates {
			t.Errorf("%s: %d states, want at most %d", name, n, maxStates)
		}
		moves := len(s.Legal(1))
		if len(g.moves) != moves {
			t.Errorf("%s: %d moves, Legal lists %d", name, len(g.moves), moves)
		}
		if moves < maxMoves || effort.Full() {
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
	g := s.b.generatorFor(s.pos)
	switch cut := countStates(g) > maxCounted; {
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

// lattice surrounds w by h free squares in the middle of the board by enemies, as long as
// there are some: on the squares between them in files and ranks first, then on the diagonals.
// A knight stands on the first of the free squares. Nothing has more routes.
func lattice(b *Board, w, h int) *state {
	s := &state{b: b, start: &b.setup[0]}
	put := func(x, y int, c Piece) bool {
		q, ok := b.At((b.files-2*w+1)/2+x, (b.ranks-2*h+1)/2+y)
		if ok {
			s.pos.put(q, c)
		}
		return ok
	}
	var enemies []Piece
	for i := range b.sides {
		for army, n := b.army(seatIndex(i)), 0; n < army.men+army.knights && !b.sides.allied(0, seatIndex(i)); n++ {
			enemies = append(enemies, pieceOf(seatIndex(i), n < army.knights))
		}
	}
	for _, diagonal := range []bool{false, true} {
		for x := range 2*w - 1 {
			for y := range 2*h - 1 {
				between := x%2+y%2 > 0 && (x%2 == y%2) == diagonal
				if between && len(enemies) > 0 && put(x, y, enemies[0]) {
					enemies = enemies[1:]
				}
			}
		}
	}
	put(0, 0, pieceOf(0, true))
	return s
}

// climbed are positions that a search for the largest number of states found.
var climbed = []struct{ game, setup string }{
	{"camelot", "D5 kI5 B6 D6 F6 H6 kA7 B8 G8 I8 G10 kF12 G12 kE13 | F7 D8 E8 kF8 H8 kD9 F9 H9 kD10 E10 F10 kH10 D11 F11"},
	{"chivalry", "kF4 G4 I4 K4 I5 L5 E6 kN6 kK7 M7 I8 kF9 G9 K9 N9 G11 kE12 kF12 kI13 kJ14 | kK5 kK6 J7 kL7 G8 K8 I9 kJ9 kM9 I10 K10 M10 I11 J11 kK11 L11 kM11 kN11 I12 M12"},
	{"cam", "B3 kB6 kF6 C7 E7 E8 F9 | C8 B9 C9 D9 E9 kC10 kE10"},
	{"camette", "B3 kC3 A4 C4 | B4 kD4 B5 D5"},
	{"chivalry-4-teams", "kF5 kM6 kF7 kN7 kG8 kK9 kH11 kL11 | kI4 kK4 kM4 kK5 kH6 kI7 kI8 kJ8 | kJ2 kD4 kG6 kM7 kK8 kG9 kI10 kK10 | kL4 kI5 kM5 kI6 kJ6 kK6 kL6 kK7"},
	{"grand-camelot", "E3 G5 D7 kB8 kG8 kJ8 C9 J9 K11 kD12 E13 M14 | F7 G7 kH7 G9 kI9 kE10 F11 G11 kH11 G12 I13 I14 | C5 D5 E5 L6 I7 kD9 kE9 H9 kE11 K12 L13 kL15 | kG6 C7 E7 kF9 I10 kI12 kF13 G13 H13 J13 K13 K14"},
	{"grand-cam-97", "kF2 I4 D7 I8 K8 G11 kF12 | F5 G5 I5 kE7 G7 I7 kG8 | G3 G4 K5 kK7 E8 G9 kG10 | E5 H5 kE6 kG6 I6 F7 H7"},
}

// dense lists positions with more routes than play ever has.
func dense(t testing.TB) map[string]*state {
	all := map[string]*state{}
	for _, b := range allBoards {
		for _, size := range [][2]int{{2, 3}, {3, 3}, {3, 4}, {4, 4}} {
			if w, h := size[0], size[1]; 2*w+1 <= b.files && 2*h+1 <= b.ranks {
				all[fmt.Sprintf("%s/lattice %dx%d", b.id, w, h)] = lattice(b, w, h)
			}
		}
	}
	for _, c := range climbed {
		all[c.game+"/climbed"] = setUp(t, c.game, c.setup)
	}
	return all
}

// maxStates bounds the states that the search of jumps enters for one position; a search by
// routes would enter trillions.
const maxStates = 2_000_000

// countStates counts the states that the search of jumps enters.
func countStates(g *generator) int {
	n := 0
	g.moves = g.moves[:0]
	g.prepare(g.p, g.p.turn)
	g.circles.reset()
	for rest := g.movers; !rest.empty(); {
		g.piece(rest.pop())
		n += g.seen.n
	}
	return n
}
