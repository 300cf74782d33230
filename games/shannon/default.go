package shannon

import (
	"slices"

	"tableronde/games"
)

// Default returns the line that is played for a knight whose time is up or who has
// resigned (§3.2): the first legal one in most cases.
func (s *state) Default(seat games.Seat) string {
	switch {
	case s.phase == PhasePrepare && s.acts(seat):
		return s.defaultPreparation(seat).String()
	case s.phase == PhaseCombat && s.acts(seat):
		return s.defaultPlay(seat).String()
	}
	if lines := s.Legal(seat); len(lines) > 0 {
		return lines[0]
	}
	return ""
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
	list := cards.cards()
	slices.SortFunc(list, func(a, b Card) int {
		if x, y := a.Kind() == Enchanter, b.Kind() == Enchanter; x != y {
			if x {
				return 1
			}
			return -1
		}
		if a.Value() != b.Value() {
			return a.Value() - b.Value()
		}
		return int(a) - int(b)
	})
	return list
}

// defaultPlay returns the first card that can be played, an enchanter at its highest
// value.
func (s *state) defaultPlay(seat games.Seat) action {
	c := s.choiceOf(seat)
	if c.duty == DutyDishonor {
		return action{kind: actDiscard, card: c.drops.first()}
	}
	a := action{kind: actPlay, card: c.plays.first()}
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
