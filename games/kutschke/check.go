package kutschke

import "tableronde/games"

// check returns why a seat that owes a decision cannot do something, nil if it can.
func (s *state) check(k *knight, a action) *games.Illegal {
	switch {
	case s.phase == PhasePick && a.verb != verbPick:
		return pickNow.with()
	case s.phase == PhaseAct && a.verb != verbStep && a.verb != verbDone:
		return actNow.with()
	case s.phase == PhaseTourney && a.verb != verbBid:
		return bidNow.with()
	}
	switch a.verb {
	case verbPick:
		return s.checkPick(k, a.kind).about(a.kind)
	case verbStep:
		return s.checkStep(k, a)
	case verbBid:
		return k.checkBid(a.cards)
	}
	return nil
}

// checkPick returns why a seat cannot pick a kind, nil if it can.
func (t *table) checkPick(s *knight, k Kind) *refusal {
	switch {
	case k == Tournament && s.picked.has(k):
		return &tournamentOnce
	case t.supply[k] == 0:
		return &noneLeft
	}
	return nil
}

// checkUse returns why no step is possible with a picked card now, nil if one might
// be.
func (t *table) checkUse(s *knight, k Kind) *refusal {
	switch {
	case k == Tournament:
		return &tournamentLater
	case !s.picked.has(k):
		return &notPicked
	case k.Camelot() && s.at != Camelot:
		return &onlyCamelot
	case k.Province() && s.at == Camelot:
		return &onlyProvince
	case k <= ExerciseBook && t.piles.of(k.Virtue()) == 0:
		return &pileEmpty
	case k == RoundTable && t.display.n == 0:
		return &displayEmpty
	case k == Justice && s.hand.of(Book) == 0:
		return &noBook
	case k == Quest && s.adventures.n == 0:
		return &noErrand
	}
	return nil
}

// checkStep returns why a step cannot be taken now, nil if it can.
func (t *table) checkStep(s *knight, a action) *games.Illegal {
	if r := t.checkUse(s, a.kind); r != nil {
		return r.about(a.kind)
	}
	switch a.kind {
	case RoundTable:
		if !t.display.has(a.adventure) {
			return notShown.with("adventure", a.adventure)
		}
	case Justice:
		if !s.hand.has(singleCard(a.card)) {
			return notHeld.with("card", a.card)
		}
	case Quest:
		return s.checkComplete(a.adventure, a.cards)
	case Horse:
		switch d := t.ring.distance(s.at, a.place); {
		case d == 0:
			return horseStays.with("place", a.place)
		case d > box.distance:
			return horseFar.with("place", a.place, "number", d, "most", box.distance)
		}
	default:
		if !t.piles.has(singleCard(a.card)) {
			return notOnPile.with("card", a.card)
		}
	}
	return nil
}

// checkComplete returns why a seat cannot complete an adventure with a payment, nil
// if it can.
func (s *knight) checkComplete(a Adventure, pay cards) *games.Illegal {
	switch {
	case !s.adventures.has(a):
		return notYourErrand.with("adventure", a)
	case s.at != a.Place():
		return elsewhere.with("adventure", a, "place", a.Place())
	case pay == 0:
		return payNothing.with("adventure", a, "example", allLines().quest[a][0].line)
	case !s.hand.has(pay):
		return notHeld.with("card", s.firstMissing(pay))
	}
	return a.checkPayment(pay)
}

// firstMissing returns the first of some cards that the hand lacks.
func (s *knight) firstMissing(some cards) Card {
	c := Card(1)
	for s.hand.count(c) >= some.count(c) {
		c++
	}
	return c
}

// checkBid returns why a seat cannot stake some cards, nil if it can.
func (s *knight) checkBid(stake cards) *games.Illegal {
	for _, c := range stake.list() {
		if v := c.Virtue(); v != Sword && v != Lance {
			return bidVirtue.with("card", c)
		}
	}
	switch {
	case s.lone && stake.size() > 1:
		return bidLone.with()
	case !s.hand.has(stake):
		return notHeld.with("card", s.firstMissing(stake))
	}
	return nil
}

// checkPayment returns why cards are not a valid payment for an adventure, nil if they
// are: of the virtues of its cost only, enough of each, and none superfluous.
func (a Adventure) checkPayment(pay cards) *games.Illegal {
	for _, c := range pay.list() {
		if a.Cost(c.Virtue()) == 0 {
			return payForeign.with("adventure", a, "card", c)
		}
	}
	for _, v := range Virtues() {
		need, paid := a.Cost(v), pay.of(v)
		if paid.total() < need {
			return payShort.with("adventure", a, "virtue", v, "number", need)
		}
		for _, c := range paid.list() {
			if paid.total()-c.Value() >= need {
				return paySurplus.with("adventure", a, "card", c)
			}
		}
	}
	return nil
}
