package shannon

import (
	"slices"
	"strconv"

	"tableronde/games"
)

// deal starts a round (§2.5, §3.1): it deals twelve cards to each knight and the extra
// cards, and sets the parts of the preparation that each owes.
func (s *state) deal() error {
	s.round++
	s.combat = 0
	order, err := games.Deal(&s.chance, tagWeapons+strconv.Itoa(int(s.round)), deckOf(s.seats).cards(), Card.String)
	if err != nil {
		return err
	}
	s.carry, s.discard, s.trades = nil, nil, nil
	s.leader = s.after(s.dealer, 1)
	s.record(games.Fact{Kind: FactRound, Seat: s.dealer, Number: int(s.round)})
	for i := range s.knights[:s.seats] {
		s.knights[i].begin(s.seats)
	}
	for i, c := range order[:handSize*s.seats] {
		s.knight(s.after(s.leader, i)).hand.add(c)
	}
	order = order[handSize*s.seats:]
	for seat := range s.around(s.dealer) {
		order = s.dealExtra(seat, order)
	}
	s.stock = setOf(order...)
	s.phase = PhasePrepare
	return s.endPrepare()
}

// dealExtra deals the extra cards of a knight from the stock, as far as it lasts, and
// sets the parts of the preparation that the knight owes. It returns the stock.
func (s *state) dealExtra(seat games.Seat, stock []Card) []Card {
	k := s.knight(seat)
	extra := 0
	for p := range k.inForce.all() {
		extra += p.extra
		if p.asks != PartLancelot {
			k.owes[p.asks] = true
		}
		k.owes[PartLancelot] = k.owes[PartLancelot] || p.places
	}
	extra = min(extra, len(stock))
	for _, c := range stock[:extra] {
		k.hand.add(c)
	}
	if extra > 0 {
		s.record(games.Fact{Kind: FactExtra, Seat: seat, Number: extra}, hiddenCards(stock[:extra], seat))
	}
	k.dealt = uint8(k.hand.len())
	return stock[extra:]
}

// begin resets a knight for a round and puts its powers in force.
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
	excess := k.hand.len() - handSize
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
			return partDone.with("word", part.String(), "line", owed[0].String())
		}
		for _, before := range owed[:slices.Index(owed, part)] {
			if !p.has[before] {
				return partOrder.with("line", before.String(), "word", part.String())
			}
		}
	}
	hand, promised := k.hand, k.promised
	if p.has[PartLancelot] {
		switch {
		case !hand.has(p.placed):
			return notHeld.with("card", p.placed.String())
		case p.placed.Kind() == Enchanter:
			return placeBasic.with("card", p.placed.String())
		}
		hand.remove(p.placed)
	}
	if p.has[PartTrade] {
		if promised = p.promised; !hand.has(promised) {
			return notHeld.with("card", promised.String())
		}
	}
	if p.has[PartDiscard] {
		excess := k.excess()
		if len(p.dropped) > excess {
			return tooMany.with("most", strconv.Itoa(excess), "count", strconv.Itoa(len(p.dropped)))
		}
		for _, c := range p.dropped {
			switch {
			case !hand.has(c):
				return notHeld.with("card", c.String())
			case c == promised:
				return dropPledged.with("card", c.String())
			}
		}
	}
	return nil
}

func (s *state) doPrepare(seat games.Seat, p preparation) {
	k := s.knight(seat)
	s.record(games.Fact{Kind: FactPrepares, Seat: seat})
	if p.has[PartLancelot] {
		k.placed = p.placed
		k.hand.remove(p.placed)
		s.recordFor(seat, games.Fact{Kind: FactPlaces, Seat: seat}, openCards([]Card{p.placed}))
	}
	for part, named := range p.targets {
		if p.has[part] && named != 0 {
			*k.target(Part(part)) = named
			s.recordFor(seat, games.Fact{Kind: FactNames, Seat: seat, Other: named, Word: Part(part).String()})
		}
	}
	if p.has[PartTrade] {
		k.promised = p.promised
		s.recordFor(seat, games.Fact{Kind: FactPromises, Seat: seat, Other: p.targets[PartTrade]}, openCards([]Card{p.promised}))
	}
	for part := range k.owes {
		k.owes[part] = k.owes[part] && !p.has[part]
	}
	for _, c := range p.dropped {
		k.hand.remove(c)
		k.dropped.add(c)
	}
	if len(p.dropped) > 0 {
		s.recordFor(seat, games.Fact{Kind: FactDrops, Seat: seat, Number: len(p.dropped)}, openCards(p.dropped))
	}
}

// target returns the field of a knight for the seat named by a part.
func (k *knight) target(p Part) *games.Seat {
	switch p {
	case PartSight:
		return &k.sight
	case PartTrade:
		return &k.trade
	default:
		return &k.trial
	}
}

// endPrepare carries out the trades and starts the combats once all knights are ready.
func (s *state) endPrepare() error {
	for i := range s.knights[:s.seats] {
		if s.knights[i].preparing() {
			return nil
		}
	}
	for seat := range s.around(s.dealer) {
		k := s.knight(seat)
		for _, part := range []Part{PartSight, PartTrial} {
			if named := *k.target(part); named != 0 {
				s.recordForOthers(seat, games.Fact{Kind: FactNamed, Seat: seat, Other: named, Word: part.String()})
			}
		}
		if k.trade == 0 {
			continue
		}
		if err := s.exchange(seat, k.trade, k.promised); err != nil {
			return err
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
	index, err := s.chance.Choose(o.hand.len())
	if err != nil {
		return err
	}
	taken := o.hand.at(index)
	if !k.hand.has(given) {
		if index, err = s.chance.Choose(k.hand.len()); err != nil {
			return err
		}
		given = k.hand.at(index)
	}
	o.hand.remove(taken)
	k.hand.remove(given)
	o.hand.add(given)
	k.hand.add(taken)
	s.trades = append(slices.Clip(s.trades), Trade{Owner: owner, Other: other, Given: given, Taken: taken})
	s.record(games.Fact{Kind: FactTrades, Seat: owner, Other: other}, hiddenCards([]Card{given, taken}, owner, other))
	return nil
}
