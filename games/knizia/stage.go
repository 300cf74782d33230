package knizia

import "tableronde/games"

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

// undisturbed returns the state once the action under way has taken effect, as far as
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
