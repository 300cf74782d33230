package shannon

import (
	"slices"

	"tableronde/games"
)

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
		if p.declared.first(func(d *declaration) bool { return d.feints }) != nil {
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
	reversed := len(table) > 0 && table[0].declared.first(func(d *declaration) bool { return d.reverses }) != nil
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
	if second >= 0 && table[first].declared.first(func(d *declaration) bool { return d.escapes }) != nil {
		o.escaped = table[first].seat
		first = second
	}
	o.loser, o.taker, o.loses = table[first].seat, table[first].seat, first
	if d := table[first].declared.first(func(d *declaration) bool { return d.diverts }); d != nil {
		named := games.Seat(table[first].declared.targets[d.use])
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
	record := &combatRecord{round: s.round, combat: s.combat, leader: s.leader, lead: s.lead, table: s.table, cards: s.cards, outcome: o}
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
		s.record(games.Fact{Kind: FactFeint, Number: len(down)}, openCards(down))
	}
	if o.loser == 0 {
		s.carryOver(record.taken)
	} else {
		s.giveCards(record)
	}
	s.clearTable()
	if s.phase == PhaseOver {
		return nil
	}
	if s.combat < combatCount {
		s.beginCombat()
		return nil
	}
	return s.beginCount()
}

// clearTable resets the table for the next combat.
func (s *state) clearTable() {
	s.cards, s.acted, s.lead, s.open, s.dishonors = 0, 0, NoSuit, false, nil
	for i := range s.knights[:s.seats] {
		s.knights[i].dishonored, s.knights[i].challenged = false, false
	}
}

// carryOver sets aside the cards of a combat without a loser; after the last combat it
// discards them.
func (s *state) carryOver(cards []Card) {
	if s.combat == combatCount {
		s.carry = nil
		s.discard = slices.Concat(s.discard, cards)
		s.record(games.Fact{Kind: FactWasted, Number: len(cards)}, openCards(cards))
		return
	}
	s.carry = cards
	s.record(games.Fact{Kind: FactCarried, Seat: s.leader, Number: len(cards)}, openCards(cards))
}

// giveCards gives the cards of a combat to its taker.
func (s *state) giveCards(r *combatRecord) {
	o := r.outcome
	if o.escaped != 0 {
		s.record(games.Fact{Kind: FactEscapes, Seat: o.escaped, Other: o.loser})
	}
	s.record(games.Fact{Kind: FactLoses, Seat: o.loser, Number: int(s.table[o.loses].value)}, openCards([]Card{s.table[o.loses].card}))
	s.carry = nil
	k := s.knight(o.taker)
	k.pile = slices.Concat(k.pile, r.taken)
	s.leader = o.loser
	s.record(games.Fact{Kind: FactTakes, Seat: o.taker, Other: o.loser, Number: woundsOf(r.taken)}, openCards(r.taken))
	for p := range s.knight(o.loser).inForce.all() {
		if p.riposte > 0 {
			s.strikeBack(r, p)
		}
	}
}

// strikeBack wounds the knight with the highest visible card besides the loser of a
// combat (§4.5, step 6).
func (s *state) strikeBack(r *combatRecord, p *Power) {
	best := -1
	for i, c := range s.table[:s.cards] {
		if r.outcome.down>>i&1 == 0 && c.seat != r.outcome.loser && (best < 0 || c.value > s.table[best].value) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	r.riposte, r.wounds = s.table[best].seat, p.riposte
	s.record(games.Fact{Kind: FactRiposte, Seat: r.outcome.loser, Other: r.riposte, Number: p.riposte, Word: p.ID})
	s.wound(r.riposte, p.riposte)
}
