package shannon

import (
	"slices"

	"tableronde/games"
)

// prepare does all that is owed at once.
func (m *mind) prepare() string {
	prep := m.Mine.Prep
	var p preparation
	for _, part := range prep.Owed {
		p.has[part] = true
		p.targets[part] = m.rival()
	}
	hand := make([]Card, 0, len(m.Mine.Hand))
	for _, c := range m.Mine.Hand {
		if c.Card != prep.Promised {
			hand = append(hand, c.Card)
		}
	}
	slices.SortStableFunc(hand, func(a, b Card) int { return int(4*m.worthHolding(a)) - int(4*m.worthHolding(b)) })
	if p.has[PartLancelot] {
		p.placed = takeFirst(&hand, func(c Card) bool { return c.Suit() == m.dangerous() })
	}
	if p.has[PartTrade] {
		p.promised = takeFirst(&hand, func(Card) bool { return true })
	}
	if p.has[PartDiscard] {
		p.dropped = hand[:prep.Discards]
		slices.Sort(p.dropped)
	}
	return p.String()
}

// worthHolding returns how much a card is worth keeping: poison is likely to come back to the
// one who plays it low.
func (m *mind) worthHolding(c Card) float64 {
	if c.Poison() {
		return m.worthKeeping(c) - 3
	}
	return m.worthKeeping(c)
}

// dangerous returns the suit of which I hold the most low cards, among those of which
// a card can go under Lancelot.
func (m *mind) dangerous() Suit {
	var burden [Alchemy + 1]int
	for _, c := range m.Mine.Hand {
		if c.Card.Kind() == Basic {
			burden[c.Card.Suit()] += 30 - c.Card.Value()
		}
	}
	best := Swords
	for s := range burden {
		if burden[s] > burden[best] {
			best = Suit(s)
		}
	}
	return best
}

// rival returns the opponent with the most life.
func (m *mind) rival() games.Seat {
	best := games.Seat(0)
	for _, k := range m.Knights {
		if k.Seat != m.Viewer && (best == 0 || k.Life > m.Knights[best-1].Life) {
			best = k.Seat
		}
	}
	return best
}

// moveOn moves the worst cards to the rival.
func (m *mind) moveOn() string {
	a := action{kind: actMove}
	left := slices.Clone(m.me.Pile)
	for len(a.moves) < m.Mine.Moves.Most && len(left) > 0 {
		best, gain := -1, 0
		for i, c := range left {
			if g := m.woundsOfPile(left) - m.woundsOfPile(slices.Delete(slices.Clone(left), i, i+1)) + c.Wounds(); g > gain {
				best, gain = i, g
			}
		}
		if best < 0 {
			break
		}
		a.moves = append(a.moves, cardMove{left[best], m.rival()})
		left = slices.Delete(left, best, best+1)
	}
	slices.SortFunc(a.moves, func(x, y cardMove) int { return int(x.card) - int(y.card) })
	return a.String()
}

// chooseFavor takes the favor that is worth most in general, or the unseen one if both
// are poor.
func (m *mind) chooseFavor() string {
	best, most := "", unseenWorth
	for _, o := range m.Mine.Favors {
		if o.Why != nil {
			continue
		}
		if o.Power == nil && best == "" {
			return o.Line
		}
		if o.Power != nil && favorWorth[o.Power.ID] > most {
			best, most = o.Line, favorWorth[o.Power.ID]
		}
	}
	if best == "" {
		return m.Mine.Legal[m.rng.IntN(len(m.Mine.Legal))]
	}
	return best
}

// unseenWorth is what the unseen favor is worth on the scale of favorWorth.
const unseenWorth = 4.5

// favorWorth is what the favors are worth, roughly, on a scale to ten.
var favorWorth = map[string]float64{
	"enchanted-armour": 8, "blessed-shield": 9, "raven": 8, "healing-balm": 7, "trial": 7, "divine-will": 7, "redirect": 7, "giant-strength": 7,
	"riposte": 6, "lake-gift": 6, "antidote": 5, "standard": 5, "fox-feint": 5, "challenge": 5, "reversal": 5,
	"curse-swords": 4, "curse-arrows": 4, "curse-sorcery": 4, "curse-treason": 4, "philosophers-stone": 4, "shapeshift": 4,
	"point-of-honour": 4, "forced-trade": 3, "second-sight": 2,
}
