package knizia

import (
	_ "embed"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/twin"
)

//go:embed explain.go
var explainSource string

// reasonCase is a move of seat 1 in a scene, and a fact that speaks for it or against it.
type reasonCase struct {
	scene scene
	line  string
	want  games.Fact
}

// What speaks for a move is what a player sees at the table.
func TestReasonsOfMoves(t *testing.T) {
	found := map[string]bool{}
	for _, tt := range append(reasonsOfTurns(), reasonsOfActions()...) {
		s := tt.scene.build(t)
		if tt.line == "keep 2 3" {
			s = playAndPass(t, s, "adapt")
		}
		wantReason(t, s, 1, tt.line, tt.want)
		found[tt.want.Kind] = true
	}
	reactions(t, found)
	twin.CheckKindsNamed(t, explainSource, found)
}

// threeReds is a tournament of three, in which seat 1 has a hand and a display.
func threeReds(hand, display string) scene {
	return scene{color: Red, displays: []string{display, "R5 W2", "R4 W2"}, hands: []string{hand, "W3", ""}, tokens: []string{"blue green", "purple yellow blue green", ""}}
}

func reasonsOfTurns() []reasonCase {
	duel := scene{color: Red, displays: []string{"R3 W2", "R5 R4"}, hands: []string{"R5 R4 W6 P7 riposte", "W3 W3"}, tokens: []string{"blue", ""}}
	last := scene{color: Red, displays: []string{"R3", "R5"}, hands: []string{"R4", "W3 W2"}, tokens: []string{"purple blue yellow green", "purple blue yellow green"}}
	three := threeReds("R4 G1", "R3")
	open := scene{seats: 2, phase: PhaseOpen, hands: []string{"R3 R5 G1 W2", "B2"}, tokens: []string{"red", ""}}
	token := scene{seats: 2, phase: PhaseToken, color: Purple, hands: []string{"R3 R5", "B2"}, tokens: []string{"red", ""}}
	with := func(c scene, hand, display string) scene {
		c.hands = append([]string{hand}, c.hands[1:]...)
		c.displays = append([]string{display}, c.displays[1:]...)
		return c
	}
	won := token
	won.tokens = []string{"red blue yellow green", ""}
	return []reasonCase{
		{duel, "play R5", games.Fact{Kind: WhyLeads, Number: 10, Before: 9}},
		{duel, "play R4", games.Fact{Kind: WhyShort, Number: 1}},
		{duel, "play R5", games.Fact{Kind: WhyKeepsHere, Cards: []string{"W6", "R4"}}},
		{duel, "play W6", games.Fact{Kind: WhyMaiden}},
		{duel, "withdraw", games.Fact{Kind: WhyKeepsLater, Cards: []string{"P7", "W6"}}},
		{duel, "withdraw", games.Fact{Kind: WhyAway, Number: 5}},
		{duel, "withdraw", games.Fact{Kind: WhyHandsOver, Seat: 2}},
		{with(duel, "R4", "R5 R3 W2"), "play R4", games.Fact{Kind: WhyLastFit}},
		{with(duel, "riposte", "R3"), "withdraw", games.Fact{Kind: WhyHandEmpty}},
		{threeReds("P7", "W6"), "withdraw blue", games.Fact{Kind: WhyTokensLeft, Number: 1}},
		{last, "play R4", games.Fact{Kind: WhyWouldWin}},
		{last, "withdraw", games.Fact{Kind: WhyHandsGame, Seat: 2}},
		{three, "withdraw", games.Fact{Kind: WhyNear, Seat: 2}},
		{open, "colour red", games.Fact{Kind: WhyFits, Number: 2, Before: 8}},
		{open, "colour red", games.Fact{Kind: WhyTokenHeld}},
		{open, "colour green", games.Fact{Kind: WhyTokenLacks}},
		{token, "token blue", games.Fact{Kind: WhyToGo, Number: 3}},
		{won, "token purple", games.Fact{Kind: WhyWins}},
	}
}

func reasonsOfActions() []reasonCase {
	shielded, stunned := threeReds("outwit", "R3 R4"), threeReds("outwit", "R3 R4")
	shielded.shield = 2
	stunned.stunned = 1
	freed := stunned
	freed.stunned = 3
	adapt := scene{color: Red, displays: []string{"R3 W3 R4", "R5"}, hands: []string{"adapt", ""}}
	return []reasonCase{
		{threeReds("riposte", "R3"), "riposte 2", games.Fact{Kind: WhyLowers, Seat: 2, Number: 5, Before: 7}},
		{threeReds("disgrace", "R3"), "disgrace", games.Fact{Kind: WhyLowersAll, Number: 2, Before: 4}},
		{threeReds("disgrace", "R3 W2"), "disgrace", games.Fact{Kind: WhyCosts, Number: 2}},
		{threeReds("outwit", "R5 R3"), "outwit 1 2.2", games.Fact{Kind: WhyRaises, Seat: 2, Number: 10, Before: 7}},
		{threeReds("knock_down", "R3"), "knock_down 2", games.Fact{Kind: WhyRobs, Seat: 2, Number: 1}},
		{threeReds("retreat", "R3 W2"), "retreat 1", games.Fact{Kind: WhyReturns, Cards: []string{"R3"}}},
		{threeReds("shield", "R3"), "shield", games.Fact{Kind: WhyShields}},
		{shielded, "outwit 1 2.shield", games.Fact{Kind: WhyUnshields, Seat: 2}},
		{threeReds("stunned", "R3"), "stunned 3", games.Fact{Kind: WhyStuns, Seat: 3}},
		{stunned, "outwit stunned 2.1", games.Fact{Kind: WhyFrees}},
		{freed, "outwit 1 3.stunned", games.Fact{Kind: WhyFrees, Seat: 3}},
		{adapt, "keep 2 3", games.Fact{Kind: WhySupporters, Number: 1}},
		{adapt, "keep 2 3", games.Fact{Kind: WhyNewest, Cards: []string{"R4"}}},
	}
}

// reactions tests what speaks for stopping an action, and for letting it pass.
func reactions(t *testing.T, found map[string]bool) {
	t.Helper()
	hit := scene{color: Red, displays: []string{"R3", "R5 W2", "R4 W2"}, hands: []string{"riposte knock_down shield outmaneuver", "lancelot R4", "W6"}}
	for _, tt := range []struct {
		line, answer string
		want         games.Fact
	}{
		{"riposte 2", "", games.Fact{Kind: WhySuffers, Number: 5, Before: 7}},
		{"riposte 2", "lancelot", games.Fact{Kind: WhySaves, Number: 5, Before: 7}},
		{"knock_down 2", "", games.Fact{Kind: WhyRobbed, Number: 2}},
		{"knock_down 2", "lancelot", games.Fact{Kind: WhySavesCard}},
		{"knock_down 3", "", games.Fact{Kind: WhyUntouched}},
		{"knock_down 3", "", games.Fact{Kind: WhyKeepsLance}},
		{"knock_down 3", "lancelot", games.Fact{Kind: WhySpendsLance}},
		{"riposte 3", "lancelot", games.Fact{Kind: WhyHoldsDown, Seat: 1, Number: 5}},
		{"shield", "lancelot", games.Fact{Kind: WhyDenies, Seat: 1}},
	} {
		wantReason(t, playLines(t, hit.build(t), tt.line), 2, tt.answer, tt.want)
		found[tt.want.Kind] = true
	}
	hit.displays[1] = "R5"
	wantReason(t, playLines(t, hit.build(t), "outmaneuver"), 2, "lancelot", games.Fact{Kind: WhyHelps, Seat: 3, Number: 4})
	found[WhyHelps] = true
}

// wantReason wants a fact among what speaks for a move.
func wantReason(t *testing.T, s *state, seat games.Seat, line string, want games.Fact) {
	t.Helper()
	ahead := s.View(seat)
	if line != "" {
		var err error
		if ahead, _, err = s.Stage(seat, []string{line}); err != nil {
			t.Errorf("%s: %v", line, err)
			return
		}
	}
	got := s.View(seat).(View).Explain(ahead, line)
	for _, f := range got {
		if cmp.Equal(f, want) {
			return
		}
	}
	t.Errorf("%q has %+v, want %+v", line, got, want)
}

// A moment tells the tournament, its color and how many fight for it.
func TestMoment(t *testing.T) {
	s := scene{color: Purple, displays: []string{"P3", "P4", ""}, hands: []string{"P5", "", ""}, out: []int{3}}.build(t)
	s.tournament = 3
	if got, want := s.View(1).(View).Moment(), (games.Moment{Phase: "turn", Round: 3, Seats: 2, Word: "purple"}); got != want {
		t.Errorf("at %+v, want %+v", got, want)
	}
}
