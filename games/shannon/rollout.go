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
			seat = r.firstPreparing()
		}
		r.execute(seat, r.choose(seat))
		if r.proceed() != nil {
			break // the record fixes something impossible: of no concern here
		}
	}
	r.judgeLives(values)
}

// rollout is a state that is played on in place.
type rollout struct {
	state
	rng *rand.Rand
}

func (r *rollout) firstPreparing() games.Seat {
	for i := range r.knights[:r.seats] {
		if r.knights[i].preparing() {
			return games.Seat(i + 1)
		}
	}
	return 0
}

// A difference in life of lastScale makes one knight e times as likely to win as another
// when somebody is near the end, one of firstScale at the start: fitted to tournaments of
// the sensible players, whose last round decides more than all before.
const (
	lastScale  = 90
	firstScale = 180
)

// judgeLives fills in what the lives are worth.
func (r *rollout) judgeLives(values []float64) {
	if r.result != nil {
		for _, w := range r.result.Winners {
			values[w-1] = 1 / float64(len(r.result.Winners))
		}
		return
	}
	least := startLife
	for i := range r.knights[:r.seats] {
		least = min(least, int(r.knights[i].life))
	}
	scale := lastScale + (firstScale-lastScale)*float64(least)/float64(startLife)
	sum := 0.0
	for i := range r.knights[:r.seats] {
		values[i] = math.Exp(float64(int(r.knights[i].life)-startLife) / scale)
		sum += values[i]
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
		p := r.defaultPreparation(seat)
		others := r.opponents(seat)
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
	if len(r.shown) == 0 {
		return action{kind: actFavor}
	}
	return action{kind: actFavor, power: r.shown[r.rng.IntN(len(r.shown))]}
}

// chooseMove moves the most wounding card to the opponent with the most life.
func (r *rollout) chooseMove(seat games.Seat) action {
	a := action{kind: actMove}
	worst, rival := Unknown, games.Seat(0)
	for _, c := range r.knight(seat).pile {
		if worst == Unknown || c.Wounds() > worst.Wounds() {
			worst = c
		}
	}
	for i := range r.knights[:r.seats] {
		if o := games.Seat(i + 1); o != seat && (rival == 0 || r.knights[i].life > r.knight(rival).life) {
			rival = o
		}
	}
	if worst != Unknown && worst.Wounds() > 0 {
		a.moves = []cardMove{{worst, rival}}
	}
	return a
}

// choosePlay plays the card of which the least is to be feared: the wounds of what lies on
// the table, as likely as the card will be the lowest, and what it would be worth later.
func (r *rollout) choosePlay(seat games.Seat) action {
	k, c := r.knight(seat), r.choiceOf(seat)
	if c.duty == DutyDishonor {
		return r.chooseDiscard(c.drops)
	}
	best, least := action{}, math.Inf(1)
	left := float64(combatCount-r.combat) / combatCount
	at := r.atStake()
	for card := range c.plays.all() {
		p := r.placing(k, card)
		a := action{kind: actPlay, card: card}
		if card.Kind() == Enchanter {
			p.base = 15
			if c.duty == DutyLowest {
				p.base = 1
			}
			a.value = p.base
			if r.lead == NoSuit {
				suits := r.basicSuits()
				a.suit = suits[r.rng.IntN(len(suits))]
			}
		}
		value := p.strength()
		worth := float64(value)
		if card.Kind() == Enchanter {
			worth = 16
		}
		cost := r.risk(value)*(at+float64(card.Wounds())) + 0.7*left*worth + 2*r.rng.Float64()
		if cost < least {
			best, least = a, cost
		}
	}
	return best
}

// chooseDiscard discards the lowest card.
func (r *rollout) chooseDiscard(drops set) action {
	a := action{kind: actDiscard}
	for card := range drops.all() {
		if a.card == Unknown || card.Value() < a.card.Value() {
			a.card = card
		}
	}
	return a
}

// atStake returns the wounds of the combat so far, and what those still to act will add.
func (r *rollout) atStake() float64 {
	sum := 7 * (r.seats - int(r.acted) - 1)
	for _, c := range r.carry {
		sum += c.Wounds()
	}
	for _, p := range r.table[:r.cards] {
		sum += p.card.Wounds()
	}
	return float64(sum)
}

// risk returns how likely a card of a value is to be the lowest in the end.
func (r *rollout) risk(value int) float64 {
	lowest, paired := math.MaxInt, false
	for _, p := range r.table[:r.cards] {
		paired = paired || int(p.value) == value
		lowest = min(lowest, int(p.value))
	}
	switch {
	case paired:
		return 0
	case value > lowest:
		return 0.03
	}
	return math.Pow(min(1, max(0.02, float64(15-value)/14)), float64(r.seats-int(r.acted)-1))
}
