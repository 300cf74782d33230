package kutschke

import "tableronde/games"

// refuse returns why a seat that owes a decision cannot do something, nil if it can.
func (s *state) refuse(k *knight, a action) *games.Illegal {
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
		return s.mayPick(k, a.kind).about(a.kind)
	case verbStep:
		return s.mayStep(k, a)
	case verbBid:
		return k.mayBid(a.cards)
	}
	return nil
}

// mayPick returns why a seat cannot pick a kind, nil if it can.
func (t *table) mayPick(s *knight, k Kind) *refusal {
	switch {
	case k == Tournament && s.picked.has(k):
		return &tournamentOnce
	case t.supply[k] == 0:
		return &noneLeft
	}
	return nil
}

// mayUse returns why no step is possible with a picked card now, nil if one might
// be.
func (t *table) mayUse(s *knight, k Kind) *refusal {
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

// mayStep returns why a step cannot be taken now, nil if it can.
func (t *table) mayStep(s *knight, a action) *games.Illegal {
	if r := t.mayUse(s, a.kind); r != nil {
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
		return s.mayComplete(a.adventure, a.cards)
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

// mayComplete returns why a seat cannot complete an adventure with a payment, nil
// if it can.
func (s *knight) mayComplete(a Adventure, pay cards) *games.Illegal {
	switch {
	case !s.adventures.has(a):
		return notYourErrand.with("adventure", a)
	case s.at != a.Place():
		return elsewhere.with("adventure", a, "place", a.Place())
	case pay == 0:
		return payNothing.with("adventure", a, "example", allLines.quest[a][0].line)
	case !s.hand.has(pay):
		return notHeld.with("card", s.missing(pay))
	}
	return a.settles(pay)
}

// missing returns the first of some cards that the hand lacks.
func (s *knight) missing(some cards) Card {
	c := Card(1)
	for s.hand.count(c) >= some.count(c) {
		c++
	}
	return c
}

// mayBid returns why a seat cannot stake some cards, nil if it can.
func (s *knight) mayBid(stake cards) *games.Illegal {
	for _, c := range stake.list() {
		if v := c.Virtue(); v != Sword && v != Lance {
			return bidVirtue.with("card", c)
		}
	}
	switch {
	case s.lone && stake.size() > 1:
		return bidLone.with()
	case !s.hand.has(stake):
		return notHeld.with("card", s.missing(stake))
	}
	return nil
}

// settles returns why cards are not a valid payment for an adventure, nil if they
// are: of the virtues of its cost only, enough of each, and none superfluous.
func (a Adventure) settles(pay cards) *games.Illegal {
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
