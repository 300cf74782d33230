package knizia

import (
	"fmt"
	"strings"
	"testing"

	"tableronde/games"
)

// tellText returns what a viewer is told of a line, a fact a line.
func tellText(s *state, viewer games.Seat, line string) string {
	at, text := s.speaker(line)
	var lines []string
	for _, f := range s.Tell(viewer, at, text) {
		line := f.Kind
		if f.Seat != 0 {
			line += fmt.Sprintf(" %d", f.Seat)
		}
		if f.Other != 0 {
			line += fmt.Sprintf(">%d", f.Other)
		}
		for _, word := range append(f.Cards, f.Word) {
			line += " " + word
		}
		line = strings.TrimSpace(line)
		if f.Number != 0 || f.Before != 0 {
			line += fmt.Sprintf(" %d:%d", f.Before, f.Number)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestTell(t *testing.T) {
	red := scene{
		color: Red, displays: []string{"R3 W6", "R4 B2 P4", "R5 W3"}, tokens: []string{"blue green", "red"}, deck: "Y4 G1",
		hands: []string{"R4 W2", "lancelot", "Y3"}, discard: "",
	}
	with := func(card string) *state {
		c := red
		c.hands = []string{"W2 " + card, "Y2", "Y3"}
		c.discard = withLancelotDown
		return c.build(t)
	}
	for _, c := range []struct {
		name   string
		s      *state
		viewer games.Seat
		line   string
		want   string
	}{
		{"a card", red.build(t), 2, "play R4", "play 1 R4 9:13"},
		{"the end of a turn", func() *state { s := red.build(t); return playLines(t, s, "play R4") }(), 3, "end", "announce 1 0:13; draw 2 ? 0:" + fmt.Sprint(red.build(t).deck.n-1)},
		{"one's own draw", func() *state { s := red.build(t); return playLines(t, s, "play R4") }(), 2, "end", "announce 1 0:13; draw 2 Y4 0:" + fmt.Sprint(red.build(t).deck.n-1)},
		{"a withdrawal", red.build(t), games.Spectator, "withdraw green", "withdraw 1 R3 W6; token_returned 1 green 0:1; draw 2 ? 0:" + fmt.Sprint(red.build(t).deck.n-1)},
		{"an action that waits", func() *state { c := red; c.hands = []string{"W2 dodge", "lancelot"}; return c.build(t) }(), 0, "dodge 2.3", "action 1>2 dodge P4"},
		{"drop weapon", with("drop_weapon"), 0, "drop_weapon", "action 1 drop_weapon; turned 1 green; total 1 9:2; total 2 10:3; total 3 8:2"},
		{"change weapon", with("change_weapon"), 0, "change_weapon blue", "action 1 change_weapon blue; turned 1 blue"},
		{"dodge", with("dodge"), 0, "dodge 2.3", "action 1>2 dodge P4; lost 2>1 P4 10:6"},
		{"break lance", with("break_lance"), 0, "break_lance 2", "action 1>2 break_lance; lost 2>1 P4 10:6"},
		{"riposte", with("riposte"), 0, "riposte 3", "action 1>3 riposte W3; taken 1>3 W3; total 1 9:12; total 3 8:5"},
		{"retreat", with("retreat"), 0, "retreat 1", "action 1 retreat R3; taken_back 1 R3; total 1 9:6"},
		{"outmaneuver", with("outmaneuver"), 0, "outmaneuver", "action 1 outmaneuver; lost 2>1 P4 10:6; lost 3>1 W3 8:5"},
		{"charge", with("charge"), 0, "charge", "action 1 charge; lost 2>1 B2 10:8"},
		{"countercharge", with("countercharge"), 0, "countercharge", "action 1 countercharge; lost 1>1 W6 9:3"},
		{"disgrace", with("disgrace"), 0, "disgrace", "action 1 disgrace; lost 1>1 W6 9:3; lost 3>1 W3 8:5"},
		{"outwit", with("outwit"), 0, "outwit 1 2.3", "action 1>2 outwit R3 P4; exchanged 1>2 R3 P4; total 1 9:10; total 2 10:9"},
		{"shield", with("shield"), 0, "shield", "action 1 shield; shielded 1"},
		{"stunned", with("stunned"), 0, "stunned 3", "action 1>3 stunned; stunned 3>1"},
		{"knock down, a third", with("knock_down"), 3, "knock_down 2", "action 1>2 knock_down; robbed 1>2 ?"},
		{"knock down, the victim", with("knock_down"), 2, "knock_down 2", "action 1>2 knock_down; robbed 1>2 Y2"},
		{"what is not legal", red.build(t), 1, "play Y3", ""},
		{"what is not one's turn", red.build(t), 1, "2: withdraw", ""},
		{"what is no action", red.build(t), 1, "dance", ""},
		{"nobody", red.build(t), 1, "7: end", ""},
	} {
		if got := tellText(c.s, c.viewer, c.line); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestTellTheEndOfATournament(t *testing.T) {
	c := scene{color: Red, displays: []string{"R3", "R4 R5"}, hands: []string{"Y2", "riposte"}, tokens: []string{"", "blue"}}
	want := "withdraw 1 R3; won 2 R4 R5 red; token 2 red 0:2; hand_shown 2 riposte; opens 1"
	if got := tellText(c.build(t), 1, "withdraw"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	c.tokens[1] = "red"
	if got := tellText(c.build(t), 1, "withdraw"); got != "withdraw 1 R3; won 2 R4 R5 red; token_owned 2 red 0:1; hand_shown 2 riposte; opens 1" {
		t.Error(got)
	}
	c.tokens[1] = "purple blue yellow green"
	if got := tellText(c.build(t), 1, "withdraw"); got != "withdraw 1 R3; won 2 R4 R5 red; token 2 red 0:5; over 2 tokens 0:5" {
		t.Error(got)
	}
	c.color, c.tokens[1] = Purple, "purple blue"
	s := c.build(t)
	if got := tellText(s, 1, "withdraw"); got != "withdraw 1 R3; won 2 R4 R5 purple; chooses 2 token" {
		t.Error(got)
	}
	s = playLines(t, s, "withdraw")
	if got := tellText(s, 1, "token red"); got != "token 2 red 0:3; hand_shown 2 riposte; opens 1" {
		t.Error(got)
	}
	s = playLines(t, s, "token red")
	if got := tellText(s, 2, "colour yellow"); got != "colour 1 yellow; draw 1 ? 0:"+fmt.Sprint(s.deck.n-1) {
		t.Error(got)
	}
}

func TestTellResigning(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3 W6", "R4 R5", "R3"}, hands: []string{"Y2", "riposte"}, tokens: []string{"blue red"},
	}.build(t)
	want := "resign 1; withdraw 1 R3 W6; token_returned 1 blue 0:1; draw 2 ? 0:" + fmt.Sprint(s.deck.n-1)
	for _, line := range []string{"1: resign", "1: timeout"} {
		if got := tellText(s, 3, line); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func TestTellAdapt(t *testing.T) {
	s := choosingForAdapt(t)
	if got := tellText(s, 2, "1: keep 2 3"); got != "kept 1 B4 W3; lost 1>3 R3 10:7; lost 2>3 R4 8:4" {
		t.Error(got)
	}
	s = scene{
		color: Red, active: 3, displays: []string{"R3 W3", "R4 B4", "W2"}, hands: []string{"B2", "R3", "adapt"}, discard: withLancelotDown,
	}.build(t)
	if got := tellText(s, 2, "adapt"); got != "action 3 adapt; chooses 1 keep; chooses 2 keep" {
		t.Error(got)
	}
}
