package knizia

import "tableronde/games"

// Follow answers an action card: with "lancelot" if the sheet of the holder orders it,
// else with "pass" for the player of the card, after the interrupt window. It answers
// Adapt for the seats whose sheets have a preference.
func (s *state) Follow(orders func(games.Seat) string) (games.Posting, bool) {
	switch s.phase {
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
			if sheet, why := ParseSheet(orders(numberOf(at))); why == nil && sheet.Adapt != AskMe {
				return s.posting(at, Move{Do: KeepCards, Keep: s.preferredKeep(at, sheet.Adapt)}, orders), true
			}
		}
	}
	return games.Posting{}, false
}

func (s *state) posting(at seatIndex, m Move, orders func(games.Seat) string) games.Posting {
	return games.Posting{Seat: numberOf(at), Action: m.String(), Orders: orders(numberOf(at))}
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
	sheet, why := ParseSheet(text)
	if why != nil {
		return false
	}
	best, rival := s.bestRival(at)
	after := s.undisturbed()
	return sheet.Row(s.underWay.Card).meets(threat{
		target: s.underWay.Seat == numberOf(at), touched: s.displays[at] != after.displays[at], loss: s.total(at) - after.total(at),
		leads: rival == at || s.total(at) > best, in: s.inTournament().len(),
	})
}
