package knizia

import "tableronde/games"

// Follow answers an action card: with "lancelot" where the sheet of its holder
// says so, else with "pass" in the name of its player, which waits for the window
// of the table. For Adapt it answers for those whose sheet says what they keep.
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
				return s.posting(at, Move{Do: KeepCards, Keep: s.keeping(at, sheet.Adapt)}, orders), true
			}
		}
	}
	return games.Posting{}, false
}

func (s *state) posting(at seat, m Move, orders func(games.Seat) string) games.Posting {
	return games.Posting{Seat: numberOf(at), Action: m.String(), Orders: orders(numberOf(at))}
}

// holder returns the seat that may cancel the action under way.
func (s *state) holder() (at seat, ok bool) {
	for at := range seat(s.seats) {
		if at != s.active && s.checkReact(at, Move{Do: Cancel}) == nil {
			return at, true
		}
	}
	return nobody, false
}

// cancels reports whether a seat would cancel the action under way by its sheet.
func (s *state) cancels(at seat, text string) bool {
	sheet, why := ParseSheet(text)
	if why != nil {
		return false
	}
	best, rival := s.best(at)
	after := s.undisturbed()
	return sheet.Row(s.way.Card).meets(threat{
		target: s.way.Seat == numberOf(at), touched: s.displays[at] != after.displays[at], loss: s.total(at) - after.total(at),
		leads: rival == at || s.total(at) > best, in: s.in().len(),
	})
}
