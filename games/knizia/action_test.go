package knizia

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// withLancelotDown puts Lancelot into the discard pile, so that actions take effect at
// once.
const withLancelotDown = "lancelot"

func TestT8_ChargeByPrintedValues(t *testing.T) { // E13, E36
	s := scene{
		color: Green, active: 2, displays: []string{"R5 G1 G1", "W2 B4", "G1"}, hands: []string{"", "charge"}, discard: withLancelotDown,
	}.build(t)
	s = playLines(t, s, "charge")
	wantDisplays(t, s, "R5", "W2 B4", "G1")
	wantTotals(t, s, 1, 2, 1)
	wantDiscard(t, s, "lancelot G1 G1 charge")
}

func TestT9_TheOldestStays(t *testing.T) { // E12
	s := scene{
		color: Purple, active: 3, displays: []string{"P5 P5", "P3 P5", "P4"}, hands: []string{"", "", "countercharge"}, discard: withLancelotDown,
	}.build(t)
	s = playLines(t, s, "countercharge")
	wantDisplays(t, s, "P5", "P3", "P4")
	wantRefused(t, s, endTooLow, "end")
	wantDiscard(t, s, "lancelot P5 P5 countercharge")
}

func TestT10_AShieldedValueCounts(t *testing.T) { // E8
	s := scene{
		color: Purple, active: 3, displays: []string{"P5 P5", "P3 P5", "P4"}, hands: []string{"", "", "countercharge"}, shield: 1,
	}.build(t)
	s = playAndPass(t, s, "countercharge")
	wantDisplays(t, s, "P5 P5", "P3", "P4")
}

func TestE9_AValueNobodyCanLose(t *testing.T) {
	for name, c := range map[string]scene{
		"shielded": {displays: []string{"R3 R4", "R5 R5"}, shield: 2, color: Red, hands: []string{"countercharge"}},
		"single":   {displays: []string{"R3 R4", "R5"}, color: Red, hands: []string{"countercharge"}},
	} {
		s := c.build(t)
		wantRefused(t, s, noEffect, "countercharge")
		if why := s.View(1).(View).Hand[0].Why; why == nil || why.Key != noEffect.Key {
			t.Errorf("%s: the view says %v", name, why)
		}
	}
}

func TestT11_Disgrace(t *testing.T) { // E12
	s := scene{
		color: Red, active: 3, displays: []string{"W3 W2 W6", "R4 W2", "R3 W3"}, hands: []string{"", "", "disgrace"},
	}.build(t)
	s = playAndPass(t, s, "disgrace")
	wantDisplays(t, s, "W3", "R4", "R3")
	// From the active seat clockwise, the oldest first, the action card last.
	wantDiscard(t, s, "W3 W2 W6 W2 disgrace")
}

func TestRule6_12_DisgraceNeedsSupporters(t *testing.T) { // E10
	s := scene{color: Red, displays: []string{"R3", "W3"}, hands: []string{"disgrace"}}.build(t)
	wantRefused(t, s, noEffect, "disgrace")
}

func TestT12_BreakLance(t *testing.T) { // E38
	for _, c := range []struct{ before, after string }{{"P3 P4 P7", "P3"}, {"R3 P4", "R3"}, {"P3 R3 P4 W2", "R3 W2"}, {"P4 P3", "P4"}} {
		s := scene{color: Red, displays: []string{"", c.before}, hands: []string{"break_lance"}}.build(t)
		s = playAndPass(t, s, "break_lance 2")
		wantDisplays(t, s, "", c.after)
	}
	s := scene{color: Red, displays: []string{"P3 P4", "P3", "R3 R4", "", "P3 P4"}, out: []int{5}, hands: []string{"break_lance"}}.build(t)
	s.displays[4] = row{}
	wantRefused(t, s, targetSole, "break_lance 2")
	wantRefused(t, s, noPurple, "break_lance 3")
	wantRefused(t, s, targetEmpty, "break_lance 4")
	wantRefused(t, s, targetOut, "break_lance 5") // E18
	wantRefused(t, s, ownTarget, "break_lance 1")
	wantRefused(t, s, noSeat, "break_lance 6")
	wantRefused(t, s, malformed, "break_lance", "break_lance 2.1", "break_lance 0", "break_lance -2", "break_lance 2 3")
}

func TestT13_Shield(t *testing.T) { // E20
	s := scene{
		color: Red, active: 2, displays: []string{"P4 R5", "R3 R4"}, shield: 1,
		hands: []string{"R3", "riposte dodge break_lance outwit knock_down stunned"},
	}.build(t)
	wantRefused(t, s, targetShielded, "riposte 1", "dodge 1.2", "break_lance 1")
	wantRefused(t, s, takeShield, "outwit 1 1.2")
	wantLegal(t, s, "knock_down 1", "stunned 1", "outwit 1 1.shield")
}

// E7: with the option "opponents" the owner's own cards do not stop at a Shield.
func TestT14_OwnShieldOpponents(t *testing.T) {
	c := scene{
		color: Red, active: 2, displays: []string{"R5 R5", "R4 W2"}, shield: 2,
		hands: []string{"", "retreat charge"}, opts: ruleOptions{ownCardsPass: true},
	}
	s := playAndPass(t, c.build(t), "retreat 2")
	wantRefused(t, s, noEffect, "charge")
	c.displays = []string{"R4 R5", "R4 W2"}
	s = playAndPass(t, c.build(t), "retreat 2", "charge")
	wantDisplays(t, s, "R5", "R4")
}

func TestT14_OwnShieldAll(t *testing.T) {
	c := scene{color: Red, active: 2, displays: []string{"R5 R5", "R4 W2"}, shield: 2, hands: []string{"", "retreat charge"}}
	s := c.build(t)
	wantRefused(t, s, ownShielded, "retreat 2")
	wantRefused(t, s, noEffect, "charge") // value 2 lies behind the Shield only
	c.displays = []string{"W2 R5", "R4 W2"}
	s = playAndPass(t, c.build(t), "charge")
	wantDisplays(t, s, "R5", "R4 W2")
}

func TestT14b_ChargeHitsItsPlayer(t *testing.T) {
	c := scene{
		color: Red, active: 2, displays: []string{"R4", "R3 R5"}, shield: 2, hands: []string{"", "charge"},
		opts: ruleOptions{ownCardsPass: true},
	}
	wantDisplays(t, playAndPass(t, c.build(t), "charge"), "R4", "R5")
	c.opts.ownCardsPass = false
	wantRefused(t, c.build(t), noEffect, "charge")
}

func TestG4_OwnShieldStopsOwnCards(t *testing.T) {
	c := scene{
		color: Red, displays: []string{"R3 W3", "R4 R5", "R3 R3"}, shield: 1, stunned: 1,
		hands: []string{"riposte adapt countercharge disgrace outwit"},
	}
	s := c.build(t)
	wantRefused(t, s, ownShielded, "riposte 2", "outwit 1 2.1", "outwit stunned 2.2")
	wantRefused(t, s, noEffect, "disgrace")
	wantLegal(t, s, "outwit shield 2.1", "adapt", "countercharge")
	if after := playAndPass(t, s, "adapt"); after.phase != PhaseTurn { // no choice before the own, shielded display
		t.Errorf("%s after adapt", after.phase)
	} else {
		wantDisplays(t, after, "R3 W3", "R4 R5", "R3")
	}
	c.opts.ownCardsPass = true
	s = c.build(t)
	wantLegal(t, s, "riposte 2", "outwit 1 2.1", "outwit stunned 2.2", "disgrace")
	if after := playAndPass(t, s, "adapt"); after.phase != PhaseAdapt || after.pending != cards.SetOf[seatIndex](0) {
		t.Errorf("%s after adapt, pending %v", after.phase, after.pending)
	}
}

func TestG4_GivingTheOwnShieldAway(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4 R5"}, shield: 1, hands: []string{"outwit riposte"}}.build(t)
	s = playAndPass(t, s, "outwit shield 2.1")
	wantDisplays(t, s, "R3 R4", "R5")
	if s.shield != 1 {
		t.Errorf("the Shield lies before %d", s.shield+1)
	}
}

func TestT15_Stunned(t *testing.T) { // E15, E16
	s := scene{
		color: Red, active: 2, stunned: 2, displays: []string{"R5 R4", ""},
		hands: []string{"", "R3 R4 riposte outwit dodge"},
	}.build(t)
	s = playLines(t, s, "play R3")
	wantRefused(t, s, stunnedAdd, "play R4", "riposte 1")
	wantLegal(t, s, "outwit 1 1.1", "dodge 1.2")
}

func TestT16_StunnedRiposteIsTheOne(t *testing.T) { // E15
	s := scene{
		color: Red, active: 2, stunned: 2, displays: []string{"R5 R4", ""}, hands: []string{"", "R3 riposte"},
	}.build(t)
	s = playAndPass(t, s, "riposte 1")
	wantRefused(t, s, stunnedAdd, "play R3")
}

func TestE17_RetreatGivesNothingBack(t *testing.T) {
	s := scene{color: Red, stunned: 1, displays: []string{"R5", "R4"}, hands: []string{"R3 retreat"}}.build(t)
	s = playAndPass(t, s, "play R3", "retreat 2")
	wantRefused(t, s, stunnedAdd, "play R3")
}

func TestT17_OneMaidenInADisplay(t *testing.T) { // E14
	s := scene{
		color: Red, active: 2, displays: []string{"R4 W6", "W6 R3"}, hands: []string{"", "riposte outwit"},
	}.build(t)
	wantRefused(t, s, secondMaiden, "riposte 1", "outwit 2 1.2", "outwit 1 1.1")
	wantRefused(t, s, equalCards, "outwit 1 1.2")
	wantLegal(t, s, "outwit 2 1.1")
}

func TestT18_StunnedStaysWithItsSeat(t *testing.T) {
	s := scene{
		color: Blue, active: 2, stunned: 1, displays: []string{"B2 B3", "B5 B4"}, hands: []string{"B4 B5 W2", "riposte"},
	}.build(t)
	s = playAndPass(t, s, "riposte 1", "end")
	wantDisplays(t, s, "B2", "B5 B4 B3")
	s = playLines(t, s, "play B4")
	wantRefused(t, s, stunnedAdd, "play W2", "play B5")
	if s.stunned != 0 {
		t.Errorf("Stunned lies before %d", s.stunned+1)
	}
}

func TestT19_OutwitEmptiesNoDisplay(t *testing.T) {
	c := scene{color: Blue, active: 2, shield: 1, displays: []string{"B2 B3", "B5"}, hands: []string{"", "outwit"}}
	s := c.build(t)
	wantRefused(t, s, ownSole, "outwit 1 1.shield")
	wantRefused(t, s, takeShield, "outwit 1 1.1")
	c.displays = []string{"B2 B3", "B5 B4"}
	s = playAndPass(t, c.build(t), "outwit 1 1.shield")
	wantDisplays(t, s, "B2 B3 B5", "B4")
	if s.shield != 1 {
		t.Errorf("the Shield lies before %d", s.shield+1)
	}
	// A single card of the other may not go for a status card either.
	s = scene{color: Blue, active: 2, stunned: 2, displays: []string{"B2", "B5"}, hands: []string{"", "outwit"}}.build(t)
	wantRefused(t, s, targetSole, "outwit stunned 1.1")
	wantLegal(t, s, "outwit 1 1.1")
}

func TestT20_GivingStunnedAway(t *testing.T) {
	s := scene{
		color: Blue, active: 2, stunned: 2, added: 1, displays: []string{"B2 B3", "B5"}, hands: []string{"", "outwit B4"},
	}.build(t)
	s = playAndPass(t, s, "outwit stunned 1.2", "play B4")
	wantDisplays(t, s, "B2", "B5 B3 B4")
	if s.stunned != 0 {
		t.Errorf("Stunned lies before %d", s.stunned+1)
	}
}

func TestT21_StunnedDisplayDoesNotGrow(t *testing.T) { // E16
	c := scene{
		color: Blue, active: 2, stunned: 2, shield: 2, added: 1, displays: []string{"B2 B3", "B5"},
		hands: []string{"", "outwit B4"}, opts: ruleOptions{ownCardsPass: true},
	}
	wantRefused(t, c.build(t), stunnedAdd, "outwit shield 1.2")
	c.added = 0
	s := playAndPass(t, c.build(t), "outwit shield 1.2")
	wantRefused(t, s, stunnedAdd, "play B4") // it counts as the one addition
	c.opts.ownCardsPass, c.added = false, 1
	wantRefused(t, c.build(t), stunnedAdd, "outwit shield 1.2")
}

func TestRule6_14_TakingStunned(t *testing.T) {
	s := scene{
		color: Blue, stunned: 2, displays: []string{"B2 B3", "B5"}, hands: []string{"outwit B4"}, added: 1,
	}.build(t)
	s = playAndPass(t, s, "outwit 1 2.stunned")
	wantDisplays(t, s, "B3", "B5 B2")
	wantRefused(t, s, stunnedAdd, "play B4") // what was added so far counts
}

func TestT39_AdaptBehindAShield(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3 R4", "R3 R3"}, shield: 2, hands: []string{"adapt"}}.build(t)
	wantRefused(t, s, noEffect, "adapt")
}

func TestT41_ChangeWeapon(t *testing.T) { // E11, E35
	s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"change_weapon unhorse R3 B3"}}.build(t)
	wantRefused(t, s, sameColor, "change_weapon red")
	wantRefused(t, s, turnTo, "change_weapon green", "change_weapon purple")
	wantRefused(t, s, purpleOnly, "unhorse blue")
	s = playAndPass(t, s, "change_weapon blue")
	wantRefused(t, s, wrongColor, "play R3")
	s = playLines(t, s, "play B3")
	wantTotals(t, s, 6, 4)
}

func TestRule6_Colors(t *testing.T) {
	for color, want := range map[Color]string{
		Purple: "unhorse red, unhorse blue, unhorse yellow",
		Red:    "change_weapon blue, change_weapon yellow, drop_weapon",
		Blue:   "change_weapon red, change_weapon yellow, drop_weapon",
		Yellow: "change_weapon red, change_weapon blue, drop_weapon",
		Green:  "",
	} {
		s := scene{color: color, displays: []string{"W3", "W2"}, hands: []string{"unhorse change_weapon drop_weapon"}}.build(t)
		legal := slices.DeleteFunc(s.Legal(1), func(line string) bool { return line == "withdraw" || line == "end" })
		if got := strings.Join(legal, ", "); got != want {
			t.Errorf("%s: %s, want %s", color, got, want)
		}
	}
	s := scene{color: Green, displays: []string{"W3", "W2"}, hands: []string{"unhorse change_weapon drop_weapon"}}.build(t)
	wantRefused(t, s, weaponOnly, "drop_weapon", "change_weapon red")
	wantRefused(t, s, purpleOnly, "unhorse red")
}

func TestT42_RiposteIsNotEnough(t *testing.T) {
	s := scene{color: Blue, active: 3, displays: []string{"B5", "B2 B4", ""}, hands: []string{"", "", "riposte"}}.build(t)
	s = playAndPass(t, s, "riposte 2")
	wantDisplays(t, s, "B5", "B2", "B4")
	wantRefused(t, s, endTooLow, "end")
}

func TestT45_ArrivalsOnTop(t *testing.T) { // E37
	s := scene{color: Red, active: 2, displays: []string{"R5 R3", "R4"}, hands: []string{"", "outwit"}}.build(t)
	s = playAndPass(t, s, "outwit 1 1.1")
	wantDisplays(t, s, "R3 R4", "R5")
}

func TestE13_SingleCards(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3", "R4", "R5"}, hands: []string{"riposte dodge outmaneuver retreat"},
	}.build(t)
	wantRefused(t, s, targetSole, "riposte 2", "dodge 3.1")
	wantRefused(t, s, noPlace, "dodge 3.2")
	wantRefused(t, s, noEffect, "outmaneuver")
	wantRefused(t, s, ownSole, "retreat 1")
	wantRefused(t, s, noOwnPlace, "retreat 2")
	wantRefused(t, s, malformed, "dodge 3", "dodge 3.shield", "retreat shield", "dodge 3.0", "dodge 3.1.1")
}

func TestE18_WithdrawnAndNotEntered(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3 R4", "", ""}, out: []int{2}, shield: 3,
		hands: []string{"knock_down stunned outwit riposte dodge", "R4", "R5"},
	}.build(t)
	wantLegal(t, s, "knock_down 2", "knock_down 3", "stunned 3", "outwit 1 3.shield")
	wantRefused(t, s, targetOut, "stunned 2", "outwit 1 2.1", "riposte 2", "dodge 2.1")
	wantRefused(t, s, targetEmpty, "riposte 3", "dodge 3.1")
	wantRefused(t, s, ownTarget, "knock_down 1", "stunned 1", "outwit 1 1.2")
}

func TestE19_KnockDownNeedsAHand(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"knock_down"}}.build(t)
	wantRefused(t, s, emptyHand, "knock_down 2")
}

func TestRule13_KnockDownTakesByIndex(t *testing.T) {
	for index, want := range []string{"R3", "R3", "W2", "unhorse", "shield"} {
		s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"knock_down", "shield W2 R3 unhorse R3"}}.build(t)
		s.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{"Deck": "", "Chance": string(rune('0' + index))}})
		s = playAndPass(t, s, "knock_down 2")
		if got := cards.Line(s.hands[0].List(), "-"); got != want {
			t.Errorf("index %d takes %s, want %s", index, got, want)
		}
	}
	s := scene{color: Red, displays: []string{"R3", "R4"}, hands: []string{"knock_down", "R3"}, discard: withLancelotDown}.build(t)
	s.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{"Deck": "", "Chance": "1"}})
	if _, _, err := s.Apply(1, "knock_down 2"); err == nil {
		t.Error("a fixed choice of a card that is not there is accepted")
	}
}

func TestRule6_9_Outmaneuver(t *testing.T) {
	s := scene{
		color: Red, active: 2, shield: 4, displays: []string{"R3 R4", "R3 R4", "R5", "W2 W3", "W3 W2"},
		hands: []string{"", "outmaneuver"},
	}.build(t)
	s = playAndPass(t, s, "outmaneuver")
	wantDisplays(t, s, "R3", "R3 R4", "R5", "W2 W3", "W3")
	wantDiscard(t, s, "W2 R4 outmaneuver")
}

func TestRule6_6_DodgeAnyPosition(t *testing.T) {
	c := scene{color: Red, displays: []string{"", "R3 W3 R3"}, hands: []string{"dodge"}}
	wantLegal(t, c.build(t), "dodge 2.1", "dodge 2.2", "dodge 2.3")
	for line, want := range map[string]string{"dodge 2.1": "W3 R3", "dodge 2.2": "R3 R3", "dodge 2.3": "R3 W3"} {
		wantDisplays(t, playAndPass(t, c.build(t), line), "", want)
	}
}

func TestRule13_LegalNamesEveryPosition(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3 W2", "R4 R4"}, stunned: 1, hands: []string{"R3 R3 outwit retreat", "R5"},
	}.build(t)
	want := []string{
		"play R3", "retreat 1", "retreat 2",
		"outwit stunned 2.1", "outwit stunned 2.2", "outwit 1 2.1", "outwit 1 2.2", "outwit 2 2.1", "outwit 2 2.2",
		"withdraw",
	}
	if got := s.Legal(1); !slices.Equal(got, want) {
		t.Errorf("Legal = %q, want %q", got, want)
	}
}
