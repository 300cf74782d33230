package kutschke

import (
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Veil hides the bids of the current tournament from others.
func (s *state) Veil(viewer, seat games.Seat, before games.State, text string) string {
	then, ok := before.(*state)
	switch {
	case viewer == seat || viewer == games.Omniscient || s.phase != PhaseTourney,
		ok && (then.round != s.round || then.phase != PhaseTourney),
		text != bidWord && !strings.HasPrefix(text, bidWord+" "):
		return text
	}
	return bidWord + " ?"
}

// Determinize deals again the virtue cards of others that nobody saw them take, their bids, the
// deck and all chance to come. It uses nothing but the viewer's View and rng.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == PhaseOver {
		return s
	}
	next := *s
	var pool []Card
	for i, k := range s.seated() {
		if seatOf(i) != viewer {
			pool = append(pool, (k.hand - k.known).list()...)
		}
	}
	cards.Shuffle(pool, rng)
	for i := range next.seated() {
		if k := &next.knights[i]; seatOf(i) != viewer {
			n := (k.hand - k.known).size()
			k.hand = k.known + setOf(pool[:n])
			pool = pool[n:]
		}
	}
	for i := range next.seated() {
		if k := &next.knights[i]; k.placed && seatOf(i) != viewer {
			bids := k.legalBids()
			k.bid = allLines().action[bids[rng.IntN(len(bids))]].cards
		}
	}
	return next.Reshuffle(rng)
}

// Reshuffle implements games.Reshuffler: it deals the deck and all chance to come again.
func (s *state) Reshuffle(rng *rand.Rand) games.State {
	next := *s
	next.deck = slices.Clone(s.deck)
	cards.Shuffle(next.deck, rng)
	chance := cards.ImagineChance(func() byte { return byte(rng.Uint32()) })
	next.chance = &chance
	return &next
}

// Stage returns the view after the actions of one seat that are legal in turn. If
// something hidden would follow (revealed bids, new adventures, new tents), the view
// stops before it, with no seat to act.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	ahead, fit, err := s.playAhead(seat, actions)
	switch {
	case err == games.ErrFinished:
		err = gameOver.With()
	case err == games.ErrNotYourTurn && fit > 0:
		err = turnOver.With()
	case err == games.ErrNotYourTurn:
		err = notYourTurn.With()
	}
	return ahead.view(seat), fit, err
}

// playAhead plays the actions of a seat one after the other until one is refused. It reveals
// nothing hidden.
func (s *state) playAhead(seat games.Seat, actions []string) (ahead *state, fit int, err error) {
	at := *s
	at.staged = true
	ahead = &at
	for fit, text := range actions {
		next, _, err := ahead.Apply(seat, text)
		if err != nil {
			return ahead, fit, err
		}
		ahead = next.(*state)
	}
	return ahead, len(actions), nil
}
