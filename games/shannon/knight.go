package shannon

import (
	"slices"

	"tableronde/games"
)

// knight is the part of a state that belongs to one seat.
type knight struct {
	life     int16
	hero     *Power // nil until it is chosen
	awake    bool   // the hero's legend is in force
	resigned bool
	inForce  powerSet // powers of this round
	left     [useCount]uint8

	favors [maxFavors]*Power // in the order in which they came
	hand   set
	pile   []Card

	// Of the preparation of this round.
	dealt    uint8
	owes     [partCount]bool       // PartDiscard is the excess over the size of a hand
	targets  [partCount]games.Seat // of PartSight, PartTrade and PartTrial
	promised Card
	placed   Card // the card under Lancelot
	dropped  set

	// Of the combat.
	dishonored bool
	challenged bool
	lacks      set // cards that this knight, as everybody has seen, does not hold
}

// maxFavors is the largest number of favors of a knight in a round (§6): one for having
// little life, two for being far behind.
const maxFavors = 3

// favorList lists a knight's favors.
func (k *knight) favorList() []*Power {
	return slices.DeleteFunc(slices.Clone(k.favors[:]), func(p *Power) bool { return p == nil })
}

// setHero assigns a hero. A legend without a threshold is awake at once.
func (k *knight) setHero(p *Power, seats int) {
	k.hero, k.awake = p, p.Partner.Threshold == 0
	k.refill(p, seats)
}

// refill restores all uses of a limited power.
func (k *knight) refill(p *Power, seats int) {
	if p.Limited() {
		k.left[p.declares.use] = p.uses[seats]
	}
}

// begin resets a knight for a round and activates its powers.
func (k *knight) begin(seats int) {
	*k = knight{life: k.life, hero: k.hero, awake: k.awake, resigned: k.resigned, favors: k.favors}
	k.inForce = powerSet(0).with(k.hero)
	if k.awake {
		k.inForce = k.inForce.with(k.hero.Partner)
	}
	for _, p := range k.favors {
		if p != nil {
			k.inForce = k.inForce.with(p)
		}
	}
	for p := range k.inForce.all() {
		k.refill(p, seats)
	}
}

// owe sets the parts of the preparation that the powers of a knight ask for, and returns the
// number of extra cards that they give.
func (k *knight) owe() (extra int) {
	for p := range k.inForce.all() {
		extra += p.extra
		if p.asks != PartLancelot {
			k.owes[p.asks] = true
		}
		k.owes[PartLancelot] = k.owes[PartLancelot] || p.places
	}
	return extra
}
