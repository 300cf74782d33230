package shannon

import "tableronde/games"

// Resign lets fixed decisions play on for a seat, which is ranked last. The last
// knight who has not resigned wins.
func (s *state) Resign(seat games.Seat) (games.State, error) {
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !s.holds(seat):
		return nil, games.ErrNotYourTurn
	case s.knight(seat).resigned:
		return nil, resigned.with()
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
