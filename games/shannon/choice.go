package shannon

import (
	"slices"
	"strconv"

	"tableronde/games"
)

// handChoice is the set of cards of a hand that a combat allows.
type handChoice struct {
	duty   Duty
	plays  set
	drops  set  // cards to discard in dishonor, if none can be played
	shifts bool // a card may shift its shape instead
	bound  bool // the knight is challenged
}

// choiceOf returns the choice of a knight on turn (§4.1, §4.2).
func (c *combat) choiceOf(k *knight) handChoice {
	if c.cards == 0 {
		if plays := k.hand.Without(alchemyCards); !plays.Empty() {
			return handChoice{duty: DutyLead, plays: plays}
		}
		return handChoice{duty: DutyAlchemy, plays: k.hand}
	}
	var h handChoice
	if c.open {
		h = handChoice{duty: DutyFree, plays: k.hand}
	} else {
		h = c.suitChoice(k)
	}
	h.bound = k.challenged
	if h.bound && h.duty != DutyDishonor {
		h.duty, h.plays = DutyLowest, c.lowest(k, h.plays)
	}
	return h
}

// suitChoice returns the choice of a hand if there is a suit to follow.
func (c *combat) suitChoice(k *knight) handChoice {
	suit := k.hand.And(ofSuit[c.lead])
	wild := k.hand.And(enchanterCards)
	free := k.hand.And(alchemyCards)
	switch {
	case suit.Empty() && free.Empty() && wild.Empty():
		canShift := !k.challenged && k.inForce.has(byUse[useShift]) && k.left[useShift] > 0
		return handChoice{duty: DutyDishonor, drops: k.hand, shifts: canShift}
	case suit.Empty():
		return handChoice{duty: DutyInstead, plays: free.Or(wild)}
	case k.inForce&freeingPowers != 0:
		return handChoice{duty: DutyFollow, plays: suit.Or(wild).Or(free)}
	}
	return handChoice{duty: DutyFollow, plays: suit.Or(wild)}
}

// lowest returns the cards of the lowest final value, enchanters only if there are no
// others.
func (c *combat) lowest(k *knight, plays set) set {
	ordinary := plays.Without(enchanterCards)
	if ordinary.Empty() {
		return plays
	}
	least := 0
	var low set
	for card := range ordinary.All() {
		v := c.placing(k, card).strength()
		if low.Empty() || v < least {
			least, low = v, set{}
		}
		if v == least {
			low.Add(card)
		}
	}
	return low
}

// check returns why the combat does not allow a card (§4.1, §4.2) or its declarations
// (§4.4), nil if it does.
func (c *combat) check(k *knight, a *action) *games.Illegal {
	if !k.hand.Has(a.card) {
		return notHeld.With("card", a.card.String())
	}
	h := c.choiceOf(k)
	if a.kind == actDiscard {
		if h.duty != DutyDishonor {
			return noDiscard.With("cards", cardList(h.plays))
		}
		return nil
	}
	if why := c.checkCard(h, a.card, a.declared.has(useShift)); why != nil {
		return why
	}
	if why := c.checkEnchanter(h, a); why != nil {
		return why
	}
	return c.checkDeclared(k, h, a.declared)
}

// checkCard returns why a card may not be played, nil if it may.
func (c *combat) checkCard(h handChoice, card Card, shifts bool) *games.Illegal {
	suit, cards := c.lead.String(), cardList(h.plays)
	switch {
	case h.duty == DutyDishonor && !shifts:
		return mustDiscard.With("suit", suit, "line", discardTexts[h.drops.First()])
	case h.duty == DutyDishonor, h.plays.Has(card):
		return nil
	case h.duty == DutyLead:
		return leadAlchemy.With("cards", cards)
	case h.duty == DutyInstead:
		return followInstead.With("suit", suit, "cards", cards)
	case h.duty == DutyLowest:
		return boundLowest.With("cards", cards)
	}
	return followSuit.With("suit", suit, "cards", cards)
}

// checkEnchanter returns why a card may not have the given value or suit, nil if it
// may: only enchanters have either.
func (c *combat) checkEnchanter(h handChoice, a *action) *games.Illegal {
	if a.card.Kind() != Enchanter {
		if a.value != 0 || a.suit != NoSuit {
			return plainValue.With("card", a.card.String())
		}
		return nil
	}
	example := enchanterText(a.card, NoSuit, 11)
	if c.lead == NoSuit {
		example = enchanterText(a.card, Sorcery, 11)
	}
	switch {
	case c.lead != NoSuit && a.suit == c.lead:
		a.suit = NoSuit // the suit was named although it is obvious
	case c.lead != NoSuit && a.suit != NoSuit:
		return enchanterLed.With("line", example)
	case c.lead == NoSuit && !slices.Contains(c.basicSuits(), a.suit):
		return enchanterSuit.With("line", example)
	}
	if h.duty == DutyLowest && a.value != 1 {
		return boundEnchanter.With("line", enchanterText(a.card, a.suit, 1))
	}
	if a.value < 1 || a.value > 15 {
		return enchanterValue.With("line", example)
	}
	return nil
}

// basicSuits lists the basic suits in play.
func (c *combat) basicSuits() []Suit {
	if c.seats == 2 {
		return []Suit{Swords, Sorcery, Treason}
	}
	return []Suit{Swords, Arrows, Sorcery, Treason}
}

// checkDeclared returns why a knight cannot make declarations, nil if it can.
func (c *combat) checkDeclared(k *knight, h handChoice, declared declarations) *games.Illegal {
	for p := range declared.each {
		d := p.declares
		word := d.word
		switch {
		case h.bound:
			return boundDeclare.With()
		case !k.inForce.has(p):
			return notOwned.With("word", word, "power", p.ID)
		case k.left[d.use] == 0:
			return usedUp.With("word", word)
		case d.lead && c.cards > 0:
			return leadOnly.With("word", word)
		case d.use == useShift && h.duty != DutyDishonor:
			return shiftNothing.With()
		case d.amount > 0 && (declared.change == 0 || int(declared.change) > d.amount || int(declared.change) < -d.amount):
			return changeRange.With("word", word, "most", d.amount, "line", word+"-"+strconv.Itoa(d.amount))
		}
	}
	return nil
}

// defaultPlay returns the first card that can be played, an enchanter at its highest
// value.
func (c *combat) defaultPlay(k *knight) action {
	h := c.choiceOf(k)
	if h.duty == DutyDishonor {
		return action{kind: actDiscard, card: h.drops.First()}
	}
	a := action{kind: actPlay, card: h.plays.First()}
	if a.card.Kind() == Enchanter {
		a.value = 15
		if h.duty == DutyLowest {
			a.value = 1
		}
		if c.lead == NoSuit {
			a.suit = c.basicSuits()[0]
		}
	}
	return a
}
