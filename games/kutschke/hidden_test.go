package kutschke

import (
	"slices"
	"testing"

	"tableronde/games"
)

// TestDeterminize deals anew what a viewer cannot see: the view stays the same,
// the laws hold, cards that everybody saw their holder take stay where they are,
// and everything else comes out in every way.
func TestDeterminize(t *testing.T) {
	rng := newRand(12)
	hands, decks := map[string]bool{}, map[string]bool{}
	for game := range effort(400) {
		n := minSeats + game%3
		s := begin(t, n, uint64(game))
		for s.Result() == nil {
			if viewer := games.Seat(rng.IntN(n + 1)); rng.IntN(20) == 0 || s.phase == PhaseTourney {
				d := s.Determinize(viewer, rng).(*state)
				check(t, d)
				if encode(t, d.view(viewer)) != encode(t, s.view(viewer)) {
					t.Fatalf("%d sees\n%s\nwant\n%s", viewer, d.view(viewer), s.view(viewer))
				}
				for i := range s.seated() {
					if d.knights[i].known != s.knights[i].known || seatOf(i) == viewer && d.knights[i] != s.knights[i] {
						t.Fatalf("seat %d holds %v after %v", i+1, d.knights[i], s.knights[i])
					}
				}
				if *d.order != *s.order {
					decks[encode(t, d.order)] = true
				}
			}
			s = randomStep(t, s, rng).(*state)
		}
		if s.Determinize(1, rng).(*state) != s {
			t.Fatal("a finished game is dealt anew")
		}
	}
	s := begin(t, 4, 1)
	for range 400 {
		d := s.Determinize(1, rng).(*state)
		hands[d.knights[1].cards()] = true
	}
	if len(hands) < 8 || len(decks) < 20 {
		t.Errorf("%d hands of seat 2, %d decks", len(hands), len(decks))
	}
	if s.Determinize(games.Open, rng).(*state) != s {
		t.Error("dealt anew for one who sees everything")
	}
}

// What is paid is taken from what was seen, as far as it can be.
func TestDeterminizeKnowsWhatWasSeen(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "ES ED P G"}, sketch{})
	s.knights[0].hand = one(CardOf(Sword, 1)) + one(CardOf(Book, 1))
	s.piles -= s.knights[0].hand
	s = play(t, s, 1, "ES 1", "ED 3", "P hidden-valley")
	if k := s.knights[0]; k.known != one(CardOf(Sword, 1))+one(CardOf(Dragon, 3)) {
		t.Errorf("seen: %v", k.known.list())
	}
	s = play(t, s, 1, "G B1")
	if k := s.knights[0]; k.known.size() != 2 || k.hand.size() != 3 {
		t.Errorf("seen after the Book: %v", k.known.list())
	}
}

// A replay under the redealt chance goes on as well as the game itself.
func TestDeterminizedGamesPlayOn(t *testing.T) {
	rng := newRand(13)
	for n := minSeats; n <= maxSeats; n++ {
		s := begin(t, n, 13)
		for s.Result() == nil {
			if rng.IntN(10) == 0 {
				s = s.Determinize(games.Seat(1+rng.IntN(n)), rng).(*state)
			}
			s = randomStep(t, s, rng).(*state)
			check(t, s)
		}
	}
}

func TestDefaults(t *testing.T) {
	s := pickers(t, sketch{}, sketch{picked: "ES EL"}, sketch{picked: "ED EB A"}, sketch{picked: "A T T"})
	if got := s.Default(1); got != "pick G" {
		t.Errorf("Default = %q", got)
	}
	if got := s.Default(2); got != "" {
		t.Errorf("Default out of turn = %q", got)
	}
	if got := act(t, inOrder, sketch{picked: "P"}).Default(1); got != "done" {
		t.Errorf("Default = %q", got)
	}
	if got := joust(t, "S1", "S2").Default(2); got != "bid" {
		t.Errorf("Default = %q", got)
	}
}

// TestSensible wants players who plan to leave those who do not far behind, and
// every line of theirs to be legal.
func TestSensible(t *testing.T) {
	rng := newRand(14)
	for n := minSeats; n <= maxSeats; n++ {
		wins := 0
		const played = 40
		for game := range played {
			sensible := games.Seat(1 + game%n)
			s := begin(t, n, uint64(game))
			for s.Result() == nil {
				seat := pickOne(rng, s.ToAct())
				legal := s.Legal(seat)
				line := pickOne(rng, legal)
				if seat == sensible {
					if line = Sensible(s.view(seat), legal, rng); !slices.Contains(legal, line) {
						t.Fatalf("%q is not legal", line)
					}
				}
				s = play1(t, s, seat, line)
			}
			if s.result.Winners[0] == sensible {
				wins++
			}
		}
		if wins < played*9/10 {
			t.Errorf("among %d one who plans wins %d of %d", n, wins, played)
		}
	}
}

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
		check(t, next.(*state))
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
