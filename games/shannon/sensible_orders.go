package shannon

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// SensibleOrders returns the standing orders of a knight who plays as Sensible does: for
// each suit that may be led, and each rank of the lowest card on the table, what to
// answer; where the worst cards go at the count; and which favors to take.
func SensibleOrders(v View, _ string, rng *rand.Rand) string {
	if v.Mine == nil || v.Phase == PhaseOver {
		return ""
	}
	m := newMind(v, rng)
	lines := []string{m.favorOrder(), actionWords[actMove] + " " + worstWord + ">" + seatText(m.rival())}
	if v.Phase == PhaseCombat || v.Phase == PhasePrepare {
		for _, suit := range []Suit{Swords, Arrows, Sorcery, Treason} {
			lines = append(lines, m.answersTo(suit)...)
		}
	}
	return strings.Join(lines, "\n")
}

// favorOrder lists the favors by what they are worth, the unseen one where chooseFavor
// would take it.
func (m *mind) favorOrder() string {
	var ids []string
	for id, worth := range favorWorth {
		if worth > unseenWorth {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if d := favorWorth[b] - favorWorth[a]; d != 0 {
			return int(2 * d)
		}
		return strings.Compare(a, b)
	})
	return strings.Join(append([]string{favorsWord}, append(ids, deckWord)...), " ")
}

// ranks are the values of the lowest card for which answers are prepared.
var ranks = []int{3, 6, 9, 12, 15}

// answersTo lists the answers to a suit.
func (m *mind) answersTo(suit Suit) []string {
	var lines []string
	last := ""
	for i, rank := range ranks {
		best, most := "", 0.0
		ahead := m.facing(suit, rank)
		for _, line := range m.couldAnswer(suit) {
			if score := ahead.rate(line); best == "" || score > most {
				best, most = line, score
			}
		}
		if best == "" {
			return nil
		}
		when := ifWord + " " + suit.String() + " " + lowWord + strconv.Itoa(rank) + " "
		if i == len(ranks)-1 {
			when = ifWord + " " + suit.String() + " "
		}
		if best == last {
			lines = lines[:len(lines)-1] // the wider condition has the same answer
		}
		lines, last = append(lines, when+best), best
	}
	return lines
}

// facing returns the mind as it would be if a card of a suit and a value were led to the
// knight in the next combat.
func (m *mind) facing(suit Suit, value int) *mind {
	v := m.View
	v.Phase, v.Combat, v.Lead, v.Carry = PhaseCombat, min(v.Combat+1, combatCount), suit, nil
	n := len(v.Knights)
	v.Leader = games.Seat((int(v.Viewer)+n-2)%n + 1)
	v.Table = []Played{{Seat: v.Leader, Card: cardOf(suit.String() + strconv.Itoa(value)), Value: value}}
	ahead := newMind(v, m.rng)
	ahead.guess()
	return ahead
}

// couldAnswer lists the lines with which the hand could answer a suit, without
// declarations.
func (m *mind) couldAnswer(suit Suit) []string {
	var follow, instead, all []string
	for _, c := range m.Mine.Hand {
		switch {
		case c.Card.Kind() == Enchanter:
			for _, value := range []int{4, 9, 14} {
				follow = append(follow, enchanterText(c.Card, NoSuit, value))
			}
		case c.Card.Suit() == suit:
			follow = append(follow, playTexts[c.Card])
		case c.Card.Kind() == Alchemic:
			instead = append(instead, playTexts[c.Card])
		}
		all = append(all, discardTexts[c.Card])
	}
	switch suited := slices.ContainsFunc(m.Mine.Hand, func(c HandCard) bool { return c.Card.Suit() == suit && c.Card.Kind() == Basic }); {
	case suited:
		return follow
	case len(follow)+len(instead) > 0:
		return append(follow, instead...)
	}
	return all
}
