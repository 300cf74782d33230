package shannon

import (
	"math"
	"math/rand/v2"

	"tableronde/games"
)

// Rollout plays on from a state by quick choices to the end of the round, and fills in the
// part of the tournament that each knight will win, by seat-1, judged by the life it has
// then. The state must be one of Determinize: every knight plays by the whole of it.
func (s *state) Rollout(rng *rand.Rand, values []float64) {
	r := rollout{state: *s, rng: rng}
	for counts := len(s.history); r.result == nil && len(r.history) == counts; {
		seat := r.turn()
		if r.phase == PhasePrepare {
			seat = r.ToAct()[0]
		}
		r.execute(seat, r.choose(seat))
		if r.proceed() != nil {
			break // a fixed result of chance is impossible: this does not matter here
		}
	}
	r.judgeLives(values)
}

// rollout is a state that is played on in place.
type rollout struct {
	state
	rng *rand.Rand
}

// awakeProspect is the worth of a legend in force at a table of more than two, on a scale of
// logarithms.
const awakeProspect = 0.3

// lifeProspect returns the weight of a point of life on a scale of logarithms, by the least life of
// all. It is fitted to 10,000 tournaments of quick choices, whose last round decides more than all
// before.
func lifeProspect(seats int, least int16) float64 {
	spent := 1 - float64(least)/float64(startLife)
	if seats == 2 {
		return max(0.001, 0.012*spent*spent)
	}
	return max(0.003, 0.021*spent)
}

// judgeLives fills in the values of the lives.
func (r *rollout) judgeLives(values []float64) {
	if r.result != nil {
		for _, w := range r.result.Winners {
			values[w-1] = 1 / float64(len(r.result.Winners))
		}
		return
	}
	least := int16(startLife)
	for _, k := range r.each {
		least = min(least, k.life)
	}
	point, sum := lifeProspect(r.seats, least), 0.0
	for seat, k := range r.each {
		worth := point * float64(k.life-least)
		if k.awake && r.seats > 2 {
			worth += awakeProspect
		}
		values[seat-1] = math.Exp(worth)
		sum += values[seat-1]
	}
	for i := range values[:r.seats] {
		values[i] /= sum
	}
}

// choose returns a quick choice.
func (r *rollout) choose(seat games.Seat) action {
	switch r.phase {
	case PhaseHero:
		all := Heroes()
		p := all[r.rng.IntN(len(all))]
		for r.heroTaken(p) {
			p = all[r.rng.IntN(len(all))]
		}
		return action{kind: actHero, power: p}
	case PhasePrepare:
		p := r.knight(seat).defaultPreparation(r.after(seat, 1))
		others := opponentsOf(seat, r.seats)
		for i, named := range p.targets {
			if named != 0 {
				p.targets[i] = others[r.rng.IntN(len(others))]
			}
		}
		return action{kind: actPrepare, prepare: p}
	case PhaseCombat:
		return r.choosePlay(seat)
	case PhaseCount:
		return r.chooseMove(seat)
	}
	if len(r.favors.shown) == 0 {
		return action{kind: actFavor}
	}
	return action{kind: actFavor, power: r.favors.shown[r.rng.IntN(len(r.favors.shown))]}
}

// chooseMove moves the most wounding card to the opponent with the most life.
func (r *rollout) chooseMove(seat games.Seat) action {
	a := action{kind: actMove}
	worst := Unknown
	for _, c := range r.knight(seat).pile {
		if worst == Unknown || c.Wounds() > worst.Wounds() {
			worst = c
		}
	}
	if worst != Unknown && worst.Wounds() > 0 {
		a.moves = []cardMove{{worst, r.rivalOf(seat)}}
	}
	return a
}

// choosePlay plays the card with the least expected harm.
func (r *rollout) choosePlay(seat games.Seat) action {
	k := r.knight(seat)
	c := r.combat.choiceOf(k)
	if c.duty == DutyDishonor {
		return r.chooseDiscard(c.drops)
	}
	best, least, at := action{}, math.Inf(1), r.atStake()
	for card := range c.plays.All() {
		a := action{kind: actPlay, card: card}
		if card.Kind() == Enchanter {
			a.value = quickValue(c)
			if r.combat.lead == NoSuit {
				suits := r.combat.basicSuits()
				a.suit = suits[r.rng.IntN(len(suits))]
			}
		}
		if cost := r.fear(k, c, card, at) + 2*r.rng.Float64(); cost < least {
			best, least = a, cost
		}
	}
	if !c.bound && k.inForce&declaringPowers != 0 {
		r.declare(seat, &best)
	}
	return best
}

// declare adds the declaration to a play that saves the most of the feared wounds, if it is
// worth a use.
func (r *rollout) declare(seat games.Seat, a *action) {
	p := r.combat.placing(r.knight(seat), a.card)
	if a.card.Kind() == Enchanter {
		p.base = a.value
	}
	stake := r.atStake() + float64(a.card.Wounds())
	danger := r.risk(p.strength()) * stake
	most := 3 + 4*float64(combatCount-r.combat.number)/combatCount
	for power := range r.knight(seat).declarable(r.combat.cards == 0) {
		d, rest := power.declares, 0.
		var declared declarations
		switch d.use {
		case useFeint, useEscape:
		case useDivert:
			declared.targets[d.use] = uint8(r.rivalOf(seat))
		case usePlus:
			rest = r.risk(p.strength()+d.plus) * stake
		case useChange:
			rest = r.risk(p.strength()+d.amount) * stake
			declared.change = int8(d.amount)
		default:
			continue
		}
		if declared.made = 1 << d.use; danger-rest > most {
			most, a.declared = danger-rest, declared
		}
	}
}

// rivalOf returns the opponent with the most life.
func (r *rollout) rivalOf(seat games.Seat) games.Seat {
	best := games.Seat(0)
	for o, k := range r.each {
		if o != seat && (best == 0 || k.life > r.knight(best).life) {
			best = o
		}
	}
	return best
}

// quickValue returns the value that quick choices give an enchanter.
func quickValue(c handChoice) int8 {
	if c.duty == DutyLowest {
		return 1
	}
	return 15
}

// fear returns the expected harm of playing a card: the wounds at stake, times the chance that
// the card is the lowest, plus the card's worth later.
func (r *rollout) fear(k *knight, c handChoice, card Card, atStake float64) float64 {
	p := r.combat.placing(k, card)
	worth := 16.
	if card.Kind() == Enchanter {
		p.base = quickValue(c)
	}
	value := p.strength()
	if card.Kind() != Enchanter {
		worth = float64(value)
	}
	left := float64(combatCount-r.combat.number) / combatCount
	return r.risk(value)*(atStake+float64(card.Wounds())) + 0.7*left*worth
}

// chooseDiscard discards the lowest card.
func (r *rollout) chooseDiscard(drops set) action {
	a := action{kind: actDiscard}
	for card := range drops.All() {
		if a.card == Unknown || card.Value() < a.card.Value() {
			a.card = card
		}
	}
	return a
}

// atStake returns the wounds of the combat so far, with an estimate of the wounds that the
// knights still to act will add.
func (r *rollout) atStake() float64 {
	sum := 7 * (r.seats - int(r.combat.acted) - 1)
	for _, c := range r.carry {
		sum += c.Wounds()
	}
	for _, p := range r.combat.table[:r.combat.cards] {
		sum += p.card.Wounds()
	}
	return float64(sum)
}

// risk returns the chance that a card of a value is the lowest in the end.
func (r *rollout) risk(value int) float64 {
	lowest, paired := math.MaxInt, false
	for _, p := range r.combat.table[:r.combat.cards] {
		paired = paired || int(p.value) == value
		lowest = min(lowest, int(p.value))
	}
	switch {
	case paired:
		return 0
	case value > lowest:
		return 0.03
	}
	return math.Pow(min(1, max(0.02, float64(15-value)/14)), float64(r.seats-int(r.combat.acted)-1))
}

// Quick returns the choice that a seat makes in a Rollout.
func (s *state) Quick(seat games.Seat, rng *rand.Rand) string {
	r := rollout{state: *s, rng: rng}
	return r.choose(seat).String()
}

// Worthwhile lists the legal actions of a seat without most values of enchanters. It keeps the
// highest value, and the values of cards on the table, which they cancel.
func (s *state) Worthwhile(seat games.Seat) []string {
	if s.phase != PhaseCombat || !s.acts(seat) {
		return s.Legal(seat)
	}
	return s.combat.lines(seat, s.knight(seat), func(value, most int) bool {
		for _, p := range s.combat.table[:s.combat.cards] {
			if int(p.value) == value {
				return true
			}
		}
		return value == most
	})
}
