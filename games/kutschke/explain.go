package kutschke

import (
	"strconv"

	"tableronde/games"
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
	WhyExact     = "exact"     // it pays just what is asked
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

// explainer collects what speaks for an action.
type explainer struct {
	now, ahead View
	facts      []games.Fact
}

// Explain lists facts that tell an action from others.
func (v View) Explain(ahead games.View, action string) []games.Fact {
	after, ok := ahead.(View)
	a, _, why := parseAction(action)
	if !ok || why != nil || !v.Seated() {
		return nil
	}
	e := explainer{now: v, ahead: after}
	switch a.verb {
	case verbPick:
		e.picks(a.kind)
	case verbStep:
		e.steps(a)
	case verbDone:
		e.misses()
		e.number(WhyUnused, e.unused())
	case verbBid:
		e.number(WhyStakes, a.cards.total())
		e.spoils(v.own.hand - a.cards)
		e.number(WhyRivals, len(v.Entrants())-1)
		e.number(WhyKeeps, v.own.hand.size()-a.cards.size())
	}
	return e.facts
}

func (e *explainer) add(f games.Fact) { e.facts = append(e.facts, f) }

func (e *explainer) number(kind string, n int) { e.add(games.Fact{Kind: kind, Number: n}) }

// about adds a fact about an adventure.
func (e *explainer) about(kind string, a Adventure, n int) {
	e.add(games.Fact{Kind: kind, Word: a.String(), Number: n})
}

// picks tells of an action card.
func (e *explainer) picks(k Kind) {
	switch v := e.now; k {
	case RoundTable:
		e.opens()
	case Tournament:
		rivals := 0
		for i, chosen := range v.Chosen {
			for _, c := range chosen {
				if c == Tournament && games.Seat(i+1) != v.Viewer {
					rivals++
				}
			}
		}
		e.number(WhyStrength, v.own.hand.of(Sword).total()+v.own.hand.of(Lance).total())
		e.number(WhyRivals, rivals)
	case Justice:
		e.number(WhyBooks, v.own.hand.of(Book).size())
	case Quest:
		e.quests()
	case Horse:
		e.rides()
	default:
		e.trains(k.Virtue())
	}
	e.number(WhyLeft, e.now.Supply[k]-1)
}

// opens tells of the adventures that lie open.
func (e *explainer) opens() {
	var best Adventure
	for _, a := range e.now.Display {
		if best == 0 || a.Shields() > best.Shields() {
			best = a
		}
	}
	if best == 0 {
		e.add(games.Fact{Kind: WhyNoneOpen})
		return
	}
	e.about(WhyOpen, best, best.Shields())
}

// quests tells which adventure can be paid for, the dearest.
func (e *explainer) quests() {
	if best := dearest(e.now.Errands(), func(f Errand) bool { return len(f.Payments) > 0 }); best != 0 {
		e.about(WhyPayable, best, best.Shields())
		return
	}
	e.add(games.Fact{Kind: WhyNoQuest})
}

// rides tells where a horse is needed.
func (e *explainer) rides() {
	errands := e.now.Errands()
	if best := dearest(errands, func(f Errand) bool { return !f.Here && len(f.Payments) > 0 }); best != 0 {
		e.about(WhyErrand, best, 1)
	} else if best := dearest(errands, func(f Errand) bool { return !f.Here }); best != 0 {
		e.about(WhyErrand, best, 0)
	} else {
		e.add(games.Fact{Kind: WhyNoErrand})
	}
}

// dearest returns the adventure of some errands that is worth most, 0 for none.
func dearest(errands []Errand, fits func(Errand) bool) (best Adventure) {
	for _, f := range errands {
		if fits(f) && (best == 0 || f.Adventure.Shields() > best.Shields()) {
			best = f.Adventure
		}
	}
	return best
}

// trains tells of an exercise: what is on the pile, and which adventure needs the virtue.
func (e *explainer) trains(v Virtue) {
	e.lacks(e.now.Errands(), v)
	f := games.Fact{Kind: WhyPile, Word: v.String()}
	if pile := e.now.Piles[v]; len(pile) > 0 {
		f.Cards = []string{CardOf(v, pile[len(pile)-1]).String()}
	}
	e.add(f)
}

// lacks tells which of some errands lacks a virtue, any for 0.
func (e *explainer) lacks(errands []Errand, v Virtue) {
	for _, f := range errands {
		for _, l := range f.Missing {
			if v == 0 || l.Virtue == v {
				e.add(games.Fact{Kind: WhyLacks, Word: f.Adventure.String(), Cards: []string{l.Virtue.String() + strconv.Itoa(l.Value)}})
				return
			}
		}
	}
}
