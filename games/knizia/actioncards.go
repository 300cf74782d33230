package knizia

import "tableronde/games"

// act plays an action card. It takes effect at once if Lancelot is in the discard
// pile, else after the interrupt window.
func (r *run) act(at seatIndex, m Move) {
	r.underWayCard = r.playOpenly(at, m.Card)
	r.underWay, r.targetResigned = m, false
	r.played++
	if r.recording() {
		r.recordAction(at, m)
	}
	if r.lancelotDown() || r.staged {
		r.uncovered = !r.lancelotDown()
		r.resolve()
		return
	}
	r.phase = PhaseReact
}

// cancel discards Lancelot and the action card that it cancels.
func (r *run) cancel(at seatIndex) {
	r.discard.push(r.playOpenly(at, Lancelot))
	r.discard.push(r.underWayCard)
	r.record(games.Fact{Kind: FactCancelled, Seat: numberOf(at), Other: numberOf(r.active), Cards: []string{r.underWay.Card.String()}})
	r.resume()
}

// resume continues the turn of the active seat, or starts the next turn if it has
// resigned.
func (r *run) resume() {
	r.clearAction()
	r.phase = PhaseTurn
	if r.withdrawn.has(r.active) {
		r.startTurn(r.nextOf(r.inTournament(), r.active))
	}
}

func (r *run) clearAction() {
	r.underWay, r.underWayCard, r.targetResigned = Move{}, 0, false
	r.pending, r.answered, r.answers = 0, 0, [maxSeats]Positions{}
}

// resolve applies the effect of the action under way.
func (r *run) resolve() {
	m := r.underWay
	to, _ := r.seatOf(m.Seat)
	lies := true // the card goes to the discard pile
	switch {
	case r.targetResigned:
		r.recordNoEffect()
	case m.Card == Adapt:
		r.adapt()
		return
	case m.Card == Shield:
		r.shield, lies = r.active, false
		r.record(games.Fact{Kind: FactShielded, Seat: numberOf(r.active)})
	case m.Card == Stunned:
		r.stunned, lies = to, false
		r.record(games.Fact{Kind: FactStunned, Seat: m.Seat, Other: numberOf(r.active)})
	default:
		r.applyEffect(m, to)
	}
	if r.err != nil {
		return
	}
	if lies {
		r.discard.push(r.underWayCard)
	}
	r.resume()
}

func (r *run) recordNoEffect() {
	r.record(games.Fact{Kind: FactNoEffect, Seat: numberOf(r.active), Cards: []string{r.underWay.Card.String()}})
}

// applyEffect applies the effect of an action card.
func (r *run) applyEffect(m Move, to seatIndex) {
	switch m.Card {
	case Unhorse, ChangeWeapon:
		r.turnTo(m.Color)
	case DropWeapon:
		r.turnTo(Green)
	case Riposte:
		r.riposte(to)
	case Retreat:
		r.retreat(m.Own)
	case KnockDown:
		r.knockDown(to)
	case Outwit:
		r.outwit(m, to)
	default:
		var lost [maxSeats]Positions
		for at := range seatIndex(r.seats) {
			lost[at] = r.losses(m, at)
		}
		r.discardLosses(lost)
	}
}

// discardLosses discards positions of several displays, from the active seat
// clockwise. There may be none if a seat has resigned.
func (r *run) discardLosses(lost [maxSeats]Positions) {
	if lost == [maxSeats]Positions{} {
		r.recordNoEffect()
		return
	}
	at := r.active
	for range r.seats {
		r.discardLost(at, lost[at])
		at = r.after(at)
	}
}

// discardLost discards positions of a display, the oldest first.
func (r *run) discardLost(at seatIndex, lost Positions) {
	if lost == (Positions{}) {
		return
	}
	before := r.total(at)
	d := r.displays[at]
	r.displays[at].clear()
	gone := make([]cardID, 0, lost.Len())
	for i, card := range d.cards() {
		if lost.Has(Place(i + 1)) {
			gone = append(gone, card)
			r.discard.push(card)
		} else {
			r.displays[at].push(card)
		}
	}
	if r.recording() {
		r.recordCards(games.Fact{
			Kind: FactLost, Seat: numberOf(at), Other: numberOf(r.active), Number: r.total(at), Before: before,
		}, gone)
	}
}

// turnTo changes the color of the tournament.
func (r *run) turnTo(c Color) {
	totals := r.totals()
	r.color = c
	r.record(games.Fact{Kind: FactTurned, Seat: numberOf(r.active), Word: c.String()})
	r.recordTotals(totals)
}

// riposte moves the newest card of a display to that of the active seat.
func (r *run) riposte(to seatIndex) {
	totals := r.totals()
	card := r.displays[to].take(Place(r.displays[to].n))
	r.displays[r.active].push(card)
	r.added++
	if r.recording() {
		r.recordCards(games.Fact{Kind: FactTaken, Seat: numberOf(r.active), Other: numberOf(to)}, []cardID{card})
	}
	r.recordTotals(totals)
}

// retreat moves a card of the active seat's display back to its hand.
func (r *run) retreat(own Place) {
	totals := r.totals()
	card := r.displays[r.active].take(own)
	r.hands[r.active].add(card)
	r.known[card] = allKnowers
	if r.recording() {
		r.recordCards(games.Fact{Kind: FactTakenBack, Seat: numberOf(r.active)}, []cardID{card})
	}
	r.recordTotals(totals)
}

// knockDown takes a random card of another hand. In a look ahead only the sizes of
// the hands change.
func (r *run) knockDown(to seatIndex) {
	by := r.active
	if r.staged {
		r.uncovered = true
		r.unseen[to]--
		r.unseen[by]++
		return
	}
	hand := r.hands[to].list()
	index, err := r.chance.Choose(len(hand))
	if err != nil {
		r.err = err
		return
	}
	card := hand[index]
	r.hands[to].drop(card)
	r.forget(card, r.hands[to].of(card.kind()), knower(by))
	others := allKnowers &^ knower(by) &^ knower(to)
	for _, c := range hand {
		r.known[c] &^= others
	}
	r.hands[by].add(card)
	r.known[card] = knower(by) | knower(to)
	if r.recording() {
		r.recordSecret(games.Fact{Kind: FactRobbed, Seat: numberOf(by), Other: numberOf(to)}, []cardID{card}, r.known[card])
	}
}

// outwit exchanges two cards before two seats. A card that enters a display becomes
// its newest.
func (r *run) outwit(m Move, to seatIndex) {
	totals := r.totals()
	by := r.active
	give, take := r.takeBefore(by, m.Own), r.takeBefore(to, m.At)
	r.addBefore(to, give)
	r.addBefore(by, take)
	if m.At > 0 && m.Own < 0 {
		r.added++
	}
	if r.recording() {
		r.recordCards(games.Fact{Kind: FactExchanged, Seat: numberOf(by), Other: numberOf(to)}, []cardID{give, take})
	}
	r.recordTotals(totals)
}

// takeBefore removes the card at a place before a seat.
func (r *run) takeBefore(at seatIndex, place Place) cardID {
	switch place {
	case ShieldPlace:
		r.shield = nobody
		return firstOfKind[Shield]
	case StunnedPlace:
		r.stunned = nobody
		return firstOfKind[Stunned]
	}
	return r.displays[at].take(place)
}

// addBefore adds a card before a seat.
func (r *run) addBefore(at seatIndex, card cardID) {
	switch card.kind() {
	case Shield:
		r.shield = at
	case Stunned:
		r.stunned = at
	default:
		r.displays[at].push(card)
	}
}

// adapt asks the seats that have a choice, or takes effect at once if none has.
func (r *run) adapt() {
	for at := range seatIndex(r.seats) {
		if r.hasDoubles(at) && r.hasChoice(at) {
			r.pending.add(at)
		}
	}
	if r.pending == 0 {
		r.applyAdapt()
		return
	}
	r.phase = PhaseAdapt
	r.adapts++
	at := r.active
	for range r.seats {
		if r.pending.has(at) {
			r.record(games.Fact{Kind: FactChooses, Seat: numberOf(at), Word: "keep"})
		}
		at = r.after(at)
	}
}

// keep stores an answer to Adapt, which takes effect with the last answer.
func (r *run) keep(at seatIndex, kept Positions) {
	r.answers[at] = kept
	r.pending.drop(at)
	r.answered.add(at)
	if r.recording() {
		see := allKnowers
		if r.pending != 0 {
			see = knower(at)
		}
		r.recordSecret(games.Fact{Kind: FactKept, Seat: numberOf(at)}, r.cardsAt(at, kept), see)
	}
	// A look ahead does not show what others keep.
	alone := r.answered.len() == 1
	if r.pending == 0 && (alone || !r.staged) {
		r.applyAdapt()
	}
}

func (r *run) cardsAt(at seatIndex, places Positions) []cardID {
	var cards []cardID
	for _, p := range places.List() {
		cards = append(cards, r.displays[at].at(p))
	}
	return cards
}

// applyAdapt discards the cards that the seats do not keep.
func (r *run) applyAdapt() {
	var lost [maxSeats]Positions
	for at := range seatIndex(r.seats) {
		if !r.hasDoubles(at) {
			continue
		}
		kept := r.preferredKeep(at, KeepOldest)
		if r.answered.has(at) {
			kept = r.answers[at]
		}
		for p := Place(1); int(p) <= int(r.displays[at].n); p++ {
			if !kept.Has(p) {
				lost[at].add(p)
			}
		}
	}
	r.discardLosses(lost)
	r.discard.push(r.underWayCard)
	r.resume()
}

// totals returns the totals of all seats.
func (p *position) totals() (all [maxSeats]int) {
	for at := range seatIndex(p.seats) {
		all[at] = p.total(at)
	}
	return all
}

// recordTotals records the totals that have changed.
func (r *run) recordTotals(before [maxSeats]int) {
	if !r.recording() {
		return
	}
	at := r.active
	for range r.seats {
		if now := r.total(at); now != before[at] {
			r.record(games.Fact{Kind: FactTotal, Seat: numberOf(at), Number: now, Before: before[at]})
		}
		at = r.after(at)
	}
}
