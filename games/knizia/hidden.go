package knizia

import (
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/cards"
)

// Stage plays moves of a seat on a copy. An action card takes effect at once; no card is drawn,
// shown or taken at random. It stops after a move that reveals something: a drawn or taken card, or
// Lancelot's answer to an action.
func (s *state) Stage(number games.Seat, actions []string) (view games.View, fit int, err error) {
	r := run{state: s.copy()}
	r.staged = true
	seat, _ := s.seatOf(number)
	for _, text := range actions {
		if r.uncovered && r.mayAct(seat, text) {
			break
		}
		m, at, err := r.parseLegal(number, text)
		if err != nil {
			return r.View(number), fit, err
		}
		r.play(at, m)
		fit++
	}
	return r.View(number), fit, nil
}

// undisturbed returns the state after the effect of the action under way, without the parts
// that depend on chance or on others. For Adapt the oldest of equal values are kept.
func (s *state) undisturbed() *state {
	r := run{state: s.copy()}
	r.staged = true
	if r.phase == PhaseReact {
		r.resolve()
	}
	if r.phase == PhaseAdapt {
		r.answered = seatSet{}
		r.applyAdapt()
	}
	return r.state
}

// Veil hides the answer of a seat to Adapt while others still choose.
func (s *state) Veil(viewer, number games.Seat, before games.State, action string) string {
	then, ok := before.(*state)
	at, known := s.seatOf(number)
	switch {
	case !ok || !known || viewer == games.Omniscient || viewer == number,
		s.phase != PhaseAdapt || then.phase != PhaseAdapt || then.adapts != s.adapts || !s.answered.Has(at):
		return action
	}
	if m, why := ParseMove(action); why != nil || m.Do != KeepCards {
		return action
	}
	return "keep ?"
}

// Determinize deals again the cards that are hidden from a viewer, among the hands and the
// deck, the secret answers to Adapt, and all chance to come. A seat that has to open a
// tournament keeps a card to open it with. All comes from the viewer's View and rng alone.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == PhaseOver {
		return s
	}
	next := s.copy()
	hidden := next.gather(viewer).List()
	rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	for at := range s.around(s.active) {
		n := s.hands[at].Len() - next.hands[at].Len()
		if at == s.active {
			next.makeOpening(at, hidden, n, rng)
		}
		next.hands[at] = next.hands[at].Or(cards.SetOf(hidden[:n]...))
		hidden = hidden[n:]
	}
	copy(next.deck.ids[:], hidden)
	for at := range s.answered.All() {
		if numberOf(at) == viewer {
			continue
		}
		next.answers[at] = Positions{}
		for _, group := range s.groups(at) {
			next.answers[at].Add(group[rng.IntN(len(group))])
		}
	}
	next.chance = imagineChance(rng)
	return next
}

// Reshuffle implements games.Reshuffler: it deals the deck and all chance to come again.
func (s *state) Reshuffle(rng *rand.Rand) games.State {
	next := s.copy()
	cards.Shuffle(next.deck.cards(), rng)
	next.chance = imagineChance(rng)
	return next
}

func imagineChance(rng *rand.Rand) games.Chance {
	return cards.ImagineChance(func() byte { return byte(rng.UintN(256)) })
}

// gather removes and returns all cards whose places are hidden from the viewer.
func (s *state) gather(viewer games.Seat) hand {
	who := knowerOf(viewer)
	hidden := cards.SetOf(s.deck.cards()...)
	for at := range s.around(0) {
		for card := range s.hands[at].All() {
			if numberOf(at) != viewer && s.known[card]&who == 0 {
				s.hands[at].Remove(card)
				hidden.Add(card)
			}
		}
	}
	for card := range hidden.All() {
		s.known[card] = 0
	}
	return hidden
}

// makeOpening exchanges one of the first n hidden cards, which a seat is to get, for a card
// that can open a tournament. It does so if the seat has to open it and has no such card.
func (s *state) makeOpening(at seatIndex, hidden []cardID, n int, rng *rand.Rand) {
	opens := func(card cardID) bool {
		switch c := card.kind(); {
		case c.IsSupporter():
			return true
		case s.phase == PhaseOpen:
			return c.IsColored() && !(c.Color() == Purple && s.last == Purple)
		default: // the color is chosen already
			return c.IsColored() && c.Color() == s.color
		}
	}
	if s.phase != PhaseOpen && !s.openerOwes() {
		return
	}
	for card := range s.hands[at].Or(cards.SetOf(hidden[:n]...)).All() {
		if opens(card) {
			return
		}
	}
	var fit []int
	for i, card := range hidden[n:] {
		if opens(card) {
			fit = append(fit, n+i)
		}
	}
	if n == 0 || len(fit) == 0 {
		return
	}
	i, j := rng.IntN(n), fit[rng.IntN(len(fit))]
	hidden[i], hidden[j] = hidden[j], hidden[i]
}
