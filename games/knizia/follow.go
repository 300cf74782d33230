package knizia

import "tableronde/games"

// ReadOrders understands an order sheet; see Sheet.
func (s *state) ReadOrders(_ games.Seat, text string) (string, error) {
	sheet, why := ParseSheet(text)
	if why != nil {
		return "", why
	}
	return sheet.String(), nil
}

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

// holder is the seat that may cancel the action under way.
func (s *state) holder() (at seat, ok bool) {
	for at := range seat(s.seats) {
		if at != s.active && s.checkReact(at, Move{Do: Cancel}) == nil {
			return at, true
		}
	}
	return nobody, false
}

// cancels tells whether a seat would cancel the action under way by its sheet.
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

// undisturbed is the state once the action under way has taken effect, as far as
// that does not hang on chance or on the choice of others: of equal values in
// Adapt the oldest are kept.
func (s *state) undisturbed() *state {
	r := run{state: s.copy()}
	r.staged = true
	if r.phase == PhaseReact {
		r.resolve()
	}
	if r.phase == PhaseAdapt {
		r.answered = 0
		r.applyAdapt()
	}
	return r.state
}

// Stage plays a list of a seat's own moves on a copy. An action card takes effect
// at once; nothing is drawn, shown or taken by chance.
func (s *state) Stage(number games.Seat, actions []string) (view games.View, fit int, err error) {
	r := run{state: s.copy()}
	r.staged = true
	at, ok := s.seatOf(number)
	for _, text := range actions {
		if err = r.stage(at, ok, text); err != nil {
			break
		}
		fit++
	}
	return r.View(number), fit, err
}

func (r *run) stage(at seat, ok bool, text string) error {
	switch {
	case r.phase == PhaseOver:
		return games.ErrFinished
	case !ok || !r.heard(at, text):
		return games.ErrNotYourTurn
	}
	m, why := ParseMove(text)
	if why != nil {
		return r.again(at, why)
	}
	if why := r.check(at, m); why != nil {
		return r.word(why, at, m)
	}
	r.play(at, m)
	return nil
}
