package shannon

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// Stage returns the view after actions of a seat: a card on the table with its value and
// the outlook of the combat, parts of a preparation, cards moved, a favor taken.
// Automatic consequences and chance are left out: no combat is resolved, no trade made,
// no favor turned up. It stops where a favor would be drawn or turned up.
func (s *state) Stage(seat games.Seat, actions []string) (games.View, int, error) {
	now := *s
	now.staged = true
	for i, text := range actions {
		a, err := now.parseLegal(seat, text)
		if err != nil {
			return now.View(seat), i, err
		}
		if now.favors.drawing || now.favors.replacing && now.favors.hasUnseen() {
			return now.View(seat), i, nil
		}
		now.execute(seat, a)
	}
	return now.View(seat), len(actions), nil
}

// Veil hides preparations of others: all of them until everybody is ready, later their
// cards, except those that have been shown.
func (s *state) Veil(viewer, seat games.Seat, before games.State, text string) string {
	past, ok := before.(*state)
	if !ok || viewer == seat || viewer == games.Omniscient || s.phase == PhaseOver || past.phase != PhasePrepare {
		return text
	}
	if s.round == past.round && s.phase == PhasePrepare {
		return actionWords[actPrepare] + " ?"
	}
	a, why := parseAction(text, s.seats, seat)
	if why != nil || a.kind != actPrepare {
		return actionWords[actPrepare] + " ?"
	}
	revealed := s.round > past.round || s.phase > PhaseCombat
	return a.prepare.text(func(c Card) string {
		if revealed && a.prepare.has[PartLancelot] && c == a.prepare.placed ||
			viewer == a.prepare.targets[PartTrade] && a.prepare.has[PartTrade] && c == a.prepare.promised {
			return c.String()
		}
		return Unknown.String()
	})
}

// Determinize deals again the cards that the viewer cannot see: hands, the stock, cards under
// Lancelot, discards of the preparation and the favor deck. Cards that the viewer has seen in
// a trade stay, and no knight gets a card that the play has shown it not to hold. The
// opponents that others have named in the preparation are chosen again while they are secret.
// Chance to come has a new seed. All comes from the viewer's View and rng alone.
func (s *state) Determinize(viewer games.Seat, rng *rand.Rand) games.State {
	if viewer == games.Omniscient || s.phase == PhaseOver {
		return s
	}
	next := *s
	d := redealer{rng: rng}
	l := viewBuilder{s, viewer, false}
	for seat, k := range next.each {
		if s.phase == PhasePrepare && viewer != seat {
			d.unprepare(k)
			all := opponentsOf(seat, s.seats)
			for part, named := range k.targets {
				if named != 0 {
					k.targets[part] = all[rng.IntN(len(all))]
				}
			}
		}
		if !l.seesHand(seat) {
			d.collect(&k.hand, l.knownFromTrade(seat), allCards.Without(k.lacks))
		}
		if !l.seesPreparation(seat) {
			d.collect(&k.dropped, set{}, allCards)
			if k.placed != Unknown && s.phase <= PhaseCombat {
				d.cards = append(d.cards, k.placed)
				d.places = append(d.places, hiddenPlace{card: &k.placed, need: 1, may: allCards.Without(enchanterCards)})
			}
		}
	}
	d.collect(&next.stock, set{}, allCards)
	d.deal()
	for seat, k := range next.each {
		if s.phase == PhasePrepare && viewer != seat && k.promised != Unknown {
			k.promised = k.hand.At(rng.IntN(k.hand.Len()))
		}
	}
	next.trades = slices.Clone(next.trades)
	for i := range next.trades {
		if t := &next.trades[i]; t.owner != viewer && t.other != viewer {
			t.given, t.taken = Unknown, Unknown
		}
	}
	return next.Reshuffle(rng)
}

// Reshuffle implements games.Reshuffler: it deals the favor deck and all chance to come again.
// Cards that are in nobody's hand this round stay there.
func (s *state) Reshuffle(rng *rand.Rand) games.State {
	next := *s
	next.favors.deck = slices.SortedFunc(slices.Values(s.favors.deck), func(a, b *Power) int { return a.index - b.index })
	rng.Shuffle(len(next.favors.deck), func(i, j int) {
		next.favors.deck[i], next.favors.deck[j] = next.favors.deck[j], next.favors.deck[i]
	})
	next.chance = cards.ImagineChance(func() byte { return byte(rng.Uint32()) })
	return &next
}

// knownFromTrade returns the cards of a hand that the viewer has seen in a trade.
func (l viewBuilder) knownFromTrade(seat games.Seat) set {
	var known set
	for _, t := range l.trades {
		switch {
		case t.owner == l.viewer && t.other == seat:
			known.Add(t.given)
		case t.other == l.viewer && t.owner == seat:
			known.Add(t.taken)
		}
	}
	return known.And(l.knight(seat).hand)
}

// redealer collects hidden cards and deals them again to their places.
type redealer struct {
	rng    *rand.Rand
	cards  []Card
	places []hiddenPlace
}

// unprepare undoes the preparation of a knight that is not done. A viewer sees which others are
// done, not which have begun. So a knight that is not done holds all cards dealt.
func (d *redealer) unprepare(k *knight) {
	if !k.preparing() {
		return
	}
	k.hand = k.hand.Or(k.dropped)
	k.dropped = set{}
	if k.placed != Unknown {
		k.hand.Add(k.placed)
	}
	k.placed, k.promised, k.targets = Unknown, Unknown, [partCount]games.Seat{}
	k.owe()
}

// hiddenPlace is a place of hidden cards: a set, or a single card.
type hiddenPlace struct {
	set  *set
	card *Card
	need int
	may  set // cards that can lie there
	has  []Card
}

// collect removes the cards of a place except those that stay.
func (d *redealer) collect(from *set, stay, may set) {
	gone := from.Without(stay)
	d.cards = append(d.cards, gone.List()...)
	d.places = append(d.places, hiddenPlace{set: from, need: gone.Len(), may: may})
	*from = from.And(stay)
}

// deal fills the places. A card that fits in no free place displaces others; this always
// succeeds, since the true deal is a solution.
func (d *redealer) deal() {
	cards.Shuffle(d.cards, d.rng)
	for _, c := range d.cards {
		d.put(c, make([]bool, len(d.places)))
	}
	for _, p := range d.places {
		for _, c := range p.has {
			if p.card != nil {
				*p.card = c
			} else {
				p.set.Add(c)
			}
		}
	}
}

// put places a card and reports whether it could; seen marks the places tried.
func (d *redealer) put(c Card, seen []bool) bool {
	free := 0
	for i := range d.places {
		if p := &d.places[i]; p.may.Has(c) && len(p.has) < p.need {
			free += p.need - len(p.has)
		}
	}
	if free > 0 {
		pick := d.rng.IntN(free)
		for i := range d.places {
			p := &d.places[i]
			if !p.may.Has(c) {
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
		if seen[i] || !p.may.Has(c) {
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
