package knizia

import "tableronde/games"

// Stage plays moves of a seat on a copy. An action card takes effect at once; nothing
// is drawn, shown or taken at random. It stops after a move that uncovers something: a
// card drawn or taken, or whether Lancelot prevents an action.
func (s *state) Stage(number games.Seat, actions []string) (view games.View, fit int, err error) {
	r := run{state: s.copy()}
	r.staged = true
	at, ok := s.seatOf(number)
	for _, text := range actions {
		if r.uncovered && r.mayAct(at, text) {
			break
		}
		if err = r.stage(at, ok, text); err != nil {
			break
		}
		fit++
	}
	return r.View(number), fit, err
}

func (r *run) stage(at seatIndex, ok bool, text string) error {
	switch {
	case r.phase == PhaseOver:
		return games.ErrFinished
	case !ok || !r.mayAct(at, text):
		return games.ErrNotYourTurn
	}
	m, why := ParseMove(text)
	if why != nil {
		return r.malformedNow(at, why)
	}
	if why := r.check(at, m); why != nil {
		return r.explain(why, at, m)
	}
	r.play(at, m)
	return nil
}

// undisturbed returns the state after the effect of the action under way, as far as it
// does not depend on chance or on others: for Adapt the oldest of equal values are
// kept.
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
