package kutschke

import "tableronde/games"

// Resign ranks a seat last; default actions play on for it. The last seat that has
// not resigned wins.
func (s *state) Resign(seat games.Seat) (games.State, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case i < 0 || i >= s.seats:
		return nil, games.ErrNotYourTurn
	case s.resigned[i]:
		return nil, resignedAlready.with()
	}
	next := *s
	next.resigned[i] = true
	left := 0
	for _, out := range next.resigned[:s.seats] {
		if !out {
			left++
		}
	}
	if left == 1 {
		next.finish(games.ReasonResignation, nil)
	}
	return &next, nil
}

// Return has a knight that has resigned be played again.
func (s *state) Return(seat games.Seat) (games.State, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case i < 0 || i >= s.seats || !s.resigned[i]:
		return nil, games.ErrNotYourTurn
	}
	next := *s
	next.resigned[i] = false
	return &next, nil
}
