package knizia

import (
	"fmt"
	"strings"
	"testing"

	"tableronde/games"
)

func TestRule13_State(t *testing.T) {
	s := scene{
		color: Red, active: 2, displays: []string{"R3 W2", "R5"}, hands: []string{"W2 unhorse", "B2"}, stunned: 1, discard: "R3",
		tokens: []string{"red", ""}, last: Green,
	}.build(t)
	want := `{"phase":"turn","colour":"red","active":2,"opener":2,"last_final_colour":"green","target":5,"deck":` + fmt.Sprint(s.deck.n) + `,"discard":["R3"],` +
		`"seats":[{"in":true,"display":["R3","W2"],"total":5,"shield":false,"stunned":true,"tokens":["red"],"hand":["W2","unhorse"],"resigned":false},` +
		`{"in":true,"display":["R5"],"total":5,"shield":false,"stunned":false,"tokens":[],"hand":["B2"],"resigned":false}]}`
	if got := encode(t, s.View(games.Omniscient)); got != want {
		t.Errorf("the open state is\n%s\nwant\n%s", got, want)
	}
	for viewer, hands := range map[games.Seat][2]string{
		games.Spectator: {`["?","?"]`, `["?"]`}, 1: {`["W2","unhorse"]`, `["?"]`}, 2: {`["?","?"]`, `["B2"]`},
	} {
		masked := strings.Replace(want, `["W2","unhorse"]`, hands[0], 1)
		masked = strings.Replace(masked, `["B2"]`, hands[1], 1)
		if got := encode(t, s.View(viewer)); got != masked {
			t.Errorf("viewer %d sees\n%s\nwant\n%s", viewer, got, masked)
		}
	}
	s = scene{displays: []string{"", ""}, hands: []string{"R3", "B2"}}.build(t)
	if got := encode(t, s.View(games.Omniscient)); !strings.HasPrefix(got, `{"phase":"open","colour":null,"active":1,"opener":1,"last_final_colour":null,"target":5,`) {
		t.Errorf("the state before a tournament is %s", got)
	}
}

func TestViewUnderWay(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3 R4", "R4 R5"}, hands: []string{"dodge", "lancelot"}}.build(t)
	s = playLines(t, s, "dodge 2.1")
	v := s.View(games.Spectator).(View)
	if v.UnderWay == nil || v.UnderWay.Line != "dodge 2.1" || v.UnderWay.Seat != 1 || v.UnderWay.Move.At != 1 || v.Active != 1 {
		t.Errorf("under way: %+v", v.UnderWay)
	}
	if text := encode(t, v); !strings.Contains(text, `"under_way":{"seat":1,"line":"dodge 2.1"}`) || strings.Contains(text, "lancelot") {
		t.Errorf("the view of a spectator: %s", text)
	}
	if !strings.Contains(v.String(), "Under way: 1: dodge 2.1") {
		t.Errorf("the picture:\n%s", v)
	}
}

func TestT40_KnockDownIsSeenByTwo(t *testing.T) {
	c := scene{color: Red, active: 3, displays: []string{"R3", "R4", "R5"}, hands: []string{"Y4", "B2", "knock_down"}}
	s := playLines(t, c.build(t), "knock_down 1")
	for viewer, want := range map[games.Seat]string{games.Spectator: "?", 1: "Y4", 2: "?", 3: "Y4", games.Omniscient: "Y4"} {
		facts := s.Tell(viewer, 3, "pass")
		if len(facts) != 1 || facts[0].Kind != FactRobbed || facts[0].Seat != 3 || facts[0].Other != 1 || fmt.Sprint(facts[0].Cards) != "["+want+"]" {
			t.Errorf("viewer %d is told %+v", viewer, facts)
		}
	}
	s = playLines(t, s, "pass")
	for _, viewer := range []games.Seat{games.Spectator, 1, 2} {
		if text := encode(t, s.View(viewer)); strings.Contains(text, "Y4") {
			t.Errorf("viewer %d sees %s", viewer, text)
		}
	}
	if !strings.Contains(encode(t, s.View(3)), "Y4") {
		t.Error("the taker does not see the card")
	}
}

func TestViewOfOnesHand(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3", "R4 R5", ""}, hands: []string{"R3 R3 B2 W6 riposte unhorse lancelot outwit retreat break_lance", "", "R3"},
	}.build(t)
	v := s.View(1).(View)
	var got []string
	for _, h := range v.Hand {
		text := h.Card.String()
		for _, m := range h.Moves {
			text += " [" + m.String() + "]"
		}
		if (h.Why == nil) != (len(h.Moves) > 0) {
			t.Errorf("%s has %d lines, and the reason %v", h.Card, len(h.Moves), h.Why)
		}
		if h.Why != nil {
			text += " " + strings.TrimPrefix(h.Why.Key, "knizia.")
		}
		got = append(got, text)
	}
	want := []string{
		"R3 [play R3]", "R3 [play R3]", "B2 wrong_color", "W6 [play W6]", "unhorse purple_only", "break_lance no_target",
		"riposte [riposte 2]", "retreat own_sole", "outwit [outwit 1 2.1] [outwit 1 2.2]", "lancelot lancelot_own",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the hand is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if e := v.End; e.Total != 3 || e.Best != 9 || e.Rival != 2 || e.Why.Key != endTooLow.Key || len(e.Withdraw) != 1 || e.WhyStay != nil {
		t.Errorf("the end of the turn: %+v", e)
	}
	if to := To(v.Moves, 2); len(to) != 3 {
		t.Errorf("%d lines name the second seat: %v", len(to), to)
	}
	other := s.View(2).(View)
	if other.End != nil || other.Moves != nil || len(other.Hand) != 0 {
		t.Errorf("the second seat sees %+v", other)
	}
	third := s.View(3).(View)
	if why := third.Hand[0].Why; why.Key != otherTurn.Key || why.Text != "It is the turn of seat 1." {
		t.Errorf("out of turn: %v", why)
	}
}

func TestViewOfAChoice(t *testing.T) {
	s := scene{displays: []string{"", ""}, hands: []string{"R3 B2", "B2"}}.build(t)
	v := s.View(1).(View)
	if len(v.Choose) != 5 || v.Choose[0].Why.Key != colorLacked.Key || v.Choose[1].Why != nil || v.Choose[1].Line != "colour red" {
		t.Errorf("the colors: %+v", v.Choose)
	}
	if v.Hand[0].Why.Key != openFirst.Key || s.View(2).(View).Choose != nil {
		t.Errorf("the hand: %+v", v.Hand)
	}
	s = scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, tokens: []string{"purple red"}, out: []int{2}}.build(t)
	if v := s.View(1).(View); v.Choose[1].Why.Key != tokenOwned.Key || v.Choose[4].Why != nil || v.Choose[4].Line != "token green" {
		t.Errorf("the tokens: %+v", v.Choose)
	}
}

func TestWhyNothingCanBePlayed(t *testing.T) {
	for _, c := range []struct {
		name string
		of   scene
		want string
	}{
		{"an own shield", scene{shield: 1, displays: []string{"R3", "R4 R5", "R3 R4"}, hands: []string{"riposte"}}, "own_shielded"},
		{"stunned", scene{stunned: 1, added: 1, displays: []string{"R3", "R4 R5", "R3 R4"}, hands: []string{"riposte"}}, "stunned"},
		{"one opponent shielded", scene{shield: 2, displays: []string{"R3", "R4 R5"}, hands: []string{"dodge"}}, "target_shielded"},
		{"several reasons", scene{shield: 2, displays: []string{"R3", "R4 R5", "R3"}, hands: []string{"dodge"}}, "no_target"},
		{"single cards", scene{displays: []string{"R3", "R4", "R3"}, hands: []string{"dodge"}}, "target_sole"},
		{"no hand", scene{displays: []string{"R3", "R4", "R3"}, hands: []string{"knock_down"}}, "empty_hand"},
		{"a retreat from nothing", scene{displays: []string{"", "R4", "R3"}, hands: []string{"retreat"}}, "own_sole"},
		{"another weapon", scene{displays: []string{"", "R4", "R3"}, hands: []string{"unhorse"}}, "purple_only"},
		{"an exchange", scene{displays: []string{"", "R4", "R3"}, hands: []string{"outwit"}}, "no_target"},
		{"adapt", scene{displays: []string{"", "R4", "R3"}, hands: []string{"adapt"}}, "no_effect"},
		{"the opener", scene{opening: true, displays: []string{"", "", ""}, hands: []string{"adapt R3"}}, "opener_places"},
		{"a second maiden", scene{displays: []string{"W6", "R4 W6", "R3"}, out: []int{3}, hands: []string{"riposte"}}, "second_maiden"},
	} {
		c.of.color = Red
		s := c.of.build(t)
		if len(c.of.out) > 0 {
			s.displays[2] = row{}
		}
		hand := s.View(1).(View).Hand
		if why := hand[len(hand)-1].Why; why == nil || why.Key != "knizia."+c.want {
			t.Errorf("%s: %v, want %s", c.name, why, c.want)
		}
	}
}

// TestWhyInAdapt: while others choose, nobody is told that it is his own turn.
func TestWhyInAdapt(t *testing.T) {
	s := choosingForAdapt(t)
	for number, want := range map[games.Seat]string{1: "adapt_first", 2: "under_way", 3: "under_way"} {
		if why := s.View(number).(View).Hand[0].Why; why == nil || why.Key != "knizia."+want {
			t.Errorf("seat %d: %v, want %s", number, why, want)
		}
	}
}

func TestPicture(t *testing.T) {
	s := scene{
		color: Red, active: 2, displays: []string{"R3 W2", "R5", ""}, hands: []string{"W2 unhorse", "B2"}, shield: 1, discard: "R3",
		tokens: []string{"red blue", ""}, out: []int{3}, seats: 3,
	}.build(t)
	want := `A red tournament, opened by 2; 5 different tokens win
  1  R3 W2 = 5 + shield; tokens red blue
      hand of 2
> 2  R5 = 5
      hand B2
  3  withdrawn
      hand of 0
Deck ` + fmt.Sprint(s.deck.n) + `, discard R3`
	if got := s.View(2).(View).String(); got != want {
		t.Errorf("the picture is\n%s\nwant\n%s", got, want)
	}
}
