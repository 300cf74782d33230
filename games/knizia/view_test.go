package knizia

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/twin"
)

func TestRule13_State(t *testing.T) {
	s := scene{
		color: Red, active: 2, displays: []string{"R3 W2", "R5"}, hands: []string{"W2 unhorse", "B2"}, stunned: 1,
		discard: "R3",
		tokens:  []string{"red", ""}, last: Green,
	}.build(t)
	want := `{"phase":"turn","colour":"red","active":2,"opener":2,"last_final_colour":"green","target":5,"deck":102,"discard":["R3"],` +
		`"seats":[{"in":true,"display":["R3","W2"],"total":5,"shield":false,"stunned":true,"tokens":["red"],"hand":["W2","unhorse"],` +
		`"resigned":false},{"in":true,"display":["R5"],"total":5,"shield":false,"stunned":false,"tokens":[],"hand":["B2"],"resigned":false}]}`
	for viewer, hands := range map[games.Seat][2]string{
		games.Omniscient: {`["W2","unhorse"]`, `["B2"]`}, games.Spectator: {`["?","?"]`, `["?"]`},
		1: {`["W2","unhorse"]`, `["?"]`}, 2: {`["?","?"]`, `["B2"]`},
	} {
		masked := strings.Replace(want, `["W2","unhorse"]`, hands[0], 1)
		masked = strings.Replace(masked, `["B2"]`, hands[1], 1)
		if got := twin.Encode(t, s.View(viewer)); got != masked {
			t.Errorf("viewer %d sees\n%s\nwant\n%s", viewer, got, masked)
		}
	}
	s = scene{displays: []string{"", ""}, hands: []string{"R3", "B2"}}.build(t)
	before := `{"phase":"open","colour":null,"active":1,"opener":1,"last_final_colour":null,"target":5,`
	if got := twin.Encode(t, s.View(games.Omniscient)); !strings.HasPrefix(got, before) {
		t.Errorf("the state before a tournament is %s", got)
	}
	s = scene{
		color: Red, active: 2, displays: []string{"R3 W2", "R5", ""}, hands: []string{"W2 unhorse", "B2"}, shield: 1,
		discard: "R3",
		tokens:  []string{"red blue", ""}, out: []int{3}, seats: 3,
	}.build(t)
	want = `A red tournament, opened by 2; 5 different tokens win
  1  R3 W2 = 5 + shield; tokens red blue
      hand of 2
> 2  R5 = 5
      hand B2
  3  withdrawn
      hand of 0
Deck 102, discard R3`
	if got := s.View(2).(View).String(); got != want {
		t.Errorf("the picture is\n%s\nwant\n%s", got, want)
	}
}

// An action under way has its line, and its effect if nobody prevents it.
func TestViewUnderWay(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3 R4", "R4 R5"}, hands: []string{"dodge", "lancelot"}}.build(t)
	s = playLines(t, s, "dodge 2.1")
	v := s.View(games.Spectator).(View)
	if v.UnderWay == nil || v.UnderWay.Line != "dodge 2.1" || v.UnderWay.Seat != 1 || v.UnderWay.Move.At != 1 ||
		v.Active != 1 {
		t.Errorf("under way: %+v", v.UnderWay)
	}
	text := twin.Encode(t, v)
	if !strings.Contains(text, `"under_way":{"seat":1,"line":"dodge 2.1"}`) || strings.Contains(text, "lancelot") ||
		!strings.Contains(v.String(), "Under way: 1: dodge 2.1") {
		t.Errorf("the view of a spectator: %s\n%s", text, v)
	}
	if v := s.View(2).(View); !v.Cancel || v.Hand[0].Why != nil || len(v.Hand[0].Moves) != 1 {
		t.Errorf("the holder of Lancelot sees %+v", v.Hand)
	}
	for _, tt := range []struct {
		line, display, want string
		touched             bool
		after               int
	}{
		{"riposte 2", "R4 R5", "taken 1>2 R5; total 1 3:8; total 2 9:4", true, 4},
		{"drop_weapon", "R4 R5", "turned 1 green; total 1 3:1; total 2 9:2", false, 2},
		{"stunned 2", "R4 R5", "stunned 2>1", false, 9},
		{"knock_down 2", "R4 R5", "", false, 9}, // chance decides
		{"adapt", "R3 W3 R5", "chooses 2 keep", true, 8},
	} {
		hands := []string{"riposte drop_weapon stunned knock_down adapt", "lancelot B2"}
		s := playLines(t, scene{color: Red, displays: []string{"R3", tt.display}, hands: hands}.build(t), tt.line)
		for viewer := games.Omniscient; viewer <= 2; viewer++ {
			v := s.View(viewer).(View)
			if got := twin.FactsText(v.UnderWay.Effect); got != tt.want || v.Seats[1].Touched != tt.touched ||
				v.Seats[1].After != tt.after {
				t.Errorf("%s: viewer %d reads %q, and of seat 2 %+v", tt.line, viewer, got, v.Seats[1])
			}
		}
	}
}

func TestT40_KnockDownIsSeenByTwo(t *testing.T) {
	c := scene{color: Red, active: 3, displays: []string{"R3", "R4", "R5"}, hands: []string{"Y4", "B2", "knock_down"}}
	s := playLines(t, c.build(t), "knock_down 1")
	after := playLines(t, s, "pass")
	for viewer, want := range map[games.Seat]string{games.Spectator: "?", 1: "Y4", 2: "?", 3: "Y4",
		games.Omniscient: "Y4"} {
		if got := tellText(s, viewer, "pass"); got != "robbed 3>1 "+want {
			t.Errorf("viewer %d hears %s", viewer, got)
		}
		if sees := viewer == 3 || viewer == games.Omniscient; strings.Contains(twin.Encode(t, after.View(viewer)),
			"Y4") != sees {
			t.Errorf("viewer %d sees %s", viewer, twin.Encode(t, after.View(viewer)))
		}
	}
}

func TestViewOfOnesHand(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3", "R4 R5", ""},
		hands: []string{"R3 R3 B2 W6 riposte unhorse lancelot outwit retreat break_lance", "", "R3"},
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
	if !slices.Equal(got, want) {
		t.Errorf("the hand is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if e := v.End; e.Total != 3 || e.Best != 9 || e.Rival != 2 || e.Why.Key != endTooLow.Key || len(e.Withdraw) != 1 ||
		e.WhyStay != nil {
		t.Errorf("the end of the turn: %+v", e)
	}
	if to := To(v.Moves, 2); len(to) != 3 {
		t.Errorf("%d lines name the second seat: %v", len(to), to)
	}
	if other := s.View(2).(View); other.End != nil || other.Moves != nil || len(other.Hand) != 0 {
		t.Errorf("the second seat sees %+v", other)
	}
	if why := s.View(3).(View).Hand[0].Why; why.Key != otherTurn.Key || why.Text != "It is the turn of seat 1." {
		t.Errorf("out of turn: %v", why)
	}
	s = scene{displays: []string{"", ""}, hands: []string{"R3 B2", "B2"}}.build(t)
	v = s.View(1).(View)
	if len(v.Choose) != 5 || v.Choose[0].Why.Key != colorLacked.Key || v.Choose[1].Why != nil ||
		v.Choose[1].Line != "colour red" ||
		v.Hand[0].Why.Key != openFirst.Key || s.View(2).(View).Choose != nil {
		t.Errorf("the colors: %+v; the hand: %+v", v.Choose, v.Hand)
	}
	s = scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, tokens: []string{"purple red"},
		out: []int{2}}.build(t)
	if v := s.View(1).(View); v.Choose[1].Why.Key != tokenOwned.Key || v.Choose[4].Why != nil ||
		v.Choose[4].Line != "token green" {
		t.Errorf("the tokens: %+v", v.Choose)
	}
	s = scene{color: Green, opening: true, displays: []string{"", ""}, hands: []string{"G1 riposte"}}.build(t)
	if e := s.View(1).(View).End; e.WhyStay == nil || e.Why == nil || e.Why.Key != openerPlaces.Key {
		t.Errorf("the end of an opening: %+v", e)
	}
}

func TestWhyNothingCanBePlayed(t *testing.T) {
	tell(t, `{1}: {2}
		hands {3}
		{4}
		{5}
		why 1 = {6}`,
		"an own shield / red / R3 | R4 R5 | R3 R4 / riposte / shield 1 / / own_shielded",
		"stunned / red / R3 | R4 R5 | R3 R4 / riposte / stunned 1 / added 1 / stunned",
		"one opponent shielded / red / R3 | R4 R5 / dodge / shield 2 / / target_shielded",
		"several reasons / red / R3 | R4 R5 | R3 / dodge / shield 2 / / no_target",
		"single cards / red / R3 | R4 | R3 / dodge / / / target_sole",
		"no hand / red / R3 | R4 | R3 / knock_down / / / empty_hand",
		"a retreat from nothing / red / | R4 | R3 / retreat / / / own_sole",
		"another weapon / red / | R4 | R3 / unhorse / / / purple_only",
		"an exchange / red / | R4 | R3 / outwit / / / no_target",
		"adapt / red / | R4 | R3 / adapt / / / no_effect",
		"the opener / opening red / | | / R3 adapt / / / opener_places",
		"a second maiden / red / W6 | R4 W6 | / riposte / out 3 / / second_maiden")
}

func TestTell(t *testing.T) {
	const draws = "0:98" // the cards of the deck
	tell(t, `red: R3 W6 | R4 B2 P4 | R5 W3
		tokens blue green | red
		deck Y4 G1
		hands R4 W2 {1} | {2} | Y3
		{3}
		hears {4} = {5}`,
		"a card / / lancelot / / 2 play R4 / play 1 R4 9:13",
		"the end of a turn / / lancelot / > play R4 / 3 end / announce 1 0:13; draw 2 ? "+draws,
		"one's own draw / / lancelot / > play R4 / 2 end / announce 1 0:13; draw 2 Y4 "+draws,
		"a withdrawal / / lancelot / / 0 withdraw green / withdraw 1 R3 W6; token_returned 1 green 0:1; draw 2 ? "+draws,
		"an action that waits / dodge / lancelot / / 0 dodge 2.3 / action 1>2 dodge P4",
		"not legal / / lancelot / / 1 play Y3 /",
		"not one's turn / / lancelot / / 1 2: withdraw /",
		"no action / / lancelot / / 1 dance /",
		"nobody / / lancelot / / 1 7: end /",
		"a timeout / / lancelot / / 3 1: timeout / resign 1; withdraw 1 R3 W6; token_returned 1 green 0:1; draw 2 ? "+draws)
	tell(t, `red: R3 W6 | R4 B2 P4 | R5 W3
		discard lancelot
		hands W2 {1} | Y2 | Y3
		hears {3} {1} {2} = action {4}`,
		"drop weapon / drop_weapon / / 0 / 1 drop_weapon; turned 1 green; total 1 9:2; total 2 10:3; total 3 8:2",
		"dodge / dodge / 2.3 / 0 / 1>2 dodge P4; lost 2>1 P4 10:6",
		"outmaneuver / outmaneuver / / 0 / 1 outmaneuver; lost 2>1 P4 10:6; lost 3>1 W3 8:5",
		"charge / charge / / 0 / 1 charge; lost 2>1 B2 10:8",
		"countercharge / countercharge / / 0 / 1 countercharge; lost 1>1 W6 9:3",
		"disgrace / disgrace / / 0 / 1 disgrace; lost 1>1 W6 9:3; lost 3>1 W3 8:5",
		"shield / shield / / 0 / 1 shield; shielded 1",
		"change weapon / change_weapon / blue / 0 / 1 change_weapon blue; turned 1 blue",
		"break lance / break_lance / 2 / 0 / 1>2 break_lance; lost 2>1 P4 10:6",
		"riposte / riposte / 3 / 0 / 1>3 riposte W3; taken 1>3 W3; total 1 9:12; total 3 8:5",
		"retreat / retreat / 1 / 0 / 1 retreat R3; taken_back 1 R3; total 1 9:6",
		"outwit / outwit / 1 2.3 / 0 / 1>2 outwit R3 P4; exchanged 1>2 R3 P4; total 1 9:10; total 2 10:9",
		"stunned / stunned / 3 / 0 / 1>3 stunned; stunned 3>1",
		"knock down, a third / knock_down / 2 / 3 / 1>2 knock_down; robbed 1>2 ?",
		"knock down, the victim / knock_down / 2 / 2 / 1>2 knock_down; robbed 1>2 Y2")
	tell(t, `{1}: R3 | R4 R5
		hands Y2 | riposte
		tokens | {2}
		hears 1 withdraw = withdraw 1 R3; won 2 R4 R5 {1}; {3}`,
		"a token / red / blue / token 2 red 0:2; hand_shown 2 riposte; opens 1",
		"an owned one / red / red / token_owned 2 red 0:1; hand_shown 2 riposte; opens 1",
		"the last / red / purple blue yellow green / token 2 red 0:5; over 2 tokens 0:5",
		"a choice / purple / purple blue / chooses 2 token")
	tell(t, "{1}", "after the choice / "+`purple: R3 | R4 R5
		hands Y2 | riposte
		tokens | purple blue
		> withdraw
		hears 1 token red = token 2 red 0:3; hand_shown 2 riposte; opens 1
		> token red
		hears 2 colour yellow = colour 1 yellow; draw 1 ? 0:104`,
		"adapt / "+`red 3: R3 W3 | R4 B4 | W2
		hands B2 | R3 | adapt
		discard lancelot
		hears 2 adapt = action 3 adapt; chooses 1 keep; chooses 2 keep`)
}

//go:embed explain.go
var explainSource string

// The reasons for a move are facts that a player sees at the table.
func TestReasonsOfMoves(t *testing.T) {
	found := twin.Reasons{}
	want := func(s *state, seat games.Seat, line string, facts ...games.Fact) {
		t.Helper()
		found.Want(t, s, seat, line, facts...)
	}
	duel := func(hand, display string) *state {
		return scene{
			color: Red, displays: []string{display, "R5 R4"}, hands: []string{hand, "W3 W3"}, tokens: []string{"blue", ""},
		}.build(t)
	}
	hand := "R5 R4 W6 P7 riposte"
	want(duel(hand, "R3 W2"), 1, "play R5", games.Fact{Kind: WhyLeads, Number: 10, Before: 9},
		games.Fact{Kind: WhyKeepsHere, Cards: []string{"W6", "R4"}})
	want(duel(hand, "R3 W2"), 1, "play R4", games.Fact{Kind: WhyShort, Number: 1})
	want(duel(hand, "R3 W2"), 1, "play W6", games.Fact{Kind: WhyMaiden})
	want(duel(hand, "R3 W2"), 1, "withdraw", games.Fact{Kind: WhyKeepsLater, Cards: []string{"P7", "W6"}},
		games.Fact{Kind: WhyAway, Number: 5}, games.Fact{Kind: WhyHandsOver, Seat: 2})
	want(duel("R4", "R5 R3 W2"), 1, "play R4", games.Fact{Kind: WhyLastFit})
	want(duel("riposte", "R3"), 1, "withdraw", games.Fact{Kind: WhyHandEmpty})
	four := "purple blue yellow green"
	last := scene{color: Red, displays: []string{"R3", "R5"}, hands: []string{"R4", "W3 W2"},
		tokens: []string{four, four}}.build(t)
	want(last, 1, "play R4", games.Fact{Kind: WhyWouldWin})
	want(last, 1, "withdraw", games.Fact{Kind: WhyHandsGame, Seat: 2})
	open := scene{seats: 2, phase: PhaseOpen, hands: []string{"R3 R5 G1 W2", "B2"}, tokens: []string{"red", ""}}.build(t)
	want(open, 1, "colour red", games.Fact{Kind: WhyFits, Number: 2, Before: 8}, games.Fact{Kind: WhyTokenHeld})
	want(open, 1, "colour green", games.Fact{Kind: WhyTokenLacks})
	token := scene{seats: 2, phase: PhaseToken, color: Purple, hands: []string{"R3 R5", "B2"}, tokens: []string{"red", ""}}
	want(token.build(t), 1, "token blue", games.Fact{Kind: WhyToGo, Number: 3})
	token.tokens = []string{"red blue yellow green", ""}
	want(token.build(t), 1, "token purple", games.Fact{Kind: WhyWins})

	three := func(hand, display string, shield, stunned int) *state {
		return scene{
			color: Red, displays: []string{display, "R5 W2", "R4 W2"}, hands: []string{hand, "W3", ""}, shield: shield,
			stunned: stunned,
			tokens:  []string{"blue green", "purple yellow blue green", ""},
		}.build(t)
	}
	want(three("P7", "W6", 0, 0), 1, "withdraw blue", games.Fact{Kind: WhyTokensLeft, Number: 1})
	want(three("R4 G1", "R3", 0, 0), 1, "withdraw", games.Fact{Kind: WhyNear, Seat: 2})
	want(three("riposte", "R3", 0, 0), 1, "riposte 2", games.Fact{Kind: WhyLowers, Seat: 2, Number: 5, Before: 7})
	want(three("disgrace", "R3", 0, 0), 1, "disgrace", games.Fact{Kind: WhyLowersAll, Number: 2, Before: 4})
	want(three("disgrace", "R3 W2", 0, 0), 1, "disgrace", games.Fact{Kind: WhyCosts, Number: 2})
	want(three("outwit", "R5 R3", 0, 0), 1, "outwit 1 2.2", games.Fact{Kind: WhyRaises, Seat: 2, Number: 10, Before: 7})
	want(three("knock_down", "R3", 0, 0), 1, "knock_down 2", games.Fact{Kind: WhyRobs, Seat: 2, Number: 1})
	want(three("retreat", "R3 W2", 0, 0), 1, "retreat 1", games.Fact{Kind: WhyReturns, Cards: []string{"R3"}})
	want(three("shield", "R3", 0, 0), 1, "shield", games.Fact{Kind: WhyShields})
	want(three("outwit", "R3 R4", 2, 0), 1, "outwit 1 2.shield", games.Fact{Kind: WhyUnshields, Seat: 2})
	want(three("stunned", "R3", 0, 0), 1, "stunned 3", games.Fact{Kind: WhyStuns, Seat: 3})
	want(three("outwit", "R3 R4", 0, 1), 1, "outwit stunned 2.1", games.Fact{Kind: WhyFrees})
	want(three("outwit", "R3 R4", 0, 3), 1, "outwit 1 3.stunned", games.Fact{Kind: WhyFrees, Seat: 3})
	adapts := scene{color: Red, displays: []string{"R3 W3 R4", "R5"}, hands: []string{"adapt", ""}}.build(t)
	want(playAndPass(t, adapts, "adapt"), 1, "keep 2 3", games.Fact{Kind: WhySupporters, Number: 1},
		games.Fact{Kind: WhyNewest, Cards: []string{"R4"}})

	hit := func(display, action string) *state {
		c := scene{color: Red, displays: []string{"R3", display, "R4 W2"}}
		c.hands = []string{"riposte knock_down shield outmaneuver", "lancelot R4", "W6"}
		return playLines(t, c.build(t), action)
	}
	want(hit("R5 W2", "riposte 2"), 2, "", games.Fact{Kind: WhySuffers, Number: 5, Before: 7})
	want(hit("R5 W2", "riposte 2"), 2, "lancelot", games.Fact{Kind: WhySaves, Number: 5, Before: 7})
	want(hit("R5 W2", "knock_down 2"), 2, "", games.Fact{Kind: WhyRobbed, Number: 2})
	want(hit("R5 W2", "knock_down 2"), 2, "lancelot", games.Fact{Kind: WhySavesCard})
	want(hit("R5 W2", "knock_down 3"), 2, "", games.Fact{Kind: WhyUntouched}, games.Fact{Kind: WhyKeepsLance})
	want(hit("R5 W2", "knock_down 3"), 2, "lancelot", games.Fact{Kind: WhySpendsLance})
	want(hit("R5 W2", "riposte 3"), 2, "lancelot", games.Fact{Kind: WhyHoldsDown, Seat: 1, Number: 5})
	want(hit("R5 W2", "shield"), 2, "lancelot", games.Fact{Kind: WhyDenies, Seat: 1})
	want(hit("R5", "outmaneuver"), 2, "lancelot", games.Fact{Kind: WhyHelps, Seat: 3, Number: 4})
	twin.CheckKindsNamed(t, explainSource, found)
}

// A moment has the tournament, its color and the number of seats that fight for it.
func TestMoment(t *testing.T) {
	s := scene{color: Purple, displays: []string{"P3", "P4", ""}, hands: []string{"P5", "", ""}, out: []int{3}}.build(t)
	s.tournament = 3
	if got, want := s.View(1).(View).Moment(), (games.Moment{Phase: "turn", Round: 3, Seats: 2,
		Word: "purple"}); got != want {
		t.Errorf("at %+v, want %+v", got, want)
	}
}

// The scenes of refusedLines.
var (
	redScene = scene{
		color: Red, displays: []string{"R3 W6", "R4 R5", "W6 R3 P4", ""},
		hands: []string{"R4 B2 W6 riposte dodge retreat knock_down outwit break_lance drop_weapon change_weapon unhorse stunned disgrace", "lancelot"},
	}
	openingScene = scene{displays: []string{"", ""}, hands: []string{"R3 riposte", "B2"}}
	shieldScene  = scene{
		color: Red, displays: []string{"R3", "R4", "", "P3 P5"}, out: []int{3}, shield: 4,
		hands: []string{"outmaneuver retreat riposte break_lance outwit"},
	}
	maidenScene = scene{color: Red, displays: []string{"W6", "R4"}, tokens: []string{"red blue"}, hands: []string{"R3"}}
	tokenScene  = scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, out: []int{2},
		tokens: []string{"red"}, hands: []string{"charge R3"}}
	adaptScene = scene{color: Red, active: 3, displays: []string{"R3 B4 W3", "R4 R4", "W2"},
		hands: []string{"B2", "R3", "adapt R5"}}
)

// refusedLines has lines of seat 1 and the sentences that refuse them.
var refusedLines = []struct {
	in                scene
	key, action, text string
}{
	{redScene, "malformed", "play R9", "“play R9” is not an action of this game. Possible now: play R4."},
	{redScene, "malformed", "{move}", "“{move}” is not an action of this game. Possible now: play R4."},
	{redScene, "no_seat", "riposte 5", "There is no seat 5 at this table: name one from 1 to 4."},
	{redScene, "no_place", "dodge 2.3", "There is no card 3 before seat 2."},
	{redScene, "no_own_place", "retreat 3", "There is no card 3 before you."},
	{redScene, "not_held", "play R5", "You do not hold R5."},
	{redScene, "opened", "colour red", "The colour of this tournament is chosen already."},
	{redScene, "no_token", "token red", "There is no token to choose now."},
	{redScene, "wrong_color", "play B2", "B2 is blue, and the tournament is red."},
	{redScene, "one_maiden", "play W6", "Your display already has a maiden, and may have only one."},
	{redScene, "action_line", "play riposte", "riposte is an action card, played by its own line: riposte 2."},
	{redScene, "end_too_low", "end", "You have 9, and seat 3 has 13: your total must be higher than every other."},
	{redScene, "token_unneeded", "withdraw red", "There is no token to choose: withdraw without naming one."},
	{redScene, "nothing_under_way", "pass", "No action card is on the table."},
	{redScene, "lancelot_own", "lancelot", "It is your turn. Lancelot only answers an action of another player."},
	{redScene, "nothing_to_keep", "keep 1", "You have nothing to choose for Adapt now."},
	{redScene, "purple_only", "unhorse red", "unhorse needs a purple tournament, and this one is red."},
	{redScene, "turn_to", "change_weapon green", "change_weapon turns the tournament red, blue or yellow, not green."},
	{redScene, "same_color", "change_weapon red", "The tournament is red already."},
	{redScene, "own_target", "stunned 1", "stunned is played on an opponent, not on yourself."},
	{redScene, "target_empty", "riposte 4", "Seat 4 has no display yet: choose another seat."},
	{redScene, "no_purple", "break_lance 2", "The display of seat 2 has no purple card: choose another seat."},
	{redScene, "empty_hand", "knock_down 3", "Seat 3 has no card in its hand: choose another seat."},
	{redScene, "second_maiden", "outwit 1 3.1", "That would put a second maiden into a display: choose another card."},
	{redScene, "equal_cards", "outwit 1 3.2", "Exchanging two equal cards would change nothing: choose different ones."},
	{openingScene, "open_first", "end", "Choose the colour of the tournament first: colour red."},
	{openingScene, "color_lacked", "colour blue", "To open in blue you need a blue card or a supporter."},
	{shieldScene, "target_out", "riposte 3", "Seat 3 has withdrawn from the tournament: choose another seat."},
	{shieldScene, "target_sole", "riposte 2", "Seat 2 keeps the only card in its display: choose another seat."},
	{shieldScene, "own_sole", "retreat 1", "Your display may not be emptied: you need two cards for this."},
	{shieldScene, "target_shielded", "break_lance 4", "A Shield protects the display of seat 4: choose another seat."},
	{shieldScene, "take_shield", "outwit 1 4.2", "Seat 4 is shielded: only its Shield can be taken."},
	{shieldScene, "no_effect", "outmaneuver", "outmaneuver would change nothing now: play another card."},
	{maidenScene, "token_to_choose", "withdraw",
		"A maiden is in your display: name the token that you give back, as in withdraw red."},
	{maidenScene, "token_not_owned", "withdraw green", "You do not own the green token."},
	{scene{displays: []string{"", ""}, last: Purple, hands: []string{"P3 R3"}}, "purple_again", "colour purple",
		"The last tournament ended in purple: choose another colour for this one."},
	{tokenScene, "token_first", "end", "Choose your token first: token purple."},
	{tokenScene, "token_owned", "token red", "You own the red token already: choose another."},
	{scene{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R3"}}, "opener_places", "end",
		"You open this tournament: place a card of its colour or a supporter first."},
	{scene{color: Red, displays: []string{"R5", "R3"}, hands: []string{"R3"}}, "end_unplayed", "end",
		"Play at least one card before you end your turn, or withdraw."},
	{scene{color: Red, stunned: 1, added: 1, displays: []string{"R5", "R3"}, hands: []string{"R3"}}, "stunned", "play R3",
		"You are stunned: you add only one card a turn to your display, and you have done so."},
	{scene{color: Purple, displays: []string{"P5", "P3"}, hands: []string{"drop_weapon"}}, "weapon_only", "drop_weapon",
		"drop_weapon needs a red, blue or yellow tournament, and this one is purple."},
	{scene{color: Red, shield: 1, displays: []string{"R5 R4", "R3 R3"}, hands: []string{"retreat"}}, "own_shielded",
		"retreat 1",
		"Your Shield stops your own action cards as well."},
}

// TestRefusals has the sentence that a player reads for every reason to refuse a
// line.
func TestRefusals(t *testing.T) {
	met := map[string]bool{}
	want := func(why *games.Illegal, key, text string) {
		t.Helper()
		if why == nil || why.Key != "knizia."+key || why.Text != text || why.Rule == "" {
			t.Errorf("%v, want %s: %s", why, key, text)
			return
		}
		met[why.Key] = true
	}
	for _, c := range refusedLines {
		want(refused(c.in.build(t), 1, c.action), c.key, c.text)
	}
	want(refused(playLines(t, redScene.build(t), "stunned 2"), 1, "end"), "under_way",
		"An action card is on the table. Wait until it has taken effect.")
	adapting := playAndPass(t, adaptScene.build(t), "adapt")
	want(refused(adapting, 1, "end"), "adapt_first", "Choose what you keep first: keep 1 2.")
	want(refused(adapting, 1, "keep 1"), "keep_one_of_each", "Keep exactly one card of each value, as in keep 1 2.")
	withdrawn := scene{color: Red, displays: []string{"R3", "R4", ""}, out: []int{3},
		hands: []string{"drop_weapon", "", "lancelot"}}
	want(refused(playLines(t, withdrawn.build(t), "drop_weapon"), 3, "lancelot"), "lancelot_out",
		"You have withdrawn from the tournament, so you cannot use Lancelot.")
	want(redScene.build(t).View(2).(View).Hand[0].Why, "waiting", "It is the turn of seat 1.")
	want(shieldScene.build(t).View(1).(View).Hand[1].Why, "no_target", "riposte has nobody and nothing to act on now.")
	three := scene{color: Red, displays: []string{"R3", "R4", "R5"}, hands: []string{"R3"}}
	_, err := playLines(t, three.build(t), "2: resign").Resign(2)
	want(err.(*games.Illegal), "resigned", "You have resigned already.")
	end := playLines(t, three.build(t), "2: resign", "3: resign")
	want(end.View(1).(View).Hand[0].Why, "finished", "The game is over.")
	for key := range Refusals() {
		if !met[key] && !isOrders(key) { // see TestOrderRefusals
			t.Errorf("no case for %s", key)
		}
	}
	// The example of a sentence is a legal line, whichever action was tried in place of the
	// owed one.
	for want, s := range map[string]*state{"colour red": openingScene.build(t), "token purple": tokenScene.build(t),
		"keep 1 2": adapting} {
		for _, tried := range []string{"charge", "lancelot", "riposte 2", "outwit 1 2.1", "play R3", "end", "withdraw"} {
			if why := refused(s, 1, tried); why == nil || why.Args["move"] != want {
				t.Errorf("%s in %s: %v, want the example %s", tried, s.phase, why, want)
			}
		}
	}
	if why := refused(redScene.build(t), 1, strings.Repeat("\x00é\n", 1<<16)); len([]rune(why.Args["text"])) > 41 {
		t.Errorf("the refusal quotes %q", why.Args["text"])
	}
}

// refused returns why a line is refused, nil if it is not.
func refused(s *state, at games.Seat, text string) *games.Illegal {
	_, _, err := s.Apply(at, text)
	why, _ := err.(*games.Illegal)
	return why
}
