package shannon

import (
	"slices"
	"strconv"

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

// beginCombat starts the next combat of the round, led by s.leader.
func (s *state) beginCombat() {
	s.combat++
	s.record(games.Fact{Kind: FactCombat, Seat: s.leader, Number: int(s.combat)})
}

// handChoice is the set of cards of a hand that a combat allows.
type handChoice struct {
	duty   Duty
	plays  set
	drops  set  // cards to discard in dishonor, if none can be played
	shifts bool // a card may shift its shape instead
	bound  bool // the knight is challenged
}

// choiceOf returns the choice of a knight on turn (§4.1, §4.2).
func (s *state) choiceOf(seat games.Seat) handChoice {
	k := s.knight(seat)
	if s.cards == 0 {
		if plays := k.hand.Without(alchemyCards); !plays.Empty() {
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
	suit := k.hand.And(ofSuit[s.lead])
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
func (s *state) lowest(k *knight, plays set) set {
	ordinary := plays.Without(enchanterCards)
	if ordinary.Empty() {
		return plays
	}
	least := 0
	var low set
	for c := range ordinary.All() {
		v := s.placing(k, c).strength()
		if low.Empty() || v < least {
			least, low = v, set{}
		}
		if v == least {
			low.Add(c)
		}
	}
	return low
}

// placing returns a card of a hand as it is played, at its printed value and without a
// chosen suit.
func (s *state) placing(k *knight, c Card) playedCard {
	p := playedCard{card: c, as: s.lead, led: s.cards == 0, combat: s.combat, base: int8(c.Value()),
		powers: k.inForce & valuingPowers}
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
	k.hand.Remove(a.card)
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
	s.record(games.Fact{Kind: FactPlays, Seat: seat, Word: p.as.String(), Number: int(p.value), Before: int(p.base)},
		p.card)
	for power := range p.declared.each {
		d := power.declares
		named := games.Seat(p.declared.targets[d.use])
		if s.recorder != nil {
			s.record(games.Fact{Kind: FactDeclares, Seat: seat, Other: named, Word: p.declared.word(d)})
		}
		k.left[d.use]--
		if d.use == useBind {
			s.knight(named).challenged = true
		}
	}
}

// noteRevealed stores the facts about the rest of the hand that a play reveals to everybody.
func (s *state) noteRevealed(k *knight, p playedCard) {
	switch {
	case p.led && p.card.Kind() == Alchemic:
		k.lacks = k.lacks.Or(allCards.Without(alchemyCards))
	case s.open || p.led:
	case p.declared.has(useShift):
		k.lacks = k.lacks.Or(ofSuit[s.lead]).Or(alchemyCards).Or(enchanterCards)
	case p.card.Kind() == Alchemic && k.inForce&freeingPowers == 0:
		k.lacks = k.lacks.Or(ofSuit[s.lead])
	}
}

// dishonor discards the card of a knight that cannot follow, and wounds it (§4.2,
// §4.6).
func (s *state) dishonor(seat games.Seat, c Card) {
	k := s.knight(seat)
	k.dishonored = true
	k.lacks = k.lacks.Or(ofSuit[s.lead]).Or(alchemyCards).Or(enchanterCards)
	s.discard = cards.Add(s.discard, c)
	wounds := s.dishonorWounds(seat)
	s.dishonors = cards.Add(s.dishonors, Dishonor{seat, c, wounds})
	s.record(games.Fact{Kind: FactDishonor, Seat: seat, Number: wounds}, c)
	s.wound(seat, wounds)
}

const usualDishonorWounds = 5 // wounds of a dishonor, unless a power says otherwise

// dishonorWounds returns the wounds of a dishonor for a knight.
func (s *state) dishonorWounds(seat games.Seat) int {
	wounds := usualDishonorWounds
	for o, k := range s.each {
		for p := range k.inForce.all() {
			if o == seat && p.spared {
				return 0
			}
			if o != seat {
				wounds = max(wounds, p.shames)
			}
		}
	}
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
	if !k.hand.Has(a.card) {
		return notHeld.With("card", a.card.String())
	}
	c := s.choiceOf(seat)
	if a.kind == actDiscard {
		if c.duty != DutyDishonor {
			return noDiscard.With("cards", cardList(c.plays))
		}
		return nil
	}
	if why := s.checkCard(c, a.card, a.declared.has(useShift)); why != nil {
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
		return mustDiscard.With("suit", suit, "line", discardTexts[c.drops.First()])
	case c.duty == DutyDishonor, c.plays.Has(card):
		return nil
	case c.duty == DutyLead:
		return leadAlchemy.With("cards", cards)
	case c.duty == DutyInstead:
		return followInstead.With("suit", suit, "cards", cards)
	case c.duty == DutyLowest:
		return boundLowest.With("cards", cards)
	}
	return followSuit.With("suit", suit, "cards", cards)
}

// checkEnchanter returns why a card may not have the given value or suit, nil if it
// may: only enchanters have either.
func (s *state) checkEnchanter(c handChoice, a *action) *games.Illegal {
	if a.card.Kind() != Enchanter {
		if a.value != 0 || a.suit != NoSuit {
			return plainValue.With("card", a.card.String())
		}
		return nil
	}
	example := enchanterText(a.card, NoSuit, 11)
	if s.lead == NoSuit {
		example = enchanterText(a.card, Sorcery, 11)
	}
	switch {
	case s.lead != NoSuit && a.suit == s.lead:
		a.suit = NoSuit // the suit was named although it is obvious
	case s.lead != NoSuit && a.suit != NoSuit:
		return enchanterLed.With("line", example)
	case s.lead == NoSuit && !slices.Contains(s.basicSuits(), a.suit):
		return enchanterSuit.With("line", example)
	}
	if c.duty == DutyLowest && a.value != 1 {
		return boundEnchanter.With("line", enchanterText(a.card, a.suit, 1))
	}
	if a.value < 1 || a.value > 15 {
		return enchanterValue.With("line", example)
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
			return boundDeclare.With()
		case !k.inForce.has(p):
			return notOwned.With("word", word, "power", p.ID)
		case k.left[d.use] == 0:
			return usedUp.With("word", word)
		case d.lead && s.cards > 0:
			return leadOnly.With("word", word)
		case d.use == useShift && c.duty != DutyDishonor:
			return shiftNothing.With()
		case d.amount > 0 && (declared.change == 0 || int(declared.change) > d.amount || int(declared.change) < -d.amount):
			return changeRange.With("word", word, "most", d.amount, "line", word+"-"+strconv.Itoa(d.amount))
		}
	}
	return nil
}

// defaultPlay returns the first card that can be played, an enchanter at its highest
// value.
func (s *state) defaultPlay(seat games.Seat) action {
	c := s.choiceOf(seat)
	if c.duty == DutyDishonor {
		return action{kind: actDiscard, card: c.drops.First()}
	}
	a := action{kind: actPlay, card: c.plays.First()}
	if a.card.Kind() == Enchanter {
		a.value = 15
		if c.duty == DutyLowest {
			a.value = 1
		}
		if s.lead == NoSuit {
			a.suit = s.basicSuits()[0]
		}
	}
	return a
}

// combatRecord is a finished combat.
type combatRecord struct {
	round, combat int8
	leader        games.Seat
	lead          Suit
	table         [maxSeats]playedCard
	cards         int8
	discards      []Dishonor
	outcome       combatOutcome
	taken         []Card
	riposte       games.Seat
	wounds        int
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
func (s *state) judge() combatOutcome {
	var o combatOutcome
	table := s.table[:s.cards]
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
	if int(s.acted) < s.seats {
		return nil
	}
	o := s.judge()
	record := &combatRecord{round: s.round, combat: s.combat, leader: s.leader, lead: s.lead, table: s.table,
		cards: s.cards, outcome: o}
	s.last = record
	record.discards = s.dishonors
	record.taken = slices.Clone(s.carry)
	var down []Card
	for i, p := range s.table[:s.cards] {
		record.taken = append(record.taken, p.card)
		if o.down>>i&1 != 0 {
			down = append(down, p.card)
		}
	}
	if len(down) > 0 {
		s.record(games.Fact{Kind: FactFeint, Number: len(down)}, down...)
	}
	s.carry = nil
	switch {
	case o.loser != 0:
		s.giveCards(record)
	case s.combat == combatCount:
		s.discard = slices.Concat(s.discard, record.taken)
		s.record(games.Fact{Kind: FactWasted, Number: len(record.taken)}, record.taken...)
	default:
		s.carry = record.taken
		s.record(games.Fact{Kind: FactCarried, Seat: s.leader, Number: len(record.taken)}, record.taken...)
	}
	s.cards, s.acted, s.lead, s.open, s.dishonors = 0, 0, NoSuit, false, nil
	for _, k := range s.each {
		k.dishonored, k.challenged = false, false
	}
	switch {
	case s.phase == PhaseOver:
		return nil
	case s.combat < combatCount:
		s.beginCombat()
		return nil
	}
	return s.beginCount()
}

// giveCards gives the cards of a combat to its taker. A riposte of the loser wounds the knight
// with the highest visible card of the others (§4.5, step 6).
func (s *state) giveCards(r *combatRecord) {
	o, lost := r.outcome, s.table[r.outcome.loses]
	if o.escaped != 0 {
		s.record(games.Fact{Kind: FactEscapes, Seat: o.escaped, Other: o.loser})
	}
	s.record(games.Fact{Kind: FactLoses, Seat: o.loser, Number: int(lost.value)}, lost.card)
	k := s.knight(o.taker)
	k.pile = slices.Concat(k.pile, r.taken)
	s.leader = o.loser
	s.record(games.Fact{Kind: FactTakes, Seat: o.taker, Other: o.loser, Number: woundsOf(r.taken)}, r.taken...)
	best := -1
	for i, c := range s.table[:s.cards] {
		if o.down>>i&1 == 0 && c.seat != o.loser && (best < 0 || c.value > s.table[best].value) {
			best = i
		}
	}
	for p := range s.knight(o.loser).inForce.all() {
		if p.riposte > 0 && best >= 0 {
			r.riposte, r.wounds = s.table[best].seat, p.riposte
			s.record(games.Fact{Kind: FactRiposte, Seat: o.loser, Other: r.riposte, Number: p.riposte, Word: p.ID})
			s.wound(r.riposte, p.riposte)
		}
	}
}
