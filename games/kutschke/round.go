package kutschke

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Points that no card states.
const (
	justicePoints = 2
	tourneyPoints = 2
	drawPoints    = 1 // to each of two with equal stakes
)

// execute plays a legal action and its automatic consequences.
func (s *state) execute(i int, a action, t *cards.Recorder) error {
	k := &s.knights[i]
	switch a.verb {
	case verbPick:
		s.pick(i, a.kind, t)
	case verbStep:
		s.step(i, a, t)
	case verbDone:
		return s.endTurn(i, t)
	case verbBid:
		k.placed, k.bid = true, a.cards
		bid := games.Fact{Kind: FactBid, Seat: seatOf(i), Word: "?"}
		if t.Sees(seatOf(i)) {
			bid.Word, bid.Cards = "", cards.Codes(k.bid.list())
		}
		t.Add(bid)
		return s.resolveTournament(t)
	}
	return nil
}

// pick gives an action card to a seat; after the last pass the turns begin.
func (s *state) pick(i int, k Kind, t *cards.Recorder) {
	s.supply[k]--
	s.knights[i].picked = cards.Add(s.knights[i].picked, k)
	s.chosen[i] = cards.Add(s.chosen[i], k)
	t.Add(games.Fact{Kind: FactPick, Seat: seatOf(i), Word: k.String(), Number: s.pass})
	if s.turn++; int(s.turn) <= s.seats {
		return
	}
	s.turn = 1
	if s.pass == s.outfit().picks {
		s.phase = PhaseAct
		t.Add(games.Fact{Kind: FactPhase, Word: s.phase.String(), Number: s.round})
		return
	}
	s.pass++
}

// step uses an action card, which goes back to the supply, and scores the points of the step.
func (s *state) step(i int, a action, t *cards.Recorder) {
	k, f, points := &s.knights[i], games.Fact{Seat: seatOf(i)}, 0
	k.picked = cards.Remove(k.picked, a.kind)
	s.supply[a.kind]++
	switch a.kind {
	case RoundTable:
		s.display = cards.Remove(s.display, a.adventure)
		k.adventures = cards.Add(k.adventures, a.adventure)
		f.Kind, f.Word = FactAdventure, a.adventure.String()
	case Justice:
		s.spend(k, singleCard(a.card))
		points = justicePoints
		f.Kind, f.Cards = FactJustice, []string{a.card.String()}
	case Quest:
		s.spend(k, a.cards)
		k.adventures = cards.Remove(k.adventures, a.adventure)
		s.done = cards.Add(s.done, a.adventure)
		points = a.adventure.Shields()
		f.Kind, f.Word, f.Number, f.Cards = FactQuest, a.adventure.String(), points, cards.Codes(a.cards.list())
	case Horse:
		f.Kind, f.Word, f.Number = FactRide, a.place.String(), s.ring.distance(k.at, a.place)
		k.at = a.place
	default:
		s.piles -= singleCard(a.card)
		k.hand += singleCard(a.card)
		k.known += singleCard(a.card)
		f.Kind, f.Word, f.Cards = FactExercise, a.kind.String(), []string{a.card.String()}
	}
	t.Add(f)
	if points > 0 {
		s.score(i, points, a.kind, t)
	}
}

// spend moves cards from a hand to their piles.
func (s *state) spend(k *knight, cs cardSet) {
	k.hand -= cs
	s.piles += cs
	for _, c := range cs.list() {
		if k.known.count(c) > 0 {
			k.known -= singleCard(c)
		}
	}
}

// score adds points to a seat and notes its arrival at the target.
func (s *state) score(i, points int, from Kind, t *cards.Recorder) {
	k := &s.knights[i]
	before, after := int(k.points), int(k.points)+points
	k.points = int8(after)
	t.Add(games.Fact{Kind: FactPoints, Seat: seatOf(i), Number: after, Before: before, Word: from.String()})
	if target := s.outfit().target; before < target && after >= target {
		s.arrivals++
		k.arrival = s.arrivals
		t.Add(games.Fact{Kind: FactReached, Seat: seatOf(i), Number: int(k.arrival)})
	}
}

// endTurn returns the unused action cards of a seat to the supply, except the
// Tournament. After the last turn the tournament of the seats that picked it and are at
// Camelot begins.
func (s *state) endTurn(i int, t *cards.Recorder) error {
	k := &s.knights[i]
	unused := k.picked
	k.picked = nil
	lost := games.Fact{Kind: FactDone, Seat: seatOf(i)}
	for _, kind := range unused {
		if kind == Tournament {
			k.picked = []Kind{kind}
			continue
		}
		s.supply[kind]++
		lost.Cards = append(lost.Cards, kind.String())
	}
	t.Add(lost)
	if s.turn++; int(s.turn) <= s.seats {
		return nil
	}
	var entrants []games.Seat
	for i := range s.seated() {
		k := &s.knights[i]
		switch {
		case !k.has(Tournament):
		case k.at != Camelot:
			k.picked = cards.Remove(k.picked, Tournament)
			s.supply[Tournament]++
			t.Add(games.Fact{Kind: FactAbsent, Seat: seatOf(i), Word: k.at.String()})
		default:
			entrants = append(entrants, seatOf(i))
		}
	}
	if len(entrants) == 0 {
		return s.endRound(t)
	}
	s.phase = PhaseTourney
	begins := games.Fact{Kind: FactPhase, Word: s.phase.String(), Number: s.round, Seat: entrants[0]}
	if len(entrants) > 1 {
		begins.Other = entrants[1]
	} else {
		s.knights[entrants[0]-1].lone = true
	}
	t.Add(begins)
	return nil
}

// resolveTournament reveals and scores the bids once all are placed. Of two seats that
// come to the target at once the lower tent is first.
func (s *state) resolveTournament(t *cards.Recorder) error {
	var in []int
	for _, tent := range s.tents() {
		i := s.seatWithTent(tent)
		switch k := &s.knights[i]; {
		case !k.has(Tournament):
		case !k.placed:
			return nil
		default:
			in = append(in, i)
		}
	}
	if s.staged && len(in) > 1 {
		return nil
	}
	totals := [2]int{}
	for n, i := range in {
		k := &s.knights[i]
		totals[n] = k.bid.total()
		t.Add(games.Fact{Kind: FactStake, Seat: seatOf(i), Cards: cards.Codes(k.bid.list()), Number: totals[n]})
		s.spend(k, k.bid)
		k.bid, k.placed, k.lone = 0, false, false
		k.picked = cards.Remove(k.picked, Tournament)
		s.supply[Tournament]++
	}
	outcome := games.Fact{Kind: FactWin, Seat: seatOf(in[0]), Number: totals[0], Before: totals[1]}
	if len(in) > 1 {
		outcome.Other = seatOf(in[1])
	}
	switch {
	case totals == [2]int{}:
		outcome.Kind = FactEmpty
	case totals[0] == totals[1]:
		outcome.Kind, outcome.Before = FactTie, 0
	case totals[0] < totals[1]:
		outcome = games.Fact{Kind: FactWin, Seat: outcome.Other, Other: outcome.Seat, Number: totals[1], Before: totals[0]}
	}
	t.Add(outcome)
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
func (s *state) endRound(t *cards.Recorder) error {
	switch {
	case s.staged:
		s.turn = tent(s.seats + 1)
		return nil
	case s.arrivals > 0:
		s.finish(ReasonTarget, t)
	case s.round >= box.RoundCap.Value:
		s.finish(ReasonRounds, t)
	default:
		s.refill(t)
		if err := s.assignTents(t); err != nil {
			return err
		}
		s.begin(s.round + 1)
		t.Add(games.Fact{Kind: FactRound, Number: s.round})
	}
	return nil
}

// begin starts a round.
func (s *state) begin(round int) {
	s.phase, s.round, s.pass, s.turn = PhasePick, round, 1, 1
	s.chosen = [maxSeats][]Kind{}
}

// refill turns up adventures until three lie open or the deck is used up.
func (s *state) refill(t *cards.Recorder) {
	missing := min(displaySize-len(s.display), len(s.deck))
	if missing == 0 {
		return
	}
	shown := s.deck[:missing]
	s.display, s.deck = slices.Concat(s.display, shown), s.deck[missing:]
	t.Add(games.Fact{Kind: FactRefill, Cards: cards.Codes(shown)})
}

// tent is the number of a tent, from 1.
type tent int8

// String returns the number.
func (t tent) String() string { return strconv.Itoa(int(t)) }

// tents lists the tents of the table in order.
func (t *table) tents() []tent {
	all := make([]tent, t.seats)
	for i := range all {
		all[i] = tent(i + 1)
	}
	return all
}

// assignTents assigns the tents of the next round, the lowest to the fewest points,
// by lot among equals. The error is for a record with other tents.
func (s *state) assignTents(t *cards.Recorder) error {
	tag := tagTents + "." + strconv.Itoa(s.round+1)
	chance := *s.chance
	tents, err := s.fixedTents(&chance, tag)
	if err != nil {
		return err
	}
	if tents == nil {
		tents = s.drawTents(&chance, tag)
	}
	s.chance = &chance
	for i := range s.seated() {
		k := &s.knights[i]
		f := games.Fact{Kind: FactTent, Seat: seatOf(i), Number: int(tents[i]), Before: int(k.tent)}
		for j, other := range s.seated() {
			if j != i && other.points == k.points {
				f.Word = "lot"
			}
		}
		t.Add(f)
		k.tent = tents[i]
	}
	return nil
}

// fixedTents returns the tents that the record fixes, by seat; nil if it fixes none. Only
// the tents of equal points are free.
func (s *state) fixedTents(chance *games.Chance, tag string) ([]tent, error) {
	text, ok := chance.Fixed(tag)
	if !ok {
		return nil, nil
	}
	refused := badTents.With("number", s.round+1, "text", text)
	tents, err := games.Deal(chance, tag, s.tents(), tent.String)
	if err != nil {
		return nil, refused
	}
	for i, a := range s.seated() {
		for j, b := range s.seated() {
			if a.points < b.points && tents[i] > tents[j] {
				return nil, refused
			}
		}
	}
	return tents, nil
}

// drawTents returns the tents by seat. From the fewest points up, the tents of seats
// with equal points are shuffled and assigned to them in seat order.
func (s *state) drawTents(chance *games.Chance, tag string) []tent {
	order := make([]int, s.seats)
	for i := range order {
		order[i] = i
	}
	points := func(i int) int8 { return s.knights[i].points }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(points(i), points(j)) })
	drawn := false
	tents, sorted := make([]tent, s.seats), s.tents()
	for from, to := 0, 0; from < s.seats; from = to {
		for to = from + 1; to < s.seats && points(order[from]) == points(order[to]); {
			to++
		}
		if group := sorted[from:to]; len(group) > 1 {
			games.Shuffle(chance, group)
			drawn = true
		}
		for n := from; n < to; n++ {
			tents[order[n]] = sorted[n]
		}
	}
	if drawn {
		chance.Note(tag, strings.Join(cards.Codes(tents), " "))
	}
	return tents
}
