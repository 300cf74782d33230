package knizia

import (
	"fmt"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// stage looks ahead at lines, separated by semicolons, and wants some to fit and the next to be
// refused for a reason, "" for none.
func stage(t *testing.T, s *state, seat games.Seat, lines string, fit int, key string) View {
	t.Helper()
	old := *s
	v, got, err := s.Stage(seat, strings.Split(lines, "; "))
	if why := strings.TrimPrefix(twin.KeyOf(err), "knizia."); got != fit || why != key || s.position != old.position {
		t.Errorf("%s: %d fit, %v; want %d, %q", lines, got, err, fit, key)
	}
	return v.(View)
}

func TestStageShowsWhatAnActionWouldDo(t *testing.T) {
	const notYours = "it is not your turn"
	s := scene{
		color: Red, displays: []string{"R3", "R4 R5", "W2"}, hands: []string{"R4 dodge drop_weapon", "lancelot", "R3"},
	}.build(t)
	stage(t, s, 1, "play R4; dodge 2.2; end", 2, "") // Lancelot may prevent the card
	s = scene{color: Red, displays: []string{"R3", "R4 R5", "W2"}, hands: []string{"R4 dodge drop_weapon", "B2", "R3"},
		discard: "lancelot"}.build(t)
	v := stage(t, s, 1, "play R4; dodge 2.2; end", 3, "")
	if !v.Staged || v.Seats[0].Total != 7 || v.Seats[1].Total != 4 || v.Active != 2 || v.Phase != PhaseTurn {
		t.Errorf("the view: %s", v)
	}
	if n := len(v.Seats[1].Hand); n != 1 || v.Deck != int(s.deck.n) {
		t.Errorf("the next seat has drawn: %d cards, deck %d", n, v.Deck)
	}
	v = stage(t, s, 1, "drop_weapon; end", 1, "end_too_low")
	if v.Color != Green || v.Seats[1].Total != 2 || v.End.Best != 2 || v.End.Rival != 2 || v.End.Total != 1 {
		t.Errorf("the view: %s, %+v", v, v.End)
	}
	stage(t, s, 2, "play R3", 0, notYours)
	stage(t, s, 1, "play R4; withdraw; play R3", 2, notYours)
	stage(t, s, games.Spectator, "end", 0, notYours)
	stage(t, s, 1, "dance", 0, "malformed")
	if v, fit, err := s.Stage(2, nil); fit != 0 || err != nil || v.(View).Viewer != 2 {
		t.Errorf("nothing: %d fit, %v", fit, err)
	}
}

func TestStageDrawsNothing(t *testing.T) {
	s := scene{displays: []string{"", ""}, hands: []string{"R3 R4", "R5"}, deck: "W6"}.build(t)
	if v := stage(t, s, 1, "colour red; play R3", 1, ""); len(v.Hand) != 2 || !v.Stops {
		t.Errorf("the view: %s", v)
	}
	s.opts.drawFirst = true
	stage(t, s, 1, "colour red; play R3", 2, "")
	// The winner takes a token and chooses the next color in one list, unless a card is drawn
	// between them.
	for drawFirst, fit := range map[bool]int{false: 2, true: 1} {
		s := scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, hands: []string{"R3", "R5"},
			opts: ruleOptions{drawFirst: drawFirst}}.build(t)
		stage(t, s, 1, "token blue; colour red", fit, "")
	}
}

func TestStageKnockDownShowsNoCard(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"knock_down knock_down R4", "R5"},
		discard: "lancelot"}.build(t)
	for _, next := range []string{"play R4", "knock_down 2", "play R5"} {
		v := stage(t, s, 1, "knock_down 2; "+next, 1, "")
		if got := fmt.Sprint(v.Seats[0].Hand, v.Seats[1].Hand); !v.Stops || got != "[R4 knock_down ?] []" {
			t.Errorf("%s: hands %s", next, got)
		}
	}
}

func TestStageEndsATournamentWithoutTheNext(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3", "R4"}, hands: []string{"B2", "riposte dodge"}, tokens: []string{"", "blue"},
	}.build(t)
	if v := stage(t, s, 1, "withdraw", 1, ""); len(v.Shown) != 0 || v.Phase != PhaseOpen || len(v.Seats[1].Tokens) != 2 {
		t.Errorf("the view: %s", v)
	}
	s.tokens[1] = cards.SetOf(Purple, Blue, Yellow, Green)
	if v := stage(t, s, 1, "withdraw", 1, ""); v.Phase != PhaseOver || v.Seats[1].Hand[0] != Unknown || v.Result == nil {
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
	v := stage(t, s, 3, "adapt", 1, "")
	if v.Phase != PhaseAdapt || v.Seats[0].Total != 6 || v.Seats[0].After != 3 || v.Seats[1].After != 4 {
		t.Errorf("the view: %s", v)
	}
	s = playAndPass(t, s, "adapt")
	v = stage(t, s, 1, "keep 2", 1, "")
	if v.Phase != PhaseAdapt || fmt.Sprint(v.Keep.Kept) != "[2]" || v.Seats[1].Display[0] != R4 {
		t.Errorf("the view: %s", v)
	}
	s = playLines(t, s, "1: keep 1")
	for _, answer := range []string{"keep 1", "keep 2"} {
		if v = stage(t, s, 2, answer, 1, ""); len(v.Seats[0].Display) != 2 {
			t.Errorf("%s: %s", answer, v)
		}
	}
	s = playLines(t, scene{color: Red, displays: []string{"R3 R4", "R4"},
		hands: []string{"drop_weapon", "lancelot"}}.build(t), "drop_weapon")
	if v := stage(t, s, 2, "lancelot", 1, ""); v.Phase != PhaseTurn || v.Color != Red || len(v.Discard) != 2 {
		t.Errorf("Lancelot: %s", v)
	}
}
