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
func (s *state) finish(reason string, t *factRecorder) {
	s.phase = PhaseOver
	order := s.rank()
	result := &games.Result{Scores: make(map[games.Seat]float64, s.seats), Winners: order[:1:1], Reason: reason}
	for i, k := range s.seated() {
		result.Scores[games.Seat(i+1)] = float64(k.points)
	}
	s.result, s.ranking = result, order
	t.recordOver(s)
}

// rank lists the seats from the winner down: those that have not resigned before
// those that have, then by points, then by arrival at the target, then by tent.
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
		return cmp.Or(cmp.Compare(y.points, x.points), cmp.Compare(x.arrival, y.arrival), cmp.Compare(x.tent, y.tent))
	})
	return order
}
