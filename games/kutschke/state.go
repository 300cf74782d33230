package kutschke

import (
	"cmp"
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// state is an immutable state of a game; slices in it are never written to.
type state struct {
	table
	cards.Pause
	turn     tent // of the seat that picks or acts; above the last one, none
	staged   bool // a look ahead, which stops before anything hidden
	arrivals int8 // number of seats at the target
	resigned [maxSeats]bool
	knights  [maxSeats]knight
	chosen   [maxSeats][]Kind // this round in order, used or not
	deck     []Adventure      // in the order in which they are turned up
	chance   *games.Chance    // never written to
	result   *games.Result
	ranking  []games.Seat // once it is over
}

var (
	_ games.HiddenState = (*state)(nil)
	_ games.Returner    = (*state)(nil)
)

// table is the public part of a state, without the seats.
type table struct {
	ring    *ring
	seats   int
	phase   Phase
	round   int
	pass    int
	supply  [kindCount]uint8
	piles   cardSet
	display []Adventure
	done    []Adventure // completed, in order
}

// outfit returns the part of the box for the number of seats.
func (t *table) outfit() *outfit { return &box.outfits[t.seats] }

// ring is the circle of places, the same throughout a match.
type ring struct {
	places [placeCount]Place // by index, Camelot at 0
	index  [placeCount]int   // by place
}

// distance returns the number of places from one to another, the shorter way round.
func (r *ring) distance(a, b Place) int {
	d := max(r.index[a]-r.index[b], r.index[b]-r.index[a])
	return min(d, placeCount-d)
}

// knight is the part of a state that belongs to one seat.
type knight struct {
	tent       tent
	points     int8
	arrival    int8 // 1 for the first seat at the target, then 2; 0 if it is not there
	at         Place
	picked     []Kind // still to be used, in the order of picking
	hand       cardSet
	known      cardSet     // the part of the hand that everybody saw the knight take
	adventures []Adventure // in the order in which they were taken
	placed     bool        // the bid is placed and not revealed yet
	lone       bool        // nobody else is in the tournament; holds during it
	bid        cardSet
}

// has reports whether a knight has an action card still to be used.
func (k *knight) has(kind Kind) bool { return slices.Contains(k.picked, kind) }

// seated returns the knights of the seats in the game.
func (s *state) seated() []knight { return s.knights[:s.seats] }

// seatOf returns the seat of a knight, by its index.
func seatOf(i int) games.Seat { return games.Seat(i + 1) }

// seatWithTent returns the index of the seat with a tent, -1 if there is none.
func (s *state) seatWithTent(t tent) int {
	return slices.IndexFunc(s.seated(), func(k knight) bool { return k.tent == t })
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
		return k.has(Tournament) && !k.placed
	}
	return false
}

// ToAct returns the seat whose turn it is, or those that have yet to bid.
func (s *state) ToAct() []games.Seat {
	var seats []games.Seat
	for i := range s.seats {
		if s.acts(i) {
			seats = append(seats, seatOf(i))
		}
	}
	return seats
}

// Apply plays an action. Refusals name the rule.
func (s *state) Apply(seat games.Seat, text string) (games.State, string, error) {
	return s.play(seat, text, nil)
}

// play applies an action as Apply does, and records its facts in t.
func (s *state) play(seat games.Seat, text string, t *cards.Recorder) (games.State, string, error) {
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

// Default returns the first action card that may be picked, in the order of the data
// file; the end of the turn; or no stake. It is "" for a seat that owes nothing.
func (s *state) Default(seat games.Seat) string {
	switch i := int(seat) - 1; {
	case !s.acts(i):
		return ""
	case s.phase == PhasePick:
		return s.legalPicks(&s.knights[i])[0]
	case s.phase == PhaseAct:
		return doneWord
	}
	return bidWord
}

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
		return nil, resignedAlready.With()
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

// Reasons for an end, in addition to games.ReasonResignation.
const (
	ReasonTarget = "target" // a seat has come to the target
	ReasonRounds = "rounds" // no seat has in the greatest number of rounds
)

// finish ends the game; there is always one winner. Seats that have resigned are ranked
// last; then points decide, arrival at the target, and the tent.
func (s *state) finish(reason string, t *cards.Recorder) {
	s.phase = PhaseOver
	s.ranking = make([]games.Seat, s.seats)
	s.result = &games.Result{Scores: make(map[games.Seat]float64, s.seats), Reason: reason}
	for i, k := range s.seated() {
		s.ranking[i] = seatOf(i)
		s.result.Scores[seatOf(i)] = float64(k.points)
	}
	slices.SortFunc(s.ranking, func(a, b games.Seat) int {
		x, y := &s.knights[a-1], &s.knights[b-1]
		if out := s.resigned[a-1]; out != s.resigned[b-1] {
			if out {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(y.points, x.points), cmp.Compare(x.arrival, y.arrival), cmp.Compare(x.tent, y.tent))
	})
	s.result.Winners = s.ranking[:1:1]
	winner := s.ranking[0]
	t.Add(games.Fact{Kind: FactOver, Seat: winner, Number: int(s.knights[winner-1].points), Word: reason})
}

// Result returns nil while the game goes on.
func (s *state) Result() *games.Result { return s.result }

// Decided returns all that chance has decided: the circle, the tents, the adventures,
// the virtues dealt, and the tents of every round for which lots were drawn.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
