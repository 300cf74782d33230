package kutschke

import "tableronde/games"

// state is an immutable state of a game.
type state struct {
	table
	turn     tent // of the seat that picks or acts; above the last one, none
	staged   bool // a look ahead, which stops before anything hidden
	later    bool // option: decisions without a choice are made after a pause
	arrivals int8 // number of seats at the target
	resigned [maxSeats]bool
	knights  [maxSeats]knight
	chosen   [maxSeats]picks            // this round, used or not
	order    *[adventureCount]Adventure // the deck, the first three being turned up first; never written to
	chance   *games.Chance              // never written to
	result   *games.Result
	ranking  []games.Seat // once it is over
}

// tents lists the tents of the table in order.
func (t *table) tents() []tent {
	all := make([]tent, t.seats)
	for i := range all {
		all[i] = tent(i + 1)
	}
	return all
}

// seated returns the knights of the seats in the game.
func (s *state) seated() []knight { return s.knights[:s.seats] }

// seatWithTent returns the index of the seat with a tent.
func (s *state) seatWithTent(t tent) int {
	for i := range s.seated() {
		if s.knights[i].tent == t {
			return i
		}
	}
	return -1
}

// acts reports whether a seat, by its index, owes a decision.
func (s *state) acts(i int) bool {
	if i < 0 || i >= s.seats {
		return false
	}
	switch k := &s.knights[i]; s.phase {
	case PhasePick, PhaseAct:
		return k.tent == s.turn
	case PhaseTourney:
		return k.picked.has(Tournament) && !k.placed
	}
	return false
}

// ToAct returns the seat whose turn it is, or those that have yet to bid.
func (s *state) ToAct() []games.Seat {
	var seats []games.Seat
	for i := range s.seats {
		if s.acts(i) {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// Apply plays an action. Refusals name the rule.
func (s *state) Apply(seat games.Seat, text string) (games.State, string, error) {
	next, line, err := s.play(seat, text, nil)
	if err != nil {
		return nil, "", err
	}
	return next, line, nil
}

func (s *state) play(seat games.Seat, text string, t *factRecorder) (*state, string, error) {
	i := int(seat) - 1
	switch {
	case s.phase == PhaseOver:
		return nil, "", games.ErrFinished
	case !s.acts(i):
		return nil, "", games.ErrNotYourTurn
	}
	a, line, why := parseAction(text)
	if why == nil {
		why = s.check(&s.knights[i], a)
	}
	if why != nil {
		return nil, "", why
	}
	next := *s
	if err := next.execute(i, a, t); err != nil {
		return nil, "", err
	}
	return &next, line, nil
}

// Result returns nil while the game goes on.
func (s *state) Result() *games.Result { return s.result }

var (
	_ games.Decider   = (*state)(nil)
	_ games.Defaulter = (*state)(nil)
	_ games.Veiler    = (*state)(nil)
	_ games.Teller    = (*state)(nil)
	_ games.Stager    = (*state)(nil)
	_ games.Follower  = (*state)(nil)
	_ games.Returner  = (*state)(nil)
)

// Decided returns all that chance has decided: the circle, the tents, the adventures,
// the virtues dealt, and the tents of every round for which lots were drawn.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
