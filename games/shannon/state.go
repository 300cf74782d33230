package shannon

import (
	"tableronde/games"
	"tableronde/games/cards"
)

// state is an immutable state of a tournament. An action copies it; slices and pointed
// values in it are never modified.
type state struct {
	ring
	cards.Pause // option: plays without a choice are posted after a pause

	auto    bool // option: they are posted at once
	staged  bool // a look ahead
	phase   Phase
	round   int8
	history [][maxSeats]int16 // lives at the start and after each count
	stock   set
	carry   []Card
	discard []Card // of this round, without the cards of the preparation
	trades  []trade

	combat combat
	last   *combatRecord // the last finished combat of the round
	asked  int8          // knights that have moved cards at the count, or had none to move
	count  *Count
	favors favors
	result *games.Result
	chance games.Chance

	facts facts // of an action, zero in every state that leaves the package
}

var (
	_ games.HiddenState = (*state)(nil)
	_ games.Returner    = (*state)(nil)
)

// ToAct returns the knight on turn, or all knights that still prepare.
func (s *state) ToAct() []games.Seat {
	if s.phase != PhasePrepare {
		if turn := s.turn(); turn != 0 {
			return []games.Seat{turn}
		}
		return nil
	}
	var list []games.Seat
	for seat, k := range s.each {
		if k.preparing() {
			list = append(list, seat)
		}
	}
	return list
}

// turn returns the only knight on turn, 0 if there are several or none.
func (s *state) turn() games.Seat {
	switch s.phase {
	case PhaseHero:
		for seat, k := range s.around {
			if k.hero == nil {
				return seat
			}
		}
	case PhaseCombat:
		if int(s.combat.acted) < s.seats {
			return s.after(s.combat.leader, int(s.combat.acted))
		}
	case PhaseCount:
		if int(s.asked) < s.seats {
			return s.after(s.dealer, int(s.asked)+1)
		}
	case PhaseFavor:
		if len(s.favors.recipients) > 0 {
			return s.favors.recipients[0]
		}
	}
	return 0
}

func (s *state) acts(seat games.Seat) bool {
	if s.phase == PhasePrepare {
		return s.holds(seat) && s.knight(seat).preparing()
	}
	return seat != 0 && seat == s.turn()
}

// Apply plays an action. The error is games.ErrFinished, games.ErrNotYourTurn or
// an *games.Illegal, also for a record that fixes an impossible result of chance.
func (s *state) Apply(seat games.Seat, text string) (games.State, string, error) {
	return s.apply(seat, text, nil)
}

func (s *state) apply(seat games.Seat, text string, recorder *cards.Recorder) (games.State, string, error) {
	a, err := s.parseLegal(seat, text)
	if err != nil {
		return nil, "", err
	}
	next := *s
	next.facts = facts{recorder}
	next.execute(seat, a)
	if err := next.proceed(); err != nil {
		return nil, "", err
	}
	next.facts = facts{}
	return &next, a.String(), nil
}

// parseLegal parses an action and checks that it is legal.
func (s *state) parseLegal(seat games.Seat, text string) (action, error) {
	switch {
	case s.phase == PhaseOver:
		return action{}, games.ErrFinished
	case !s.acts(seat):
		return action{}, games.ErrNotYourTurn
	}
	a, why := parseAction(text, s.seats, seat)
	switch {
	case why == nil && phaseOf[a.kind] != s.phase:
		why = otherPhase.With("text", excerpt(text), "line", s.Default(seat))
	case why == nil:
		why = s.check(seat, &a)
	case why.Key == malformed.Key:
		why = malformed.With("text", excerpt(text), "line", s.Default(seat))
	}
	if why != nil {
		return action{}, why
	}
	return a, nil
}

// check returns why an action of the current phase is illegal, nil if it is legal. It may
// normalize the action.
func (s *state) check(seat games.Seat, a *action) *games.Illegal {
	switch s.phase {
	case PhaseHero:
		if s.heroTaken(a.power) {
			return heroTaken.With("power", a.power.ID)
		}
		return nil
	case PhasePrepare:
		return s.knight(seat).checkPrepare(&a.prepare)
	case PhaseCombat:
		return s.combat.check(s.knight(seat), a)
	case PhaseCount:
		return s.knight(seat).checkMoves(a.moves, s.seats)
	default:
		return s.favors.check(a.power)
	}
}

// execute carries out a legal action without its automatic consequences and without
// chance.
func (s *state) execute(seat games.Seat, a action) {
	switch s.phase {
	case PhaseHero:
		s.knight(seat).setHero(a.power, s.seats)
		s.facts.add(games.Fact{Kind: FactHero, Seat: seat, Word: a.power.ID})
	case PhasePrepare:
		s.doPrepare(seat, a.prepare)
	case PhaseCombat:
		s.doCombat(seat, a)
	case PhaseCount:
		s.doMoves(seat, a.moves)
	case PhaseFavor:
		s.favors.choose(a.power, &s.ring, s.facts)
	}
}

// proceed carries out the automatic consequences up to the next decision.
func (s *state) proceed() error {
	switch s.phase {
	case PhaseHero:
		if s.turn() == 0 {
			return s.deal()
		}
	case PhasePrepare:
		return s.endPrepare()
	case PhaseCombat:
		return s.endCombat()
	case PhaseCount:
		return s.endCount()
	case PhaseFavor:
		return s.endFavor()
	}
	return nil
}

// Default returns the line that is played for a knight whose time is up or who has
// resigned (§3.2): the first legal one in most cases.
func (s *state) Default(seat games.Seat) string {
	switch {
	case s.phase == PhasePrepare && s.acts(seat):
		return s.knight(seat).defaultPreparation(s.after(seat, 1)).String()
	case s.phase == PhaseCombat && s.acts(seat):
		return s.combat.defaultPlay(s.knight(seat)).String()
	}
	if lines := s.Legal(seat); len(lines) > 0 {
		return lines[0]
	}
	return ""
}

// Resign ranks a seat last; default actions play on for it. The last knight that has not
// resigned wins.
func (s *state) Resign(seat games.Seat) (games.State, error) {
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !s.holds(seat):
		return nil, games.ErrNotYourTurn
	case s.knight(seat).resigned:
		return nil, alreadyResigned.With()
	}
	next := *s
	next.knight(seat).resigned = true
	staying := 0
	for _, k := range next.each {
		if !k.resigned {
			staying++
		}
	}
	if staying == 1 {
		next.finish(games.ReasonResignation)
	}
	return &next, nil
}

// Return takes a knight that has resigned back into the tournament.
func (s *state) Return(seat games.Seat) (games.State, error) {
	switch {
	case s.phase == PhaseOver:
		return nil, games.ErrFinished
	case !s.holds(seat) || !s.knight(seat).resigned:
		return nil, games.ErrNotYourTurn
	}
	next := *s
	next.knight(seat).resigned = false
	return &next, nil
}

const reasonLife = "life"

// finish ends the tournament (§8). Knights that have resigned win only if all have.
func (s *state) finish(reason string) {
	s.phase = PhaseOver
	s.result = &games.Result{Scores: make(map[games.Seat]float64, s.seats), Reason: reason}
	ranks := s.ranks()
	for seat, k := range s.each {
		s.result.Scores[seat] = float64(k.life)
		if ranks[seat-1] == 1 {
			s.result.Winners = append(s.result.Winners, seat)
			s.facts.add(games.Fact{Kind: FactWins, Seat: seat, Number: int(k.life), Word: reason})
		}
	}
}

// Result returns nil while the tournament goes on.
func (s *state) Result() *games.Result { return s.result }

// Decided returns all results of chance so far.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
