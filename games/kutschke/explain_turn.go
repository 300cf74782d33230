package kutschke

import (
	"slices"

	"tableronde/games"
)

// steps tells of a step of a turn.
func (e *explainer) steps(a action) {
	if points := e.ahead.own.points - e.now.own.points; points > 0 {
		e.number(WhyPoints, int(points))
	}
	switch a.kind {
	case RoundTable:
		e.takes(a.adventure)
	case Justice:
		e.spoils(e.ahead.own.hand)
		e.number(WhyTotal, e.ahead.own.hand.of(Book).total())
		e.facts[len(e.facts)-1].Word = Book.String()
	case Quest:
		e.pays(a)
	case Horse:
		e.rideTo(a.place)
	default:
		e.learns(a.card.Virtue())
	}
}

// learns tells what a card that an exercise brings is good for.
func (e *explainer) learns(v Virtue) {
	after := e.ahead.Errands()
	for i, f := range e.now.Errands() {
		if len(f.Payments) == 0 && i < len(after) && len(after[i].Payments) > 0 {
			e.about(WhyCompletes, f.Adventure, f.Adventure.Shields())
		}
	}
	if hand := e.ahead.own.hand; v <= Lance && e.now.own.picked.has(Tournament) {
		e.number(WhyStrength, hand.of(Sword).total()+hand.of(Lance).total())
	} else {
		e.add(games.Fact{Kind: WhyTotal, Word: v.String(), Number: hand.of(v).total()})
	}
	e.lacks(after, v)
}

// takes tells of an adventure that the Round Table gives.
func (e *explainer) takes(a Adventure) {
	e.about(WhyWorth, a, a.Shields())
	for _, f := range e.ahead.Errands() {
		if f.Adventure != a {
			continue
		}
		if len(f.Payments) > 0 {
			e.about(WhyPayable, a, a.Shields())
		} else {
			e.lacks([]Errand{f}, 0)
		}
	}
	e.number(WhyRide, e.now.table.ring.distance(e.now.own.at, a.Place()))
}

// pays tells of the cards that an adventure costs.
func (e *explainer) pays(a action) {
	asked := 0
	for _, v := range Virtues() {
		asked += a.adventure.Cost(v)
	}
	if over := a.cards.total() - asked; over > 0 {
		e.number(WhyOver, over)
	} else {
		e.add(games.Fact{Kind: WhyExact})
	}
	f := games.Fact{Kind: WhyHolds}
	for _, c := range e.ahead.own.hand.list() {
		f.Cards = append(f.Cards, c.String())
	}
	e.add(f)
	e.spoils(e.ahead.own.hand)
}

// rideTo tells what awaits a knight at a place.
func (e *explainer) rideTo(to Place) {
	errands := e.ahead.Errands()
	there := func(f Errand) bool { return f.Adventure.Place() == to }
	payable := func(f Errand) bool { return there(f) && len(f.Payments) > 0 }
	justice := e.now.own.picked.has(Justice) && e.now.own.hand.of(Book) != 0
	switch best := dearest(errands, payable); {
	case best != 0:
		e.about(WhyThere, best, best.Shields())
	case dearest(errands, there) != 0:
		e.about(WhyWaits, dearest(errands, there), 0)
	case to == Camelot:
		e.add(games.Fact{Kind: WhyCamelot})
	case justice:
	default:
		e.add(games.Fact{Kind: WhyNothing})
	}
	if justice && to != Camelot {
		e.add(games.Fact{Kind: WhyJustice})
	}
	e.misses()
	if to != Camelot {
		e.number(WhyDistance, e.now.table.ring.distance(Camelot, to))
	}
}

// misses tells if the knight is away from a tournament that was picked.
func (e *explainer) misses() {
	if e.now.own.picked.has(Tournament) && e.ahead.own.at != Camelot {
		e.add(games.Fact{Kind: WhyMisses})
	}
}

// unused counts the action cards that the end of the turn loses.
func (e *explainer) unused() int {
	return len(slices.DeleteFunc(slices.Clone(e.now.own.picked.all()), func(k Kind) bool { return k == Tournament }))
}

// spoils tells if an adventure cannot be paid for any more by the hand that is left.
func (e *explainer) spoils(hand cards) {
	ready := false
	for _, f := range e.now.Errands() {
		if len(f.Payments) == 0 || !e.ahead.own.adventures.has(f.Adventure) {
			continue
		}
		ready = true
		if !slices.ContainsFunc(allLines().quest[f.Adventure], func(p payment) bool { return hand.has(p.cards) }) {
			e.about(WhySpoils, f.Adventure, f.Adventure.Shields())
			return
		}
	}
	if ready {
		e.add(games.Fact{Kind: WhySpares})
	}
}
