package kutschke

import (
	"math/rand/v2"
	"strings"

	"tableronde/games"
)

var (
	_ games.Decider   = (*state)(nil)
	_ games.Defaulter = (*state)(nil)
	_ games.Veiler    = (*state)(nil)
	_ games.Teller    = (*state)(nil)
	_ games.Stager    = (*state)(nil)
	_ games.Follower  = (*state)(nil)
)

// Decided is all that chance has decided: the circle, the tents, the adventures,
// the virtues dealt, and the tents of every round for which lots were drawn.
func (s *state) Decided() map[string]string { return s.chance.Decided() }

// Default is the first action card that may be picked, in the order of the data
// file; the end of the turn; or no stake. It is "" for a seat that owes nothing.
func (s *state) Default(seat games.Seat) string {
	i := int(seat) - 1
	if !s.acts(i) {
		return ""
	}
	switch s.phase {
	case PhasePick:
		return s.legalPicks(&s.knights[i])[0]
	case PhaseAct:
		return doneWord
	}
	return bidWord
}

// hiddenBid is how others read a bid that is not revealed.
const hiddenBid = bidWord + " ?"

// Veil hides what is staked in the tournament that is being held.
func (s *state) Veil(viewer, seat games.Seat, before games.State, text string) string {
	then, ok := before.(*state)
	switch {
	case viewer == seat || viewer == games.Open || s.phase != PhaseTourney,
		ok && (then.round != s.round || then.phase != PhaseTourney),
		text != bidWord && !strings.HasPrefix(text, bidWord+" "):
		return text
	}
	return hiddenBid
}

// Stage looks ahead over a list of actions of one seat. The view is that after
// those which fit, with nobody to act where something hidden would follow: what
// a reveal of the bids, new adventures or new tents bring is left out.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	at := *s
	at.ahead = true
	for fit, text := range actions {
		next, _, err := at.play(seat, text, nil)
		switch {
		case err == games.ErrFinished:
			err = gameOver.of()
		case err == games.ErrNotYourTurn && fit > 0:
			err = turnOver.of()
		case err == games.ErrNotYourTurn:
			err = notYourTurn.of()
		}
		if err != nil {
			return at.view(seat), fit, err
		}
		at = *next
	}
	return at.view(seat), len(actions), nil
}

// Determinize deals anew the virtue cards that nobody has seen their holders
// take, other than the viewer's own, the bids that the viewer may not know, and
// what is still to come: the deck and all chance.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Open || s.phase == PhaseOver {
		return s
	}
	next := *s
	next.redeal(viewer, rng)
	for i := range next.seated() {
		if k := &next.knights[i]; k.placed && seatOf(i) != viewer {
			bids := k.legalBids()
			k.bid = script.action[bids[rng.IntN(len(bids))]].cards
		}
	}
	order := *s.order
	left := order[adventures-s.deck:]
	rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	next.order = &order
	var seed games.Seed
	for i := range seed {
		seed[i] = byte(rng.Uint32())
	}
	chance, _ := games.NewChance(games.Setup{Seed: &seed}) // never refused: it fixes nothing
	next.chance = &chance
	return &next
}

// redeal deals the unknown cards of other seats anew among these.
func (s *state) redeal(viewer games.Seat, rng *rand.Rand) {
	var pool []Card
	for i := range s.seated() {
		if k := &s.knights[i]; seatOf(i) != viewer {
			pool = append(pool, (k.hand - k.known).list()...)
		}
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i := range s.seated() {
		if k := &s.knights[i]; seatOf(i) != viewer {
			n := (k.hand - k.known).size()
			k.hand = k.known + sum(pool[:n])
			pool = pool[n:]
		}
	}
}
