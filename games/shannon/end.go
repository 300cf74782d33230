package shannon

import "tableronde/games"

const reasonLife = "life"

// finish ends the tournament (§8). Knights that have resigned win only if all have.
func (s *state) finish(reason string) {
	s.phase = PhaseOver
	s.result = &games.Result{Scores: make(map[games.Seat]float64, s.seats), Winners: []games.Seat{}, Reason: reason}
	ranks := s.ranks()
	for i, rank := range ranks[:s.seats] {
		s.result.Scores[games.Seat(i+1)] = float64(s.knights[i].life)
		if rank == 1 {
			s.result.Winners = append(s.result.Winners, games.Seat(i+1))
		}
	}
	for _, seat := range s.result.Winners {
		s.record(games.Fact{Kind: FactWins, Seat: seat, Number: int(s.knight(seat).life), Word: reason})
	}
}

// ranks returns the rank of each seat by life, those that have resigned after the
// others; equal seats share the best of their ranks.
func (s *state) ranks() [maxSeats]int {
	var ranks [maxSeats]int
	worth := func(i int) int {
		if s.knights[i].resigned {
			return int(s.knights[i].life) - 2*startLife
		}
		return int(s.knights[i].life)
	}
	for i := range s.seats {
		ranks[i] = 1
		for j := range s.seats {
			if worth(j) > worth(i) {
				ranks[i]++
			}
		}
	}
	return ranks
}

// Result returns nil while the tournament goes on.
func (s *state) Result() *games.Result { return s.result }
