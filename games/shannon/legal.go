package shannon

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Legal lists the elementary actions of a seat: plays with at most one declaration, the
// next part of a preparation with a single card, and moves of one card at the count.
// Apply accepts combinations too.
func (s *state) Legal(seat games.Seat) []string {
	if !s.acts(seat) {
		return nil
	}
	var lines []string
	add := func(a action) { lines = append(lines, a.String()) }
	switch s.phase {
	case PhaseHero:
		for _, p := range Heroes() {
			if !s.heroTaken(p) {
				add(action{kind: actHero, power: p})
			}
		}
	case PhasePrepare:
		return s.knight(seat).preparationLines(opponentsOf(seat, s.seats))
	case PhaseCombat:
		return s.combat.lines(seat, s.knight(seat), func(v, most int) bool { return true })
	case PhaseCount:
		add(action{kind: actMove})
		for c := range cards.SetOf(s.knight(seat).pile...).All() {
			for _, o := range opponentsOf(seat, s.seats) {
				add(action{kind: actMove, moves: []cardMove{{c, o}}})
			}
		}
	case PhaseFavor:
		return s.favors.lines()
	}
	return lines
}

// preparationLines lists the next part that a knight owes, with each card or opponent to name.
func (k *knight) preparationLines(opponents []games.Seat) []string {
	var lines []string
	add := func(p preparation) { lines = append(lines, p.String()) }
	part := k.owed()[0]
	p := preparation{}
	p.has[part] = true
	switch part {
	case PartLancelot:
		for p.placed = range k.hand.Without(enchanterCards).All() {
			add(p)
		}
	case PartDiscard:
		for c := range k.droppable().All() {
			p.dropped = []Card{c}
			add(p)
		}
	default:
		for _, p.targets[part] = range opponents {
			if part != PartTrade {
				add(p)
				continue
			}
			for p.promised = range k.hand.All() {
				add(p)
			}
		}
	}
	return lines
}

// droppable returns the cards that a knight may discard in preparation.
func (k *knight) droppable() set {
	hand := k.hand
	if k.promised != Unknown {
		hand.Remove(k.promised)
	}
	return hand
}

// lines lists plays and discards in the order of the cards, enchanters with the values
// for which wanted reports true, of which the last is most.
func (c *combat) lines(seat games.Seat, k *knight, wanted func(value, most int) bool) []string {
	h := c.choiceOf(k)
	if h.duty == DutyDishonor {
		lines := make([]string, 0, 2*h.drops.Len())
		for card := range h.drops.All() {
			lines = append(lines, discardTexts[card])
		}
		if h.shifts {
			for card := range h.drops.All() {
				lines = append(lines, playTexts[card]+" "+declarables[useShift].word)
			}
		}
		return lines
	}
	var tails []string
	if !h.bound {
		tails = c.tails(seat, k)
	}
	lines := make([]string, 0, h.plays.Len())
	add := func(line string) { lines = append(lines, line) }
	for card := range h.plays.Without(enchanterCards).All() {
		add(playTexts[card])
	}
	suits, most := onlyNoSuit, 15
	if c.lead == NoSuit {
		suits = c.basicSuits()
	}
	if h.duty == DutyLowest {
		most = 1
	}
	for card := range h.plays.And(enchanterCards).All() {
		for _, suit := range suits {
			for v := 1; v <= most; v++ {
				if wanted(v, most) {
					add(enchanterText(card, suit, v))
				}
			}
		}
	}
	return appendTails(lines, tails)
}

// appendTails inserts after each line the line with each tail.
func appendTails(lines, tails []string) []string {
	if len(tails) == 0 {
		return lines
	}
	size := 0
	for _, tail := range tails {
		size += len(lines[0]) + 3 + len(tail)
	}
	var b strings.Builder // one text for all, of which the lines are parts
	b.Grow(len(lines) * size)
	all := make([]string, 0, len(lines)*(1+len(tails)))
	for _, line := range lines {
		all = append(all, line)
		for _, tail := range tails {
			from := b.Len()
			b.WriteString(line)
			b.WriteString(tail)
			all = append(all, b.String()[from:])
		}
	}
	return all
}

var onlyNoSuit = []Suit{NoSuit}

// tails lists the texts of the declarations that a knight could make with a card.
func (c *combat) tails(seat games.Seat, k *knight) []string {
	var tails []string
	for p := range k.declarable(c.cards == 0) {
		d := p.declares
		word := " " + d.word
		switch {
		case d.amount > 0:
			for n := -d.amount; n <= d.amount; n++ {
				if n != 0 {
					tails = append(tails, " "+declarations{change: int8(n)}.word(d))
				}
			}
		case d.target:
			for _, o := range opponentsOf(seat, c.seats) {
				tails = append(tails, word+" "+strconv.Itoa(int(o)))
			}
		default:
			tails = append(tails, word)
		}
	}
	return tails
}

// declarable yields the powers that a knight could declare with a playable card.
func (k *knight) declarable(leads bool) func(func(*Power) bool) {
	return func(yield func(*Power) bool) {
		if k.inForce&declaringPowers == 0 {
			return
		}
		for _, p := range byUse {
			d := p.declares
			if k.inForce.has(p) && k.left[d.use] > 0 && d.use != useShift && (leads || !d.lead) && !yield(p) {
				return
			}
		}
	}
}
