package kutschke

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Determinize deals anew what the viewer may not know: the virtue cards of others
// that nobody saw them take, their bids, the deck and all chance to come. It comes from
// the viewer's View and rng alone.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == PhaseOver {
		return s
	}
	next := *s
	next.redeal(viewer, rng)
	for i := range next.seated() {
		if k := &next.knights[i]; k.placed && seatOf(i) != viewer {
			bids := k.legalBids()
			k.bid = allLines().action[bids[rng.IntN(len(bids))]].cards
		}
	}
	return next.Reshuffle(rng)
}

// Reshuffle implements games.Reshuffler: it deals the deck and all chance to come anew.
func (s *state) Reshuffle(rng *rand.Rand) games.State {
	next := *s
	order := *s.order
	left := order[adventureCount-s.deck:]
	slices.Sort(left)
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

// redeal deals the unknown cards of the other seats anew among them.
func (s *state) redeal(viewer games.Seat, rng *rand.Rand) {
	var pool []Card
	for i := range s.seated() {
		if k := &s.knights[i]; seatOf(i) != viewer {
			pool = append(pool, (k.hand - k.known).list()...)
		}
	}
	slices.Sort(pool)
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i := range s.seated() {
		if k := &s.knights[i]; seatOf(i) != viewer {
			n := (k.hand - k.known).size()
			k.hand = k.known + sumCards(pool[:n])
			pool = pool[n:]
		}
	}
}
