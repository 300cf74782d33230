package shannon

import (
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// cardMove moves a card from a pile to an opponent's pile.
type cardMove struct {
	card Card
	to   games.Seat
}

// Count is the count of a round up to now, knight by knight.
type Count struct {
	Round    int
	Done     bool          // the wounds have been suffered
	Knights  []CountedLife // by seat
	Revealed []Reveal      // cards under Lancelot, which clear a suit from all piles
	Ended    bool          // somebody has no life left: nobody heals, no legend awakes
	Dealer   games.Seat    // of the next round
}

// Reveal is a card under Lancelot.
type Reveal struct {
	Seat games.Seat
	Card Card
}

// CountedLife is the count of one knight.
type CountedLife struct {
	Seat   games.Seat
	Before int           // life before the count
	Cards  []CountedCard // of the pile as it was at the end of the round, then the cards moved to it
	Sum    int           // of the wounds of the cards
	Cap    *Power        // that limited the sum; nil if none did
	Capped int           // the sum, limited
	Trials []TrialExtra
	Total  int // wounds suffered
	After  int // life after the wounds
	Heals  []Healing
	Life   int  // life after healing
	Awakes bool // the legend awakes with the next round
}

// Fate is the fate of a card in a pile.
type Fate uint8

// The fates.
const (
	FateCounted  Fate = iota
	FateRevealed      // its suit was cleared by a card under Lancelot
	FateMoved         // moved on to another pile, where it stands again
	FateShed          // discarded as one of the most wounding
)

// CountedCard is a card in a pile at the count, with the derivation of its wounds.
type CountedCard struct {
	Card    Card
	From    games.Seat // the seat that moved it here; 0 if it was taken in a combat
	Fate    Fate
	To      games.Seat // of FateMoved: the seat whose pile it went to
	By      *Power     // of FateRevealed, FateMoved and FateShed
	Base    int        // printed wounds
	Reduced *Power     // of its owner, that reduced the printed wounds; nil for none
	Less    int        // the reduced wounds; else Base
	Doubled *Power     // of an opponent, that doubled Less; nil for none
	Doubler games.Seat // the seat whose power that is
	Wounds  int        // 0 unless FateCounted
}

// TrialExtra is the part of a total that a trial added.
type TrialExtra struct {
	Power   *Power
	Owner   games.Seat
	Other   games.Seat // the opponent that the owner named
	Extra   int        // wounds of the trial for the loser
	Limited bool       // the total could not rise by all of the extras: it is at most doubled
}

// Healing is life regained.
type Healing struct {
	Power *Power
	Life  int // regained, less than the power gives where life is full
}

// beginCount starts the count of a round (§5): cards under Lancelot clear their suits.
func (s *state) beginCount() error {
	c := &Count{Round: int(s.round), Knights: make([]CountedLife, s.seats)}
	s.count = c
	s.phase, s.asked = PhaseCount, 0
	s.facts.add(games.Fact{Kind: FactCount, Number: int(s.round)})
	for i := range c.Knights {
		k := &c.Knights[i]
		*k = CountedLife{Seat: games.Seat(i + 1), Before: int(s.knights[i].life)}
		for _, card := range s.knights[i].pile {
			k.Cards = append(k.Cards, CountedCard{Card: card, Base: card.Wounds()})
		}
	}
	for seat, k := range s.around {
		for p := range k.inForce.all() {
			if !p.reveals || k.placed == Unknown {
				continue
			}
			c.Revealed = append(c.Revealed, Reveal{seat, k.placed})
			s.facts.add(games.Fact{Kind: FactReveals, Seat: seat, Word: p.ID}, k.placed)
			for i := range c.Knights {
				gone := c.Knights[i].discard(p, FateRevealed, func(of *CountedCard) bool {
					return of.Card.Suit() == k.placed.Suit()
				}, s.facts)
				s.discard = slices.Concat(s.discard, gone)
			}
		}
	}
	s.takePiles(s.count)
	return s.endCount()
}

// discard takes cards out of a pile and returns them.
func (k *CountedLife) discard(p *Power, fate Fate, gone func(*CountedCard) bool, to facts) []Card {
	var cards []Card
	for i := range k.Cards {
		if c := &k.Cards[i]; c.Fate == FateCounted && gone(c) {
			c.Fate, c.By = fate, p
			cards = append(cards, c.Card)
		}
	}
	if len(cards) > 0 {
		to.add(games.Fact{Kind: FactSheds, Seat: k.Seat, Number: len(cards), Word: p.ID}, cards...)
	}
	return cards
}

// pile lists the cards that are left of a pile.
func (k *CountedLife) pile() (pile []Card) {
	for _, c := range k.Cards {
		if c.Fate == FateCounted {
			pile = append(pile, c.Card)
		}
	}
	return pile
}

// takePiles gives each knight the pile that a count has for it.
func (r *ring) takePiles(c *Count) {
	for i := range c.Knights {
		r.knights[i].pile = c.Knights[i].pile()
	}
}

// movable returns the number of cards that a knight may move (§5.2) in a tournament of seats.
func (k *knight) movable(seats int) int {
	n := 0
	for p := range k.inForce.all() {
		n += int(p.moves[seats])
	}
	return min(n, len(k.pile))
}

func (k *knight) checkMoves(moves []cardMove, seats int) *games.Illegal {
	if most := k.movable(seats); len(moves) > most {
		return moveMany.With("most", most, "count", len(moves))
	}
	for _, m := range moves {
		if !slices.Contains(k.pile, m.card) {
			return moveNotHeld.With("card", m.card.String())
		}
	}
	return nil
}

// doMoves moves cards of a knight and advances to the next.
func (s *state) doMoves(seat games.Seat, moves []cardMove) {
	s.count = s.count.clone()
	for moved, m := range moves {
		from, to := &s.count.Knights[seat-1], &s.count.Knights[m.to-1]
		p := mover(s.knight(seat).inForce, s.seats, moved)
		for i := range from.Cards {
			if c := &from.Cards[i]; c.Card == m.card && c.Fate == FateCounted {
				c.Fate, c.To, c.By = FateMoved, m.to, p
			}
		}
		to.Cards = append(to.Cards, CountedCard{Card: m.card, From: seat, Base: m.card.Wounds()})
		s.facts.add(games.Fact{Kind: FactMoves, Seat: seat, Other: m.to, Word: p.ID}, m.card)
	}
	if len(moves) == 0 {
		s.facts.add(games.Fact{Kind: FactKeeps, Seat: seat})
	}
	s.takePiles(s.count)
	s.asked++
}

// mover returns the power that moves the next card after moved cards have been moved.
func mover(inForce powerSet, seats, moved int) *Power {
	for p := range inForce.all() {
		if moved -= int(p.moves[seats]); moved < 0 {
			return p
		}
	}
	return nil
}

// clone returns a deep copy.
func (c *Count) clone() *Count {
	d := *c
	d.Knights = slices.Clone(c.Knights)
	for i := range d.Knights {
		k := &d.Knights[i]
		k.Cards, k.Trials, k.Heals = slices.Clone(k.Cards), slices.Clone(k.Trials), slices.Clone(k.Heals)
	}
	d.Revealed = slices.Clone(c.Revealed)
	return &d
}

// endCount advances to the next knight that may move cards. After the last one it counts the
// wounds (§5.3 to §5.11) and goes on to the favors.
func (s *state) endCount() error {
	for ; int(s.asked) < s.seats; s.asked++ {
		if s.knight(s.turn()).movable(s.seats) > 0 {
			return nil
		}
	}
	c := s.count.clone()
	s.count = c
	for i := range c.Knights {
		k := &c.Knights[i]
		for p := range s.knights[i].inForce.all() {
			if p.discards > 0 {
				worst := k.mostWounding(p.discards)
				gone := k.discard(p, FateShed, func(c *CountedCard) bool { return slices.Contains(worst, c.Card) }, s.facts)
				s.discard = slices.Concat(s.discard, gone)
			}
		}
	}
	s.takePiles(s.count)
	for i := range c.Knights {
		c.Knights[i].countWounds(&s.ring)
	}
	for i := range c.Knights {
		c.addTrials(games.Seat(i+1), &s.knights[i], s.facts)
	}
	c.Done = true
	for i := range c.Knights {
		k := &c.Knights[i]
		k.After = max(k.Before-k.Total, 0)
		k.Life = k.After
		s.knights[i].life = int16(k.After)
		c.Ended = c.Ended || k.After == 0
		s.facts.add(games.Fact{Kind: FactWounds, Seat: k.Seat, Number: k.Total, Before: k.Sum})
		if k.Total > 0 {
			s.facts.add(games.Fact{Kind: FactLife, Seat: k.Seat, Before: k.Before, Number: k.After})
		}
	}
	if !c.Ended {
		for i := range c.Knights {
			c.Knights[i].heal(&s.knights[i], s.facts)
		}
		c.Dealer = s.nextDealer()
	}
	s.history = cards.Add(s.history, s.lives())
	if c.Ended {
		s.finish(reasonLife)
		return nil
	}
	return s.beginFavors(c.Dealer)
}

// mostWounding returns the n most wounding cards that are left of a pile (§5.3).
func (k *CountedLife) mostWounding(n int) []Card {
	left := k.pile()
	slices.SortFunc(left, func(a, b Card) int { return weaponData[a].rank - weaponData[b].rank })
	return left[:min(n, len(left))]
}

// countWounds counts a pile (§5.4, §5.5).
func (k *CountedLife) countWounds(r *ring) {
	mine := r.knight(k.Seat).inForce
	for i := range k.Cards {
		c := &k.Cards[i]
		c.Less = c.Base
		if c.Fate != FateCounted {
			continue
		}
		for p := range mine.all() {
			if p.wounds == nil {
				continue
			}
			if less := p.wounds(c.Card, c.Less); less < c.Less {
				c.Less, c.Reduced = less, p
			}
		}
		c.Wounds = c.Less
		if c.Less > 0 {
			c.Doubler, c.Doubled = r.opposingPower(k.Seat, func(p *Power) bool { return p.doubles != nil && p.doubles(c.Card) })
		}
		if c.Doubled != nil {
			c.Wounds *= 2
		}
		k.Sum += c.Wounds
	}
	k.Capped = k.Sum
	for p := range mine.all() {
		if p.cap > 0 && k.Capped > p.cap {
			k.Capped, k.Cap = p.cap, p
		}
	}
	k.Total = k.Capped
}

// addTrials raises the higher of two totals by the trial of a knight, if it has one
// (§5.6). Totals before any trial are compared, and none is more than doubled.
func (c *Count) addTrials(owner games.Seat, k *knight, to facts) {
	for p := range k.inForce.all() {
		if p.extras == nil || k.targets[PartTrial] == 0 {
			continue
		}
		loser, extra := &c.Knights[k.targets[PartTrial]-1], p.extras.target
		switch own := &c.Knights[owner-1]; {
		case own.Capped == loser.Capped:
			continue
		case own.Capped > loser.Capped:
			loser, extra = own, p.extras.owner
		}
		room := 2*loser.Capped - loser.Total
		loser.Total += min(extra, room)
		loser.Trials = append(loser.Trials, TrialExtra{Power: p, Owner: owner, Other: k.targets[PartTrial],
			Extra: extra, Limited: extra > room})
		to.add(games.Fact{Kind: FactTried, Seat: loser.Seat, Other: owner, Number: min(extra, room), Word: p.ID})
	}
}

// heal heals a knight (§5.9) and wakes the legend by the life before healing
// (§5.10).
func (c *CountedLife) heal(k *knight, to facts) {
	for p := range k.inForce.all() {
		gain := min(p.heals, startLife-c.Life)
		if gain == 0 {
			continue
		}
		c.Life += gain
		c.Heals = append(c.Heals, Healing{p, gain})
		to.add(games.Fact{Kind: FactHeals, Seat: c.Seat, Before: int(k.life), Number: c.Life, Word: p.ID})
		k.life = int16(c.Life)
	}
	if !k.awake && c.After <= k.hero.Partner.Threshold {
		k.awake, c.Awakes = true, true
		to.add(games.Fact{Kind: FactAwakes, Seat: c.Seat, Word: k.hero.Partner.ID})
	}
}
