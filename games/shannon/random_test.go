package shannon

import (
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestT38_RandomGames plays tournaments at random to the end and checks after
// each step what must always hold.
func TestT38_RandomGames(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		t.Run(seatText(games.Seat(seats)), func(t *testing.T) {
			t.Parallel()
			var inForce powerSet // at any time
			for n := range effort.N(3_000) {
				rng := randomSource(uint64(n))
				options := map[string]string{}
				if n%5 == 0 {
					options[optionHeroes] = heroesChosen
				}
				s := begin(t, seats, uint64(n), options)
				for s.phase != PhaseOver {
					seat, line := anyLine(t, s, rng)
					next, text, err := s.apply(seat, line, nil)
					if err != nil || text != line {
						t.Fatalf("game %d: Apply(%d, %s) = %s, %v", n, seat, line, text, err)
					}
					checkInvariants(t, next)
					for i := range next.knights[:seats] {
						if next.round != s.round {
							inForce |= next.knights[i].inForce
						}
					}
					s = next
				}
			}
			for i := range allPowers {
				if p := &allPowers[i]; !inForce.has(p) && !(seats == 2 && p.notWithTwo) && effort.Full() {
					t.Errorf("%s was never in force", p.ID)
				}
			}
		})
	}
}

// checkInvariants checks what holds in every state (§11 T38).
func checkInvariants(t *testing.T, s *state) {
	t.Helper()
	all, n := s.stock, s.stock.Len()
	add := func(cards ...Card) {
		for _, c := range cards {
			all.Add(c)
		}
		n += len(cards)
	}
	favors := len(s.favorDeck) + len(s.shown) + len(s.favorDiscard)
	size := -1
	for i := range s.knights[:s.seats] {
		k := &s.knights[i]
		all = all.Or(k.hand).Or(k.dropped)
		n += k.hand.Len() + k.dropped.Len()
		add(k.pile...)
		if k.placed != Unknown {
			add(k.placed)
		}
		favors += len(k.favorList())
		if k.life < 0 || k.life > 400 || k.life%5 != 0 {
			t.Fatalf("a life of %d", k.life)
		}
		if s.acted == 0 && s.phase != PhasePrepare {
			if size >= 0 && k.hand.Len() != size {
				t.Fatalf("hands of %d and %d cards", size, k.hand.Len())
			}
			size = k.hand.Len()
		}
		if !k.hand.And(k.lacks).Empty() {
			t.Fatalf("seat %d holds cards that it is said to lack: %v", i+1, k.hand.And(k.lacks).List())
		}
	}
	for _, p := range s.table[:s.cards] {
		add(p.card)
	}
	add(s.carry...)
	add(s.discard...)
	if deck := deckOf(s.seats); all != deck || n != deck.Len() {
		t.Fatalf("%d cards, %d of them different; want %d\n%s", n, all.Len(), deck.Len(), s.View(games.Omniscient))
	}
	if want := len(s.favorsInPlay()); favors != want {
		t.Fatalf("%d favors, want %d", favors, want)
	}
	if s.recorder != nil || s.staged {
		t.Fatal("a state that listens or looks ahead")
	}
}
