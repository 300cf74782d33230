package knizia

import "tableronde/games"

// Veil hides the answer of a seat to Adapt while others still choose.
func (s *state) Veil(viewer, number games.Seat, before games.State, action string) string {
	then, ok := before.(*state)
	at, known := s.seatOf(number)
	switch {
	case !ok || !known || viewer == games.Omniscient || viewer == number,
		s.phase != PhaseAdapt || then.phase != PhaseAdapt || then.adapts != s.adapts || !s.answered.has(at):
		return action
	}
	if m, why := ParseMove(action); why != nil || m.Do != KeepCards {
		return action
	}
	return "keep ?"
}
