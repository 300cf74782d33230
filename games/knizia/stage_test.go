package knizia

import (
	"errors"
	"fmt"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

func stage(t *testing.T, s *state, seat games.Seat, lines ...string) (View, int, error) {
	t.Helper()
	old := *s
	v, fit, err := s.Stage(seat, lines)
	if s.position != old.position {
		t.Errorf("%q staged, and the state is another", lines)
	}
	return v.(View), fit, err
}

func TestStageShowsWhatAnActionWouldDo(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3", "R4 R5", "W2"}, hands: []string{"R4 dodge drop_weapon", "lancelot", "R3"},
	}.build(t)
	v, fit, err := stage(t, s, 1, "play R4", "dodge 2.2", "end")
	if fit != 3 || err != nil || !v.Staged {
		t.Fatalf("%d fit, %v", fit, err)
	}
	if v.Seats[0].Total != 7 || v.Seats[1].Total != 4 || v.Active != 2 || v.Phase != PhaseTurn {
		t.Errorf("the view: %s", v)
	}
	if n := len(v.Seats[1].Hand); n != 1 || v.Deck != int(s.deck.n) {
		t.Errorf("the next seat has drawn: %d cards, deck %d", n, v.Deck)
	}
	v, fit, err = stage(t, s, 1, "drop_weapon", "end")
	var e *games.Illegal
	if fit != 1 || !errors.As(err, &e) || e.Key != endTooLow.Key {
		t.Errorf("%d fit, %v", fit, err)
	}
	if v.Color != Green || v.Seats[1].Total != 2 || v.End.Best != 2 || v.End.Rival != 2 || v.End.Total != 1 {
		t.Errorf("the view: %s, %+v", v, v.End)
	}
	if _, fit, err = stage(t, s, 2, "play R3"); fit != 0 || err != games.ErrNotYourTurn {
		t.Errorf("another seat: %d fit, %v", fit, err)
	}
	if _, fit, err = stage(t, s, 1, "play R4", "withdraw", "play R3"); fit != 2 || err != games.ErrNotYourTurn {
		t.Errorf("after withdrawing: %d fit, %v", fit, err)
	}
	if _, fit, err = stage(t, s, games.Spectator, "end"); fit != 0 || err != games.ErrNotYourTurn {
		t.Errorf("a spectator: %d fit, %v", fit, err)
	}
	if _, fit, err = stage(t, s, 1, "dance"); fit != 0 || err.(*games.Illegal).Key != malformed.Key {
		t.Errorf("dance: %d fit, %v", fit, err)
	}
	if v, fit, err = stage(t, s, 2); fit != 0 || err != nil || v.Viewer != 2 {
		t.Errorf("nothing: %d fit, %v", fit, err)
	}
}

func TestStageDrawsNothing(t *testing.T) {
	s := scene{displays: []string{"", ""}, hands: []string{"R3 R4", "R5"}, deck: "W6"}.build(t)
	v, fit, err := stage(t, s, 1, "colour red", "play R3")
	if fit != 2 || err != nil || len(v.Hand) != 1 || v.Hand[0].Card != R4 || v.Seats[0].Total != 3 {
		t.Errorf("%d fit, %v: %s", fit, err, v)
	}
	if _, fit, _ = stage(t, s, 1, "colour red", "play W6"); fit != 1 {
		t.Error("the card to be drawn is played")
	}
}

func TestStageKnockDownShowsNoCard(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"knock_down knock_down R4", "R5"}}.build(t)
	v, fit, err := stage(t, s, 1, "knock_down 2", "play R4")
	if fit != 2 || err != nil {
		t.Fatalf("%d fit, %v", fit, err)
	}
	if got := fmt.Sprint(v.Seats[0].Hand, v.Seats[1].Hand); got != "[knock_down ?] []" {
		t.Errorf("hands %s", got)
	}
	if _, fit, err = stage(t, s, 1, "knock_down 2", "knock_down 2"); fit != 1 || err.(*games.Illegal).Key != emptyHand.Key {
		t.Errorf("%d fit, %v", fit, err)
	}
	if _, fit, _ = stage(t, s, 1, "knock_down 2", "play R5"); fit != 1 {
		t.Error("the card taken is played")
	}
}

func TestStageEndsATournamentWithoutTheNext(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3", "R4"}, hands: []string{"B2", "riposte dodge"}, tokens: []string{"", "blue"},
	}.build(t)
	v, fit, err := stage(t, s, 1, "withdraw")
	if fit != 1 || err != nil || len(v.Shown) != 0 || v.Phase != PhaseOpen || len(v.Seats[1].Tokens) != 2 {
		t.Errorf("%d fit, %v: %s", fit, err, v)
	}
	s.tokens[1] = cards.SetOf(Purple, Blue, Yellow, Green)
	v, _, _ = stage(t, s, 1, "withdraw")
	if v.Phase != PhaseOver || v.Seats[1].Hand[0] != Unknown || v.Result == nil {
		t.Errorf("looking ahead to the end shows %v", v.Seats[1].Hand)
	}
	if v := playLines(t, s, "withdraw").View(1).(View); v.Seats[1].Hand[0] == Unknown {
		t.Error("the end shows nothing")
	}
}

func TestStageInAdapt(t *testing.T) {
	s := scene{
		color: Red, active: 3, displays: []string{"R3 W3", "R4 B4 R4", "W2"}, hands: []string{"B2", "R3", "adapt"},
	}.build(t)
	v, fit, err := stage(t, s, 3, "adapt")
	if fit != 1 || err != nil || v.Phase != PhaseAdapt || v.Seats[0].Total != 6 || v.Seats[0].After != 3 || v.Seats[1].After != 4 {
		t.Errorf("%d fit, %v: %s", fit, err, v)
	}
	s = playAndPass(t, s, "adapt")
	v, fit, err = stage(t, s, 1, "keep 2")
	if fit != 1 || err != nil || v.Phase != PhaseAdapt || fmt.Sprint(v.Keep.Kept) != "[2]" || v.Seats[1].Display[0] != R4 {
		t.Errorf("%d fit, %v: %s", fit, err, v)
	}
	s = playLines(t, s, "1: keep 1")
	for _, answer := range []string{"keep 1", "keep 2"} {
		if v, fit, err = stage(t, s, 2, answer); fit != 1 || err != nil || len(v.Seats[0].Display) != 2 {
			t.Errorf("%s: %d fit, %v: %s", answer, fit, err, v)
		}
	}
}

func TestStageLancelot(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3 R4", "R4"}, hands: []string{"drop_weapon", "lancelot"}}.build(t)
	s = playLines(t, s, "drop_weapon")
	v, fit, err := stage(t, s, 2, "lancelot")
	if fit != 1 || err != nil || v.Phase != PhaseTurn || v.Color != Red || len(v.Discard) != 2 {
		t.Errorf("%d fit, %v: %s", fit, err, v)
	}
}
