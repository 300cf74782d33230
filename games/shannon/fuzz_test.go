package shannon

import (
	"testing"

	"tableronde/games"
)

// fuzzStates are moments of all phases.
func fuzzStates(t testing.TB) []*state {
	t.Helper()
	states := []*state{
		begin(t, 4, 1, map[string]string{optionHeroes: heroesChosen}),
		dealtWith(t, "guinevere arthur gawain", "", func(s *state) {
			s.knights[0].awake = true
			s.give(1, "second-sight", "forced-trade", "trial")
		}),
		arrange(t, "S8 M1 X3", "O3 X9 M2 S2", "T9 O4").empower(1, "arthur", "divine-will", "challenge", "redirect"),
		play(t, arrange(t, "S8 T1", "O3 T5", "T9 S4").empower(2, "shapeshift"), "1: play S8"),
		choosingFavors(t, "raven antidote riposte trial standard", ""),
	}
	s := threeKnights(t).empower(1, "raven")
	return append(states, countedPiles(t, s, "S1 M1 S3", "", ""))
}

// FuzzApply plays any text: it is refused, or played by its canonical text
// too and to the same end.
func FuzzApply(f *testing.F) {
	states := fuzzStates(f)
	for i, s := range states {
		for _, line := range s.Legal(s.ToAct()[0]) {
			f.Add(uint8(i), line)
		}
	}
	f.Add(uint8(2), "play S8 +3 will-3 fox redirect 2 challenge 3")
	f.Add(uint8(1), "prepare discard S1 lancelot T9 sight 2 trade 3 X4 trial 2")
	f.Fuzz(func(t *testing.T, which uint8, line string) {
		s := states[int(which)%len(states)]
		for _, seat := range append(s.ToAct(), 0, 9) {
			next, text, err := s.apply(seat, line, nil)
			if err != nil {
				if e, ok := err.(*games.Illegal); ok && (e.Key == "" || e.Rule == "" || e.Text == "") {
					t.Fatalf("%q is refused by %+v", line, e)
				}
				continue
			}
			again, same, err := s.apply(seat, text, nil)
			if err != nil || same != text || encode(t, again.View(games.Omniscient)) != encode(t, next.View(games.Omniscient)) {
				t.Fatalf("%q is %q, which is %q, %v", line, text, same, err)
			}
			s.Tell(games.Spectator, seat, line)
			next.Veil(games.Spectator, seat, s, text)
		}
	})
}

// FuzzOrders reads any text as orders: it is refused, or reads as its canonical text;
// and what is posted for it is legal.
func FuzzOrders(f *testing.F) {
	states := fuzzStates(f)
	for _, text := range []string{
		"favours raven divine-will deck", "if S play S3\n1.3: if lead play M1=O4 +3", "2: move T8>3 worst>2", "if SAOTX discard T4", ";;1: move",
	} {
		f.Add(uint8(3), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		s := states[int(which)%len(states)]
		seat := s.ToAct()[0]
		canonical, err := s.ReadOrders(seat, text)
		if err != nil {
			return
		}
		if again, err := s.ReadOrders(seat, canonical); again != canonical || err != nil {
			t.Fatalf("%q is %q, which is %q, %v", text, canonical, again, err)
		}
		p, ok := s.Follow(ordered(seat, canonical))
		if !ok {
			return
		}
		if _, line, err := s.Apply(p.Seat, p.Action); err != nil || line != p.Action {
			t.Fatalf("%q posts %q: %q, %v", canonical, p.Action, line, err)
		}
	})
}
