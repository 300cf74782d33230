package knizia

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Determinize deals anew the cards that a viewer does not know, among the hands and
// the deck, the secret answers to Adapt, and all chance to come. A seat that has to
// open a tournament keeps a card to open it with. All comes from the viewer's View and
// rng alone.
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
			next.makeOpening(cards, n, rng)
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
	next.chance = imaginedChance(rng)
	return next
}

// Reshuffle implements games.Reshuffler: it deals the deck and all chance to come anew.
func (s *state) Reshuffle(rng *rand.Rand) games.State {
	next := s.copy()
	cards := next.deck.cards()
	slices.Sort(cards)
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	next.chance = imaginedChance(rng)
	return next
}

// gather removes and returns all cards whose places the viewer does not know.
func (s *state) gather(viewer games.Seat) (hidden hand) {
	who := knowerOf(viewer)
	for _, card := range s.deck.cards() {
		hidden.add(card)
	}
	for at := range seatIndex(s.seats) {
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

// opens reports whether a hand, with more cards added, can open a tournament, or does
// not have to.
func (s *state) opens(at seatIndex, more []cardID) bool {
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

// makeOpening exchanges one of the first n cards for one that can open a tournament.
func (s *state) makeOpening(cards []cardID, n int, rng *rand.Rand) {
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

// fitsOpening reports whether a card can open a tournament, or the one whose color is
// chosen already.
func (s *state) fitsOpening(c Card) bool {
	switch {
	case c.IsSupporter():
		return true
	case s.phase == PhaseOpen:
		return c.IsColored() && !(c.Color() == Purple && s.last == Purple)
	}
	return c.IsColored() && c.Color() == s.color
}

// anyKeep returns a random answer to Adapt.
func (s *state) anyKeep(at seatIndex, rng *rand.Rand) (keep Positions) {
	for _, group := range s.groups(at) {
		keep.add(group[rng.IntN(len(group))])
	}
	return keep
}

// imaginedChance returns the chance of a determinized state.
func imaginedChance(rng *rand.Rand) games.Chance {
	var seed games.Seed
	for i := range seed {
		seed[i] = byte(rng.UintN(256))
	}
	chance, _ := games.NewChance(games.Setup{Seed: &seed}) // a seed is all it needs
	return chance
}
