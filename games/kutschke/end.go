package kutschke

import (
	"cmp"
	"slices"

	"tableronde/games"
)

// Reasons for an end besides games.ReasonResignation.
const (
	ReasonTarget = "target" // a seat has come to the target
	ReasonRounds = "rounds" // no seat has in the greatest number of rounds
)

// finish ends the game; there is always one winner.
func (s *state) finish(reason string, t *tale) {
	s.phase = PhaseOver
	order := s.rank()
	result := &games.Result{Scores: make(map[games.Seat]float64, s.seats), Winners: order[:1:1], Reason: reason}
	for i, k := range s.seated() {
		result.Scores[games.Seat(i+1)] = float64(k.points)
	}
	s.result, s.ranking = result, order
	t.over(s)
}

// rank lists the seats from the winner down: those that play on before those
// that have resigned, more points first; of equal points who came to the target
// first, and where none has, the lower tent.
func (s *state) rank() []games.Seat {
	order := make([]games.Seat, s.seats)
	for i := range order {
		order[i] = games.Seat(i + 1)
	}
	slices.SortFunc(order, func(a, b games.Seat) int {
		x, y := &s.knights[a-1], &s.knights[b-1]
		if out := s.resigned[a-1]; out != s.resigned[b-1] {
			if out {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(y.points, x.points), cmp.Compare(x.reached, y.reached), cmp.Compare(x.tent, y.tent))
	})
	return order
}

// Resign takes a seat out of the reckoning. Its defaults play on for it, and it
// is ranked last; when one seat is left, that has won.
func (s *state) Resign(seat games.Seat) (games.State, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case i < 0 || i >= s.seats:
		return nil, games.ErrNotYourTurn
	case s.resigned[i]:
		return nil, resignedAlready.of()
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
