package shannon

import (
	"slices"
	"strconv"

	"tableronde/games"
)

const combatCount = 12 // of a round

// beginCombat starts the next combat of the round, led by s.leader.
func (s *state) beginCombat() {
	s.combat++
	s.record(games.Fact{Kind: FactCombat, Seat: s.leader, Number: int(s.combat)})
}

// handChoice is the set of cards of a hand that a combat allows.
type handChoice struct {
	duty   Duty
	plays  set
	drops  set  // discarded in dishonor; then there is nothing to play
	shifts bool // and a card may shift its shape instead
	bound  bool // the knight is challenged
}

// choiceOf returns the choice of a knight on turn (§4.1, §4.2).
func (s *state) choiceOf(seat games.Seat) handChoice {
	k := s.knight(seat)
	if s.cards == 0 {
		if plays := k.hand.without(alchemyCards); !plays.empty() {
			return handChoice{duty: DutyLead, plays: plays}
		}
		return handChoice{duty: DutyAlchemy, plays: k.hand}
	}
	var c handChoice
	if s.open {
		c = handChoice{duty: DutyFree, plays: k.hand}
	} else {
		c = s.suitChoice(k)
	}
	c.bound = k.challenged
	if c.bound && c.duty != DutyDishonor {
		c.duty, c.plays = DutyLowest, s.lowest(k, c.plays)
	}
	return c
}

// suitChoice returns the choice of a hand if there is a suit to follow.
func (s *state) suitChoice(k *knight) handChoice {
	suit := k.hand.and(ofSuit[s.lead])
	wild := k.hand.and(enchanterCards)
	free := k.hand.and(alchemyCards)
	switch {
	case suit.empty() && free.empty() && wild.empty():
		return handChoice{duty: DutyDishonor, drops: k.hand, shifts: !k.challenged && k.canShift()}
	case suit.empty():
		return handChoice{duty: DutyInstead, plays: free.or(wild)}
	case k.inForce&freeingPowers != 0:
		return handChoice{duty: DutyFollow, plays: suit.or(wild).or(free)}
	}
	return handChoice{duty: DutyFollow, plays: suit.or(wild)}
}

// lowest returns the cards of the lowest final value, enchanters only if there are no
// others.
func (s *state) lowest(k *knight, plays set) set {
	ordinary := plays.without(enchanterCards)
	if ordinary.empty() {
		return plays
	}
	least := 0
	var low set
	for c := range ordinary.all() {
		v := s.placing(k, c).strength()
		if low.empty() || v < least {
			least, low = v, set{}
		}
		if v == least {
			low.add(c)
		}
	}
	return low
}

// canShift reports whether a knight has a use left of a power that shifts a card to
// the suit led.
func (k *knight) canShift() bool {
	for p := range (k.inForce & declaringPowers).all() {
		if p.declares.shifts && k.left[p.declares.use] > 0 {
			return true
		}
	}
	return false
}

// Sets of powers with a hook.
var (
	freeingPowers   = powersWith(func(h *hooks) bool { return h.freeAlchemy })
	valuingPowers   = powersWith(func(h *hooks) bool { return h.value != nil })
	declaringPowers = powersWith(func(h *hooks) bool { return h.declares != nil })
)

func powersWith(hook func(*hooks) bool) powerSet {
	var list powerSet
	for i := range allPowers {
		if hook(&allPowers[i].hooks) {
			list = list.with(&allPowers[i])
		}
	}
	return list
}

// placing returns a card of a hand as it is played, at its printed value and without a
// chosen suit.
func (s *state) placing(k *knight, c Card) playedCard {
	p := playedCard{card: c, as: s.lead, led: s.cards == 0, combat: s.combat, base: int8(c.Value()), powers: k.inForce & valuingPowers}
	if s.lead == NoSuit {
		p.as = c.Suit()
	}
	return p
}

// strength returns the final value of a card (§4.3): the printed or chosen one with all
// modifiers.
func (p playedCard) strength() int {
	value := int(p.base) + int(p.declared.change)
	for power := range p.powers.all() {
		value += power.value(p)
	}
	for power := range p.declared.each {
		value += power.declares.plus
	}
	return max(value, 0)
}

func (s *state) doCombat(seat games.Seat, a action) {
	k := s.knight(seat)
	s.acted++
	k.hand.remove(a.card)
	if a.kind == actDiscard {
		s.dishonor(seat, a.card)
		return
	}
	p := s.placing(k, a.card)
	p.seat = seat
	if a.card.Kind() == Enchanter {
		p.base = a.value
	}
	if a.suit != NoSuit {
		p.as = a.suit
	}
	p.declared = a.declared
	p.value = int8(p.strength())
	if p.led {
		s.open = a.card.Kind() == Alchemic
		if !s.open {
			s.lead = p.as
		}
	}
	s.noteRevealed(k, p)
	s.table[s.cards] = p
	s.cards++
	s.recordPlay(p)
	for d := range p.declared.each {
		k.left[d.declares.use]--
		if d.declares.binds {
			s.knight(games.Seat(p.declared.targets[d.declares.use])).challenged = true
		}
	}
}

// noteRevealed stores what a play reveals to everybody about the rest of the hand.
func (s *state) noteRevealed(k *knight, p playedCard) {
	switch {
	case p.led && p.card.Kind() == Alchemic:
		k.lacks = k.lacks.or(allCards.without(alchemyCards))
	case s.open || p.led:
	case p.declared.first(func(d *declaration) bool { return d.shifts }) != nil:
		k.lacks = k.lacks.or(ofSuit[s.lead]).or(alchemyCards).or(enchanterCards)
	case p.card.Kind() == Alchemic && k.inForce&freeingPowers == 0:
		k.lacks = k.lacks.or(ofSuit[s.lead])
	}
}

// dishonor discards the card of a knight that cannot follow, and wounds it (§4.2,
// §4.6).
func (s *state) dishonor(seat games.Seat, c Card) {
	k := s.knight(seat)
	k.dishonored = true
	k.lacks = k.lacks.or(ofSuit[s.lead]).or(alchemyCards).or(enchanterCards)
	s.discard = append(slices.Clip(s.discard), c)
	wounds := s.dishonorWounds(seat)
	s.dishonors = append(slices.Clip(s.dishonors), Dishonor{seat, c, wounds})
	s.record(games.Fact{Kind: FactDishonor, Seat: seat, Number: wounds}, openCards([]Card{c}))
	s.wound(seat, wounds)
}

const usualDishonorWounds = 5 // wounds of a dishonor, unless a power says otherwise

// dishonorWounds returns the wounds of a dishonor for a knight.
func (s *state) dishonorWounds(seat games.Seat) int {
	for p := range s.knight(seat).inForce.all() {
		if p.spared {
			return 0
		}
	}
	wounds := usualDishonorWounds
	s.opposingPower(seat, func(p *Power) bool { wounds = max(wounds, p.shames); return false })
	return wounds
}

// wound inflicts wounds at once. A knight without life left ends the tournament.
func (s *state) wound(seat games.Seat, wounds int) {
	k := s.knight(seat)
	before := int(k.life)
	if k.life = int16(max(before-wounds, 0)); int(k.life) != before {
		s.record(games.Fact{Kind: FactLife, Seat: seat, Before: before, Number: int(k.life)})
	}
	if k.life == 0 && !s.staged {
		s.finish(reasonLife)
	}
}

// checkCombat returns why a combat does not allow a card (§4.1, §4.2) or its
// declarations (§4.4), nil if it does.
func (s *state) checkCombat(seat games.Seat, a *action) *games.Illegal {
	k := s.knight(seat)
	if !k.hand.has(a.card) {
		return notHeld.with("card", a.card.String())
	}
	c := s.choiceOf(seat)
	if a.kind == actDiscard {
		if c.duty != DutyDishonor {
			return noDiscard.with("cards", cardList(c.plays))
		}
		return nil
	}
	shifts := a.declared.first(func(d *declaration) bool { return d.shifts }) != nil
	if why := s.checkCard(c, a.card, shifts); why != nil {
		return why
	}
	if why := s.checkEnchanter(c, a); why != nil {
		return why
	}
	return s.checkDeclared(k, c, a.declared)
}

// checkCard returns why a card may not be played, nil if it may.
func (s *state) checkCard(c handChoice, card Card, shifts bool) *games.Illegal {
	suit, cards := s.lead.String(), cardList(c.plays)
	switch {
	case c.duty == DutyDishonor && !shifts:
		return mustDiscard.with("suit", suit, "line", discardTexts[c.drops.first()])
	case c.duty == DutyDishonor, c.plays.has(card):
		return nil
	case c.duty == DutyLead:
		return leadAlchemy.with("cards", cards)
	case c.duty == DutyInstead:
		return followInstead.with("suit", suit, "cards", cards)
	case c.duty == DutyLowest:
		return boundLowest.with("cards", cards)
	}
	return followSuit.with("suit", suit, "cards", cards)
}

// checkEnchanter returns why a card may not have the given value or suit, nil if it
// may: only enchanters have either.
func (s *state) checkEnchanter(c handChoice, a *action) *games.Illegal {
	if a.card.Kind() != Enchanter {
		if a.value != 0 || a.suit != NoSuit {
			return plainValue.with("card", a.card.String())
		}
		return nil
	}
	example := enchanterText(a.card, NoSuit, 11)
	if s.lead == NoSuit {
		example = enchanterText(a.card, Sorcery, 11)
	}
	switch {
	case s.lead != NoSuit && a.suit == s.lead:
		a.suit = NoSuit // named though it goes without saying
	case s.lead != NoSuit && a.suit != NoSuit:
		return enchanterLed.with("line", example)
	case s.lead == NoSuit && !slices.Contains(s.basicSuits(), a.suit):
		return enchanterSuit.with("line", example)
	}
	if c.duty == DutyLowest && a.value != 1 {
		return boundEnchanter.with("line", enchanterText(a.card, a.suit, 1))
	}
	if a.value < 1 || a.value > 15 {
		return enchanterValue.with("line", example)
	}
	return nil
}

// basicSuits lists the basic suits in play.
func (s *state) basicSuits() []Suit {
	if s.seats == 2 {
		return []Suit{Swords, Sorcery, Treason}
	}
	return []Suit{Swords, Arrows, Sorcery, Treason}
}

// checkDeclared returns why a knight cannot make declarations, nil if it can.
func (s *state) checkDeclared(k *knight, c handChoice, declared declarations) *games.Illegal {
	for p := range declared.each {
		d := p.declares
		word := d.word
		switch {
		case c.bound:
			return boundDeclare.with()
		case !k.inForce.has(p):
			return notOwned.with("word", word, "power", p.ID)
		case k.left[d.use] == 0:
			return usedUp.with("word", word)
		case d.lead && s.cards > 0:
			return leadOnly.with("word", word)
		case d.shifts && c.duty != DutyDishonor:
			return shiftNothing.with()
		case d.amount > 0 && (declared.change == 0 || int(declared.change) > d.amount || int(declared.change) < -d.amount):
			return changeRange.with("word", word, "most", strconv.Itoa(d.amount), "line", word+"-"+strconv.Itoa(d.amount))
		}
	}
	return nil
}
