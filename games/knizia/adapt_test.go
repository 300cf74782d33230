package knizia

import (
	"fmt"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// choosingForAdapt returns the scene of T37: the third seat has played Adapt, and the
// first chooses.
func choosingForAdapt(t *testing.T) *state {
	s := scene{
		color: Red, active: 3, displays: []string{"R3 B4 W3", "R4 R4", "W2"}, hands: []string{"B2", "R3", "adapt R5"},
	}.build(t)
	return playAndPass(t, s, "adapt")
}

func TestT37_Adapt(t *testing.T) {
	s := choosingForAdapt(t)
	if got := fmt.Sprint(s.phase, s.ToAct(), s.Legal(1), s.Legal(2), s.Legal(3)); got != "adapt [1] [keep 1 2 keep 2 3] [] []" {
		t.Fatalf("phase, to act, legal: %s", got)
	}
	wantDisplays(t, s, "R3 B4 W3", "R4 R4", "W2")
	wantRefused(t, s, keepOneOfEach, "1: keep 1", "1: keep 1 2 3", "1: keep 1 3", "1: keep 2 4")
	wantRefused(t, s, adaptFirst, "1: pass", "1: end", "1: lancelot")
	wantRefused(t, s, malformed, "1: keep", "1: keep ?", "1: keep 1 1 2", "1: keep 0 1")
	if _, _, err := s.Apply(3, "play R5"); err != games.ErrNotYourTurn {
		t.Errorf("the active seat plays on: %v", err)
	}
	next, text, err := s.Apply(1, "keep 3  2")
	if err != nil || text != "keep 2 3" {
		t.Fatalf("keep 3 2: %q, %v", text, err)
	}
	s = next.(*state)
	s.checkInvariants(t)
	wantDisplays(t, s, "B4 W3", "R4", "W2")
	wantDiscard(t, s, "R3 R4 adapt")
	if s.phase != PhaseTurn || s.active != 2 {
		t.Errorf("%s of seat %d", s.phase, s.active+1)
	}
	wantLegal(t, s, "play R5")
}

func TestT38_AdaptByDefault(t *testing.T) {
	s := choosingForAdapt(t)
	if s = playLines(t, s, "1: "+s.Default(1)); s.phase != PhaseTurn {
		t.Errorf("%s", s.phase)
	}
	wantDisplays(t, s, "R3 B4", "R4", "W2")
}

func TestRule6_13_PreferencesAnswer(t *testing.T) {
	c := scene{color: Red, active: 2, displays: []string{"W3 R3 B4 W3 B3", "R4"}, hands: []string{"", "adapt"}}
	for sheet, want := range map[string]string{
		"adapt-choice oldest": "W3 B4", "adapt-choice newest": "B4 B3",
		"adapt-choice colour-first": "R3 B4", "adapt-choice supporter-first": "W3 B4", "": "W3 R3 B4 W3 B3", "adapt-choice ask": "W3 R3 B4 W3 B3",
	} {
		s := playLines(t, c.build(t), "adapt")
		s, posted := follow(t, s, sheet)
		wantDisplays(t, s, want)
		if want := map[bool]int{true: 2, false: 1}[s.phase == PhaseTurn]; len(posted) != want {
			t.Errorf("%q: posted %+v", sheet, posted)
		}
	}
	s := scene{color: Red, active: 2, displays: []string{"R3 W3 W3", "R4"}, hands: []string{"", "adapt"}}.build(t)
	s, _ = follow(t, playLines(t, s, "adapt"), "adapt-choice supporter-first")
	wantDisplays(t, s, "W3")
}

// Two seats choose at once: nothing shows what the first has answered until the
// second has.
func TestRule6_13_AnswersAreSecret(t *testing.T) {
	s := scene{
		color: Red, active: 3, displays: []string{"R3 W3", "R4 B4 R4", "W2"}, hands: []string{"B2", "R3", "adapt"},
	}.build(t)
	s = playAndPass(t, s, "adapt")
	one, two := playLines(t, s, "1: keep 1"), playLines(t, s, "1: keep 2")
	for _, viewer := range []games.Seat{games.Spectator, 2, 3} {
		if a, b := encode(t, one.View(viewer)), encode(t, two.View(viewer)); a != b {
			t.Errorf("viewer %d sees an answer:\n%s\n%s", viewer, a, b)
		}
		if a, b := encode(t, s.Tell(viewer, 1, "keep 1")), encode(t, s.Tell(viewer, 1, "keep 2")); a != b {
			t.Errorf("viewer %d hears an answer:\n%s\n%s", viewer, a, b)
		}
		if got := one.Veil(viewer, 1, s, "keep 1"); got != "keep ?" {
			t.Errorf("viewer %d reads %q", viewer, got)
		}
	}
	for _, viewer := range []games.Seat{games.Omniscient, 1} {
		if got := one.Veil(viewer, 1, s, "keep 1"); got != "keep 1" {
			t.Errorf("viewer %d reads %q", viewer, got)
		}
	}
	if v := one.View(1).(View); v.Keep == nil || !slices.Equal(v.Keep.Kept, []Place{1}) || v.Seats[0].Pending || !v.Seats[1].Pending {
		t.Errorf("one's own answer is seen as %+v", v.Keep)
	}
	if v := s.View(2).(View); fmt.Sprint(v.Keep.Groups) != "[[1 2 3]]" || v.Seats[0].After != 3 || v.Seats[1].After != 4 {
		t.Errorf("the view of a choice: %+v, after it %d and %d", v.Keep, v.Seats[0].After, v.Seats[1].After)
	}
	done := playLines(t, one, "2: keep 2")
	wantDisplays(t, done, "R3", "B4", "W2")
	wantDiscard(t, done, "W3 R4 R4 adapt")
	if got := done.Veil(3, 1, s, "keep 1"); got != "keep 1" {
		t.Errorf("afterwards one reads %q", got)
	}
	kinds := ""
	for _, f := range one.Tell(3, 2, "keep 2") {
		kinds += f.Kind + " "
	}
	if kinds != "kept lost lost " {
		t.Errorf("the last answer tells %s", kinds)
	}
	// Of an earlier Adapt nothing is hidden while another one is answered.
	done.adapts, done.phase, done.pending, done.answered = 2, PhaseAdapt, cards.SetOf[seatIndex](1), cards.SetOf[seatIndex](0)
	if got := done.Veil(3, 1, s, "keep 1"); got != "keep 1" {
		t.Errorf("of an earlier Adapt one reads %q", got)
	}
}

func TestRule6_13_OneOutcomeIsNotAsked(t *testing.T) {
	for display, asked := range map[string]bool{
		"R3 R3": false, "R3 R3 B4 B4 B4": false, "R3 B4 R3": true, "R3 B3": true, "R3 R3 W3": true, "W2 B2": true, "R3 R4": false,
		"R3 B4 R3 B4": true,
	} {
		s := scene{color: Red, displays: []string{"R5 R5", display}, hands: []string{"adapt"}}.build(t)
		s = playAndPass(t, s, "adapt")
		if got := s.phase == PhaseAdapt; got != asked {
			t.Errorf("%s: asked %t, want %t", display, got, asked)
		}
	}
}

func TestRule13_KeepsListCombinations(t *testing.T) {
	s := scene{color: Red, displays: []string{"R5 R5", "R3 W3 W2 B2 R4"}, hands: []string{"adapt"}}.build(t)
	s = playAndPass(t, s, "adapt")
	want := []string{"keep 1 3 5", "keep 1 4 5", "keep 2 3 5", "keep 2 4 5"}
	if got := s.Legal(2); !slices.Equal(got, want) {
		t.Errorf("Legal = %q, want %q", got, want)
	}
}
