package knizia

import "tableronde/games"

// act plays an action card. Unless Lancelot lies in the discard pile for all to
// see, it waits for its effect.
func (r *run) act(at seat, m Move) {
	r.wayCard = r.discover(at, m.Card)
	r.way, r.void = m, false
	r.played++
	if r.told() {
		r.tellAction(at, m)
	}
	if r.lancelotDown() || r.staged {
		r.resolve()
		return
	}
	r.phase = PhaseReact
}

// cancel puts Lancelot and the action card on it into the discard pile.
func (r *run) cancel(at seat) {
	r.discard.push(r.discover(at, Lancelot))
	r.discard.push(r.wayCard)
	r.tell(games.Fact{Kind: FactCancelled, Seat: numberOf(at), Other: numberOf(r.active), Cards: []string{r.way.Card.String()}})
	r.resume()
}

// resume lets the active seat go on with its turn, or the next one if it has
// resigned.
func (r *run) resume() {
	r.clearWay()
	r.phase = PhaseTurn
	if r.out.has(r.active) {
		r.startTurn(r.nextOf(r.in(), r.active))
	}
}

func (r *run) clearWay() {
	r.way, r.wayCard, r.void = Move{}, 0, false
	r.pending, r.answered, r.answers = 0, 0, [maxSeats]Positions{}
}

// resolve lets the action under way take effect.
func (r *run) resolve() {
	m := r.way
	to, _ := r.seatOf(m.Seat)
	lies := true // the card goes to the discard pile
	switch {
	case r.void:
		r.fizzle()
	case m.Card == Adapt:
		r.adapt()
		return
	case m.Card == Shield:
		r.shield, lies = r.active, false
		r.tell(games.Fact{Kind: FactShielded, Seat: numberOf(r.active)})
	case m.Card == Stunned:
		r.stunned, lies = to, false
		r.tell(games.Fact{Kind: FactStunned, Seat: m.Seat, Other: numberOf(r.active)})
	default:
		r.strike(m, to)
	}
	if r.err != nil {
		return
	}
	if lies {
		r.discard.push(r.wayCard)
	}
	r.resume()
}

func (r *run) fizzle() {
	r.tell(games.Fact{Kind: FactNoEffect, Seat: numberOf(r.active), Cards: []string{r.way.Card.String()}})
}

// strike does what an action card says.
func (r *run) strike(m Move, to seat) {
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
		for at := range seat(r.seats) {
			lost[at] = r.losses(m, at)
		}
		r.fell(lost)
	}
}

// fell discards positions of several displays, from the active seat clockwise.
// There may be none left, where somebody has resigned.
func (r *run) fell(lost [maxSeats]Positions) {
	if lost == [maxSeats]Positions{} {
		r.fizzle()
		return
	}
	at := r.active
	for range r.seats {
		r.lose(at, lost[at])
		at = r.after(at)
	}
}

// lose discards positions of a display, the oldest first.
func (r *run) lose(at seat, lost Positions) {
	if lost == (Positions{}) {
		return
	}
	before := r.total(at)
	d := r.displays[at]
	r.displays[at].clear()
	gone := make([]id, 0, lost.Len())
	for i, card := range d.cards() {
		if lost.Has(Place(i + 1)) {
			gone = append(gone, card)
			r.discard.push(card)
		} else {
			r.displays[at].push(card)
		}
	}
	if r.told() {
		r.tellCards(games.Fact{
			Kind: FactLost, Seat: numberOf(at), Other: numberOf(r.active), Number: r.total(at), Before: before,
		}, gone)
	}
}

// turnTo changes the color of the tournament.
func (r *run) turnTo(c Color) {
	totals := r.totals()
	r.color = c
	r.tell(games.Fact{Kind: FactTurned, Seat: numberOf(r.active), Word: c.String()})
	r.tellTotals(totals)
}

// riposte takes the newest card of a display into one's own.
func (r *run) riposte(to seat) {
	totals := r.totals()
	card := r.displays[to].take(Place(r.displays[to].n))
	r.displays[r.active].push(card)
	r.added++
	if r.told() {
		r.tellCards(games.Fact{Kind: FactTaken, Seat: numberOf(r.active), Other: numberOf(to)}, []id{card})
	}
	r.tellTotals(totals)
}

// retreat takes a card of one's own display back into the hand.
func (r *run) retreat(own Place) {
	totals := r.totals()
	card := r.displays[r.active].take(own)
	r.hands[r.active].add(card)
	r.known[card] = everybody
	if r.told() {
		r.tellCards(games.Fact{Kind: FactTakenBack, Seat: numberOf(r.active)}, []id{card})
	}
	r.tellTotals(totals)
}

// knockDown takes a card of another hand, by chance. Who looks ahead sees only
// that it is one.
func (r *run) knockDown(to seat) {
	by := r.active
	if r.staged {
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
	others := everybody &^ knower(by) &^ knower(to)
	for _, c := range hand {
		r.known[c] &^= others
	}
	r.hands[by].add(card)
	r.known[card] = knower(by) | knower(to)
	if r.told() {
		r.tellSecret(games.Fact{Kind: FactRobbed, Seat: numberOf(by), Other: numberOf(to)}, []id{card}, r.known[card])
	}
}

// outwit exchanges two cards before two seats. What comes to a display lies on
// top of it.
func (r *run) outwit(m Move, to seat) {
	totals := r.totals()
	by := r.active
	give, take := r.pick(by, m.Own), r.pick(to, m.At)
	r.put(to, give)
	r.put(by, take)
	if m.At > 0 && m.Own < 0 {
		r.added++
	}
	if r.told() {
		r.tellCards(games.Fact{Kind: FactExchanged, Seat: numberOf(by), Other: numberOf(to)}, []id{give, take})
	}
	r.tellTotals(totals)
}

// pick takes up what lies at a place before a seat.
func (r *run) pick(at seat, place Place) id {
	switch place {
	case ShieldPlace:
		r.shield = nobody
		return firsts[Shield]
	case StunnedPlace:
		r.stunned = nobody
		return firsts[Stunned]
	}
	return r.displays[at].take(place)
}

// put lays a card before a seat.
func (r *run) put(at seat, card id) {
	switch card.kind() {
	case Shield:
		r.shield = at
	case Stunned:
		r.stunned = at
	default:
		r.displays[at].push(card)
	}
}

// adapt asks the seats that have a choice, or takes effect at once where none
// has.
func (r *run) adapt() {
	for at := range seat(r.seats) {
		if r.doubled(at) && r.chooses(at) {
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
			r.tell(games.Fact{Kind: FactChooses, Seat: numberOf(at), Word: "keep"})
		}
		at = r.after(at)
	}
}

// keep takes an answer to Adapt, which takes effect with the last one.
func (r *run) keep(at seat, kept Positions) {
	r.answers[at] = kept
	r.pending.drop(at)
	r.answered.add(at)
	if r.told() {
		see := everybody
		if r.pending != 0 {
			see = knower(at)
		}
		r.tellSecret(games.Fact{Kind: FactKept, Seat: numberOf(at)}, r.cardsAt(at, kept), see)
	}
	// Who looks ahead does not learn what the others keep.
	alone := r.answered.len() == 1
	if r.pending == 0 && (alone || !r.staged) {
		r.applyAdapt()
	}
}

func (r *run) cardsAt(at seat, places Positions) []id {
	var cards []id
	for _, p := range places.List() {
		cards = append(cards, r.displays[at].at(p))
	}
	return cards
}

// applyAdapt discards from every display what its seat does not keep.
func (r *run) applyAdapt() {
	var lost [maxSeats]Positions
	for at := range seat(r.seats) {
		if !r.doubled(at) {
			continue
		}
		kept := r.keeping(at, KeepOldest)
		if r.answered.has(at) {
			kept = r.answers[at]
		}
		for p := Place(1); int(p) <= int(r.displays[at].n); p++ {
			if !kept.Has(p) {
				lost[at].add(p)
			}
		}
	}
	r.fell(lost)
	r.discard.push(r.wayCard)
	r.resume()
}

// totals are those of all seats.
func (p *position) totals() (all [maxSeats]int) {
	for at := range seat(p.seats) {
		all[at] = p.total(at)
	}
	return all
}

// tellTotals tells whose total is another one than before.
func (r *run) tellTotals(before [maxSeats]int) {
	if !r.told() {
		return
	}
	at := r.active
	for range r.seats {
		if now := r.total(at); now != before[at] {
			r.tell(games.Fact{Kind: FactTotal, Seat: numberOf(at), Number: now, Before: before[at]})
		}
		at = r.after(at)
	}
}
