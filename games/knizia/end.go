package knizia

import "tableronde/games"

func (r *run) finish(at seatIndex) {
	r.phase, r.winner, r.active = PhaseOver, at, at
	r.record(games.Fact{Kind: FactOver, Seat: numberOf(at), Word: r.reason(), Number: r.tokens[at].len()})
}

// Result returns nil while the game goes on. The scores are the tokens of every seat,
// and there is always one winner.
func (s *state) Result() *games.Result {
	if s.phase != PhaseOver {
		return nil
	}
	result := &games.Result{
		Scores:  make(map[games.Seat]float64, s.seats),
		Winners: []games.Seat{numberOf(s.winner)},
		Reason:  s.reason(),
	}
	for at := seatIndex(0); at < seatIndex(s.seats); at++ {
		result.Scores[numberOf(at)] = float64(s.tokens[at].len())
	}
	return result
}

// reasonTokens is the reason of an end by tokens of enough colors.
const reasonTokens = "tokens"

func (s *state) reason() string {
	if s.byResignation {
		return games.ReasonResignation
	}
	return reasonTokens
}
