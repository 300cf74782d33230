package knizia

import (
	"slices"

	"tableronde/games"
)

// Follow answers an action card: with "lancelot" if the sheet of the holder orders it,
// else with "pass" for the player of the card, after the interrupt window. It answers
// Adapt for the seats whose sheets have a preference, and plays the turns for which a
// seat has left orders.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	switch s.phase {
	case PhaseTurn:
		return s.orderedTurn(s.active, orders(numberOf(s.active)))
	case PhaseReact:
		if at, ok := s.holder(); ok && s.cancels(at, orders(numberOf(at))) {
			return s.posting(at, Move{Do: Cancel}, orders), true
		}
		post := s.posting(s.active, Move{Do: Pass}, orders)
		if post.Interruptible = !s.lancelotDown(); post.Interruptible {
			post.Wait = s.opts.window
		}
		return post, true
	case PhaseAdapt:
		for set := s.pending; set != 0; set.drop(set.first()) {
			at := set.first()
			if o, err := ParseOrders(orders(numberOf(at))); err == nil && o.Sheet.Adapt != AskMe {
				return s.posting(at, Move{Do: KeepCards, Keep: s.preferredKeep(at, o.Sheet.Adapt)}, orders), true
			}
		}
	}
	return games.Posting{}, false
}

func (s *state) posting(at seatIndex, m Move, orders func(games.Seat) string) games.Posting {
	return games.Posting{Seat: numberOf(at), Action: m.String(), Orders: orders(numberOf(at))}
}

// Prepared implements games.Follower: a turn planned for now, or begun.
func (s *state) Prepared(seat games.Seat, text string) bool {
	o, err := ParseOrders(text)
	if err != nil || s.phase != PhaseTurn || numberOf(s.active) != seat {
		return false
	}
	return o.rest != nil || slices.ContainsFunc(o.Plans, func(p Plan) bool {
		return p.Tournament == int(s.tournament) && p.Turn == int(s.turns[s.active])
	})
}

// holder returns the seat that may cancel the action under way.
func (s *state) holder() (at seatIndex, ok bool) {
	for at := range seatIndex(s.seats) {
		if at != s.active && s.checkReact(at, Move{Do: Cancel}) == nil {
			return at, true
		}
	}
	return nobody, false
}

// cancels reports whether the sheet of a seat cancels the action under way.
func (s *state) cancels(at seatIndex, text string) bool {
	o, err := ParseOrders(text)
	if err != nil {
		return false
	}
	best, rival := s.bestRival(at)
	after := s.undisturbed()
	return o.Sheet.Row(s.underWay.Card).meets(threat{
		target: s.underWay.Seat == numberOf(at), touched: s.displays[at] != after.displays[at], loss: s.total(at) - after.total(at),
		leads: rival == at || s.total(at) > best, in: s.inTournament().len(),
	})
}

// orderedTurn returns what the orders of the active seat have for its turn: to withdraw,
// while no card is played, or the next move of a plan.
func (s *state) orderedTurn(at seatIndex, text string) (games.Posting, bool) {
	if text == "" {
		return games.Posting{}, false
	}
	o, err := ParseOrders(text)
	if err != nil {
		return games.Posting{}, false
	}
	post := func(m Move) (games.Posting, bool) {
		return games.Posting{Seat: numberOf(at), Action: m.String(), Orders: o.String()}, true
	}
	if o.rest != nil {
		if move, ok := s.nextOfPlan(at, &o); ok {
			return post(move)
		}
		return games.Posting{}, false
	}
	if s.played > 0 || s.openerOwes() {
		return games.Posting{}, false
	}
	if move := (Move{Do: Withdraw}); s.withdraws(at, o) && s.check(at, move) == nil {
		o.drop(int(s.tournament))
		return post(move)
	}
	for _, p := range o.Plans {
		if s.fits(at, p) {
			o.Plans = slices.DeleteFunc(o.Plans, func(other Plan) bool { return other.Tournament == p.Tournament && other.Turn <= p.Turn })
			o.rest = &p
			move, _ := s.nextOfPlan(at, &o)
			return post(move)
		}
	}
	return games.Posting{}, false
}

// drop drops the orders for a tournament and those before it.
func (o *Orders) drop(tournament int) {
	o.Withdrawals = slices.DeleteFunc(o.Withdrawals, func(w Withdrawal) bool { return w.Tournament > 0 && w.Tournament <= tournament })
	o.Plans = slices.DeleteFunc(o.Plans, func(p Plan) bool { return p.Tournament <= tournament })
}

// nextOfPlan takes the next move of the plan that is being played off the orders.
func (s *state) nextOfPlan(at seatIndex, o *Orders) (Move, bool) {
	move := Move{Do: EndTurn}
	if cards := o.rest.Cards; len(cards) > 0 {
		move = Move{Do: PlayCard, Card: cards[0]}
		rest := *o.rest
		rest.Cards = cards[1:]
		o.rest = &rest
	} else {
		o.rest = nil
	}
	return move, s.check(at, move) == nil
}

// withdraws reports whether a seat whose turn begins has a reason to withdraw.
func (s *state) withdraws(at seatIndex, o Orders) bool {
	best, rival := s.bestRival(at)
	return slices.ContainsFunc(o.Withdrawals, func(w Withdrawal) bool {
		if w.Tournament != 0 && w.Tournament != int(s.tournament) {
			return false
		}
		switch w.Reason {
		case AtOnce:
			return true
		case AtTotal:
			return best >= w.Bound
		case AtBeaten:
			return s.mostTotal(at) <= best
		}
		return s.leadsAlone(rival, best) && s.tokens[rival].len() >= w.Bound
	})
}

// leadsAlone reports whether a seat has the highest total of all, and no other has it.
func (s *state) leadsAlone(at seatIndex, total int) bool {
	second, _ := s.bestRival(at)
	return total > second
}

// mostTotal returns the total of a seat once it has placed every card that it may place
// in its turn: without action cards.
func (s *state) mostTotal(at seatIndex) int {
	values := make([]int, 0, s.hands[at].len())
	maiden := s.displays[at].hasMaiden()
	for h := s.hands[at]; !h.empty(); {
		c := h.pop().kind()
		if s.checkPlay(at, c) != nil || c == W6 && maiden {
			continue
		}
		maiden = maiden || c == W6
		if s.color == Green {
			values = append(values, 1)
		} else {
			values = append(values, c.Value())
		}
	}
	slices.SortFunc(values, func(a, b int) int { return b - a })
	if s.stunned == at {
		values = values[:min(len(values), 1)]
	}
	total := s.total(at)
	for _, v := range values {
		total += v
	}
	return total
}

// fits reports whether a seat whose turn begins can play a plan as it is written.
func (s *state) fits(at seatIndex, p Plan) bool {
	if best, _ := s.bestRival(at); p.Tournament != int(s.tournament) || p.Turn != int(s.turns[at]) || p.Color != s.color || best > p.Most {
		return false
	}
	r := run{state: s.copy()}
	r.staged = true
	for _, c := range p.Cards {
		if r.check(at, Move{Do: PlayCard, Card: c}) != nil {
			return false
		}
		r.placeCard(at, c)
	}
	return r.check(at, Move{Do: EndTurn}) == nil
}

// Delays implements games.Delayer.
func (s *state) Delays() bool { return s.opts.later }

// Forced implements games.Delayer: the game decides for nobody but those who like it so.
func (s *state) Forced(games.Seat) (string, bool) { return "", false }
