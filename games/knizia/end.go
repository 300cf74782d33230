package knizia

import "tableronde/games"

func (r *run) finish(at seat) {
	r.phase, r.winner, r.active = PhaseOver, at, at
	r.tell(games.Fact{Kind: FactOver, Seat: numberOf(at), Word: r.reason(), Number: r.tokens[at].len()})
}

// Result has the tokens of every seat as scores, and always one winner.
func (s *state) Result() *games.Result {
	if s.phase != PhaseOver {
		return nil
	}
	result := &games.Result{
		Scores:  make(map[games.Seat]float64, s.seats),
		Winners: []games.Seat{numberOf(s.winner)},
		Reason:  s.reason(),
	}
	for at := seat(0); at < seat(s.seats); at++ {
		result.Scores[numberOf(at)] = float64(s.tokens[at].len())
	}
	return result
}

// reasonTokens is an end by tokens of enough colors.
const reasonTokens = "tokens"

func (s *state) reason() string {
	if s.quit {
		return games.ReasonResignation
	}
	return reasonTokens
}
