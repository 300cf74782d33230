package knizia

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// The rules page has 45 examples and 43 rulings.
func TestEveryRulingHasATest(t *testing.T) {
	twin.CheckExamplesNamed(t, "T", 45)
	twin.CheckExamplesNamed(t, "E", 43)
}

func TestRule6_CardsThatDiscard(t *testing.T) {
	tell(t, "{1}", "T8 E13 E36 Charge goes by printed values / "+`green 2: R5 G1 G1 | W2 B4 | G1
		hands | charge
		discard lancelot
		> charge
		table = R5 | W2 B4 | G1
		totals = 1 2 1
		discard = lancelot G1 G1 charge`,
		"T9 E12 the oldest stays / "+`purple 3: P5 P5 | P3 P5 | P4
		hands | | countercharge
		discard lancelot
		> countercharge
		table = P5 | P3 | P4
		! end ~ end_too_low
		discard = lancelot P5 P5 countercharge`,
		"T10 E8 a shielded value counts / "+`purple 3: P5 P5 | P3 P5 | P4
		hands | | countercharge
		shield 1
		>> countercharge
		table = P5 P5 | P3 | P4`,
		"E9 the value lies behind a Shield / "+`red: R3 R4 | R5 R5
		hands countercharge
		shield 2
		! countercharge ~ no_effect
		why 1 = no_effect`,
		"E9 or in a single card / "+`red: R3 R4 | R5
		hands countercharge
		! countercharge ~ no_effect
		why 1 = no_effect`,
		"T11 E12 Disgrace / "+`red 3: W3 W2 W6 | R4 W2 | R3 W3
		hands | | disgrace
		>> disgrace
		table = W3 | R4 | R3
		discard = W3 W2 W6 W2 disgrace`,
		"E10 it needs supporters / "+`red: R3 | W3
		hands disgrace
		! disgrace ~ no_effect`,
		"T12 E18 E38 Break Lance / "+`red: P3 P4 | P3 | R3 R4 |
		hands break_lance
		out 4
		! break_lance 2 ~ target_sole
		! break_lance 3 ~ no_purple
		! break_lance 4 ~ target_out
		! break_lance 1 ~ own_target
		! break_lance 6 ~ no_seat
		! break_lance; break_lance 2.1; break_lance 0; break_lance -2; break_lance 2 3 ~ malformed`,
		"E18 before who has not entered / "+`red: R3 |
		hands break_lance
		! break_lance 2 ~ target_empty`,
		"§6.9 Outmaneuver / "+`red 2: R3 R4 | R3 R4 | R5 | W2 W3 | W3 W2
		hands | outmaneuver
		shield 4
		>> outmaneuver
		table = R3 | R3 R4 | R5 | W2 W3 | W3
		discard = W2 R4 outmaneuver`,
		"E13 single cards / "+`red: R3 | R4 | R5
		hands riposte dodge outmaneuver retreat
		! riposte 2; dodge 3.1 ~ target_sole
		! dodge 3.2 ~ no_place
		! outmaneuver ~ no_effect
		! retreat 1 ~ own_sole
		! retreat 2 ~ no_own_place
		! dodge 3; dodge 3.shield; retreat shield; dodge 3.0; dodge 3.1.1 ~ malformed`,
		"T39 E10 Adapt behind a Shield / "+`red: R3 R4 | R3 R3
		hands adapt
		shield 2
		! adapt ~ no_effect`)
	tell(t, `red: | {1}
		hands {2}
		? {2} 2{3}
		>> {2} 2{3}
		table = | {4}`,
		"T12 Break Lance / P3 P4 P7 / break_lance / / P3",
		"T12 one purple card / R3 P4 / break_lance / / R3",
		"T12 among others / P3 R3 P4 W2 / break_lance / / R3 W2",
		"T12 the oldest stays / P4 P3 / break_lance / / P4",
		"§6.6 Dodge the first / R3 W3 R3 / dodge / .1 / W3 R3",
		"§6.6 Dodge the second / R3 W3 R3 / dodge / .2 / R3 R3",
		"§6.6 Dodge the third / R3 W3 R3 / dodge / .3 / R3 W3")
}

func TestRule6_Shield(t *testing.T) {
	tell(t, "{1}", "T13 E20 what it stops / "+`red 2: P4 R5 | R3 R4
		hands R3 | riposte dodge break_lance outwit knock_down stunned
		shield 1
		! riposte 1; dodge 1.2; break_lance 1 ~ target_shielded
		! outwit 1 1.2 ~ take_shield
		? knock_down 1; stunned 1; outwit 1 1.shield`,
		"T14 E7 one's own does not stop one / "+`red 2: R5 R5 | R4 W2
		hands | retreat charge
		shield 2
		with own
		>> retreat 2
		! charge ~ no_effect`,
		"T14 and the others lose / "+`red 2: R4 R5 | R4 W2
		hands | retreat charge
		shield 2
		with own
		>> retreat 2; charge
		table = R5 | R4`,
		"T14 E7 one's own stops one / "+`red 2: R5 R5 | R4 W2
		hands | retreat charge
		shield 2
		! retreat 2 ~ own_shielded
		! charge ~ no_effect`,
		"T14 and the others lose all the same / "+`red 2: W2 R5 | R4 W2
		hands | charge
		shield 2
		>> charge
		table = R5 | R4 W2`,
		"T14b Charge hits who plays it / "+`red 2: R4 | R3 R5
		hands | charge
		shield 2
		with own
		>> charge
		table = R4 | R5`,
		"T14b unless by the option / "+`red 2: R4 | R3 R5
		hands | charge
		shield 2
		! charge ~ no_effect`,
		"E7 one's own stops these / "+`red: R3 W3 | R4 R5 | R3 R3
		hands riposte adapt countercharge disgrace outwit
		shield 1
		stunned 1
		! riposte 2; outwit 1 2.1; outwit stunned 2.2 ~ own_shielded
		! disgrace ~ no_effect
		? outwit shield 2.1; adapt; countercharge
		>> adapt
		at = turn 1 red
		table = R3 W3 | R4 R5 | R3`,
		"E7 and by the option does not / "+`red: R3 W3 | R4 R5 | R3 R3
		hands riposte adapt countercharge disgrace outwit
		shield 1
		stunned 1
		with own
		? riposte 2; outwit 1 2.1; outwit stunned 2.2; disgrace
		>> adapt
		at = adapt 1 red
		pending = 1`,
		"E7 it may be given away / "+`red: R3 | R4 R5
		hands outwit riposte
		shield 1
		>> outwit shield 2.1
		table = R3 R4 | R5
		lies = 2 0`)
}

func TestRule6_Stunned(t *testing.T) {
	tell(t, "{1}", "T15 E15 E16 one card a turn / "+`red 2: R5 R4 |
		hands | R3 R4 riposte outwit dodge
		stunned 2
		> play R3
		! play R4; riposte 1 ~ stunned
		? outwit 1 1.1; dodge 1.2`,
		"T16 E15 Riposte is the one / "+`red 2: R5 R4 |
		hands | R3 riposte
		stunned 2
		>> riposte 1
		! play R3 ~ stunned`,
		"E17 a retreat gives nothing back / "+`red: R5 | R4
		hands R3 retreat
		stunned 1
		>> play R3; retreat 2
		! play R3 ~ stunned`,
		"T18 it stays with its seat / "+`blue 2: B2 B3 | B5 B4
		hands B4 B5 W2 | riposte
		stunned 1
		>> riposte 1; end
		table = B2 | B5 B4 B3
		> play B4
		! play W2; play B5 ~ stunned
		lies = 0 1`,
		"T20 it is given away / "+`blue 2: B2 B3 | B5
		hands | outwit B4
		stunned 2
		added 1
		>> outwit stunned 1.2; play B4
		table = B2 | B5 B3 B4
		lies = 0 1`,
		"T21 E16 the display does not grow / "+`blue 2: B2 B3 | B5
		hands | outwit B4
		stunned 2
		shield 2
		added 1
		! outwit shield 1.2 ~ stunned`,
		"T21 E16 nor by the option / "+`blue 2: B2 B3 | B5
		hands | outwit B4
		stunned 2
		shield 2
		added 1
		with own
		! outwit shield 1.2 ~ stunned`,
		"T21 E16 it counts as the one addition / "+`blue 2: B2 B3 | B5
		hands | outwit B4
		stunned 2
		shield 2
		with own
		>> outwit shield 1.2
		! play B4 ~ stunned`,
		"§6.14 taken, and what was added counts / "+`blue: B2 B3 | B5
		hands outwit B4
		stunned 2
		added 1
		>> outwit 1 2.stunned
		table = B3 | B5 B2
		! play B4 ~ stunned`)
}

func TestRule6_Exchanges(t *testing.T) {
	tell(t, "{1}", "T17 E14 one maiden in a display / "+`red 2: R4 W6 | W6 R3
		hands | riposte outwit
		! riposte 1; outwit 2 1.2; outwit 1 1.1 ~ second_maiden
		! outwit 1 1.2 ~ equal_cards
		? outwit 2 1.1`,
		"T19 E12 Outwit empties no display / "+`blue 2: B2 B3 | B5
		hands | outwit
		shield 1
		! outwit 1 1.shield ~ own_sole
		! outwit 1 1.1 ~ take_shield`,
		"T19 E37 but takes a Shield / "+`blue 2: B2 B3 | B5 B4
		hands | outwit
		shield 1
		>> outwit 1 1.shield
		table = B2 B3 B5 | B4
		lies = 2 0`,
		"T19 nor the other's display / "+`blue 2: B2 | B5
		hands | outwit
		stunned 2
		! outwit stunned 1.1 ~ target_sole
		? outwit 1 1.1`,
		"T42 E37 Riposte, and not enough / "+`blue 3: B5 | B2 B4 |
		hands | | riposte
		>> riposte 2
		table = B5 | B2 | B4
		! end ~ end_too_low`,
		"T45 E37 arrivals lie on top / "+`red 2: R5 R3 | R4
		hands | outwit
		>> outwit 1 1.1
		table = R3 R4 | R5`,
		"E18 withdrawn, and not yet entered / "+`red: R3 R4 | |
		hands knock_down stunned outwit riposte dodge | R4 | R5
		out 2
		shield 3
		? knock_down 2; knock_down 3; stunned 3; outwit 1 3.shield
		! stunned 2; outwit 1 2.1; riposte 2; dodge 2.1 ~ target_out
		! riposte 3; dodge 3.1 ~ target_empty
		! knock_down 1; stunned 1; outwit 1 1.2 ~ own_target`,
		"E19 Knock Down needs a hand / "+`red: R3 | R4
		hands knock_down
		! knock_down 2 ~ empty_hand`,
		"§13 every position is listed / "+`red: R3 W2 | R4 R4
		hands R3 R3 outwit retreat | R5
		stunned 1
		legal 1 = play R3 | retreat 1 | retreat 2 | outwit stunned 2.1 | outwit stunned 2.2 | outwit 1 2.1 | `+
			`outwit 1 2.2 | outwit 2 2.1 | outwit 2 2.2 | withdraw`)
	tell(t, `red: R3 | R4
		hands knock_down | shield W2 R3 unhorse R3
		fix {1}
		>> knock_down 2
		hand 1 = {2}`,
		"§13 index 0 / 0 / R3", "§13 index 1 / 1 / R3", "§13 index 2 / 2 / W2", "§13 index 3 / 3 / unhorse",
		"§13 index 4 / 4 / shield")
	tell(t, `red: R3 | R4
		hands knock_down | R3
		discard lancelot
		fix 1
		! knock_down 2 ~ chance.range`)
}

func TestRule6_Colors(t *testing.T) {
	tell(t, "{1}", "T41 E11 E35 Change Weapon / "+`red: R3 | R4
		hands change_weapon unhorse R3 B3
		! change_weapon red ~ same_color
		! change_weapon green; change_weapon purple ~ turn_to
		! unhorse blue ~ purple_only
		>> change_weapon blue
		! play R3 ~ wrong_color
		> play B3
		totals = 6 4`,
		"§6 green stays / "+`green: W3 | W2
		hands unhorse change_weapon drop_weapon
		! drop_weapon; change_weapon red ~ weapon_only
		! unhorse red ~ purple_only`)
	tell(t, `{1}: W3 | W2
		hands unhorse change_weapon drop_weapon
		legal 1 = {2} | withdraw`,
		"purple / purple / unhorse red | unhorse blue | unhorse yellow",
		"red / red / change_weapon blue | change_weapon yellow | drop_weapon",
		"blue / blue / change_weapon red | change_weapon yellow | drop_weapon",
		"yellow / yellow / change_weapon red | change_weapon blue | drop_weapon")
}

// In this scene the third seat has played Adapt, and the first chooses.
const adapts = `red 3: R3 B4 W3 | R4 R4 | W2
		hands B2 | R3 | adapt R5
		>> adapt
		`

func TestRule6_13_Adapt(t *testing.T) {
	tell(t, adapts+"{1}", "T37 one chooses / "+`at = adapt 3 red
		act = 1
		legal 1 = keep 1 2 | keep 2 3
		legal 2 =
		table = R3 B4 W3 | R4 R4 | W2
		! 1: keep 1; 1: keep 1 2 3; 1: keep 1 3; 1: keep 2 4 ~ keep_one_of_each
		! 1: pass; 1: end; 1: lancelot ~ adapt_first
		! 1: keep; 1: keep ?; 1: keep 1 1 2; 1: keep 0 1 ~ malformed
		! 3: play R5 ~ it is not your turn
		hears 2 1: keep 2 3 = kept 1 B4 W3; lost 1>3 R3 10:7; lost 2>3 R4 8:4
		> 1: keep 3  2
		table = B4 W3 | R4 | W2
		discard = R3 R4 adapt
		at = turn 3 red
		? play R5`,
		"T38 by default / "+`> 1: default
		at = turn 3 red
		table = R3 B4 | R4 | W2`,
		"§6.13 whose turn it is meanwhile / "+`why 1 = adapt_first
		why 2 = under_way
		why 3 = under_way`)
	tell(t, `red 2: {1} | R4
		hands | adapt
		> adapt
		orders 1 {2}
		follow
		table = {3} | R4`,
		"the oldest / W3 R3 B4 W3 B3 / adapt-choice oldest / W3 B4",
		"the newest / W3 R3 B4 W3 B3 / adapt-choice newest / B4 B3",
		"the color first / W3 R3 B4 W3 B3 / adapt-choice colour-first / R3 B4",
		"the supporter first / W3 R3 B4 W3 B3 / adapt-choice supporter-first / W3 B4",
		"the older supporter / R3 W3 W3 / adapt-choice supporter-first / W3",
		"no preference / W3 R3 B4 W3 B3 / / W3 R3 B4 W3 B3",
		"it asks / W3 R3 B4 W3 B3 / adapt-choice ask / W3 R3 B4 W3 B3")
	tell(t, `red: R5 R5 | {1}
		hands adapt
		>> adapt
		at = {2} 1 red
		legal 2 = {3}`,
		"one outcome is not asked / R3 R3 / turn /",
		"nor one of several values / R3 R3 B4 B4 B4 / turn /",
		"nor no two of a value / R3 R4 / turn /",
		"the place of a card counts / R3 B4 R3 / adapt / keep 1 2 | keep 2 3",
		"and its color / R3 B3 / adapt / keep 1 | keep 2",
		"and a supporter / R3 R3 W3 / adapt / keep 1 | keep 2 | keep 3",
		"of another color / W2 B2 / adapt / keep 1 | keep 2",
		"crosswise / R3 B4 R3 B4 / adapt / keep 1 2 | keep 1 4 | keep 2 3 | keep 3 4",
		"combinations / R3 W3 W2 B2 R4 / adapt / keep 1 3 5 | keep 1 4 5 | keep 2 3 5 | keep 2 4 5")
}

// Two seats choose at the same time: nothing shows the answer of the first until the second
// has answered.
func TestRule6_13_AnswersAreSecret(t *testing.T) {
	s := scene{
		color: Red, active: 3, displays: []string{"R3 W3", "R4 B4 R4", "W2"}, hands: []string{"B2", "R3", "adapt"},
	}.build(t)
	s = playAndPass(t, s, "adapt")
	one, two := playLines(t, s, "1: keep 1"), playLines(t, s, "1: keep 2")
	for viewer := games.Omniscient; viewer <= 3; viewer++ {
		secret := viewer != 1 && viewer != games.Omniscient
		same := twin.Encode(t, one.View(viewer)) == twin.Encode(t, two.View(viewer)) &&
			twin.Encode(t, s.Tell(viewer, 1, "keep 1")) == twin.Encode(t, s.Tell(viewer, 1, "keep 2"))
		veiled := one.Veil(viewer, 1, s, "keep 1")
		if veiled != map[bool]string{true: "keep ?", false: "keep 1"}[secret] || secret && !same {
			t.Errorf("viewer %d reads %q, and sees the same: %t", viewer, veiled, same)
		}
	}
	if v := one.View(1).(View); v.Keep == nil || !slices.Equal(v.Keep.Kept, []Place{1}) || v.Seats[0].Pending ||
		!v.Seats[1].Pending {
		t.Errorf("one's own answer is seen as %+v", v.Keep)
	}
	if v := s.View(2).(View); fmt.Sprint(v.Keep.Groups) != "[[1 2 3]]" || v.Seats[0].After != 3 || v.Seats[1].After != 4 {
		t.Errorf("the view of a choice: %+v, after it %d and %d", v.Keep, v.Seats[0].After, v.Seats[1].After)
	}
	if got, want := tellText(one, 3, "2: keep 2"), "kept 2 B4; lost 1>3 W3 6:3; lost 2>3 R4 R4 12:4"; got != want {
		t.Errorf("the last answer tells %s, want %s", got, want)
	}
	done := playLines(t, one, "2: keep 2")
	if got := cards.Line(done.discard.cards(), ""); got != "W3 R4 R4 adapt" || done.Veil(3, 1, s, "keep 1") != "keep 1" {
		t.Errorf("afterwards one reads %q, and the discard pile is %s", done.Veil(3, 1, s, "keep 1"), got)
	}
	// A viewer imagines any legal answer, and itself the one given.
	rng, imagined := rand.New(rand.NewPCG(6, 13)), map[games.Seat]map[string]bool{1: {}, 3: {}}
	for range 40 {
		for viewer := range imagined {
			s := one.Determinize(viewer, rng).(*state)
			imagined[viewer][cards.Line(playLines(t, s, "2: keep 2").discard.cards(), "")] = true
		}
	}
	if len(imagined[1]) != 1 || len(imagined[3]) != 2 {
		t.Errorf("answers are imagined as %v", imagined)
	}
	// Of an earlier Adapt nothing is hidden while another one is answered.
	done.adapts, done.phase, done.pending, done.answered = 2, PhaseAdapt, cards.SetOf[seatIndex](1),
		cards.SetOf[seatIndex](0)
	if got := done.Veil(3, 1, s, "keep 1"); got != "keep 1" {
		t.Errorf("of an earlier Adapt one reads %q", got)
	}
}
