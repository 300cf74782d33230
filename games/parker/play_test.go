package parker

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// checkState checks the invariants of every state.
func checkState(t *testing.T, s *state) {
	t.Helper()
	var p position
	for q, c := range s.pos.at {
		if c != 0 {
			p.put(Square(q), c)
		}
	}
	for i, n := range s.pos.castled {
		p.castled[i] = n
		p.key ^= zobrist.castled[i][n]
	}
	p.pass(s.pos.turn)
	if p != s.pos {
		t.Fatalf("position does not agree with its squares:\ngot  %+v\nwant %+v", s.pos, p)
	}
	if s.result != nil {
		if len(s.ToAct()) != 0 {
			t.Fatalf("seat %v is to act after the end", s.ToAct())
		}
		return
	}
	if s.pos.count[s.pos.turn] == 0 {
		t.Fatalf("seat %d is to move without pieces", s.turn())
	}
	for i := range s.b.sides {
		if n := s.pos.own[i].and(s.b.sides[i].goal).len(); s.b.end.Goal > 0 && n >= s.b.end.Goal {
			t.Fatalf("seat %d has %d pieces in the goal and the game goes on", i+1, n)
		}
	}
}

// checkTurn checks the invariants of every turn from s to next, by the move with the given
// canonical text.
func checkTurn(t *testing.T, s *state, text string, next *state) {
	t.Helper()
	checkState(t, next)
	if next.pos.count[s.pos.turn] != s.pos.count[s.pos.turn] {
		t.Fatalf("%s: the mover had %d pieces and has %d", text, s.pos.count[s.pos.turn], next.pos.count[s.pos.turn])
	}
	for i := range s.b.sides {
		closed := s.b.sides[i].closed
		if n := next.pos.own[i].and(closed).len(); n > max(1, s.pos.own[i].and(closed).len()) {
			t.Fatalf("%s: seat %d has %d pieces in castles that it must leave", text, i+1, n)
		}
	}
	was, is := s.pos.occupied().len(), next.pos.occupied().len()
	if was-is != strings.Count(text, "x") {
		t.Fatalf("%s: %d pieces became %d", text, was, is)
	}
	if d := &s.b.sides[s.pos.turn]; d.partner != noSeat && next.pos.own[d.partner] != s.pos.own[d.partner] {
		t.Fatalf("%s: the partner's pieces moved", text)
	}
}

// checkMoves checks that every listed move applies, is its own canonical text,
// and leads somewhere of its own, and that other texts are refused.
func checkMoves(t *testing.T, rng *rand.Rand, s *state) {
	t.Helper()
	legal := s.Legal(s.turn())
	if len(legal) == 0 {
		t.Fatalf("seat %d is to move and cannot", s.turn())
	}
	if !slices.IsSorted(legal) || len(slices.Compact(slices.Clone(legal))) != len(legal) {
		t.Fatalf("Legal() is not a sorted set: %v", legal)
	}
	reached := map[position]string{}
	for _, m := range legal {
		next, canonical, err := s.Apply(s.turn(), m)
		if err != nil || canonical != m {
			t.Fatalf("Apply(%s) = %q, %v", m, canonical, err)
		}
		n := next.(*state)
		checkTurn(t, s, m, n)
		if twin := reached[n.pos]; twin != "" {
			t.Fatalf("%s and %s lead to the same position", twin, m)
		}
		reached[n.pos] = m
	}
	for range 20 {
		m := misspell(t, rng, s, legal[rng.IntN(len(legal))])
		next, canonical, err := s.Apply(s.turn(), m)
		if err == nil {
			// Another route of a listed move.
			if n := next.(*state); reached[n.pos] != canonical {
				t.Fatalf("Apply(%s) = %s, which leads where %q does", m, canonical, reached[n.pos])
			}
		} else if slices.Contains(legal, m) {
			t.Fatalf("%s is listed and refused: %v", m, err)
		}
	}
}

// misspell changes something about a move.
func misspell(t *testing.T, rng *rand.Rand, s *state, m string) string {
	square := func() string { return s.b.names[rng.IntN(s.b.Len())] }
	cut := strings.LastIndexAny(m, "-x")
	switch rng.IntN(6) {
	case 0:
		return square() + "-" + square()
	case 1:
		return m[:cut+1] + square()
	case 2:
		return m[:cut]
	case 3:
		return strings.ReplaceAll(m, "x", "-")
	case 4:
		q := mustSquare(t, s.b, m[cut+1:])
		if l := s.b.leaps[q]; l.n > 0 { // a square that a leap or a step could reach
			q = l.all[rng.IntN(int(l.n))].land
		}
		return m + "-" + s.b.names[q]
	default:
		return m + "x" + square()
	}
}

// TestStatesAreValues plays on from a state in all ways: it stays as it was, as do a view and
// a search of it.
func TestStatesAreValues(t *testing.T) {
	for _, game := range family {
		s := begin(t, game)
		before, view := *s, s.View(1).(View)
		a, b := s.Search(), s.Search()
		a.Make(a.Moves(nil)[0])
		play(t, s, s.Legal(1)[3])
		mustResign(t, s, 1)
		s.Draw(games.ReasonAgreement)
		if *s != before || b.Key() != s.pos.key || a.Key() == b.Key() {
			t.Errorf("%s: what was played on from a state has changed it or a search of it", game)
		}
		for q := range Square(s.b.Len()) {
			if view.At(q) != before.pos.at[q] {
				t.Errorf("%s: the first view shows %s on %s", game, view.At(q), s.b.Name(q))
			}
		}
	}
}
