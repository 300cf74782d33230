package shannon

import (
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestDeterminize: what the viewer knows stays, and the rest can be played on.
func TestDeterminize(t *testing.T) {
	moved := false
	for n := range uint64(effort.N(60)) + 5 {
		rng := randomSource(n)
		seats := 2 + int(n)%5
		s := begin(t, seats, n, nil)
		for step := 0; s.phase != PhaseOver; step++ {
			seat, line := anyLine(t, s, rng)
			if step%20 == 0 {
				viewer := games.Seat(rng.IntN(seats + 1))
				twin := s.Determinize(viewer, rng).(*state)
				for i := range s.knights[:seats] {
					moved = moved || twin.knights[i].hand != s.knights[i].hand
					if games.Seat(i+1) == viewer && twin.knights[i].hand != s.knights[i].hand {
						t.Fatal("the viewer's own hand has changed")
					}
				}
				for range 40 {
					if twin.phase == PhaseOver {
						break
					}
					who, what := anyLine(t, twin, rng)
					twin = play(t, twin, seatText(who)+": "+what)
					checkInvariants(t, twin)
				}
			}
			s = play(t, s, seatText(seat)+": "+line)
		}
		if s.Determinize(1, rng) != games.State(s) || begin(t, 2, n, nil).Determinize(games.Omniscient, rng) == nil {
			t.Fatal("what is over is dealt anew")
		}
	}
	if !moved {
		t.Error("nothing is ever dealt anew")
	}
}

// TestDeterminizeKnowsTrades: a card that the viewer has given stays where it is.
func TestDeterminizeKnowsTrades(t *testing.T) {
	s := dealtWith(t, "arthur gawain mordred", "", func(s *state) { s.give(1, "forced-trade") })
	given := s.knight(1).hand.First()
	s = play(t, s, "1: prepare trade 3 "+given.String())
	taken := s.trades[0].Taken
	rng := randomSource(2)
	for range 50 {
		if twin := s.Determinize(1, rng).(*state); !twin.knight(3).hand.Has(given) {
			t.Fatal("1 knows that 3 has the card given")
		}
		if twin := s.Determinize(3, rng).(*state); !twin.knight(1).hand.Has(taken) {
			t.Fatal("3 knows that 1 has the card taken")
		}
	}
}
