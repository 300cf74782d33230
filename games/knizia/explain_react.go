package knizia

import "tableronde/games"

// robbed reports whether the action under way takes a card of the viewer's hand.
func (e *explainer) robbed() bool {
	u := e.now.UnderWay
	return u != nil && u.Move.Card == KnockDown && u.Move.Seat == e.now.Viewer && len(e.own.Hand) > 0
}

// passes tells what happens if the action under way is not stopped.
func (e *explainer) passes() {
	switch {
	case e.own.After < e.own.Total:
		e.add(games.Fact{Kind: WhySuffers, Number: e.own.After, Before: e.own.Total})
	case e.robbed():
		e.add(games.Fact{Kind: WhyRobbed, Number: len(e.own.Hand)})
	default:
		e.add(games.Fact{Kind: WhyUntouched})
	}
	e.lowers()
	e.add(games.Fact{Kind: WhyKeepsLance})
}

// cancels tells what Lancelot prevents.
func (e *explainer) cancels() {
	switch {
	case e.own.After < e.own.Total:
		e.add(games.Fact{Kind: WhySaves, Number: e.own.After, Before: e.own.Total})
	case e.robbed():
		e.add(games.Fact{Kind: WhySavesCard})
	default:
		e.denies()
	}
	e.add(games.Fact{Kind: WhySpendsLance})
}

// denies tells what others do not gain or lose.
func (e *explainer) denies() {
	acting := e.now.Active
	if rises := e.now.Seats[acting-1]; rises.After > rises.Total {
		e.add(games.Fact{Kind: WhyHoldsDown, Seat: acting, Number: rises.After})
		return
	}
	e.add(games.Fact{Kind: WhyDenies, Seat: acting})
	for _, s := range e.others() {
		if s.Seat != acting && s.After < s.Total {
			e.add(games.Fact{Kind: WhyHelps, Seat: s.Seat, Number: s.After})
			return
		}
	}
}
