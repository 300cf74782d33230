package kutschke

// Points that no card states.
const (
	justicePoints = 2
	tourneyPoints = 2
	drawPoints    = 1 // to each of two with equal stakes
)

// execute plays a legal action and its automatic consequences.
func (s *state) execute(i int, a action, t *factRecorder) error {
	k := &s.knights[i]
	switch a.verb {
	case verbPick:
		s.pick(i, a.kind, t)
	case verbStep:
		s.step(i, a, t)
	case verbDone:
		s.endTurn(i, t)
		if s.turn++; int(s.turn) > s.seats {
			return s.endTurns(t)
		}
	case verbBid:
		k.placed, k.bid = true, a.cards
		t.recordBid(s, i)
		return s.resolveTournament(t)
	}
	return nil
}

// pick gives an action card to a seat; after the last pass the turns begin.
func (s *state) pick(i int, k Kind, t *factRecorder) {
	s.supply[k]--
	s.knights[i].picked.add(k)
	s.chosen[i].add(k)
	t.recordPick(s, i, k)
	if s.turn++; int(s.turn) <= s.seats {
		return
	}
	s.turn = 1
	if s.pass++; s.pass > s.outfit().picks {
		s.pass = s.outfit().picks
		s.phase = PhaseAct
		t.recordPhase(s)
	}
}

// step uses an action card.
func (s *state) step(i int, a action, t *factRecorder) {
	k := &s.knights[i]
	if a.kind == Horse {
		t.recordRide(s, i, a.place)
	} else {
		t.recordStep(i, a)
	}
	if points := s.carryOut(k, a); points > 0 {
		s.score(i, points, a.kind, t)
	}
}

// carryOut moves the cards and the knight of a legal step and returns the points
// that it scores. The action card goes back to the supply.
func (t *table) carryOut(k *knight, a action) (points int) {
	k.picked.remove(a.kind)
	t.supply[a.kind]++
	switch a.kind {
	case RoundTable:
		t.display.remove(a.adventure)
		k.adventures.add(a.adventure)
	case Justice:
		t.spend(k, singleCard(a.card))
		return justicePoints
	case Quest:
		t.spend(k, a.cards)
		k.adventures.remove(a.adventure)
		t.done.add(a.adventure)
		return a.adventure.Shields()
	case Horse:
		k.at = a.place
	default:
		t.piles -= singleCard(a.card)
		k.hand += singleCard(a.card)
		k.known += singleCard(a.card)
	}
	return 0
}

// spend moves cards from a hand to their piles.
func (t *table) spend(k *knight, cs cards) {
	k.hand -= cs
	t.piles += cs
	for rest := cs; rest != 0; {
		c := rest.lowest()
		rest -= singleCard(c)
		if k.known.count(c) > 0 {
			k.known -= singleCard(c)
		}
	}
}

// score adds points to a seat and notes its arrival at the target.
func (s *state) score(i, points int, from Kind, t *factRecorder) {
	k := &s.knights[i]
	before := k.points
	k.points += int8(points)
	t.recordPoints(s, i, int(before), from)
	if target := int8(s.outfit().target); before < target && k.points >= target {
		s.arrivals++
		k.arrival = s.arrivals
		t.recordReached(s, i)
	}
}

// endTurn returns the unused action cards of a seat to the supply, except the
// Tournament.
func (s *state) endTurn(i int, t *factRecorder) {
	k := &s.knights[i]
	unused := k.picked
	k.picked = picks{}
	for _, kind := range unused.all() {
		if kind == Tournament {
			k.picked.add(kind)
		} else {
			s.supply[kind]++
		}
	}
	t.recordDone(i, unused)
}

// endTurns starts the tournament of the seats that picked it and are at Camelot.
func (s *state) endTurns(t *factRecorder) error {
	entrants, last := 0, 0
	for i := range s.seated() {
		k := &s.knights[i]
		switch {
		case !k.picked.has(Tournament):
		case k.at != Camelot:
			k.picked.remove(Tournament)
			s.supply[Tournament]++
			t.recordAbsent(s, i)
		default:
			entrants++
			last = i
		}
	}
	if entrants == 0 {
		return s.endRound(t)
	}
	s.knights[last].lone = entrants == 1
	s.phase = PhaseTourney
	t.recordPhase(s)
	return nil
}

// resolveTournament reveals and scores the bids once all are placed.
func (s *state) resolveTournament(t *factRecorder) error {
	var in []int // by tent, so that of two who come to the target at once the lower tent is first
	for _, tent := range s.tents() {
		i := s.seatWithTent(tent)
		switch k := &s.knights[i]; {
		case !k.picked.has(Tournament):
		case !k.placed:
			return nil
		default:
			in = append(in, i)
		}
	}
	if s.staged && len(in) > 1 {
		return nil
	}
	t.recordStakes(s, in)
	totals := [2]int{}
	for n, i := range in {
		k := &s.knights[i]
		totals[n] = k.bid.total()
		s.spend(k, k.bid)
		k.bid, k.placed, k.lone = 0, false, false
		k.picked.remove(Tournament)
		s.supply[Tournament]++
	}
	t.recordOutcome(in, totals)
	for n, i := range in {
		switch mine, other := totals[n], totals[1-n]; {
		case mine > other:
			s.score(i, tourneyPoints, Tournament, t)
		case mine == other && mine > 0:
			s.score(i, drawPoints, Tournament, t)
		}
	}
	return s.endRound(t)
}

// endRound ends the game if a seat is at the target, else starts the next round.
func (s *state) endRound(t *factRecorder) error {
	switch {
	case s.staged:
		s.turn = tent(s.seats + 1)
		return nil
	case s.arrivals > 0:
		s.finish(ReasonTarget, t)
	case s.round >= box.rounds:
		s.finish(ReasonRounds, t)
	default:
		s.refill(t)
		if err := s.assignTents(t); err != nil {
			return err
		}
		s.begin(s.round + 1)
		t.recordRound(s)
	}
	return nil
}

// begin starts a round.
func (s *state) begin(round int) {
	s.phase, s.round, s.pass, s.turn = PhasePick, round, 1, 1
	s.chosen = [maxSeats]picks{}
}

// refill turns up adventures until three lie open or the deck is used up.
func (s *state) refill(t *factRecorder) {
	before := s.display.n
	for s.display.n < displaySize && s.deck > 0 {
		s.display.add(s.order[adventureCount-s.deck])
		s.deck--
	}
	t.recordRefill(s.display.all()[before:])
}
