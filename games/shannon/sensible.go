package shannon

import (
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// Sensible picks what a sensible knight would do, by nothing but what that knight
// may see: v is the view of the seat, which is to act, and legal its legal lines.
// It looks no further than the combat under way, and is meant for measuring the
// balance of the heroes and as an opponent to begin with.
func Sensible(v View, legal []string, rng *rand.Rand) string {
	switch {
	case v.Mine == nil || len(legal) == 0:
		return ""
	case v.Phase == PhaseHero:
		return legal[rng.IntN(len(legal))]
	}
	m := newMind(v, rng)
	switch v.Phase {
	case PhasePrepare:
		return m.prepare()
	case PhaseCombat:
		if len(legal) == 1 {
			return legal[0]
		}
		return m.choosePlay(legal)
	case PhaseCount:
		return m.moveOn()
	default:
		return m.chooseFavor()
	}
}

// mind is how a sensible knight sees the table.
type mind struct {
	View
	rng     *rand.Rand
	me      *Knight
	mine    powerSet
	doubled func(Card) bool // by opponents, for me
	doubles func(Card) bool // by me, for opponents
	guesses [][]int         // values that those still to act may play, by the order of acting
	waiting []games.Seat    // who is still to act after me
}

const guesses = 20 // ways in which a combat may go on that a mind thinks of

func newMind(v View, rng *rand.Rand) *mind {
	m := &mind{View: v, rng: rng, me: &v.Knights[v.Viewer-1]}
	var theirs powerSet
	for i := range v.Knights {
		if k := &v.Knights[i]; k == m.me {
			m.mine = k.inForce()
		} else {
			theirs |= k.inForce()
		}
	}
	double := func(by powerSet) func(Card) bool {
		return func(c Card) bool {
			for p := range by.all() {
				if p.doubles != nil && p.doubles(c) {
					return true
				}
			}
			return false
		}
	}
	m.doubled, m.doubles = double(theirs), double(m.mine)
	return m
}

// inForce returns the powers that a knight has in the round.
func (k *Knight) inForce() powerSet {
	list := powerSet(0).with(k.Hero)
	if k.Active {
		list = list.with(k.Legend)
	}
	for _, p := range k.Favors {
		list = list.with(p)
	}
	return list
}

// woundsOfPile returns what a pile would inflict on me.
func (m *mind) woundsOfPile(pile []Card) int {
	sum, worst := 0, make([]int, 0, len(pile))
	for _, c := range pile {
		w := c.Wounds()
		for p := range m.mine.all() {
			if p.wounds != nil {
				w = p.wounds(c, w)
			}
		}
		if m.cleared(c) {
			w = 0
		}
		if m.doubled(c) {
			w *= 2
		}
		sum += w
		worst = append(worst, w)
	}
	slices.Sort(worst)
	for p := range m.mine.all() {
		n := min(p.discards, len(worst))
		for _, w := range worst[len(worst)-n:] {
			sum -= w
		}
		worst = worst[:len(worst)-n]
	}
	for p := range m.mine.all() {
		if p.cap > 0 {
			sum = min(sum, p.cap)
		}
	}
	return sum
}

// woundsTo returns what cards would cost an opponent.
func (m *mind) woundsTo(cards []Card) int {
	sum := 0
	for _, c := range cards {
		if m.cleared(c) {
			continue
		}
		if sum += c.Wounds(); m.doubles(c) {
			sum += c.Wounds()
		}
	}
	return sum
}

// cleared reports whether a card is of the suit that I shall clear from all piles.
func (m *mind) cleared(c Card) bool {
	return m.me.Under != Unknown && c.Suit() == m.me.Under.Suit()
}

// worthKeeping returns how much a card in hand protects its owner later in the round: high
// cards do, enchanters at any time, and low ones are a burden.
func (m *mind) worthKeeping(c Card) float64 {
	switch {
	case c.Merlin():
		return 8
	case c.Kind() == Enchanter:
		return 16
	}
	p := playedCard{card: c, combat: 12, base: int8(c.Value()), powers: m.mine & valuingPowers}
	value := float64(p.strength())
	if c.Kind() == Alchemic {
		value++
	}
	return value
}

// choosePlay picks the line of a combat after which the least is to be feared.
func (m *mind) choosePlay(legal []string) string {
	m.guess()
	best, most := legal[0], 0.0
	for i, line := range legal {
		if score := m.rate(line); i == 0 || score > most {
			best, most = line, score
		}
	}
	return best
}

// guess thinks of ways in which the combat may go on.
func (m *mind) guess() {
	n := len(m.Knights)
	for i := 1; i < n-len(m.Table); i++ {
		seat := games.Seat((int(m.Viewer)-1+i)%n + 1)
		if seat == m.Leader {
			break
		}
		if !m.Knights[seat-1].Dishonored {
			m.waiting = append(m.waiting, seat)
		}
	}
	m.guesses = make([][]int, guesses)
	for i := range m.guesses {
		for range m.waiting {
			v := 1 + m.rng.IntN(15)
			if m.rng.IntN(12) < m.Combat/3 {
				v = -1 // cannot follow
			}
			m.guesses[i] = append(m.guesses[i], v)
		}
	}
}

// rate tells how good a line of the combat is.
func (m *mind) rate(line string) float64 {
	r := lineReader{seats: len(m.Knights), seat: m.Viewer, rest: line}
	a, why := r.action()
	if why != nil {
		return -1000
	}
	left := float64(combatCount-m.Combat) / combatCount
	keep := m.worthKeeping(a.card) * left * 1.5
	if a.kind == actDiscard {
		return -float64(m.me.Dishonor) - keep
	}
	p := playedCard{seat: m.Viewer, card: a.card, led: len(m.Table) == 0, combat: int8(m.Combat), base: int8(a.card.Value()), powers: m.mine & valuingPowers, declared: a.declared}
	if a.card.Kind() == Enchanter {
		p.base = a.value
	}
	p.value = int8(p.strength())
	cost := 0.0
	for range p.declared.each {
		cost += 1 + 4*left
	}
	table := m.asPlayed()
	table = append(table, p)
	taken := append(slices.Clone(m.Carry), a.card)
	for _, t := range m.Table {
		taken = append(taken, t.Card)
	}
	mine := float64(m.woundsOfPile(append(slices.Clone(m.me.Pile), taken...)) - m.woundsOfPile(m.me.Pile))
	theirs := float64(m.woundsTo(taken))
	score := 0.0
	for _, guess := range m.guesses {
		score += m.outcome(table, guess, mine, theirs)
	}
	return score/guesses - keep - cost
}

// asPlayed returns the table as the rules see it.
func (m *mind) asPlayed() []playedCard {
	list := make([]playedCard, 0, maxSeats)
	for _, t := range m.Table {
		p := playedCard{seat: t.Seat, card: t.Card, value: int8(t.Value)}
		for _, d := range t.Declared {
			use := d.Power.declares.use
			p.declared.made |= 1 << use
			p.declared.targets[use] = uint8(d.Target)
		}
		list = append(list, p)
	}
	return list
}

// outcome returns what a combat brings if it goes on as guessed: wounds that I suffer
// count in full, those of opponents less.
func (m *mind) outcome(table []playedCard, guess []int, mine, theirs float64) float64 {
	s := state{seats: len(m.Knights)}
	s.cards = int8(copy(s.table[:], table))
	bound := games.Seat(0)
	for _, p := range table {
		if p.declared.has(useChallenge) {
			bound = games.Seat(p.declared.targets[useChallenge])
		}
	}
	more := 0.0
	for i, v := range guess {
		if v < 0 {
			continue
		}
		if m.waiting[i] == bound {
			v = (v + 2) / 3
		}
		s.table[s.cards] = playedCard{seat: m.waiting[i], value: int8(v)}
		s.cards++
		more += 7
	}
	switch o := s.judge(); {
	case o.loser == 0:
		return 0
	case o.taker == m.Viewer:
		return -mine - more
	default:
		leader := 0.25
		if m.Knights[o.taker-1].Rank == 1 {
			leader = 0.4
		}
		return (theirs + more) * leader
	}
}
