package shannon

import "tableronde/games"

// Resign ranks a seat last; default actions play on for it. The last knight that has not
// resigned wins.
func (s *state) Resign(seat games.Seat) (games.State, error) {
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !s.holds(seat):
		return nil, games.ErrNotYourTurn
	case s.knight(seat).resigned:
		return nil, alreadyResigned.with()
	}
	next := *s
	next.knight(seat).resigned = true
	staying := 0
	for i := range next.knights[:next.seats] {
		if !next.knights[i].resigned {
			staying++
		}
	}
	if staying == 1 {
		next.finish(games.ReasonResignation)
	}
	return &next, nil
}

// Return has a knight that has resigned be played again.
func (s *state) Return(seat games.Seat) (games.State, error) {
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !s.holds(seat) || !s.knight(seat).resigned:
		return nil, games.ErrNotYourTurn
	}
	next := *s
	next.knight(seat).resigned = false
	return &next, nil
}
