package parker

import (
	"runtime"
	"slices"
	"testing"

	"tableronde/games/effort"
)

// TestDensePositionsAreListedAtLittleCost lists the moves of positions with more routes than play
// ever has: in little memory, all of them up to the bounds, and a match begins from them as long
// as they are within maxMoves.
func TestDensePositionsAreListedAtLittleCost(t *testing.T) {
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
