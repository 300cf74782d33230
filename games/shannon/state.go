package shannon

import (
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// state is an immutable state of a tournament. An action copies it; slices and pointed
// values in it are never modified.
type state struct {
	seats  int
	auto   bool // option: plays without a choice are posted
	later  bool // option: they are posted after a pause
	staged bool // a look ahead
	phase  Phase
	round  int8
	combat int8
	dealer games.Seat
	leader games.Seat

	knights [maxSeats]knight
	history [][maxSeats]int16 // lives at the start and after each count
	stock   set
	carry   []Card
	discard []Card // of this round, without the cards of the preparation
	trades  []trade

	// Of the combat.
	table     [maxSeats]playedCard
	cards     int8 // on the table
	acted     int8
	lead      Suit
	open      bool
	dishonors []Dishonor
	last      *combatRecord // the last finished combat of the round
	asked     int8          // knights that have moved cards at the count, or had none to move
	count     *Count
	result    *games.Result

	chance       games.Chance
	favorDeck    []*Power
	favorDecks   int8 // shuffled so far
	shown        []*Power
	favorDiscard []*Power
	recipients   []games.Seat
	drawing      bool // a favor is due from the deck
	replacing    bool // a favor taken is to be replaced

	recorder *cards.Recorder // collects the facts of an action, nil in every state that leaves the package
}

// knight is the part of a state that belongs to one seat.
type knight struct {
	life     int16
	hero     *Power // nil until it is chosen
	awake    bool   // the hero's legend is in force
	resigned bool
	inForce  powerSet // powers of this round
	left     [useCount]uint8

	favors [maxFavors]*Power // in the order in which they came
	hand   set
	pile   []Card

	// Of the preparation of this round.
	dealt    uint8
	owes     [partCount]bool       // PartDiscard is the excess over the size of a hand
	targets  [partCount]games.Seat // of PartSight, PartTrade and PartTrial
	promised Card
	placed   Card // the card under Lancelot
	dropped  set

	// Of the combat.
	dishonored bool
	challenged bool
	lacks      set // cards that this knight, as everybody has seen, does not hold
}

// maxFavors is the largest number of favors of a knight in a round (§6): one for having
// little life, two for being far behind.
const maxFavors = 3

var (
	_ games.HiddenState = (*state)(nil)
	_ games.Returner    = (*state)(nil)
)

func (s *state) knight(seat games.Seat) *knight { return &s.knights[seat-1] }

func (s *state) holds(seat games.Seat) bool { return seat >= 1 && int(seat) <= s.seats }

// after returns the seat a number of places clockwise from another.
func (s *state) after(seat games.Seat, places int) games.Seat {
	return games.Seat((int(seat)-1+places)%s.seats + 1)
}

// each yields all knights by seat.
func (s *state) each(yield func(games.Seat, *knight) bool) {
	for i := range s.knights[:s.seats] {
		if !yield(games.Seat(i+1), &s.knights[i]) {
			return
		}
	}
}

// around yields all knights clockwise, ending with the dealer.
func (s *state) around(yield func(games.Seat, *knight) bool) {
	for i := 1; i <= s.seats; i++ {
		if seat := s.after(s.dealer, i); !yield(seat, s.knight(seat)) {
			return
		}
	}
}

// opponents lists all other seats, ascending.
func (s *state) opponents(seat games.Seat) []games.Seat {
	list := make([]games.Seat, 0, maxSeats-1)
	for o := games.Seat(1); int(o) <= s.seats; o++ {
		if o != seat {
			list = append(list, o)
		}
	}
	return list
}

func (s *state) lives() [maxSeats]int16 {
	var lives [maxSeats]int16
	for seat, k := range s.each {
		lives[seat-1] = k.life
	}
	return lives
}

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
		if int(s.acted) < s.seats {
			return s.after(s.leader, int(s.acted))
		}
	case PhaseCount:
		if int(s.asked) < s.seats {
			return s.after(s.dealer, int(s.asked)+1)
		}
	case PhaseFavor:
		if len(s.recipients) > 0 {
			return s.recipients[0]
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
	next.recorder = recorder
	next.execute(seat, a)
	if err := next.proceed(); err != nil {
		return nil, "", err
	}
	next.recorder = nil
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
	a, why := s.parse(seat, text)
	if why == nil {
		why = s.check(seat, &a)
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
		return s.checkPrepare(seat, &a.prepare)
	case PhaseCombat:
		return s.checkCombat(seat, a)
	case PhaseCount:
		return s.checkMoves(seat, a.moves)
	default:
		return s.checkFavor(a.power)
	}
}

// execute carries out a legal action without its automatic consequences and without
// chance.
func (s *state) execute(seat games.Seat, a action) {
	switch s.phase {
	case PhaseHero:
		s.knight(seat).setHero(a.power, s.seats)
		s.record(games.Fact{Kind: FactHero, Seat: seat, Word: a.power.ID})
	case PhasePrepare:
		s.doPrepare(seat, a.prepare)
	case PhaseCombat:
		s.doCombat(seat, a)
	case PhaseCount:
		s.doMoves(seat, a.moves)
	case PhaseFavor:
		s.doFavor(seat, a.power)
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
		return s.nextMover()
	case PhaseFavor:
		return s.endFavor()
	}
	return nil
}

// opposingPower returns the first power in force of an opponent that found accepts, and
// its owner.
func (s *state) opposingPower(seat games.Seat, found func(*Power) bool) (games.Seat, *Power) {
	for o, k := range s.each {
		for p := range k.inForce.all() {
			if o != seat && found(p) {
				return o, p
			}
		}
	}
	return 0, nil
}

// favorList lists a knight's favors.
func (k *knight) favorList() []*Power {
	return slices.DeleteFunc(slices.Clone(k.favors[:]), func(p *Power) bool { return p == nil })
}

// Default returns the line that is played for a knight whose time is up or who has
// resigned (§3.2): the first legal one in most cases.
func (s *state) Default(seat games.Seat) string {
	switch {
	case s.phase == PhasePrepare && s.acts(seat):
		return s.defaultPreparation(seat).String()
	case s.phase == PhaseCombat && s.acts(seat):
		return s.defaultPlay(seat).String()
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
			s.record(games.Fact{Kind: FactWins, Seat: seat, Number: int(k.life), Word: reason})
		}
	}
}

// ranks returns the rank of each seat by life, those that have resigned after the
// others; equal seats share the best of their ranks.
func (s *state) ranks() [maxSeats]int {
	var ranks [maxSeats]int
	worth := func(k *knight) int {
		if k.resigned {
			return int(k.life) - 2*startLife
		}
		return int(k.life)
	}
	for seat, k := range s.each {
		ranks[seat-1] = 1
		for _, o := range s.each {
			if worth(o) > worth(k) {
				ranks[seat-1]++
			}
		}
	}
	return ranks
}

// Result returns nil while the tournament goes on.
func (s *state) Result() *games.Result { return s.result }

// Decided returns all results of chance so far.
func (s *state) Decided() map[string]string { return s.chance.Decided() }
