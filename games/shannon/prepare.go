package shannon

import (
	"cmp"
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/cards"
)

// deal starts a round (§2.5, §3.1): it deals twelve cards to each knight, then the extra
// cards of each while the stock lasts, and sets the parts of the preparation that each owes.
func (s *state) deal() error {
	s.round++
	s.combat = 0
	order, err := games.Deal(&s.chance, tagWeapons+strconv.Itoa(int(s.round)), deckOf(s.seats).List(), Card.String)
	if err != nil {
		return err
	}
	s.carry, s.discard, s.trades = nil, nil, nil
	s.leader = s.after(s.dealer, 1)
	s.record(games.Fact{Kind: FactRound, Seat: s.dealer, Number: int(s.round)})
	for _, k := range s.each {
		k.begin(s.seats)
	}
	for i, c := range order[:handSize*s.seats] {
		s.knight(s.after(s.leader, i)).hand.Add(c)
	}
	order = order[handSize*s.seats:]
	for seat, k := range s.around {
		extra := min(k.owe(), len(order))
		for _, c := range order[:extra] {
			k.hand.Add(c)
		}
		if extra > 0 {
			s.recordHidden(games.Fact{Kind: FactExtra, Seat: seat, Number: extra}, order[:extra], seat)
		}
		k.dealt = uint8(k.hand.Len())
		order = order[extra:]
	}
	s.stock = cards.SetOf(order...)
	s.phase = PhasePrepare
	return s.endPrepare()
}

// owe sets the parts of the preparation that the powers of a knight ask for, and returns the
// number of extra cards that they give.
func (k *knight) owe() (extra int) {
	for p := range k.inForce.all() {
		extra += p.extra
		if p.asks != PartLancelot {
			k.owes[p.asks] = true
		}
		k.owes[PartLancelot] = k.owes[PartLancelot] || p.places
	}
	return extra
}

// begin resets a knight for a round and activates its powers.
func (k *knight) begin(seats int) {
	*k = knight{life: k.life, hero: k.hero, awake: k.awake, resigned: k.resigned, favors: k.favors}
	k.inForce = powerSet(0).with(k.hero)
	if k.awake {
		k.inForce = k.inForce.with(k.hero.Partner)
	}
	for _, p := range k.favors {
		if p != nil {
			k.inForce = k.inForce.with(p)
		}
	}
	for p := range k.inForce.all() {
		k.refill(p, seats)
	}
}

// excess returns the number of cards that a knight still has to discard.
func (k *knight) excess() int {
	excess := k.hand.Len() - handSize
	if k.owes[PartLancelot] {
		excess--
	}
	return max(excess, 0)
}

// owed lists the parts of the preparation that a knight still owes, in order.
func (k *knight) owed() []Part {
	var list []Part
	for p := PartLancelot; p < PartDiscard; p++ {
		if k.owes[p] {
			list = append(list, p)
		}
	}
	if k.excess() > 0 {
		list = append(list, PartDiscard)
	}
	return list
}

func (k *knight) preparing() bool { return k.owes != [partCount]bool{} || k.excess() > 0 }

// trade is a forced trade of two cards, known to the two knights concerned.
type trade struct {
	owner, other games.Seat
	given, taken Card
}

// preparation is a set of parts that a knight owes.
type preparation struct {
	has      [partCount]bool
	placed   Card
	targets  [partCount]games.Seat // of PartSight, PartTrade and PartTrial
	promised Card
	dropped  []Card // sorted
}

// checkPrepare returns why a preparation is illegal, nil if it is legal: it has parts that
// are not owed, or not yet, or illegal cards.
func (s *state) checkPrepare(seat games.Seat, p *preparation) *games.Illegal {
	k := s.knight(seat)
	owed := k.owed()
	for part := range Part(partCount) {
		if !p.has[part] {
			continue
		}
		if !slices.Contains(owed, part) {
			return partDone.With("word", part, "line", owed[0])
		}
		for _, before := range owed[:slices.Index(owed, part)] {
			if !p.has[before] {
				return partOrder.With("line", before, "word", part)
			}
		}
	}
	hand, promised, excess := k.hand, k.promised, k.excess()
	if p.has[PartTrade] {
		promised = p.promised
	}
	switch {
	case p.has[PartLancelot] && !hand.Has(p.placed):
		return notHeld.With("card", p.placed.String())
	case p.has[PartLancelot] && p.placed.Kind() == Enchanter:
		return placeBasic.With("card", p.placed.String())
	}
	if p.has[PartLancelot] {
		hand.Remove(p.placed)
	}
	switch {
	case p.has[PartTrade] && !hand.Has(promised):
		return notHeld.With("card", promised.String())
	case p.has[PartDiscard] && len(p.dropped) > excess:
		return tooMany.With("most", excess, "count", len(p.dropped))
	}
	for _, c := range p.dropped {
		switch {
		case !hand.Has(c):
			return notHeld.With("card", c.String())
		case c == promised:
			return dropPledged.With("card", c.String())
		}
	}
	return nil
}

func (s *state) doPrepare(seat games.Seat, p preparation) {
	k := s.knight(seat)
	s.record(games.Fact{Kind: FactPrepares, Seat: seat})
	if p.has[PartLancelot] {
		k.placed = p.placed
		k.hand.Remove(p.placed)
		s.recordFor(games.Fact{Kind: FactPlaces, Seat: seat}, p.placed)
	}
	for part, named := range p.targets {
		if p.has[part] && named != 0 {
			k.targets[part] = named
			s.recordFor(games.Fact{Kind: FactNames, Seat: seat, Other: named, Word: Part(part).String()})
		}
	}
	if p.has[PartTrade] {
		k.promised = p.promised
		s.recordFor(games.Fact{Kind: FactPromises, Seat: seat, Other: p.targets[PartTrade]}, p.promised)
	}
	for part := range k.owes {
		k.owes[part] = k.owes[part] && !p.has[part]
	}
	for _, c := range p.dropped {
		k.hand.Remove(c)
		k.dropped.Add(c)
	}
	if len(p.dropped) > 0 {
		s.recordFor(games.Fact{Kind: FactDrops, Seat: seat, Number: len(p.dropped)}, p.dropped...)
	}
}

// endPrepare carries out the trades and starts the combats once all knights are ready.
func (s *state) endPrepare() error {
	if len(s.ToAct()) > 0 {
		return nil
	}
	for seat, k := range s.around {
		for _, part := range []Part{PartSight, PartTrial} {
			if named := k.targets[part]; named != 0 && !s.recorder.Sees(seat) {
				s.record(games.Fact{Kind: FactNamed, Seat: seat, Other: named, Word: part.String()})
			}
		}
		if named := k.targets[PartTrade]; named != 0 {
			if err := s.exchange(seat, named, k.promised); err != nil {
				return err
			}
		}
	}
	s.phase = PhaseCombat
	s.beginCombat()
	return nil
}

// exchange carries out a forced trade: the taken card is drawn before the given card is
// added. A promised card that was taken by another trade is replaced by a random one.
func (s *state) exchange(owner, other games.Seat, given Card) error {
	k, o := s.knight(owner), s.knight(other)
	index, err := s.chance.Choose(o.hand.Len())
	if err != nil {
		return err
	}
	taken := o.hand.At(index)
	if !k.hand.Has(given) {
		if index, err = s.chance.Choose(k.hand.Len()); err != nil {
			return err
		}
		given = k.hand.At(index)
	}
	o.hand.Remove(taken)
	k.hand.Remove(given)
	o.hand.Add(given)
	k.hand.Add(taken)
	s.trades = cards.Add(s.trades, trade{owner, other, given, taken})
	s.recordHidden(games.Fact{Kind: FactTrades, Seat: owner, Other: other}, []Card{given, taken}, owner, other)
	return nil
}

// defaultPreparation returns all parts that a knight owes, with the lowest legal cards
// and the next knight clockwise.
func (s *state) defaultPreparation(seat games.Seat) preparation {
	k := s.knight(seat)
	var p preparation
	for _, part := range k.owed() {
		p.has[part] = true
		p.targets[part] = s.after(seat, 1)
	}
	hand := lowestFirst(k.droppable())
	if p.has[PartLancelot] {
		p.placed = takeFirst(&hand, func(c Card) bool { return c.Kind() != Enchanter })
	}
	if p.has[PartTrade] {
		p.promised = takeFirst(&hand, func(Card) bool { return true })
	}
	if p.has[PartDiscard] {
		p.dropped = slices.Clone(hand[:k.excess()])
		slices.Sort(p.dropped)
	}
	return p
}

// takeFirst removes and returns the first card that fits, or else the first one.
func takeFirst(list *[]Card, fits func(Card) bool) Card {
	i := max(slices.IndexFunc(*list, fits), 0)
	c := (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return c
}

// lowestFirst lists cards by printed value, then S A O T X, enchanters last.
func lowestFirst(cards set) []Card {
	list := cards.List()
	rank := func(c Card) int {
		if c.Kind() == Enchanter {
			return 100
		}
		return c.Value()
	}
	slices.SortFunc(list, func(a, b Card) int { return cmp.Or(rank(a)-rank(b), int(a)-int(b)) })
	return list
}
