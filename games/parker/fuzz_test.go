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
