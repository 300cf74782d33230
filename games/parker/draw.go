package parker

import (
	"strconv"

	"tableronde/games"
)

// Voices lists the seats that must all agree to a draw: those that have pieces.
func (s *state) Voices() []games.Seat {
	var seats []games.Seat
	for i := range s.b.sides {
		if s.pos.count[i] > 0 {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// Claim tells why a draw may be claimed, or refuses with an *games.Illegal.
func (s *state) Claim() (string, error) {
	if s.result != nil {
		return "", games.ErrFinished
	}
	times, rounds := s.occurrences(), s.quiet/roundParts
	switch {
	case times >= occurrences:
		return ReasonRepetition, nil
	case rounds >= quietRounds:
		return ReasonFiftyRounds, nil
	}
	return "", noClaim.with("times", strconv.Itoa(times), "rounds", strconv.Itoa(rounds))
}

// Draw ends the game without a winner.
func (s *state) Draw(reason string) games.State {
	if s.result != nil {
		return s
	}
	next := *s
	next.result = s.b.drawn(&s.pos, reason)
	return &next
}

// occurrences counts how often the position has stood, this time included.
func (s *state) occurrences() int {
	n := 1
	for t := s.before; t != nil; t = t.before {
		if t.pos.key == s.pos.key && t.pos == s.pos {
			n++
		}
	}
	return n
}
