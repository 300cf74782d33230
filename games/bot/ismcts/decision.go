package ismcts

import (
	"slices"

	"tableronde/games"
)

// decision is what has to be decided next in a state.
type decision struct {
	seat      games.Seat
	legal     []string
	interrupt bool // letting things pass is a choice, too
	sampled   bool // the answer is sampled
}

// seatSet holds the seats that were asked for an interrupt, or for one decision at once.
type seatSet uint8

func (s *seatSet) add(seat games.Seat)     { *s |= 1 << seat }
func (s seatSet) has(seat games.Seat) bool { return s>>seat&1 != 0 }

// decision returns the next decision of a state: of several that are owed at once first
// that of the viewer, then those of the others, which are sampled, also the last of them.
// A single action that the rules ask for may be interrupted.
func (s *Search) decision(state games.State, viewer games.Seat, passed seatSet) decision {
	acting := state.ToAct()
	if len(acting) > 1 {
		s.together = 0
		for _, seat := range acting {
			s.together.add(seat)
		}
		if slices.Contains(acting, viewer) {
			return decision{seat: viewer, legal: s.legal(state, viewer)}
		}
		return decision{seat: acting[0], legal: s.legal(state, acting[0]), sampled: true}
	}
	d := decision{seat: acting[0], legal: s.legal(state, acting[0])}
	last := s.together.has(d.seat) && d.seat != viewer
	s.together = 0
	if last {
		d.sampled = true
		return d
	}
	if len(d.legal) > 1 {
		return d
	}
	for i := range games.Seat(maxSeats + 1) {
		seat := i
		if i == 0 {
			seat = viewer // who searches is asked first
		}
		if seat == d.seat || passed.has(seat) {
			continue
		}
		if legal := s.legal(state, seat); len(legal) > 0 {
			return decision{seat: seat, legal: legal, interrupt: true}
		}
	}
	d.sampled = true // forced
	return d
}

func (s *Search) legal(state games.State, seat games.Seat) []string {
	if s.options.Legal != nil {
		return s.options.Legal(state, seat)
	}
	return state.Legal(seat)
}

// answer plays a sampled or forced action.
func (s *Search) answer(state games.State, d decision) games.State {
	action := d.legal[0]
	if len(d.legal) > 1 {
		action = d.legal[s.rng.IntN(len(d.legal))]
		if s.options.Answer != nil {
			action = s.options.Answer(state, d.seat, d.legal, s.rng)
		}
	}
	return apply(state, d.seat, action)
}
