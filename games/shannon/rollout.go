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

// awakeProspect is what a legend in force is worth at a table of more than two, on a scale of
// logarithms.
const awakeProspect = 0.3

// lifeProspect returns how many times e likelier a point of life makes a knight to win, by the
// least life of all: fitted to 10,000 tournaments of quick choices, whose last round decides
// more than all before.
func lifeProspect(seats int, least int16) float64 {
	spent := 1 - float64(least)/float64(startLife)
	if seats == 2 {
		return max(0.001, 0.012*spent*spent)
	}
	return max(0.003, 0.021*spent)
}

// judgeLives fills in what the lives are worth.
func (r *rollout) judgeLives(values []float64) {
	if r.result != nil {
		for _, w := range r.result.Winners {
			values[w-1] = 1 / float64(len(r.result.Winners))
		}
		return
	}
	least := int16(startLife)
	for i := range r.knights[:r.seats] {
		least = min(least, r.knights[i].life)
	}
	point, sum := lifeProspect(r.seats, least), 0.0
	for i := range r.knights[:r.seats] {
		k := &r.knights[i]
		worth := point * float64(k.life-least)
		if k.awake && r.seats > 2 {
			worth += awakeProspect
		}
		values[i] = math.Exp(worth)
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
