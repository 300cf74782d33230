package shannon

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// viewBuilder builds a view from the facts that the viewer may see.
type viewBuilder struct {
	*state
	viewer games.Seat
	all    bool // the viewer sees everything
}

// View returns the view of a viewer, with everything once the tournament is over.
func (s *state) View(viewer games.Seat) games.View {
	l := viewBuilder{s, viewer, viewer == games.Omniscient || s.phase == PhaseOver}
	v := View{
		Viewer: viewer, Staged: s.staged, Phase: s.phase, Round: int(s.round), Combat: int(s.combat.number),
		Dealer: s.dealer, Leader: s.combat.leader,
		Open: s.combat.open, Auto: s.auto,
		Carry: slices.Clone(s.carry), Discard: l.discards(), Stock: s.stock.Len(),
		FavorDeck: len(s.favors.deck), Shown: slices.Clone(s.favors.shown), FavorDiscard: slices.Clone(s.favors.discard),
		Recipients: slices.Clone(s.favors.recipients),
		LastCombat: s.last.view(), Result: s.result,
	}
	if s.count != nil {
		v.LastCount = s.count.clone()
	}
	if !s.staged {
		v.ToAct = s.ToAct()
	}
	if s.phase == PhaseCombat {
		v.Lead = s.combat.lead
	}
	o := s.combat.judge()
	v.Table = viewTable(s.combat.table[:s.combat.cards], o)
	stake := slices.Clone(s.carry)
	for _, p := range v.Table {
		stake = append(stake, p.Card)
	}
	v.Outlook = o.view(stake)
	ranks := s.ranks()
	for seat, k := range s.each {
		v.Knights = append(v.Knights, l.knightView(seat, k))
		v.Knights[seat-1].Rank = ranks[seat-1]
	}
	if s.holds(viewer) {
		v.Mine = l.mine()
	}
	return v
}

// seesHand reports whether the viewer sees the hand of a seat now.
func (l viewBuilder) seesHand(seat games.Seat) bool {
	return l.all || l.viewer == seat ||
		l.holds(l.viewer) && l.phase != PhasePrepare && l.knight(l.viewer).targets[PartSight] == seat
}

// seesPreparation reports whether the viewer sees the preparation of a seat.
func (l viewBuilder) seesPreparation(seat games.Seat) bool { return l.all || l.viewer == seat }

func (l viewBuilder) knightView(seat games.Seat, k *knight) Knight {
	v := Knight{
		Seat: seat, Life: int(k.life), Hero: k.hero, Active: k.awake, Favors: k.favorList(),
		Pile: slices.Clone(k.pile), Wounds: woundsOf(k.pile), Preparing: l.phase == PhasePrepare && k.preparing(),
		Dishonored: k.dishonored, Challenged: k.challenged, Resigned: k.resigned,
	}
	for _, lives := range l.history {
		v.History = append(v.History, int(lives[seat-1]))
	}
	if k.hero != nil {
		v.Legend = k.hero.Partner
		v.Dishonor = l.dishonorWounds(seat)
		for _, p := range append([]*Power{k.hero}, v.Favors...) {
			if p.Limited() {
				v.Tokens = append(v.Tokens, Token{p, int(k.left[p.declares.use]), p.Uses(l.seats)})
			}
		}
	}
	if l.phase != PhasePrepare {
		v.Sight, v.Trade, v.Trial = k.targets[PartSight], k.targets[PartTrade], k.targets[PartTrial]
	}
	if k.placed != Unknown && (l.seesPreparation(seat) || l.phase != PhasePrepare) {
		v.Placed = true
		if l.seesPreparation(seat) || l.phase > PhaseCombat {
			v.Under = k.placed
		}
	}
	switch {
	case l.seesHand(seat):
		v.Hand = k.hand.List()
	case l.phase == PhasePrepare:
		v.Hand = make([]Card, k.dealt)
	default:
		v.Hand = make([]Card, k.hand.Len())
	}
	return v
}

// discards lists the discards of the preparation, seat by seat, and then the rest. Those
// of others do not appear before everybody is ready.
func (l viewBuilder) discards() []Card {
	list := make([]Card, 0, len(l.discard)+maxSeats)
	for seat, k := range l.each {
		switch {
		case l.seesPreparation(seat):
			list = append(list, k.dropped.List()...)
		case l.phase != PhasePrepare:
			list = append(list, make([]Card, k.dropped.Len())...)
		}
	}
	return append(list, l.discard...)
}

// view returns an outcome with the cards that it brings.
func (o combatOutcome) view(stake []Card) Outlook {
	return Outlook{Loser: o.loser, Escaped: o.escaped, Taker: o.taker, Wounds: woundsOf(stake)}
}

func viewTable(table []playedCard, o combatOutcome) []Played {
	list := make([]Played, len(table))
	for i, p := range table {
		list[i] = p.view()
		list[i].Down = o.down>>i&1 != 0
	}
	return list
}

func (p playedCard) view() Played {
	v := Played{Seat: p.seat, Card: p.card, As: p.as, Base: int(p.base), Modifiers: p.modifiers(), Value: int(p.value)}
	for power := range p.declared.each {
		d := power.declares
		v.Declared = append(v.Declared, Declared{Power: power, Word: p.declared.word(d),
			Target: games.Seat(p.declared.targets[d.use])})
		v.Fox = v.Fox || d.use == useFeint
	}
	return v
}

// modifiers lists the modifiers of the value of a card.
func (p playedCard) modifiers() []Modifier {
	var list []Modifier
	add := func(power *Power, plus int) {
		if plus != 0 {
			list = append(list, Modifier{power, plus})
		}
	}
	for power := range p.powers.all() {
		add(power, power.value(p))
	}
	for power := range p.declared.each {
		add(power, power.declares.plus)
		if power.declares.amount > 0 {
			add(power, int(p.declared.change))
		}
	}
	return list
}

func (r *combatRecord) view() *Combat {
	if r == nil {
		return nil
	}
	c := &r.combat
	return &Combat{
		Round: int(r.round), Number: int(c.number), Leader: c.leader, Lead: c.lead,
		Table: viewTable(c.table[:c.cards], r.outcome), Dishonored: slices.Clone(c.dishonors),
		Outcome: r.outcome.view(r.taken),
		Taken:   slices.Clone(r.taken), Riposte: r.riposte, RiposteWounds: r.wounds,
	}
}

// mine returns the part of the view that only the viewer's seat has.
func (l viewBuilder) mine() *Mine {
	k := l.knight(l.viewer)
	m := &Mine{Seat: l.viewer}
	if !l.staged {
		m.Legal = l.Legal(l.viewer)
	}
	l.combatHand(m)
	acts := len(m.Legal) > 0
	switch l.phase {
	case PhasePrepare:
		m.Prep = l.preparing(k)
	case PhaseCount:
		if acts {
			m.Moves = &Moving{Most: k.movable(l.seats), Cards: cards.SetOf(k.pile...).List(), Opponents: opponentsOf(l.viewer, l.seats)}
		}
	case PhaseFavor:
		if acts {
			m.Favors = l.offers(actFavor, cards.Add(l.favors.shown, nil))
		}
	case PhaseHero:
		if acts {
			m.Heroes = l.offers(actHero, Heroes())
		}
	}
	return m
}

// offers lists powers with the lines that choose them.
func (l viewBuilder) offers(kind actionKind, powers []*Power) (list []Offer) {
	for _, p := range powers {
		a := action{kind: kind, power: p}
		list = append(list, Offer{Power: p, Line: a.String(), Why: l.check(l.viewer, &a)})
	}
	return list
}

func (l viewBuilder) preparing(k *knight) *Preparing {
	p := &Preparing{
		Owed: k.owed(), Discards: k.excess(), Placed: k.placed, Promised: k.promised, Discarded: k.dropped.List(),
		Sight: k.targets[PartSight], Trade: k.targets[PartTrade], Trial: k.targets[PartTrial],
	}
	if len(p.Owed) == 0 && k.placed == Unknown && k.targets == [partCount]games.Seat{} && k.dropped.Empty() {
		return nil
	}
	p.Opponents = opponentsOf(l.viewer, l.seats)
	if k.owes[PartLancelot] {
		p.Places = k.hand.Without(enchanterCards).List()
	}
	if p.Discards > 0 {
		p.Drops = k.droppable().List()
	}
	return p
}

// combatHand lists the hand with the legal lines of each card. Once a suit is led, it
// has the duty of seats that have not acted yet.
func (l viewBuilder) combatHand(m *Mine) {
	k := l.knight(l.viewer)
	turn := len(m.Legal) > 0
	var c handChoice
	if l.phase == PhaseCombat && !l.staged && (turn || l.combat.cards > 0 && !l.combat.hasActed(l.viewer)) {
		c = l.combat.choiceOf(k)
	}
	m.Duty = c.duty
	m.Hand = make([]HandCard, 0, k.hand.Len())
	lines := m.Legal
	for card := range k.hand.All() {
		h := HandCard{Card: card, Least: card.Value(), Most: card.Value(), Discards: c.drops.Has(card)}
		if l.phase == PhaseCombat {
			l.fillHandCard(k, c, &h)
		}
		if turn && l.phase == PhaseCombat {
			h.Lines, lines = splitLines(card, lines)
			h.Declare = l.declarations(k, c, card)
		}
		m.Hand = append(m.Hand, h)
	}
	if c.shifts && turn {
		for i := range m.Hand {
			var more []string
			more, lines = splitLines(m.Hand[i].Card, lines)
			m.Hand[i].Lines = slices.Concat(m.Hand[i].Lines, more)
		}
	}
}

// fillHandCard sets the values of a card, and why it cannot be played.
func (l viewBuilder) fillHandCard(k *knight, c handChoice, h *HandCard) {
	if h.Card.Kind() == Enchanter {
		h.Least, h.Most = 1, 15
		if c.duty == DutyLowest {
			h.Most = 1
		}
		if l.combat.lead == NoSuit {
			h.Suits = l.combat.basicSuits()
		}
	} else if !h.Discards {
		p := l.combat.placing(k, h.Card)
		p.led = p.led && l.viewer == l.combat.leader
		h.Value, h.Modifiers = p.strength(), p.modifiers()
	}
	if c.duty != DutyNone && !h.Discards {
		h.Why = l.combat.checkCard(c, h.Card, false)
	}
}

// declarations lists the declarations that are possible with a card.
func (l viewBuilder) declarations(k *knight, c handChoice, card Card) []Declare {
	if c.bound || !c.plays.Has(card) && !c.shifts {
		return nil
	}
	var list []Declare
	offer := func(p *Power) {
		d := Declare{Power: p, Left: int(k.left[p.declares.use]), Most: p.declares.amount}
		if p.declares.target {
			d.Targets = opponentsOf(l.viewer, l.seats)
		}
		list = append(list, d)
	}
	for p := range k.declarable(l.combat.cards == 0) {
		offer(p)
	}
	if c.shifts {
		offer(byUse[useShift])
	}
	return list
}

// splitLines splits a list of lines after the first ones, which are the lines of a card.
func splitLines(card Card, lines []string) (of, rest []string) {
	n := 0
	for n < len(lines) {
		_, named, _ := strings.Cut(lines[n], " ")
		if tail, ok := strings.CutPrefix(named, card.String()); !ok || tail != "" && tail[0] != ' ' && tail[0] != '=' {
			break
		}
		n++
	}
	return lines[:n:n], lines[n:]
}
