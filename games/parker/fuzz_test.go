package parker

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// playBytes plays a game by choosing moves by bytes.
func playBytes(game uint8, choices []byte) *state {
	b := allBoards[int(game)%len(allBoards)]
	s := &state{b: b, start: &b.setup[0], pos: b.setup[0].position}
	for i := 0; i+1 < len(choices) && i < 200 && s.result == nil; i += 2 {
		legal := s.Legal(s.turn())
		n := int(choices[i])<<8 | int(choices[i+1])
		next, _, err := s.Apply(s.turn(), legal[n%len(legal)])
		if err != nil {
			panic(err)
		}
		s = next.(*state)
	}
	return s
}

// FuzzApply plays any text at any position that a game can reach.
func FuzzApply(f *testing.F) {
	f.Add(uint8(0), []byte{}, "E6-E8")
	f.Add(uint8(0), []byte("\x00\x10\x00\x20"), "C6-E8xE10")
	f.Add(uint8(1), []byte("jumping about, here and there"), "F1-G1")
	f.Add(uint8(2), []byte("a small game that ends soon enough"), "D12xD13")
	f.Add(uint8(6), []byte("four at a table"), " c6-e8X\t")
	f.Add(uint8(7), []byte{1, 2, 3, 4}, "A7-"+strings.Repeat("B7-A7-", 400))
	f.Fuzz(func(t *testing.T, game uint8, choices []byte, text string) {
		s := playBytes(game, choices)
		old := *s
		next, canonical, err := s.Apply(s.turn(), text)
		if *s != old {
			t.Fatalf("Apply(%q) changed the state", text)
		}
		if err != nil {
			var e *games.Illegal
			if next != nil || !errors.Is(err, games.ErrFinished) && (!errors.As(err, &e) || e.Key == "" || e.Rule == "" || e.Text == "") {
				t.Fatalf("Apply(%q) = %v, %v", text, next, err)
			}
			return
		}
		if !slices.Contains(s.Legal(s.turn()), canonical) {
			t.Fatalf("Apply(%q) = %s, which is not listed", text, canonical)
		}
		checkTurn(t, s, canonical, next.(*state))
		again, same, err := s.Apply(s.turn(), canonical)
		if err != nil || same != canonical || again.(*state).pos != next.(*state).pos {
			t.Fatalf("Apply(%s) = %s, %v after Apply(%q)", canonical, same, err, text)
		}
	})
}

// FuzzRoute stages any text, and reads it as the legs of a move.
func FuzzRoute(f *testing.F) {
	f.Add(uint8(0), []byte{}, "E6-E8", uint8(3))
	f.Add(uint8(0), []byte("\x00\x10\x00\x20"), "C6", uint8(40))
	f.Add(uint8(3), []byte("shorter"), "C2-C4xC6", uint8(0))
	f.Add(uint8(5), []byte("one against all"), "D2-F4-H6", uint8(99))
	f.Add(uint8(6), []byte("four at a table"), "", uint8(255))
	f.Fuzz(func(t *testing.T, game uint8, choices []byte, text string, to uint8) {
		s := playBytes(game, choices)
		v := s.View(games.Omniscient).(View)
		st := v.Stage(text)
		if st.Complete && s.result == nil {
			if _, _, err := s.Apply(s.turn(), st.Route); err != nil {
				t.Fatalf("Stage(%q) is complete as %s, Apply: %v", text, st.Route, err)
			}
		}
		if text != "" && !st.Complete && len(st.Next) == 0 && st.Why == nil {
			t.Fatalf("Stage(%q) = %+v leads nowhere and does not say why", text, st)
		}
		for _, n := range slices.Concat(st.Next, st.Far) {
			if on := v.Stage(n.Route); on.Why != nil || !on.Complete && len(on.Next) == 0 {
				t.Fatalf("Stage(%q) offers %s, and then %+v", text, n.Route, on)
			}
		}
		v.WhyNot(text, Square(int(to)%s.b.Len()))
		legs, err := s.b.Route(text)
		if err != nil {
			return
		}
		for i, l := range legs {
			if i > 0 && l.From != legs[i-1].To || (l.Kind == Jump) != (l.Taken != NoSquare) {
				t.Fatalf("Route(%q) = %+v", text, legs)
			}
		}
	})
}
