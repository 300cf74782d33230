package kutschke

import "tableronde/games"

// Kinds of facts, in the order of a round. Words and cards are codes, which Name
// translates, unless stated otherwise.
const (
	FactPick      = "pick"      // Seat picks the action card Word in pass Number
	FactPhase     = "phase"     // the phase Word ("act", "tourney") of round Number begins; in the tournament are Seat and, unless 0, Other
	FactExercise  = "exercise"  // Seat takes Cards, by the exercise Word
	FactAdventure = "adventure" // Seat takes the adventure Word from the display
	FactJustice   = "justice"   // Seat gives the Book in Cards
	FactQuest     = "quest"     // Seat completes the adventure Word for Cards, which is worth Number
	FactRide      = "ride"      // Seat rides to the place Word, Number places away
	FactPoints    = "points"    // Seat comes from Before to Number points by the action card Word (G, Q, T)
	FactReached   = "reached"   // Seat comes to the target, as the Number-th
	FactDone      = "done"      // Seat ends its turn; the action cards in Cards, if any, are lost
	FactAbsent    = "absent"    // Seat loses its Tournament, being at the place Word and not at Camelot
	FactBid       = "bid"       // Seat stakes Cards; Word is "?" where the viewer may not know them
	FactStake     = "stake"     // Seat is seen to have staked Cards, Number in all
	FactWin       = "win"       // Seat wins the tournament with Number, against Other with Before; Other is 0 for one alone
	FactTie       = "tie"       // Seat and Other have staked the same, Number
	FactEmpty     = "empty"     // Seat, and Other unless 0, staked nothing
	FactRefill    = "refill"    // the adventures in Cards are turned up
	FactTent      = "tent"      // Seat goes from tent Before to Number; Word is "lot" where lots were drawn
	FactRound     = "round"     // round Number begins
	FactOver      = "over"      // Seat wins with Number points; Word is the reason of the end
)

var _ games.Teller = (*state)(nil)

// Tell lists the consequences of an action, in the kinds of facts above.
func (s *state) Tell(viewer, seat games.Seat, text string) []games.Fact {
	t := factRecorder{viewer: viewer}
	if _, _, err := s.play(seat, text, &t); err != nil {
		return nil
	}
	return t.facts
}

// factRecorder records what happens, as far as a viewer may know it; a nil recorder
// records nothing.
type factRecorder struct {
	viewer games.Seat
	facts  []games.Fact
}

func (t *factRecorder) add(f games.Fact) { t.facts = append(t.facts, f) }

func seatOf(i int) games.Seat { return games.Seat(i + 1) }

// codesOf lists the codes of things.
func codesOf[T interface{ String() string }](things []T) []string {
	all := make([]string, len(things))
	for i, thing := range things {
		all[i] = thing.String()
	}
	return all
}

func (t *factRecorder) recordPick(s *state, i int, k Kind) {
	if t != nil {
		t.add(games.Fact{Kind: FactPick, Seat: seatOf(i), Word: k.String(), Number: s.pass})
	}
}

func (t *factRecorder) recordPhase(s *state) {
	if t == nil {
		return
	}
	f := games.Fact{Kind: FactPhase, Word: s.phase.String(), Number: s.round}
	for i := range s.seated() {
		switch in := s.phase == PhaseTourney && s.knights[i].picked.has(Tournament); {
		case in && f.Seat == 0:
			f.Seat = seatOf(i)
		case in:
			f.Other = seatOf(i)
		}
	}
	t.add(f)
}

// recordRide records a ride of a knight that still stands where the ride begins.
func (t *factRecorder) recordRide(s *state, i int, to Place) {
	if t != nil {
		t.add(games.Fact{Kind: FactRide, Seat: seatOf(i), Word: to.String(), Number: s.ring.distance(s.knights[i].at, to)})
	}
}

func (t *factRecorder) recordStep(i int, a action) {
	if t == nil {
		return
	}
	f := games.Fact{Kind: FactExercise, Seat: seatOf(i), Word: a.kind.String(), Cards: []string{a.card.String()}}
	switch a.kind {
	case RoundTable:
		f.Kind, f.Word, f.Cards = FactAdventure, a.adventure.String(), nil
	case Justice:
		f.Kind, f.Word = FactJustice, ""
	case Quest:
		f.Kind, f.Word, f.Cards, f.Number = FactQuest, a.adventure.String(), codesOf(a.cards.list()), a.adventure.Shields()
	}
	t.add(f)
}

func (t *factRecorder) recordPoints(s *state, i, before int, from Kind) {
	if t != nil {
		t.add(games.Fact{Kind: FactPoints, Seat: seatOf(i), Number: int(s.knights[i].points), Before: before, Word: from.String()})
	}
}

func (t *factRecorder) recordReached(s *state, i int) {
	if t != nil {
		t.add(games.Fact{Kind: FactReached, Seat: seatOf(i), Number: int(s.knights[i].arrival)})
	}
}

func (t *factRecorder) recordDone(i int, unused picks) {
	if t == nil {
		return
	}
	f := games.Fact{Kind: FactDone, Seat: seatOf(i)}
	for _, k := range unused.all() {
		if k != Tournament {
			f.Cards = append(f.Cards, k.String())
		}
	}
	t.add(f)
}

func (t *factRecorder) recordAbsent(s *state, i int) {
	if t != nil {
		t.add(games.Fact{Kind: FactAbsent, Seat: seatOf(i), Word: s.knights[i].at.String()})
	}
}

func (t *factRecorder) recordBid(s *state, i int) {
	if t == nil {
		return
	}
	f := games.Fact{Kind: FactBid, Seat: seatOf(i), Word: "?"}
	if t.viewer == f.Seat || t.viewer == games.Omniscient {
		f.Word, f.Cards = "", codesOf(s.knights[i].bid.list())
	}
	t.add(f)
}

// recordStakes records the bids of seats, which are not spent yet.
func (t *factRecorder) recordStakes(s *state, in []int) {
	if t == nil {
		return
	}
	for _, i := range in {
		stake := s.knights[i].bid
		t.add(games.Fact{Kind: FactStake, Seat: seatOf(i), Cards: codesOf(stake.list()), Number: stake.total()})
	}
}

// recordOutcome records the winner of the tournament.
func (t *factRecorder) recordOutcome(in []int, totals [2]int) {
	if t == nil {
		return
	}
	f := games.Fact{Kind: FactWin, Seat: seatOf(in[0]), Number: totals[0], Before: totals[1]}
	if len(in) > 1 {
		f.Other = seatOf(in[1])
	}
	switch {
	case totals[0] < totals[1]:
		f.Seat, f.Other, f.Number, f.Before = f.Other, f.Seat, f.Before, f.Number
	case totals[0] == totals[1]:
		f.Kind, f.Before = FactTie, 0
		if f.Number == 0 {
			f.Kind = FactEmpty
		}
	}
	t.add(f)
}

func (t *factRecorder) recordRefill(list []Adventure) {
	if t != nil && len(list) > 0 {
		t.add(games.Fact{Kind: FactRefill, Cards: codesOf(list)})
	}
}

func (t *factRecorder) recordTent(s *state, i int, before tent) {
	if t == nil {
		return
	}
	f := games.Fact{Kind: FactTent, Seat: seatOf(i), Number: int(s.knights[i].tent), Before: int(before)}
	for j := range s.seated() {
		if j != i && s.knights[j].points == s.knights[i].points {
			f.Word = "lot"
		}
	}
	t.add(f)
}

func (t *factRecorder) recordRound(s *state) {
	if t != nil {
		t.add(games.Fact{Kind: FactRound, Number: s.round})
	}
}

func (t *factRecorder) recordOver(s *state) {
	if t != nil {
		winner := s.ranking[0]
		t.add(games.Fact{Kind: FactOver, Seat: winner, Number: int(s.knights[winner-1].points), Word: s.result.Reason})
	}
}
