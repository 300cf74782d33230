package knizia

import (
	"math/rand/v2"

	"tableronde/games"
)

// Determinize deals the cards that a viewer does not know anew, among the hands
// and the deck, chooses anew what others have answered in secret, and takes
// other chance for what is to come. A seat that has to open a tournament, or has
// chosen its color, can.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == PhaseOver {
		return s
	}
	next := s.copy()
	hidden := next.gather(viewer)
	cards := hidden.list()
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	at := s.active
	for range s.seats {
		n := s.hands[at].len() - next.hands[at].len()
		if at == s.active && !next.opens(at, cards[:n]) {
			next.repair(cards, n, rng)
		}
		for _, card := range cards[:n] {
			next.hands[at].add(card)
		}
		cards = cards[n:]
		at = s.after(at)
	}
	copy(next.deck.ids[:], cards)
	for set := s.answered; set != 0; set.drop(set.first()) {
		if at := set.first(); numberOf(at) != viewer {
			next.answers[at] = s.anyKeep(at, rng)
		}
	}
	next.chance = dreamt(rng)
	return next
}

// gather takes up all cards that the viewer does not know where they are.
func (s *state) gather(viewer games.Seat) (hidden hand) {
	who := knowerOf(viewer)
	for _, card := range s.deck.cards() {
		hidden.add(card)
	}
	for at := range seat(s.seats) {
		if numberOf(at) == viewer {
			continue
		}
		for h := s.hands[at]; !h.empty(); {
			if card := h.pop(); s.known[card]&who == 0 {
				s.hands[at].drop(card)
				hidden.add(card)
			}
		}
	}
	for h := hidden; !h.empty(); {
		s.known[h.pop()] = 0
	}
	return hidden
}

// opens reports whether a hand, with more cards, has one to open a tournament
// with, if it has to.
func (s *state) opens(at seat, more []id) bool {
	if s.phase != PhaseOpen && !s.openerOwes() {
		return true
	}
	for h := s.hands[at]; !h.empty(); {
		if s.fitsOpening(h.pop().kind()) {
			return true
		}
	}
	for _, card := range more {
		if s.fitsOpening(card.kind()) {
			return true
		}
	}
	return false
}

// repair exchanges one of the first n cards for one that can open.
func (s *state) repair(cards []id, n int, rng *rand.Rand) {
	var fit []int
	for i, card := range cards[n:] {
		if s.fitsOpening(card.kind()) {
			fit = append(fit, n+i)
		}
	}
	if n == 0 || len(fit) == 0 {
		return
	}
	i, j := rng.IntN(n), fit[rng.IntN(len(fit))]
	cards[i], cards[j] = cards[j], cards[i]
}

// fitsOpening reports whether a tournament can be opened with a card, or the one
// whose color is chosen already.
func (s *state) fitsOpening(c Card) bool {
	switch {
	case c.IsSupporter():
		return true
	case s.phase == PhaseOpen:
		return c.IsColored() && !(c.Color() == Purple && s.last == Purple)
	}
	return c.IsColored() && c.Color() == s.color
}

// anyKeep returns an answer to Adapt by chance.
func (s *state) anyKeep(at seat, rng *rand.Rand) (keep Positions) {
	for _, group := range s.groups(at) {
		keep.add(group[rng.IntN(len(group))])
	}
	return keep
}

// dreamt returns the chance of a state that is imagined only.
func dreamt(rng *rand.Rand) games.Chance {
	var seed games.Seed
	for i := range seed {
		seed[i] = byte(rng.UintN(256))
	}
	chance, _ := games.NewChance(games.Setup{Seed: &seed}) // a seed is all it needs
	return chance
}
