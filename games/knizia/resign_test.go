package knizia

import (
	"math/rand/v2"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/effort"
)

func mustResign(tb testing.TB, s *state, who games.Seat) *state {
	tb.Helper()
	next, err := s.Resign(who)
	if err != nil {
		tb.Fatalf("seat %d resigns: %v", who, err)
	}
	s = next.(*state)
	s.checkInvariants(tb)
	return s
}

func TestRule5_8_ResignInOnesTurn(t *testing.T) {
	s := scene{
		color: Red, active: 2, stunned: 2, displays: []string{"R4", "R3 W6", "R5"},
		hands: []string{"B2", "unhorse P3", "B3"}, tokens: []string{"", "red yellow"},
	}.build(t)
	s = mustResign(t, s, 2)
	wantDiscard(t, s, "R3 W6 stunned P3 unhorse")
	if s.active != 2 || s.phase != PhaseTurn || s.tokens[1] != cards.SetOf(Red) || s.hands[2].Len() != 2 {
		t.Errorf("seat %d in %s; tokens %v", s.active+1, s.phase, s.tokens[1].List())
	}
	if _, err := s.Resign(2); err == nil {
		t.Error("one resigns twice")
	}
	if _, err := s.Resign(4); err == nil {
		t.Error("a seat that is not there resigns")
	}
	s = playLines(t, s, "withdraw")
	if s.opener != 0 || !s.tokens[0].Has(Red) {
		t.Errorf("seat %d opens", s.opener+1)
	}
	if v := s.View(1).(View); v.Seats[1].In || !v.Seats[1].Resigned || !v.Seats[2].In {
		t.Errorf("in the next tournament: %+v", v.Seats)
	}
}

func TestRule5_8_ResignLeavesOneIn(t *testing.T) {
	s := scene{color: Red, displays: []string{"R4", "R3", ""}, out: []int{3}, hands: []string{"B2", "P3", "B3"}}.build(t)
	s = mustResign(t, s, 2) // not in its turn
	if s.phase != PhaseOpen || s.opener != 0 || !s.tokens[0].Has(Red) {
		t.Errorf("%s by seat %d", s.phase, s.opener+1)
	}
}

func TestRule5_8_LastOneWins(t *testing.T) {
	s := scene{color: Red, displays: []string{"R4", "R3"}, hands: []string{"B2", "P3"}, tokens: []string{"red", "blue green"}}.build(t)
	s = mustResign(t, s, 1)
	r := s.Result()
	if r == nil || r.Winners[0] != 2 || r.Reason != games.ReasonResignation || r.Scores[1] != 1 || r.Scores[2] != 2 {
		t.Errorf("result %+v", r)
	}
}

func TestRule5_8_OpenerResigns(t *testing.T) {
	s := scene{displays: []string{"", "", ""}, hands: []string{"R3", "riposte", "B3"}}.build(t)
	s = mustResign(t, s, 1)
	// The second has only an action, so the third opens.
	if s.phase != PhaseOpen || s.opener != 2 || len(s.View(0).(View).Shown) != 1 {
		t.Errorf("%s by seat %d", s.phase, s.opener+1)
	}
	s = scene{displays: []string{"", "", ""}, hands: []string{"R3", "riposte", "B3"}}.build(t)
	if s = mustResign(t, s, 3); s.opener != 0 || (int(s.seats) - s.withdrawn.Len()) != 2 {
		t.Errorf("seat %d opens", s.opener+1)
	}
}

func TestRule5_8_WinnerResignsBeforeItsToken(t *testing.T) {
	s := scene{
		phase: PhaseToken, color: Purple, last: Purple, active: 2, displays: []string{"", "", ""}, out: []int{1, 3},
		hands: []string{"R3", "R4", "R5"}, tokens: []string{"", "red"},
	}.build(t)
	if s := mustResign(t, s, 2); s.phase != PhaseOpen || s.opener != 2 || s.tokens[1].Len() != 1 {
		t.Errorf("%s by seat %d", s.phase, s.opener+1)
	}
	if s := mustResign(t, s, 1); s.phase != PhaseToken || s.active != 1 {
		t.Errorf("%s by seat %d", s.phase, s.active+1)
	}
}

func TestRule5_8_ResignInReact(t *testing.T) {
	c := scene{color: Red, displays: []string{"R4", "R3 W2", "R5"}, hands: []string{"dodge B2", "P3", "B3"}}
	under := playLines(t, c.build(t), "dodge 2.1")

	s := mustResign(t, under, 1) // the actor
	wantDiscard(t, s, "R4 B2 dodge")
	wantDisplays(t, s, "", "R3 W2", "R5")
	if s.phase != PhaseTurn || s.active != 1 {
		t.Errorf("%s of seat %d", s.phase, s.active+1)
	}

	s = mustResign(t, under, 2) // the target
	if s.phase != PhaseReact || s.active != 0 {
		t.Fatalf("%s of seat %d", s.phase, s.active+1)
	}
	facts := s.Tell(games.Spectator, 1, "pass")
	if len(facts) != 1 || facts[0].Kind != FactNoEffect {
		t.Errorf("it tells %+v", facts)
	}
	s = playLines(t, s, "pass")
	wantDiscard(t, s, "R3 W2 P3 dodge")
	if s.phase != PhaseTurn || s.active != 0 || s.played != 1 {
		t.Errorf("%s of seat %d", s.phase, s.active+1)
	}

	s = mustResign(t, under, 3) // somebody else
	s = playLines(t, s, "pass")
	wantDisplays(t, s, "R4", "W2", "")

	c.out, c.displays = []int{3}, []string{"R4", "R3 W2", ""}
	s = mustResign(t, playLines(t, c.build(t), "dodge 2.1"), 2) // which ends the tournament
	wantDiscard(t, s, "R3 W2 P3 dodge R4")
	if s.phase != PhaseOpen || !s.tokens[0].Has(Red) {
		t.Errorf("%s, tokens %v", s.phase, s.tokens[0].List())
	}

	c.hands[0] = "knock_down B2"
	s = mustResign(t, playLines(t, c.build(t), "knock_down 3"), 3) // a target that is out
	if s = playLines(t, s, "pass"); s.phase != PhaseTurn || s.hands[0].Len() != 1 {
		t.Errorf("%s with %d cards", s.phase, s.hands[0].Len())
	}
}

func TestRule5_8_ResignInAdapt(t *testing.T) {
	c := scene{
		color: Red, active: 3, displays: []string{"R3 W3", "R4 B4", "W2 B2"}, hands: []string{"B2", "R3", "adapt"},
	}
	under := playAndPass(t, c.build(t), "adapt")

	s := mustResign(t, under, 1) // who was asked
	if s.phase != PhaseAdapt || s.pending.Len() != 2 {
		t.Fatalf("%s, pending %v", s.phase, s.pending)
	}
	s = playLines(t, s, "2: keep 1", "3: keep 2")
	wantDisplays(t, s, "", "R4", "B2")
	if s.phase != PhaseTurn || s.active != 2 {
		t.Errorf("%s of seat %d", s.phase, s.active+1)
	}

	s = playLines(t, under, "1: keep 1", "2: keep 1")
	s = mustResign(t, s, 3) // the actor, whom all were waiting for
	wantDisplays(t, s, "R3", "R4", "")
	if s.phase != PhaseTurn || s.active != 0 || s.hands[0].Len() != 2 {
		t.Errorf("%s of seat %d", s.phase, s.active+1)
	}

	s = mustResign(t, under, 3) // the actor, while others choose
	if s.phase != PhaseAdapt || s.active != 2 {
		t.Fatalf("%s of seat %d", s.phase, s.active+1)
	}
	s = playLines(t, s, "2: keep 2", "1: keep 2")
	wantDisplays(t, s, "W3", "B4", "")
	if s.phase != PhaseTurn || s.active != 0 {
		t.Errorf("%s of seat %d", s.phase, s.active+1)
	}

	s = mustResign(t, mustResign(t, c.with("", 4).adapted(t), 1), 2) // one is left in
	if s.phase != PhaseOpen || !s.tokens[2].Has(Red) {
		t.Errorf("%s, tokens %v", s.phase, s.tokens[2].List())
	}
}

// with returns the scene with one seat more, which has withdrawn.
func (c scene) with(display string, number int) scene {
	c.displays = append(append([]string{}, c.displays...), display)
	c.hands = append(append([]string{}, c.hands...), "G1")
	c.out = []int{number}
	return c
}

func (c scene) adapted(t *testing.T) *state { return playAndPass(t, c.build(t), "adapt") }

// A seat that returns has cards again, and plays in the next tournament; in this one, too,
// as long as nobody has opened it.
func TestReturnAfterResigning(t *testing.T) {
	s := begin(t, 3, 7, tables[0])
	if _, err := s.Return(1); err != games.ErrNotYourTurn {
		t.Errorf("a seat returns that has not left: %v", err)
	}
	s = mustReturn(t, mustResign(t, s, 1), 1)
	if s.phase != PhaseOpen || !s.in(0) || s.hands[0].Len() != firstHand {
		t.Errorf("before the opening: %s, in %v, %d cards", s.phase, s.in(0), s.hands[0].Len())
	}
	s = scene{color: Red, active: 1, displays: []string{"R4", "R3", "R5"}, hands: []string{"B2", "P3", "B3"}, tokens: []string{"", "yellow"}}.build(t)
	s = mustReturn(t, mustResign(t, s, 2), 2)
	if s.in(1) || s.resigned.Has(1) || !s.tokens[1].Has(Yellow) {
		t.Errorf("withdrawn %v, resigned %v, tokens %v", s.withdrawn, s.resigned, s.tokens[1].List())
	}
	s = playLines(t, s, "withdraw")
	if v := s.View(1).(View); !v.Seats[1].In || v.Seats[1].Resigned {
		t.Errorf("in the next tournament: %+v", v.Seats[1])
	}
}

func mustReturn(tb testing.TB, s *state, who games.Seat) *state {
	tb.Helper()
	next, err := s.Return(who)
	if err != nil {
		tb.Fatalf("seat %d returns: %v", who, err)
	}
	s = next.(*state)
	s.checkInvariants(tb)
	return s
}

// TestRule5_8_ResignAtAnyTime lets seats leave random games, and some of them return.
func TestRule5_8_ResignAtAnyTime(t *testing.T) {
	for i := range effort.N(2_500) {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		s := begin(t, 2+i%4, uint64(i), tables[i%len(tables)])
		for n := 0; s.phase != PhaseOver; n++ {
			if n > maxLines {
				t.Fatalf("game %d does not end", i)
			}
			if rng.IntN(40) == 0 {
				if who := games.Seat(rng.IntN(int(s.seats)) + 1); !s.resigned.Has(seatIndex(who - 1)) {
					facts := s.Tell(games.Spectator, who, "resign")
					if len(facts) == 0 || facts[0].Kind != FactResign {
						t.Fatalf("resigning tells %+v", facts)
					}
					s = mustResign(t, s, who)
				} else {
					s = mustReturn(t, s, who)
				}
				continue
			}
			all := allLegal(s)
			line := all[rng.IntN(len(all))]
			next, _, err := s.Apply(line.seat, line.text)
			if err != nil {
				t.Fatal(err)
			}
			s = next.(*state)
			s.checkInvariants(t)
		}
	}
}
