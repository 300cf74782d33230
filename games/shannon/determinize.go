package shannon

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Determinize deals anew the cards that the viewer cannot see: hands, the stock, cards
// under Lancelot, discards of the preparation and the favor deck. Cards that the viewer
// knows from a trade stay, and no knight gets a card that the play has shown it not to
// hold. Whom others have named in the preparation is chosen anew as long as it is secret.
// Chance to come has a new seed. All comes from the viewer's View and rng alone.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == PhaseOver {
		return s
	}
	next := *s
	d := redealer{state: &next, rng: rng}
	l := viewBuilder{s, viewer, false}
	for i := range next.knights[:next.seats] {
		seat := games.Seat(i + 1)
		k := &next.knights[i]
		if s.phase == PhasePrepare && viewer != seat {
			// The viewer knows which others are done, not which have begun: those that
			// are not done hold all cards dealt.
			d.unprepare(k)
			d.rename(seat, k)
		}
		if !l.seesHand(seat) {
			d.collect(&k.hand, l.knownFromTrade(seat), allCards.without(k.lacks))
		}
		if !l.seesPreparation(seat) {
			d.collect(&k.dropped, set{}, allCards)
			if k.placed != Unknown && s.phase <= PhaseCombat {
				d.collectOne(&k.placed, allCards.without(enchanterCards))
			}
		}
	}
	d.collect(&next.stock, set{}, allCards)
	d.deal()
	for i := range next.knights[:next.seats] {
		if k := &next.knights[i]; s.phase == PhasePrepare && viewer != games.Seat(i+1) && k.promised != Unknown {
			k.promised = k.hand.at(rng.IntN(k.hand.len()))
		}
	}
	next.trades = slices.Clone(next.trades)
	for i := range next.trades {
		if t := &next.trades[i]; t.Owner != viewer && t.Other != viewer {
			t.Given, t.Taken = Unknown, Unknown
		}
	}
	return next.Reshuffle(rng)
}

// Reshuffle implements games.Reshuffler: it deals the favor deck and all chance to come anew.
// Cards that are in nobody's hand this round stay there.
func (s *state) Reshuffle(rng *rand.Rand) games.State {
	next := *s
	next.favorDeck = slices.Clone(next.favorDeck)
	slices.SortFunc(next.favorDeck, func(a, b *Power) int { return int(a.index) - int(b.index) })
	rng.Shuffle(len(next.favorDeck), func(i, j int) {
		next.favorDeck[i], next.favorDeck[j] = next.favorDeck[j], next.favorDeck[i]
	})
	var seed games.Seed
	for i := range seed {
		seed[i] = byte(rng.Uint32())
	}
	next.chance, _ = games.NewChance(games.Setup{Seed: &seed})
	return &next
}

// knownFromTrade returns the cards of a hand that the viewer knows from a trade.
func (l viewBuilder) knownFromTrade(seat games.Seat) set {
	var known set
	for _, t := range l.trades {
		switch {
		case t.Owner == l.viewer && t.Other == seat:
			known.add(t.Given)
		case t.Other == l.viewer && t.Owner == seat:
			known.add(t.Taken)
		}
	}
	return known.and(l.knight(seat).hand)
}

// redealer collects hidden cards and deals them anew to their places.
type redealer struct {
	*state
	rng    *rand.Rand
	cards  []Card
	places []hiddenPlace
}

// hiddenPlace is a place of hidden cards: a set, or a single card.
type hiddenPlace struct {
	set  *set
	card *Card
	need int
	may  set // cards that can lie there
	has  []Card
}

// unprepare undoes the preparation of a knight that is not done.
func (d *redealer) unprepare(k *knight) {
	if !k.preparing() {
		return
	}
	k.hand = k.hand.or(k.dropped)
	k.dropped = set{}
	if k.placed != Unknown {
		k.hand.add(k.placed)
	}
	k.placed, k.promised, k.sight, k.trade, k.trial = Unknown, Unknown, 0, 0, 0
	for p := range k.inForce.all() {
		if p.asks != PartLancelot {
			k.owes[p.asks] = true
		}
		k.owes[PartLancelot] = k.owes[PartLancelot] || p.places
	}
}

// rename has a knight that is done name other opponents.
func (d *redealer) rename(seat games.Seat, k *knight) {
	all := d.opponents(seat)
	for _, target := range []*games.Seat{&k.sight, &k.trade, &k.trial} {
		if *target != 0 {
			*target = all[d.rng.IntN(len(all))]
		}
	}
}

// collect removes the cards of a place except those that stay.
func (d *redealer) collect(from *set, stay, may set) {
	gone := from.without(stay)
	d.cards = append(d.cards, gone.cards()...)
	d.places = append(d.places, hiddenPlace{set: from, need: gone.len(), may: may})
	*from = from.and(stay)
}

func (d *redealer) collectOne(from *Card, may set) {
	d.cards = append(d.cards, *from)
	d.places = append(d.places, hiddenPlace{card: from, need: 1, may: may})
}

// deal fills the places. A card that fits in no free place displaces others; this always
// succeeds, since the true deal is a solution.
func (d *redealer) deal() {
	slices.Sort(d.cards)
	d.rng.Shuffle(len(d.cards), func(i, j int) { d.cards[i], d.cards[j] = d.cards[j], d.cards[i] })
	for _, c := range d.cards {
		d.put(c, make([]bool, len(d.places)))
	}
	for _, p := range d.places {
		for _, c := range p.has {
			if p.card != nil {
				*p.card = c
			} else {
				p.set.add(c)
			}
		}
	}
}

// put places a card and reports whether it could; seen marks the places tried.
func (d *redealer) put(c Card, seen []bool) bool {
	free := 0
	for i := range d.places {
		if p := &d.places[i]; p.may.has(c) && len(p.has) < p.need {
			free += p.need - len(p.has)
		}
	}
	if free > 0 {
		pick := d.rng.IntN(free)
		for i := range d.places {
			p := &d.places[i]
			if !p.may.has(c) {
				continue
			}
			if pick -= p.need - len(p.has); pick < 0 {
				p.has = append(p.has, c)
				return true
			}
		}
	}
	for i := range d.places {
		p := &d.places[i]
		if seen[i] || !p.may.has(c) {
			continue
		}
		seen[i] = true
		for j, other := range p.has {
			if d.put(other, seen) {
				p.has[j] = c
				return true
			}
		}
	}
	return false
}
