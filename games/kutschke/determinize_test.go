package kutschke

import (
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestDeterminize deals anew what a viewer cannot see: the view stays the same,
// the laws hold, cards that everybody saw their holder take stay where they are,
// and everything else comes out in every way.
func TestDeterminize(t *testing.T) {
	rng := newRand(12)
	hands, decks := map[string]bool{}, map[string]bool{}
	for game := range effort.N(400) {
		n := minSeats + game%3
		s := begin(t, n, uint64(game))
		for s.Result() == nil {
			if viewer := games.Seat(rng.IntN(n + 1)); rng.IntN(20) == 0 || s.phase == PhaseTourney {
				d := s.Determinize(viewer, rng).(*state)
				checkInvariants(t, d)
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
	if s.Determinize(games.Omniscient, rng).(*state) != s {
		t.Error("dealt anew for one who sees everything")
	}
}

// What is paid is taken from what was seen, as far as it can be.
func TestDeterminizeKnowsWhatWasSeen(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "ES ED P G"}, sketch{})
	s.knights[0].hand = singleCard(CardOf(Sword, 1)) + singleCard(CardOf(Book, 1))
	s.piles -= s.knights[0].hand
	s = play(t, s, 1, "ES 1", "ED 3", "P hidden-valley")
	if k := s.knights[0]; k.known != singleCard(CardOf(Sword, 1))+singleCard(CardOf(Dragon, 3)) {
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
			checkInvariants(t, s)
		}
	}
}
