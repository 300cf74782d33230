package shannon

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Sensible picks the action of a sensible knight from that knight's view alone. v is the view
// of the seat, which is to act, and legal has its legal lines. It plans no further than the
// combat under way. It serves to measure the balance of the heroes and as an opponent to begin
// with.
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

// mind is the table as a sensible knight sees it.
type mind struct {
	View
	rng     *rand.Rand
	me      *Knight
	mine    powerSet
	doubled func(Card) bool // by opponents, for me
	doubles func(Card) bool // by me, for opponents
	guesses [][]int         // values that the knights still to act may play, by the order of acting
	waiting []games.Seat    // the seats still to act after me
}

const guesses = 20 // number of guessed continuations of a combat

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

// woundsOfPile returns the wounds that a pile would inflict on me.
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

// woundsTo returns the wounds that cards would cost an opponent.
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

// worthKeeping returns the protection that a card in hand gives its owner later in the round: high
// cards and enchanters protect, and low ones are a burden.
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

// choosePlay picks the line of a combat with the least expected harm.
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

// guess guesses possible continuations of the combat.
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

// rate rates a line of the combat.
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
	p := playedCard{seat: m.Viewer, card: a.card, led: len(m.Table) == 0, combat: int8(m.Combat),
		base: int8(a.card.Value()), powers: m.mine & valuingPowers, declared: a.declared}
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

// outcome returns the value of a combat that goes on as guessed: the wounds of this knight count in
// full, the wounds of opponents less.
func (m *mind) outcome(table []playedCard, guess []int, mine, theirs float64) float64 {
	var c combat
	c.cards = int8(copy(c.table[:], table))
	bound := games.Seat(0)
	for _, p := range table {
		if p.declared.has(useBind) {
			bound = games.Seat(p.declared.targets[useBind])
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
		c.table[c.cards] = playedCard{seat: m.waiting[i], value: int8(v)}
		c.cards++
		more += 7
	}
	switch o := c.judge(); {
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

// prepare returns one line with all parts of the preparation that are owed.
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

// worthHolding returns the worth of keeping a card: low poison is likely to come back to the knight
// that plays it.
func (m *mind) worthHolding(c Card) float64 {
	if c.Poison() {
		return m.worthKeeping(c) - 3
	}
	return m.worthKeeping(c)
}

// dangerous returns the suit of which I hold the most low cards, among the suits of which a
// card can go under Lancelot.
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

// unseenWorth is the worth of the unseen favor on the scale of favorWorth.
const unseenWorth = 4.5

// favorWorth is the rough worth of each favor by its id, on a scale to ten.
var favorWorth = map[string]float64{
	"enchanted-armour": 8, "blessed-shield": 9, "raven": 8, "healing-balm": 7, "trial": 7, "divine-will": 7,
	"redirect": 7, "giant-strength": 7,
	"riposte": 6, "lake-gift": 6, "antidote": 5, "standard": 5, "fox-feint": 5, "challenge": 5, "reversal": 5,
	"curse-swords": 4, "curse-arrows": 4, "curse-sorcery": 4, "curse-treason": 4, "philosophers-stone": 4, "shapeshift": 4,
	"point-of-honour": 4, "forced-trade": 3, "second-sight": 2,
}

// SensibleOrders returns the advance orders of a knight who plays as Sensible does. They have
// the answer for each suit that may be led and each rank of the lowest card on the table. They
// also place the worst cards at the count and choose favors.
func SensibleOrders(v View, _ string, rng *rand.Rand) string {
	if v.Mine == nil || v.Phase == PhaseHero || v.Phase == PhaseOver {
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

// favorOrder lists the favors by their worth, the unseen one where chooseFavor would take it.
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
	suited := slices.ContainsFunc(m.Mine.Hand, func(c HandCard) bool {
		return c.Card.Suit() == suit && c.Card.Kind() == Basic
	})
	switch {
	case suited:
		return follow
	case len(follow)+len(instead) > 0:
		return append(follow, instead...)
	}
	return all
}
