package shannon

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestTwins deals anew what a viewer cannot see, and wants everything that the
// viewer is told to stay the same: view, legal lines, refusals, the story, the
// log, what is staged. That of a spectator too.
func TestTwins(t *testing.T) {
	pairs := 0
	for n := range uint64(effort.N(100)) {
		rng := randomSource(n)
		seats := 2 + int(n)%5
		s := begin(t, seats, n, nil)
		for s.phase != PhaseOver {
			seat, line := anyLine(t, s, rng)
			for viewer := games.Spectator; int(viewer) <= seats; viewer++ {
				if rng.IntN(10) == 0 {
					pairs++
					sameFor(t, s, viewer, seat, line, rng)
				}
			}
			s = play(t, s, seatText(seat)+": "+line)
		}
	}
	t.Logf("%d pairs", pairs)
	if pairs < 10_000 && effort.Full() {
		t.Errorf("%d pairs, want 10,000", pairs)
	}
}

// sameFor compares a state with one that differs in what a viewer cannot see.
func sameFor(t *testing.T, s *state, viewer, seat games.Seat, line string, rng *rand.Rand) {
	t.Helper()
	twin := s.Determinize(viewer, rng).(*state)
	checkInvariants(t, twin)
	if a, b := encode(t, s.View(viewer)), encode(t, twin.View(viewer)); a != b {
		t.Fatalf("%d sees\n%s\nor\n%s", viewer, a, b)
	}
	if a, b := viewOf(s, viewer), viewOf(twin, viewer); !reflect.DeepEqual(a, b) {
		t.Fatalf("%d sees\n%+v\nor\n%+v", viewer, a, b)
	}
	if a, b := s.Legal(viewer), twin.Legal(viewer); !slices.Equal(a, b) {
		t.Fatalf("%d may do %v or %v", viewer, a, b)
	}
	if !slices.Equal(s.ToAct(), twin.ToAct()) {
		t.Fatalf("to act: %v or %v", s.ToAct(), twin.ToAct())
	}
	if !s.holds(viewer) {
		return
	}
	for _, text := range []string{line, "play S8", "play M1=3", "discard O2 ", "prepare lancelot S3", "prepare trade 1 A4", "prepare discard X1 T5", "move S1>2", "favour deck", "x"} {
		_, _, a := s.Apply(viewer, text)
		_, _, b := twin.Apply(viewer, text)
		if (a == nil) != (b == nil) || a != nil && (a.Error() != b.Error() || !reflect.DeepEqual(a, b)) {
			t.Fatalf("%d: %s is refused by %v or %v", viewer, text, a, b)
		}
		if v, n, a := s.Stage(viewer, []string{text}); true {
			w, m, b := twin.Stage(viewer, []string{text})
			if n != m || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(v, w) {
				t.Fatalf("%d stages %s: %d, %v or %d, %v", viewer, text, n, a, m, b)
			}
		}
		x, a := s.ReadOrders(viewer, "if S "+text)
		y, b := twin.ReadOrders(viewer, "if S "+text)
		if x != y || !reflect.DeepEqual(a, b) {
			t.Fatalf("%d orders %s: %q, %v or %q, %v", viewer, text, x, a, y, b)
		}
	}
}

// TestTwinsHear compares what a viewer is told of a line that is played in two
// games that differ in what the viewer cannot see, and reads of it in the log.
// The line is one of another seat's that is legal in both.
func TestTwinsHear(t *testing.T) {
	pairs := 0
	for n := range uint64(effort.N(100)) {
		rng := randomSource(n)
		s := begin(t, 2+int(n)%5, n, nil)
		for s.phase != PhaseOver {
			seat, line := anyLine(t, s, rng)
			viewer := games.Seat(rng.IntN(s.seats + 1))
			next := play(t, s, seatText(seat)+": "+line)
			// The cards of the one who acts, and what is drawn, stay; everything else
			// may be dealt anew.
			twin := s.Determinize(viewer, rng).(*state)
			if viewer != seat {
				other := twin.knight(seat)
				if _, _, err := twin.Apply(seat, line); err != nil || other.placed != s.knight(seat).placed {
					s = next
					continue
				}
			}
			after, _, err := twin.apply(seat, line, nil)
			if err != nil {
				t.Fatal(err)
			}
			s2, a2 := next, after
			if next.phase == PhasePrepare || next.phase != s.phase || s.phase == PhaseFavor || next.round != s.round {
				s = next
				continue // chance has had a part in it
			}
			pairs++
			if a, b := s.Tell(viewer, seat, line), twin.Tell(viewer, seat, line); !reflect.DeepEqual(a, b) {
				t.Fatalf("%d hears of %d: %s\n%+v\nor\n%+v", viewer, seat, line, a, b)
			}
			if a, b := s2.Veil(viewer, seat, s, line), a2.Veil(viewer, seat, twin, line); a != b {
				t.Fatalf("%d reads %q or %q", viewer, a, b)
			}
			s = next
		}
	}
	if pairs < 5_000 && effort.Full() {
		t.Errorf("%d pairs, want 5,000", pairs)
	}
}

// TestTwinsPrepare compares preparations that differ in what others may not know
// before everybody is ready.
func TestTwinsPrepare(t *testing.T) {
	s := dealtWith(t, "guinevere arthur gawain mordred", "", func(s *state) {
		s.knights[0].awake = true
		s.give(1, "second-sight", "forced-trade", "lake-gift")
		s.give(2, "trial")
	})
	h := s.knight(1).hand.without(enchanterCards).cards()
	for _, pair := range [][2]string{
		{"prepare lancelot " + h[0].String(), "prepare lancelot " + h[1].String()},
		{"prepare lancelot " + h[0].String() + " sight 2", "prepare lancelot " + h[1].String() + " sight 4"},
		{"prepare lancelot " + h[0].String(), "prepare lancelot " + h[0].String() + " sight 4 trade 2 " + h[1].String() + " discard " + h[2].String()},
	} {
		a, b := play(t, s, "1: "+pair[0]), play(t, s, "1: "+pair[1])
		for _, viewer := range []games.Seat{games.Spectator, 2, 3, 4} {
			if x, y := viewOf(a, viewer), viewOf(b, viewer); !reflect.DeepEqual(x, y) {
				t.Errorf("%d sees %s\nor %s", viewer, encode(t, x), encode(t, y))
			}
			if x, y := s.Tell(viewer, 1, pair[0]), s.Tell(viewer, 1, pair[1]); !reflect.DeepEqual(x, y) || len(x) != 1 {
				t.Errorf("%d hears %v or %v", viewer, x, y)
			}
			for _, line := range pair {
				if x := a.Veil(viewer, 1, s, line); x != "prepare ?" {
					t.Errorf("%d reads %q of %q", viewer, x, line)
				}
			}
		}
		if x := a.Veil(1, 1, s, pair[0]); x != pair[0] {
			t.Errorf("1 reads %q", x)
		}
	}
}
