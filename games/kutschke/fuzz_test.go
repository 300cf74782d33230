package kutschke

import (
	"slices"
	"testing"

	"tableronde/games"
)

func FuzzAction(f *testing.F) {
	for _, line := range []string{"pick Q", "ES 2", "A golden-pheasant", "G B2", "Q golden-pheasant L1 B2", "P hidden-valley", "done", "bid S2 L1", "bid", "bid ?", "Q  white-stag d1 l1"} {
		for where := range uint8(4) {
			f.Add(where, line)
		}
	}
	f.Fuzz(func(t *testing.T, where uint8, line string) {
		s := [...]func() *state{
			func() *state { return pickers(t) },
			func() *state {
				return act(t, inOrder, sketch{at: "hidden-valley", picked: "Q G P A", hand: "S1 L1 L2 D1 B1 B2", adventures: "golden-pheasant white-stag"})
			},
			func() *state { return act(t, inOrder, sketch{picked: "ES ED A P"}) },
			func() *state { return joust(t, "S1 S2 L1", "S3") },
		}[where%4]()
		before := snapshot(t, s)
		next, canonical, err := s.Apply(1, line)
		if snapshot(t, s) != before {
			t.Fatalf("%q changes the state it is played in", line)
		}
		legal := s.Legal(1)
		if err != nil {
			if slices.Contains(legal, line) || keyOf(err) == "" {
				t.Fatalf("%q is refused: %v", line, err)
			}
			return
		}
		checkInvariants(t, next.(*state))
		if !slices.Contains(legal, canonical) {
			t.Fatalf("%q is played as %q, which is not listed", line, canonical)
		}
		if _, again, err := s.Apply(1, canonical); err != nil || again != canonical {
			t.Fatalf("%q is played as %q, %v", canonical, again, err)
		}
	})
}

func FuzzOrders(f *testing.F) {
	for _, text := range []string{"", "Q P ES", "round 2: Q P ES", "round 3:T", "q,p", ": Q", "round 99999999999999999999: Q", "T T"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := pickers(t)
		orders, err := s.ReadOrders(1, text)
		if err != nil {
			if keyOf(err) == "" || orders != "" {
				t.Fatalf("%q is refused: %q, %v", text, orders, err)
			}
			return
		}
		if again, err := s.ReadOrders(1, orders); err != nil || again != orders {
			t.Fatalf("%q is read as %q, that as %q, %v", text, orders, again, err)
		}
		p, ok := s.Follow(func(games.Seat) string { return orders })
		if !ok {
			return
		}
		next := play(t, s, p.Seat, p.Action)
		if again, err := next.ReadOrders(1, p.Orders); err != nil || again != p.Orders {
			t.Fatalf("%q leaves %q, which is read as %q, %v", orders, p.Orders, again, err)
		}
	})
}
