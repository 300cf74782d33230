package kutschke

import (
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// Legal lists the picks of a seat in the order of the data file, the steps of its
// turn card by card and then done, or its bids from the smallest.
func (s *state) Legal(seat games.Seat) []string {
	i := int(seat) - 1
	if !s.acts(i) {
		return nil
	}
	k := &s.knights[i]
	switch s.phase {
	case PhasePick:
		return s.legalPicks(k)
	case PhaseTourney:
		return k.legalBids()
	}
	all := make([]string, 0, 16)
	for _, kind := range Kinds() {
		if k.has(kind) && s.checkUse(k, kind) == nil {
			s.steps(k, kind, func(_ action, line string, _ bool) { all = append(all, line) })
		}
	}
	return append(all, doneWord)
}

func (t *table) legalPicks(k *knight) []string {
	all := make([]string, 0, kindCount)
	for _, kind := range Kinds() {
		if t.checkPick(k, kind) == nil {
			all = append(all, allLines().pick[kind])
		}
	}
	return all
}

func (k *knight) legalBids() []string {
	all := make([]string, 0, 16)
	for _, stake := range allLines().bid {
		if k.hand.has(stake.cards) && (!k.lone || stake.cards.size() <= 1) {
			all = append(all, stake.line)
		}
	}
	return all
}

// steps yields the legal steps with a picked card that checkUse allows, in the order
// of Legal. The first payment for an adventure is the best.
func (t *table) steps(s *knight, k Kind, yield func(a action, line string, best bool)) {
	switch k {
	case RoundTable:
		for _, a := range t.display {
			yield(action{verb: verbStep, kind: k, adventure: a}, allLines().table[a], false)
		}
	case Justice:
		for c := CardOf(Book, 1); int(c) <= cardTypes; c++ {
			if s.hand.count(c) > 0 {
				yield(action{verb: verbStep, kind: k, card: c}, allLines().justice[c], false)
			}
		}
	case Quest:
		for _, a := range s.adventures {
			if a.Place() != s.at {
				continue
			}
			best := true
			for _, p := range allLines().quest[a] {
				if s.hand.has(p.cards) {
					yield(action{verb: verbStep, kind: k, adventure: a, cards: p.cards}, p.line, best)
					best = false
				}
			}
		}
	case Horse:
		for _, p := range t.ring.places {
			if d := t.ring.distance(s.at, p); d >= 1 && d <= box.distance {
				yield(action{verb: verbStep, kind: k, place: p}, allLines().horse[p], false)
			}
		}
	default:
		for value := 1; value <= maxValue; value++ {
			if c := CardOf(k.Virtue(), value); t.piles.count(c) > 0 {
				yield(action{verb: verbStep, kind: k, card: c}, allLines().exercise[c], false)
			}
		}
	}
}

// check returns why a seat that owes a decision cannot do something, nil if it can.
func (s *state) check(k *knight, a action) *games.Illegal {
	switch {
	case s.phase == PhasePick && a.verb != verbPick:
		return pickNow.With()
	case s.phase == PhaseAct && a.verb != verbStep && a.verb != verbDone:
		return actNow.With()
	case s.phase == PhaseTourney && a.verb != verbBid:
		return bidNow.With()
	}
	switch a.verb {
	case verbPick:
		return s.checkPick(k, a.kind).With("card", a.kind)
	case verbStep:
		return s.checkStep(k, a)
	case verbBid:
		return k.checkBid(a.cards)
	}
	return nil
}

// checkPick returns why a seat cannot pick a kind, nil if it can.
func (t *table) checkPick(k *knight, kind Kind) *cards.Refusal {
	switch {
	case kind == Tournament && k.has(kind):
		return tournamentOnce
	case t.supply[kind] == 0:
		return noneLeft
	}
	return nil
}

// checkUse returns why no step is possible with a picked card now, nil if one might
// be.
func (t *table) checkUse(k *knight, kind Kind) *cards.Refusal {
	switch {
	case kind == Tournament:
		return tournamentLater
	case !k.has(kind):
		return notPicked
	case kind.Camelot() && k.at != Camelot:
		return onlyCamelot
	case kind.Province() && k.at == Camelot:
		return onlyProvince
	case kind <= ExerciseBook && t.piles.of(kind.Virtue()) == 0:
		return pileEmpty
	case kind == RoundTable && len(t.display) == 0:
		return displayEmpty
	case kind == Justice && k.hand.of(Book) == 0:
		return noBook
	case kind == Quest && len(k.adventures) == 0:
		return noErrand
	}
	return nil
}

// checkStep returns why a step cannot be taken now, nil if it can.
func (t *table) checkStep(k *knight, a action) *games.Illegal {
	if why := t.checkUse(k, a.kind); why != nil {
		return why.With("card", a.kind, "virtue", a.kind.Virtue())
	}
	switch adventure, distance := a.adventure, t.ring.distance(k.at, a.place); {
	case a.kind == RoundTable && !slices.Contains(t.display, adventure):
		return notShown.With("adventure", adventure)
	case a.kind == Justice && k.hand.count(a.card) == 0:
		return notHeld.With("card", a.card)
	case a.kind <= ExerciseBook && t.piles.count(a.card) == 0:
		return notOnPile.With("card", a.card)
	case a.kind == Horse && distance == 0:
		return horseStays.With("place", a.place)
	case a.kind == Horse && distance > box.distance:
		return horseFar.With("place", a.place, "number", distance, "most", box.distance)
	case a.kind != Quest:
		return nil
	case !slices.Contains(k.adventures, adventure):
		return notYourErrand.With("adventure", adventure)
	case k.at != adventure.Place():
		return elsewhere.With("adventure", adventure, "place", adventure.Place())
	case a.cards == 0:
		return payNothing.With("adventure", adventure, "example", allLines().quest[adventure][0].line)
	case !k.hand.has(a.cards):
		return notHeld.With("card", k.firstMissing(a.cards))
	}
	return a.adventure.checkPayment(a.cards)
}

// firstMissing returns the first of some cards that the hand lacks.
func (k *knight) firstMissing(some cardSet) Card {
	c := Card(1)
	for k.hand.count(c) >= some.count(c) {
		c++
	}
	return c
}

// checkBid returns why a seat cannot stake some cards, nil if it can.
func (k *knight) checkBid(stake cardSet) *games.Illegal {
	for _, c := range stake.list() {
		if v := c.Virtue(); v != Sword && v != Lance {
			return bidVirtue.With("card", c)
		}
	}
	switch {
	case k.lone && stake.size() > 1:
		return bidLone.With()
	case !k.hand.has(stake):
		return notHeld.With("card", k.firstMissing(stake))
	}
	return nil
}

// checkPayment returns why cards are not a valid payment for an adventure, nil if they
// are: of the virtues of its cost only, enough of each, and none superfluous.
func (a Adventure) checkPayment(pay cardSet) *games.Illegal {
	for _, c := range pay.list() {
		if a.Cost(c.Virtue()) == 0 {
			return payForeign.With("adventure", a, "card", c)
		}
	}
	for _, v := range Virtues() {
		need, paid := a.Cost(v), pay.of(v)
		if paid.total() < need {
			return payShort.With("adventure", a, "virtue", v, "number", need)
		}
		for _, c := range paid.list() {
			if paid.total()-c.Value() >= need {
				return paySurplus.With("adventure", a, "card", c)
			}
		}
	}
	return nil
}
