package shannon

import (
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

const combatCount = 12 // of a round

// playedCard is a card in the combat.
type playedCard struct {
	seat     games.Seat
	card     Card
	as       Suit
	led      bool
	combat   int8
	base     int8
	value    int8
	powers   powerSet // of its owner, that change values
	declared declarations
}

// declarations are the powers declared with a card.
type declarations struct {
	made    uint8 // a bit for each use
	change  int8
	targets [useCount]uint8
}

func (d declarations) has(u useIndex) bool { return d.made>>u&1 != 0 }

// each yields the declared powers in the order of a line.
func (d declarations) each(yield func(*Power) bool) {
	for u := range useIndex(useCount) {
		if d.has(u) && !yield(byUse[u]) {
			return
		}
	}
}

// combat is a combat of a round, with the cards played so far.
type combat struct {
	number    int8 // in the round, from 1; 0 before the first
	seats     int  // of the tournament
	leader    games.Seat
	table     [maxSeats]playedCard
	cards     int8 // on the table
	acted     int8
	lead      Suit
	open      bool
	dishonors []Dishonor
}

// hasActed reports whether a seat has played or discarded a card.
func (c *combat) hasActed(seat games.Seat) bool {
	return (int(seat)-int(c.leader)+c.seats)%c.seats < int(c.acted)
}

// beginCombat starts the next combat of the round, led by s.combat.leader.
func (s *state) beginCombat() {
	s.combat.number++
	s.facts.add(games.Fact{Kind: FactCombat, Seat: s.combat.leader, Number: int(s.combat.number)})
}

// placing returns a card of a hand as it is played, at its printed value and without a
// chosen suit.
func (c *combat) placing(k *knight, card Card) playedCard {
	p := playedCard{card: card, as: c.lead, led: c.cards == 0, combat: c.number, base: int8(card.Value()),
		powers: k.inForce & valuingPowers}
	if c.lead == NoSuit {
		p.as = card.Suit()
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
	c := &s.combat
	c.acted++
	k.hand.Remove(a.card)
	if a.kind == actDiscard {
		s.dishonor(seat, a.card)
		return
	}
	p := c.placing(k, a.card)
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
		c.open = a.card.Kind() == Alchemic
		if !c.open {
			c.lead = p.as
		}
	}
	c.noteRevealed(k, p)
	c.table[c.cards] = p
	c.cards++
	s.facts.add(games.Fact{Kind: FactPlays, Seat: seat, Word: p.as.String(), Number: int(p.value), Before: int(p.base)},
		p.card)
	for power := range p.declared.each {
		d := power.declares
		named := games.Seat(p.declared.targets[d.use])
		if s.facts.Recorder != nil {
			s.facts.add(games.Fact{Kind: FactDeclares, Seat: seat, Other: named, Word: p.declared.word(d)})
		}
		k.left[d.use]--
		if d.use == useBind {
			s.knight(named).challenged = true
		}
	}
}

// noteRevealed stores the facts about the rest of the hand that a play reveals to everybody.
func (c *combat) noteRevealed(k *knight, p playedCard) {
	switch {
	case p.led && p.card.Kind() == Alchemic:
		k.lacks = k.lacks.Or(allCards.Without(alchemyCards))
	case c.open || p.led:
	case p.declared.has(useShift):
		k.lacks = k.lacks.Or(ofSuit[c.lead]).Or(alchemyCards).Or(enchanterCards)
	case p.card.Kind() == Alchemic && k.inForce&freeingPowers == 0:
		k.lacks = k.lacks.Or(ofSuit[c.lead])
	}
}

// dishonor discards the card of a knight that cannot follow, and wounds it (§4.2,
// §4.6).
func (s *state) dishonor(seat games.Seat, c Card) {
	k := s.knight(seat)
	k.dishonored = true
	k.lacks = k.lacks.Or(ofSuit[s.combat.lead]).Or(alchemyCards).Or(enchanterCards)
	s.discard = cards.Add(s.discard, c)
	wounds := s.dishonorWounds(seat)
	s.combat.dishonors = cards.Add(s.combat.dishonors, Dishonor{seat, c, wounds})
	s.facts.add(games.Fact{Kind: FactDishonor, Seat: seat, Number: wounds}, c)
	s.wound(seat, wounds)
}

// wound inflicts wounds at once. A knight without life left ends the tournament.
func (s *state) wound(seat games.Seat, wounds int) {
	k := s.knight(seat)
	before := int(k.life)
	if k.life = int16(max(before-wounds, 0)); int(k.life) != before {
		s.facts.add(games.Fact{Kind: FactLife, Seat: seat, Before: before, Number: int(k.life)})
	}
	if k.life == 0 && !s.staged {
		s.finish(reasonLife)
	}
}

// combatRecord is a finished combat.
type combatRecord struct {
	round   int8
	combat  combat
	outcome combatOutcome
	taken   []Card
	riposte games.Seat
	wounds  int
}

// combatOutcome is the result of a combat, or of the cards played so far.
type combatOutcome struct {
	down    uint8 // a bit for each card on the table that is face down
	loser   games.Seat
	escaped games.Seat
	taker   games.Seat
	loses   int // index on the table of the loser's card
}

// judge returns the outcome of the cards on the table (§4.5, steps 1 to 5).
func (c *combat) judge() combatOutcome {
	var o combatOutcome
	table := c.table[:c.cards]
	for i, p := range table {
		if p.declared.has(useFeint) {
			o.down |= 1 << i
		}
	}
	fox := o.down
	for i, p := range table {
		for j, q := range table[:i] {
			if p.value == q.value && fox&(1<<i|1<<j) == 0 {
				o.down |= 1<<i | 1<<j
			}
		}
	}
	reversed := len(table) > 0 && table[0].declared.has(useReverse)
	first, second := -1, -1
	for i, p := range table {
		worse := func(j int) bool { return j < 0 || p.value < table[j].value != reversed }
		switch {
		case o.down>>i&1 != 0:
		case worse(first):
			first, second = i, first
		case worse(second):
			second = i
		}
	}
	if first < 0 {
		return o
	}
	if second >= 0 && table[first].declared.has(useEscape) {
		o.escaped = table[first].seat
		first = second
	}
	o.loser, o.taker, o.loses = table[first].seat, table[first].seat, first
	if d := table[first].declared; d.has(useDivert) {
		named := games.Seat(d.targets[useDivert])
		if slices.ContainsFunc(table, func(p playedCard) bool { return p.seat == named }) {
			o.taker = named
		}
	}
	return o
}

// endCombat resolves the combat once all knights have acted (§4.5), and starts the next
// combat or the count.
func (s *state) endCombat() error {
	c := s.combat
	if int(c.acted) < c.seats {
		return nil
	}
	o := c.judge()
	record := &combatRecord{round: s.round, combat: c, outcome: o, taken: slices.Clone(s.carry)}
	s.last = record
	var down []Card
	for i, p := range c.table[:c.cards] {
		record.taken = append(record.taken, p.card)
		if o.down>>i&1 != 0 {
			down = append(down, p.card)
		}
	}
	if len(down) > 0 {
		s.facts.add(games.Fact{Kind: FactFeint, Number: len(down)}, down...)
	}
	s.carry = nil
	switch {
	case o.loser != 0:
		s.giveCards(record)
	case c.number == combatCount:
		s.discard = slices.Concat(s.discard, record.taken)
		s.facts.add(games.Fact{Kind: FactWasted, Number: len(record.taken)}, record.taken...)
	default:
		s.carry = record.taken
		s.facts.add(games.Fact{Kind: FactCarried, Seat: c.leader, Number: len(record.taken)}, record.taken...)
	}
	s.combat = combat{number: c.number, seats: c.seats, leader: s.combat.leader}
	for _, k := range s.each {
		k.dishonored, k.challenged = false, false
	}
	switch {
	case s.phase == PhaseOver:
		return nil
	case c.number < combatCount:
		s.beginCombat()
		return nil
	}
	return s.beginCount()
}

// giveCards gives the cards of a combat to its taker. A riposte of the loser wounds the knight
// with the highest visible card of the others (§4.5, step 6).
func (s *state) giveCards(r *combatRecord) {
	o, table := r.outcome, r.combat.table[:r.combat.cards]
	lost := table[o.loses]
	if o.escaped != 0 {
		s.facts.add(games.Fact{Kind: FactEscapes, Seat: o.escaped, Other: o.loser})
	}
	s.facts.add(games.Fact{Kind: FactLoses, Seat: o.loser, Number: int(lost.value)}, lost.card)
	k := s.knight(o.taker)
	k.pile = slices.Concat(k.pile, r.taken)
	s.combat.leader = o.loser
	s.facts.add(games.Fact{Kind: FactTakes, Seat: o.taker, Other: o.loser, Number: woundsOf(r.taken)}, r.taken...)
	best := -1
	for i, c := range table {
		if o.down>>i&1 == 0 && c.seat != o.loser && (best < 0 || c.value > table[best].value) {
			best = i
		}
	}
	for p := range s.knight(o.loser).inForce.all() {
		if p.riposte > 0 && best >= 0 {
			r.riposte, r.wounds = table[best].seat, p.riposte
			s.facts.add(games.Fact{Kind: FactRiposte, Seat: o.loser, Other: r.riposte, Number: p.riposte, Word: p.ID})
			s.wound(r.riposte, p.riposte)
		}
	}
}
