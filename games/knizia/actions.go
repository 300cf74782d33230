package knizia

import (
	"slices"

	"tableronde/games"
)

// act plays an action card. It takes effect at once if Lancelot is in the discard
// pile, else after the interrupt window.
func (r *run) act(at seatIndex, m Move) {
	r.underWayCard = r.playOpenly(at, m.Card)
	r.underWay, r.targetResigned = m, false
	r.played++
	if r.recorder != nil {
		r.recordAction(at, m)
	}
	if down := r.discard.has(Lancelot); down || r.staged {
		r.uncovered = !down
		r.resolve()
		return
	}
	r.phase = PhaseReact
}

// recordAction records that an action card is played, before its effect.
func (r *run) recordAction(at seatIndex, m Move) {
	f := games.Fact{
		Kind: FactAction, Seat: numberOf(at), Other: m.Seat,
		Cards: []string{m.Card.String()}, Word: m.Color.String(),
	}
	if m.Own != NoPlace {
		own, _ := r.cardAt(at, m.Own)
		f.Cards = append(f.Cards, own.String())
	}
	if to, ok := r.seatOf(m.Seat); ok {
		place := m.At
		if m.Card == Riposte {
			place = Place(r.displays[to].n)
		}
		if taken, ok := r.cardAt(to, place); ok {
			f.Cards = append(f.Cards, taken.String())
		}
	}
	r.recorder.Add(f)
}

// cardAt returns the card at a place before a seat, if there is one.
func (p *position) cardAt(at seatIndex, place Place) (c Card, ok bool) {
	switch place {
	case ShieldPlace:
		return Shield, p.shield == at
	case StunnedPlace:
		return Stunned, p.stunned == at
	}
	d := &p.displays[at]
	if place < 1 || int(place) > int(d.n) {
		return Unknown, false
	}
	return d.at(place), true
}

// resume continues the turn of the active seat, or starts the next turn if it has
// resigned.
func (r *run) resume() {
	r.clearAction()
	r.phase = PhaseTurn
	if !r.in(r.active) {
		r.startTurn(r.next(r.active, r.withdrawn))
	}
}

func (r *run) clearAction() {
	r.underWay, r.underWayCard, r.targetResigned = Move{}, 0, false
	r.pending, r.answered, r.answers = seatSet{}, seatSet{}, [maxSeats]Positions{}
}

// resolve applies the effect of the action under way. Afterwards its card goes to the discard
// pile, or lies before a seat.
func (r *run) resolve() {
	m := r.underWay
	to, _ := r.seatOf(m.Seat)
	lies := false
	var totals [maxSeats]int
	if r.recorder != nil {
		for at := range r.around(0) {
			totals[at] = r.total(at)
		}
	}
	switch {
	case r.targetResigned:
		r.recordNoEffect()
	case m.Card == Adapt:
		r.adapt()
		return
	case m.Card == Shield:
		r.shield, lies = r.active, true
		r.recorder.Add(games.Fact{Kind: FactShielded, Seat: numberOf(r.active)})
	case m.Card == Stunned:
		r.stunned, lies = to, true
		r.recorder.Add(games.Fact{Kind: FactStunned, Seat: m.Seat, Other: numberOf(r.active)})
	case m.Card == KnockDown:
		r.knockDown(to)
	case m.Card == Unhorse, m.Card == ChangeWeapon, m.Card == DropWeapon:
		if r.color = m.Color; m.Card == DropWeapon {
			r.color = Green
		}
		r.recorder.Add(games.Fact{Kind: FactTurned, Seat: numberOf(r.active), Word: r.color.String()})
		r.recordTotals(totals)
	case m.Card == Riposte: // the newest card of a display
		card := r.displays[to].take(Place(r.displays[to].n))
		r.displays[r.active].push(card)
		r.added++
		r.record(games.Fact{Kind: FactTaken, Seat: numberOf(r.active), Other: numberOf(to)}, allKnowers, card)
		r.recordTotals(totals)
	case m.Card == Retreat:
		card := r.displays[r.active].take(m.Own)
		r.hands[r.active].Add(card)
		r.known[card] = allKnowers
		r.record(games.Fact{Kind: FactTakenBack, Seat: numberOf(r.active)}, allKnowers, card)
		r.recordTotals(totals)
	case m.Card == Outwit:
		give, take := r.takeBefore(r.active, m.Own), r.takeBefore(to, m.At)
		r.addBefore(to, give)
		r.addBefore(r.active, take)
		if m.At > 0 && m.Own < 0 {
			r.added++
		}
		r.record(games.Fact{Kind: FactExchanged, Seat: numberOf(r.active), Other: numberOf(to)}, allKnowers, give, take)
		r.recordTotals(totals)
	default:
		var lost [maxSeats]Positions
		for at := range r.around(0) {
			lost[at] = r.losses(m, at)
		}
		r.discardLosses(lost)
	}
	if r.err != nil {
		return
	}
	if !lies {
		r.discard.push(r.underWayCard)
	}
	r.resume()
}

func (r *run) recordNoEffect() {
	r.recorder.Add(games.Fact{Kind: FactNoEffect, Seat: numberOf(r.active), Cards: []string{r.underWay.Card.String()}})
}

// recordTotals records the totals that have changed.
func (r *run) recordTotals(before [maxSeats]int) {
	if r.recorder == nil {
		return
	}
	for at := range r.around(r.active) {
		if now := r.total(at); now != before[at] {
			r.recorder.Add(games.Fact{Kind: FactTotal, Seat: numberOf(at), Number: now, Before: before[at]})
		}
	}
}

// discardLosses discards positions of several displays, from the active seat
// clockwise, the oldest cards first. There may be none if a seat has resigned.
func (r *run) discardLosses(lost [maxSeats]Positions) {
	if lost == [maxSeats]Positions{} {
		r.recordNoEffect()
		return
	}
	for at := range r.around(r.active) {
		if lost[at].Empty() {
			continue
		}
		before, from, old := r.total(at), r.discard.n, r.displays[at]
		r.displays[at] = row{}
		for i, card := range old.cards() {
			if lost[at].Has(Place(i + 1)) {
				r.discard.push(card)
			} else {
				r.displays[at].push(card)
			}
		}
		if r.recorder != nil {
			f := games.Fact{Kind: FactLost, Seat: numberOf(at), Other: numberOf(r.active), Number: r.total(at), Before: before}
			r.record(f, allKnowers, r.discard.cards()[from:]...)
		}
	}
}

// losses returns the positions that an action of the active seat discards from a
// display. A display is never emptied: its oldest card stays.
func (s *state) losses(m Move, of seatIndex) (lost Positions) {
	d := &s.displays[of]
	if d.n < 2 || s.shielded(of) {
		return lost
	}
	aimed := numberOf(of) == m.Seat
	switch {
	case m.Card == Outmaneuver && of != s.active:
		lost.Add(Place(d.n))
	case m.Card == Dodge && aimed:
		lost.Add(m.At)
	case m.Card == BreakLance && aimed, m.Card == Charge, m.Card == Countercharge, m.Card == Disgrace:
		value := s.chargedValue(m.Card)
		for p := Place(1); int(p) <= int(d.n); p++ {
			c := d.at(p)
			if m.Card == BreakLance && c.Color() == Purple || m.Card == Disgrace && c.IsSupporter() || c.Value() == value {
				lost.Add(p)
			}
		}
		if lost.Len() == int(d.n) {
			lost.Remove(1)
		}
	}
	return lost
}

// chargedValue returns the value that Charge or Countercharge discards: the lowest or
// the highest printed one of all displays, including shielded ones and the player's. It is 0
// for other actions.
func (s *state) chargedValue(action Card) (best int) {
	for at := range s.around(0) {
		for _, card := range s.displays[at].cards() {
			v := card.kind().Value()
			if action == Charge && (best == 0 || v < best) || action == Countercharge && v > best {
				best = v
			}
		}
	}
	return best
}

// knockDown takes a random card from another hand. In a look-ahead only the sizes of the hands
// change.
func (r *run) knockDown(to seatIndex) {
	by := r.active
	if r.staged {
		r.uncovered = true
		r.unseen[to]--
		r.unseen[by]++
		return
	}
	hand := r.hands[to]
	index, err := r.chance.Choose(hand.Len())
	if err != nil {
		r.err = err
		return
	}
	card := hand.At(index)
	r.removeCard(to, card, knower(by))
	others := allKnowers &^ knower(by) &^ knower(to)
	for c := range hand.All() {
		r.known[c] &^= others
	}
	r.hands[by].Add(card)
	r.known[card] = knower(by) | knower(to)
	r.record(games.Fact{Kind: FactRobbed, Seat: numberOf(by), Other: numberOf(to)}, r.known[card], card)
}

// takeBefore removes the card at a place before a seat.
func (r *run) takeBefore(at seatIndex, place Place) cardID {
	switch place {
	case ShieldPlace:
		r.shield = nobody
		return pack.first[Shield]
	case StunnedPlace:
		r.stunned = nobody
		return pack.first[Stunned]
	}
	return r.displays[at].take(place)
}

// addBefore adds a card before a seat: to its display as the newest, or beside it.
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
	for at := range r.around(r.active) {
		if r.hasDoubles(at) && r.hasChoice(at) {
			r.pending.Add(at)
			r.recorder.Add(games.Fact{Kind: FactChooses, Seat: numberOf(at), Word: "keep"})
		}
	}
	if r.pending.Empty() {
		r.applyAdapt()
		return
	}
	r.phase = PhaseAdapt
	r.adapts++
}

// keep stores an answer to Adapt, which takes effect with the last answer. A look-ahead does not
// show the answers of others.
func (r *run) keep(at seatIndex, kept Positions) {
	r.answers[at] = kept
	r.pending.Remove(at)
	r.answered.Add(at)
	see := allKnowers
	if !r.pending.Empty() {
		see = knower(at)
	}
	var ids []cardID
	for p := range kept.All() {
		ids = append(ids, r.displays[at].ids[p-1])
	}
	r.record(games.Fact{Kind: FactKept, Seat: numberOf(at)}, see, ids...)
	if alone := r.answered.Len() == 1; r.pending.Empty() && (alone || !r.staged) {
		r.applyAdapt()
	}
}

// applyAdapt discards the cards that the seats do not keep.
func (r *run) applyAdapt() {
	var lost [maxSeats]Positions
	for at := range r.around(0) {
		if !r.hasDoubles(at) {
			continue
		}
		kept := r.preferredKeep(at, KeepOldest)
		if r.answered.Has(at) {
			kept = r.answers[at]
		}
		for p := Place(1); int(p) <= int(r.displays[at].n); p++ {
			if !kept.Has(p) {
				lost[at].Add(p)
			}
		}
	}
	r.discardLosses(lost)
	r.discard.push(r.underWayCard)
	r.resume()
}

// hasDoubles reports whether Adapt discards cards of a display.
func (s *state) hasDoubles(at seatIndex) bool {
	return !s.shielded(at) && len(s.groups(at)) < int(s.displays[at].n)
}

// groups returns the positions of equal value in a display, in the order of their
// oldest cards.
func (p *position) groups(at seatIndex) [][]Place {
	var groups [][]Place
	var index [8]int // by value, from 1
	for i, card := range p.displays[at].cards() {
		v := card.kind().Value()
		if index[v] == 0 {
			groups = append(groups, nil)
			index[v] = len(groups)
		}
		groups[index[v]-1] = append(groups[index[v]-1], Place(i+1))
	}
	return groups
}

// hasChoice reports whether a seat has a real choice for Adapt: equal values that differ
// in color or kind, or are separated by other cards. The display must have doubles.
func (p *position) hasChoice(at seatIndex) bool {
	return slices.ContainsFunc(p.groups(at), func(group []Place) bool {
		d := &p.displays[at]
		return slices.ContainsFunc(group, func(p Place) bool { return d.at(p) != d.at(group[0]) }) ||
			int(group[len(group)-1]-group[0]) >= len(group)
	})
}

// Preference is the choice of a Sheet for Adapt.
type Preference uint8

// The preferences for Adapt.
const (
	AskMe Preference = iota
	KeepOldest
	KeepNewest
	KeepColored    // colored cards before supporters, then the oldest
	KeepSupporters // supporters before colored cards, then the oldest
)

// preferredKeep returns the answer to Adapt that a preference gives.
func (p *position) preferredKeep(at seatIndex, by Preference) (keep Positions) {
	d := &p.displays[at]
	favored := func(p Place) bool {
		return by == KeepColored && d.at(p).IsColored() || by == KeepSupporters && d.at(p).IsSupporter()
	}
	for _, group := range p.groups(at) {
		best := max(slices.IndexFunc(group, favored), 0)
		if by == KeepNewest {
			best = len(group) - 1
		}
		keep.Add(group[best])
	}
	return keep
}
