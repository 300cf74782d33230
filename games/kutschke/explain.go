package kutschke

import (
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/cards"
)

// The kinds of Fact that View.Explain lists. Number, Before, Cards and Word of a Fact are named
// where a kind has them; Word is an adventure unless a kind says otherwise.
const (
	WhyLeft      = "left"      // Number action cards of the kind are left after it
	WhyPile      = "pile"      // Cards, one card, is the best of a pile; none for an empty pile
	WhyLacks     = "lacks"     // an adventure that the viewer holds lacks Cards, one card's worth of a virtue
	WhyPayable   = "payable"   // an adventure that the viewer holds can be paid for, for Number points
	WhyNoQuest   = "no_quest"  // none of those can
	WhyErrand    = "errand"    // an adventure that the viewer holds, and can pay for if Number is 1, waits elsewhere
	WhyNoErrand  = "no_errand" // none does
	WhyOpen      = "open"      // the best adventure that lies open is worth Number points
	WhyNoneOpen  = "none_open" // none lies open
	WhyRivals    = "rivals"    // Number others have picked the tournament, or joust
	WhyStrength  = "strength"  // Swords and Lances in hand come to Number
	WhyBooks     = "books"     // Number Books are in hand
	WhyTotal     = "total"     // cards of the virtue Word in hand come to Number
	WhyCompletes = "completes" // it makes an adventure payable, for Number points
	WhyWorth     = "worth"     // the adventure that is taken is worth Number points
	WhyRide      = "ride"      // its place is Number places away
	WhyPoints    = "points"    // it brings Number points
	WhySpoils    = "spoils"    // an adventure that could be paid for, for Number points, cannot any more
	WhySpares    = "spares"    // all that could be paid for still can
	WhyExact     = "exact"     // it pays exactly the price
	WhyOver      = "over"      // it pays Number more than is asked
	WhyHolds     = "holds"     // Cards stay in hand; none for an empty hand
	WhyThere     = "there"     // an adventure that can be paid for is there, for Number points
	WhyWaits     = "waits"     // an adventure is there that cannot be paid for
	WhyCamelot   = "camelot"   // Camelot is where one trains, sits at the Round Table and jousts
	WhyJustice   = "justice"   // Justice can be done there
	WhyNothing   = "nothing"   // nothing awaits the knight there
	WhyDistance  = "distance"  // it is Number places from Camelot
	WhyMisses    = "misses"    // the tournament that was picked is missed, unless the knight comes back
	WhyUnused    = "unused"    // Number action cards are lost
	WhyStakes    = "stakes"    // the stake comes to Number
	WhyKeeps     = "keeps"     // Number cards stay in hand
)

// Moment returns the moment of the game; Step is the pass of picking.
func (v View) Moment() games.Moment {
	m := games.Moment{Phase: v.Phase.String(), Round: v.Round}
	if v.Phase == PhasePick {
		m.Step = v.Pass
	}
	return m
}

// explainer collects the reasons for an action.
type explainer struct {
	cards.Recorder
	now, ahead View
}

// Explain lists facts that distinguish an action from others.
func (v View) Explain(ahead games.View, action string) []games.Fact {
	after, ok := ahead.(View)
	a, _, why := parseAction(action)
	if !ok || why != nil || !v.Seated() {
		return nil
	}
	e := explainer{now: v, ahead: after}
	switch a.verb {
	case verbPick:
		e.pick(a.kind)
	case verbStep:
		e.step(a)
	case verbDone:
		unused := 0
		for _, k := range v.own.picked {
			if k != Tournament {
				unused++
			}
		}
		e.misses()
		e.number(WhyUnused, unused)
	case verbBid:
		e.number(WhyStakes, a.cards.total())
		e.spoils(v.own.hand - a.cards)
		e.number(WhyRivals, len(v.Entrants())-1)
		e.number(WhyKeeps, v.own.hand.size()-a.cards.size())
	}
	return e.Facts
}

func (e *explainer) number(kind string, n int) { e.AddIf(true, kind, n) }

// about adds a fact about an adventure.
func (e *explainer) about(kind string, a Adventure, n int) {
	e.Add(games.Fact{Kind: kind, Word: a.String(), Number: n})
}

// pick explains the pick of an action card.
func (e *explainer) pick(k Kind) {
	v, errands := e.now, e.now.Errands()
	away := func(f Errand) bool { return !f.Here }
	payable := func(f Errand) bool { return len(f.Payments) > 0 }
	switch k {
	case RoundTable:
		best := dearest(v.Display)
		if best == 0 {
			e.number(WhyNoneOpen, 0)
		} else {
			e.about(WhyOpen, best, best.Shields())
		}
	case Tournament:
		rivals := 0
		for i, chosen := range v.Chosen {
			if seatOf(i) != v.Viewer && slices.Contains(chosen, Tournament) {
				rivals++
			}
		}
		e.number(WhyStrength, strength(v.own.hand))
		e.number(WhyRivals, rivals)
	case Justice:
		e.number(WhyBooks, v.own.hand.of(Book).size())
	case Quest:
		best := dearest(adventuresOf(errands, payable))
		if best == 0 {
			e.number(WhyNoQuest, 0)
		} else {
			e.about(WhyPayable, best, best.Shields())
		}
	case Horse:
		best := dearest(adventuresOf(errands, func(f Errand) bool { return away(f) && payable(f) }))
		switch other := dearest(adventuresOf(errands, away)); {
		case best != 0:
			e.about(WhyErrand, best, 1)
		case other != 0:
			e.about(WhyErrand, other, 0)
		default:
			e.number(WhyNoErrand, 0)
		}
	default:
		e.lacks(errands, k.Virtue())
		f := games.Fact{Kind: WhyPile, Word: k.Virtue().String()}
		if pile := v.Piles[k.Virtue()]; len(pile) > 0 {
			f.Cards = []string{CardOf(k.Virtue(), pile[len(pile)-1]).String()}
		}
		e.Add(f)
	}
	e.number(WhyLeft, v.Supply[k]-1)
}

// adventuresOf lists the adventures of the errands that fit.
func adventuresOf(errands []Errand, fits func(Errand) bool) (list []Adventure) {
	for _, f := range errands {
		if fits(f) {
			list = append(list, f.Adventure)
		}
	}
	return list
}

// dearest returns the first of the adventures that are worth most, 0 for none.
func dearest(list []Adventure) (best Adventure) {
	for _, a := range list {
		if best == 0 || a.Shields() > best.Shields() {
			best = a
		}
	}
	return best
}

// strength returns the value of the cards that a tournament takes.
func strength(hand cardSet) int { return hand.of(Sword).total() + hand.of(Lance).total() }

// lacks adds the first of some errands that lacks a virtue, any for 0.
func (e *explainer) lacks(errands []Errand, v Virtue) {
	for _, f := range errands {
		for _, l := range f.Missing {
			if v == 0 || l.Virtue == v {
				e.Add(games.Fact{Kind: WhyLacks, Word: f.Adventure.String(),
					Cards: []string{l.Virtue.String() + strconv.Itoa(l.Value)}})
				return
			}
		}
	}
}

// step explains a step of a turn.
func (e *explainer) step(a action) {
	own, hand, after := &e.now.own, e.ahead.own.hand, e.ahead.Errands()
	if points := e.ahead.own.points - own.points; points > 0 {
		e.number(WhyPoints, int(points))
	}
	switch a.kind {
	case RoundTable:
		e.about(WhyWorth, a.adventure, a.adventure.Shields())
		for _, f := range after {
			if f.Adventure == a.adventure && len(f.Payments) > 0 {
				e.about(WhyPayable, f.Adventure, f.Adventure.Shields())
			} else if f.Adventure == a.adventure {
				e.lacks([]Errand{f}, 0)
			}
		}
		e.number(WhyRide, e.now.table.ring.distance(own.at, a.adventure.Place()))
	case Justice:
		e.spoils(hand)
		e.Add(games.Fact{Kind: WhyTotal, Word: Book.String(), Number: hand.of(Book).total()})
	case Quest:
		asked := 0
		for _, v := range Virtues() {
			asked += a.adventure.Cost(v)
		}
		over := a.cards.total() - asked
		e.AddIf(over > 0, WhyOver, over)
		e.AddIf(over <= 0, WhyExact, 0)
		holds := games.Fact{Kind: WhyHolds}
		if hand != 0 {
			holds.Cards = cards.Codes(hand.list())
		}
		e.Add(holds)
		e.spoils(hand)
	case Horse:
		e.ride(a.place)
	default:
		v := a.card.Virtue()
		for i, f := range e.now.Errands() {
			if len(f.Payments) == 0 && i < len(after) && len(after[i].Payments) > 0 {
				e.about(WhyCompletes, f.Adventure, f.Adventure.Shields())
			}
		}
		if v <= Lance && own.has(Tournament) {
			e.number(WhyStrength, strength(hand))
		} else {
			e.Add(games.Fact{Kind: WhyTotal, Word: v.String(), Number: hand.of(v).total()})
		}
		e.lacks(after, v)
	}
}

// ride explains a ride by the adventures and the other gains and losses at a place.
func (e *explainer) ride(to Place) {
	there := func(f Errand) bool { return f.Adventure.Place() == to }
	payable := func(f Errand) bool { return there(f) && len(f.Payments) > 0 }
	errands := e.ahead.Errands()
	justice := e.now.own.has(Justice) && e.now.own.hand.of(Book) != 0
	best, waits := dearest(adventuresOf(errands, payable)), dearest(adventuresOf(errands, there))
	switch {
	case best != 0:
		e.about(WhyThere, best, best.Shields())
	case waits != 0:
		e.about(WhyWaits, waits, 0)
	case to == Camelot:
		e.number(WhyCamelot, 0)
	case !justice:
		e.number(WhyNothing, 0)
	}
	e.AddIf(justice && to != Camelot, WhyJustice, 0)
	e.misses()
	e.AddIf(to != Camelot, WhyDistance, e.now.table.ring.distance(Camelot, to))
}

// misses adds whether the knight is away from a tournament that was picked.
func (e *explainer) misses() {
	e.AddIf(e.now.own.has(Tournament) && e.ahead.own.at != Camelot, WhyMisses, 0)
}

// spoils adds whether the rest of the hand no longer pays for an adventure.
func (e *explainer) spoils(hand cardSet) {
	ready := false
	for _, f := range e.now.Errands() {
		if len(f.Payments) == 0 || !slices.Contains(e.ahead.own.adventures, f.Adventure) {
			continue
		}
		ready = true
		if !slices.ContainsFunc(allLines().quest[f.Adventure], func(p payment) bool { return hand.has(p.cards) }) {
			e.about(WhySpoils, f.Adventure, f.Adventure.Shields())
			return
		}
	}
	e.AddIf(ready, WhySpares, 0)
}
