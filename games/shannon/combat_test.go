package shannon

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// TestT1_Combats has the examples of the rules page of whole combats.
func TestT1_T6_T7_T8_T9_T10_T11_Combats(t *testing.T) {
	tell(t, "{1}", "T1 the seed's combat / "+`hands O13 S1 | S4 S5 | X11 S2 | O7 S3 | M1 S6
		1: play O13; 2: discard S4
		life = 400 395 400 400 400
		3: play X11; 4: play O7; 5: play M1=11
		pile 4 = O13 X11 O7 M1
		lead = 4 2
		life = 400 395 400 400 400
		discard = S4`,
		"T6 an open combat / "+`hands X7 X8 | S15 O1 | T1 T2 | S9 S8
		1: play X7
		may 2 = S15 O1
		2: play O1
		table = X7=X7 O1=O1
		3: play T1; 4: play S9
		pile 1 = X7 O1 T1 S9
		lead = 1 2
		life = 400 400 400 400`,
		"T7 a triple feint / "+`hands S8 O1 | X8 O2 | S3 O3 | M1 O4
		1: play S8; 2: play X8; 3: play S3; 4: play M1=8
		pile 3 = S8 X8 S3 M1
		lead = 3 2`,
		"T8 carried over / "+`hands S5 T2 O1 | X5 T6 O2 | S9 T9 O3 | M1 T12 O4
		1: play S5; 2: play X5; 3: play S9; 4: play M1=9
		lead = 1 2
		carry = S5 X5 S9 M1
		1: play T2; 2: play T6; 3: play T9; 4: play T12
		pile 1 = S5 X5 S9 M1 T2 T6 T9 T12
		carry =`,
		"T9 in combat 12 nobody takes them / "+`hands S5 | X5 | S9 | M1
		combat 12
		carry T1 T2
		1: play S5; 2: play X5; 3: play S9; 4: play M1=9
		suffers = 0 0 0 0
		life = 400 400 400 400`,
		"T10 alone / "+`hands A6 S1 | O1 O2 | T1 T2
		1: play A6; 2: discard O1; 3: discard T1
		pile 1 = A6
		lead = 1 2
		life = 400 395 395`,
		"§4.5 two knights, one in dishonor / "+`hands S15 O1 | T1 T2
		1: play S15; 2: discard T1
		pile 1 = S15
		life = 400 395`,
		"T11 a double pair / "+`hands S4 O1 | X4 O2 | S9 O3 | M1 O4 | S10 O5
		1: play S4; 2: play X4; 3: play S9; 4: play M1=9; 5: play S10
		pile 5 = S4 X4 S9 M1 S10
		lead = 5 2`)
}

func TestT3_T4_T35_LegalFollow(t *testing.T) {
	tell(t, `hands {1} T1 | {2} | T9 T8
		with 2 {3}
		1: play {1}
		may 2 = {4}`,
		"T3 follow or enchanter / O1 / O3 X9 M1 S2 / / O3 M1",
		"T4 alchemy or enchanter / O1 / X9 M1 S2 / / X9 M1",
		"T4 enchanter alone / O1 / M1 S2 / / M1",
		"T4 dishonor with either / O1 / S2 T5 / / S2 T5",
		"T35 Iseult / S1 / S4 X12 P1 / iseult / S4 X12 P1",
		"philosopher's stone / S1 / S4 X12 / philosophers-stone / S4 X12",
		"without either / S1 / S4 X12 / tristan / S4")
}

func TestT5_T35_LegalLead(t *testing.T) {
	tell(t, `hands {1} | O1 O2 | O3 O4
		with 1 {2}
		may 1 = {3}`,
		"T5 only alchemy / X1 X7 / / X1 X7",
		"T5 a basic card / X1 S3 / / S3",
		"T5 an enchanter / X1 P1 / / P1",
		"T35 Iseult does not lead with alchemy / S4 X12 / iseult / S4",
		"nor does the philosopher's stone / S4 X12 / philosophers-stone / S4")
}

func TestRule4_1_Rule4_2_Enchanters(t *testing.T) {
	tell(t, "{1}", "§4.1 it leads / "+`hands M1 S1 | O5 S2 | T5 S3
		1! play M1=7 ~ suit_missing
		1! play M1=X7 ~ suit_missing
		1! play M1=O16 ~ value_range
		1! play M1=O0 ~ value_range
		1! play M1 ~ suit_missing
		1: play M1=O7
		table = M1=O7
		may 2 = O5`,
		"§4.2 it follows / "+`hands O13 S1 | M1 S2 | T5 S3
		1: play O13
		2! play M1=S7 ~ suit_led
		2! play M1=16 ~ value_range
		2: play m1=o7
		table = O13=O13 M1=O7`,
		"§4.2 in an open combat / "+`hands X7 X8 | M1 O1 | P1 T2
		1: play X7
		2! play M1=7 ~ suit_missing
		2: play M1=T4
		table = X7=X7 M1=T4
		may 3 = T2 P1`,
		"§2 two knights have no arrows / "+`hands M1 | O5 S2
		1! play M1=A7 ~ suit_missing`)
	if s := arrange(t, "M1 S1", "O5 S2"); strings.Contains(strings.Join(s.Legal(1), " "), "=A") {
		t.Errorf("Legal = %v", s.Legal(1))
	}
}

func TestT29_EndByDishonor(t *testing.T) {
	tell(t, `hands O1 S1 | S2 T5 | O3 T3
		life 400 5 400
		pile 3 M1 M2 M3
		1: play O1; 2: discard S2
		life = 400 0 400
		over = 1 3 life
		act =
		legal 3 =`)
	s := arrange(t, "O1 S1", "S2 T5")
	s.knights[1].life = 5
	s = play(t, s, "1: play O1", "2: discard S2")
	if _, _, err := s.Apply(1, "play S1"); err != games.ErrFinished || s.result.Scores[1] != 400 {
		t.Errorf("Apply after the end: %v; result %+v", err, s.result)
	}
}

func TestRule4_6_Dishonor(t *testing.T) {
	for _, row := range []struct {
		own, other string
		life       int
	}{
		{"", "", 395},
		{"perceval", "", 400},
		{"", "point-of-honour", 390}, // an opponent's
		{"point-of-honour", "", 400},
		{"perceval", "point-of-honour", 400},
	} {
		s := arrange(t, "O1 O2", "S2 T5", "O3 T3").empower(2, row.own).empower(3, row.other)
		s = play(t, s, "1: play O1")
		cost, after := viewOf(s, games.Spectator).Knights[1].Dishonor, play(t, s, "2: discard S2").lives()[1]
		if cost != 400-row.life || int(after) != row.life {
			t.Errorf("%+v: a life of %d, and %d wounds were announced", row, after, cost)
		}
	}
}

func TestRule4_3_FinalValue(t *testing.T) {
	tell(t, `hands S1 O1 | {3} | S14 O9
		with 2 {1}
		combat {2}
		1: play S1; 2: play {3} {4}
		worth = {5}`,
		"nothing / / 1 / S8 / / 8",
		"Gawain in combat 1 / gawain / 1 / S8 / / 9",
		"Gawain in combat 3 / gawain / 3 / S8 / / 9",
		"Gawain in combat 4 / gawain / 4 / S8 / / 8",
		"Gawain's alchemy / gawain / 1 / X8 / / 8",
		"giant's strength / giant-strength / 5 / S8 / / 10",
		"giant's strength does not touch alchemy / giant-strength / 5 / X8 / / 8",
		"philosopher's stone / philosophers-stone / 5 / X8 / / 10",
		"philosopher's stone does not touch swords / philosophers-stone / 5 / S8 / / 8",
		"Tristan / tristan / 5 / X8 / / 11",
		"Tristan and the philosopher's stone / tristan philosophers-stone / 5 / X8 / / 13",
		"standard, following / standard / 5 / S8 / / 8",
		"above fifteen / giant-strength / 1 / S15 / / 17",
		"T22 Arthur / arthur / 1 / S8 / +3 / 11",
		"T22 Arthur above fifteen / arthur / 1 / S15 / +3 / 18",
		"T23 divine will / divine-will / 1 / S2 / will-3 / 0",
		"divine will up / divine-will / 1 / S2 / will+2 / 4",
		"Arthur with divine will / arthur divine-will / 1 / S2 / will-3 +3 / 2",
		"down from a raised value / giant-strength divine-will / 1 / S2 / will-3 / 1")
	tell(t, `hands {3} | S1 O1 | S14 O9
		with 1 {1}
		combat {2}
		1: play {3}{4}
		worth = {5}`,
		"standard, leading / standard / 5 / S8 / / 11",
		"standard, leading alchemy / standard / 5 / X8 / / 11",
		"Gawain, giant's strength and standard / gawain giant-strength standard / 2 / S8 / / 14",
		"no power changes an enchanter / gawain giant-strength standard / 1 / M1 / =O8 / 8",
		"Arthur's enchanter / arthur / 1 / M1 / =O8 +3 / 11")
}

func TestT22_T23_T24_T25_Declarations(t *testing.T) {
	tell(t, "{1}", "T22 Arthur / "+`hands S8 T1 | S11 T2 | X8 T3
		with 1 arthur
		1: play S8 +3; 2: play S11; 3: play X8
		pile 3 = S8 S11 X8
		3: play T3
		1! play T1 +3 ~ used_up
		begin 1
		left 1 arthur = 1`,
		"T23 divine will / "+`hands S2 S3 S4 S5 | S9 S10 S11 S12 | T1 T2 T3 T4
		with 1 divine-will
		1! play S2 will-4 ~ change_range
		1! play S2 will+0 ~ change_range
		1! play S2 will3 ~ no_word
		1! play S2 will-1 will-2 ~ twice
		1: play S2 will-3; 2: play S9; 3: discard T1
		1: play S3 will-1; 2: play S10; 3: discard T2
		1: play S4 will+1; 2: play S11; 3: discard T3
		1! play S5 will-1 ~ used_up
		pile 1 = S2 S9 S3 S10 S4 S11`,
		"T24 beside a fox the rest pairs / "+`hands S3 T1 | S8 T2 | X8 T3
		with 1 fox-feint
		1: play S3 fox; 2: play S8; 3: play X8
		lead = 1 2
		carry = S3 S8 X8
		1! play T1 fox ~ used_up`,
		"T25 the hunt by the number of knights / "+`hands S5 T1 | S9 T2
		with 1 pellinore
		1! play S5 hunt ~ used_up`,
		"T25 only leading / "+`hands S5 T1 | S9 T2 | S3 T3
		with 2 pellinore
		1: play S5
		2! play S9 hunt ~ lead_only`)
	tell(t, `hands {2} T1 | {3} T2 | {4} T3
		with 1 fox-feint
		1: play {1}; 2: play {3}; 3: play {4}
		pile 2 = {2} {3} {4}
		lead = 2 2`,
		"T24 the lowest is the fox / S3 fox / S3 / S8 / S9",
		"T24 a fox pairs with nothing / S8 fox / S8 / X8 / S9")
	tell(t, `hands S5 T1 | {1} T2 | {2} T3 | {3} T4
		with 1 pellinore
		1: play S5 hunt; 2: play {1}; 3: play {2}; 4: {4}
		left 1 pellinore = 0
		lead = {5} 2`,
		"T25 the next loses / S9 / S12 / S14 / play S14 / 2",
		"T25 feinted: no effect / X5 / S12 / S14 / play S14 / 3",
		"T25 not the lowest: no effect / S4 / S12 / S14 / play S14 / 2",
		"T25 nobody else is visible / S9 / X9 / A1 / discard A1 / 1")
	for n, want := range map[int]int{2: 0, 3: 1, 4: 1, 5: 2, 6: 2} {
		if got := PowerOf("pellinore").Uses(n); got != want {
			t.Errorf("T25: %d knights have %d hunts, want %d", n, got, want)
		}
	}
	s := play(t, arrange(t, "S3 T1", "S8 T2", "S9 T3").empower(1, "fox-feint"), "1: play S3 fox", "2: play S8",
		"3: play S9")
	if p := s.last.view().Table[0]; !p.Down || !p.Fox {
		t.Errorf("T24: the fox's feint does not lie face down: %+v", p)
	}
}

func TestT26_T27_T36_Losers(t *testing.T) {
	tell(t, "{1}", "T26 diverted to one in dishonor / "+`hands S2 T1 | S5 T2 | O3 T3
		with 1 redirect
		1! play S2 redirect 1 ~ no_seat
		1! play S2 redirect 4 ~ no_seat
		1: play S2 redirect 3; 2: play S5; 3: discard O3
		pile 1 = S2 S5`,
		"T26 diverted / "+`hands S2 T1 | S5 T2 | S9 T3
		with 1 redirect
		1: play S2 redirect 3; 2: play S5; 3: play S9
		pile 3 = S2 S5 S9
		pile 1 =
		lead = 1 2
		1! play T1 redirect 2 ~ used_up`,
		"§4.4 the hunt, and who loses in the end diverts / "+`hands S2 T1 | S5 T2 | S9 T3
		with 1 pellinore
		with 2 redirect
		1: play S2 hunt; 2: play S5 redirect 1; 3: play S9
		pile 1 = S2 S5 S9
		lead = 2 2`,
		"§4.5 diverted with the cards carried over / "+`hands S5 T2 O1 | X5 T9 O2 | P1 T12 O3
		with 1 redirect
		1: play S5; 2: play X5; 3: play P1=5; 1: play T2 redirect 2; 2: play T9; 3: play T12
		pile 2 = S5 X5 P1 T2 T9 T12
		lead = 1 3`,
		"T27 reversal / "+`hands S5 T1 | S9 T2 | S12 T3
		with 1 reversal
		1: play S5 reversal; 2: play S9; 3: play S12
		pile 3 = S5 S9 S12
		left 1 reversal = 1`,
		"T27 with the hunt the next highest loses / "+`hands S12 T1 | S9 T2 | S5 T3
		with 1 reversal pellinore
		1: play S12 hunt reversal; 2: play S9; 3: play S5
		lead = 2 2`,
		"T36 riposte / "+`hands S3 T1 | S9 T2 | S13 T3
		with 1 riposte
		with 3 enchanted-armour
		1: play S3; 2: play S9; 3: play S13
		life = 400 400 390`,
		"T36 nobody else is visible / "+`hands S3 T1 | S9 T2 | X9 T3
		with 1 riposte
		1: play S3; 2: play S9; 3: play X9
		life = 400 400 400`,
		"T36 under a reversal the highest of the others too / "+`hands S3 T1 | S9 T2 | S13 T3
		with 1 reversal
		with 3 riposte
		1: play S3 reversal; 2: play S9; 3: play S13
		life = 400 390 400`,
		"T36 it may end the tournament / "+`hands S3 T1 | S9 T2 | S13 T3
		with 1 riposte
		life 400 400 10
		1: play S3; 2: play S9; 3: play S13
		over = 1 2 life`)
}

func TestT28_Challenge(t *testing.T) {
	tell(t, `hands {1} | {2} | T9 O10
		with 1 challenge
		with 2 {3}
		1: play {1} challenge 2
		legal 2 = {4}`,
		"the lowest ordinary card / O1 / O3 O9 M1 / / play O3",
		"enchanters at 1 / O1 / M1 P1 / / play M1=1 | play P1=1",
		"dishonor as usual / O1 / S2 T3 / / discard S2 | discard T3",
		"no shifting of shape / O1 / S2 T3 / shapeshift / discard S2 | discard T3",
		"by final value / O1 / X3 X5 M1 / / play X3",
		"final values of Iseult / O1 / O5 X4 / iseult tristan / play O5",
		"two of one value / X1 / O3 S3 S4 / / play S3 | play O3",
		"an enchanter in an open combat / X1 / M1 / / play M1=S1 | play M1=A1 | play M1=O1 | play M1=T1")
	tell(t, "{1}", "it lasts for one combat / "+`hands O1 T1 | O3 O9 M1 | O10 T3
		with 1 challenge
		with 2 arthur
		1: play O1 challenge 2
		2! play O9 ~ challenged_lowest
		2! play M1=1 ~ challenged_lowest
		2! play O3 +3 ~ challenged_declares
		2: play O3; 3: play O10
		may 1 = T1`,
		"§4.4 alchemy that leads challenges too / "+`hands X5 X6 | S9 S2 | S3 T3
		with 1 challenge reversal
		1: play X5 challenge 2 reversal
		may 2 = S2`)
}

func TestRule4_4_Declarations(t *testing.T) {
	tell(t, "{1}", "a card shifts its shape / "+`hands O1 O2 | S2 T5 T7 | O3 T3
		with 2 shapeshift giant-strength gawain
		combat 5
		1: play O1
		2! play S2 ~ must_discard
		legal 2 = discard S2 | discard T5 | discard T7 | play S2 shapeshift | play T5 shapeshift | play T7 shapeshift
		2: play T5 shapeshift
		table = O1=O1 T5=O7
		3: play O3
		pile 1 = O1 T5 O3
		life = 400 400 400
		left 2 shapeshift = 1`,
		"not where one can follow / "+`hands O1 O2 | O2 T5 | O3 T3
		with 2 shapeshift
		1: play O1
		2! play O2 shapeshift ~ shift_nothing
		2! discard T5 ~ no_discard`,
		"several with one card / "+`hands S5 T1 | S9 T2 | S3 T3
		with 1 arthur divine-will fox-feint redirect
		1! play S5 reversal ~ not_owned
		1! play S5 hop ~ no_word
		1! play S5=7 ~ value_fixed
		1! play S9 ~ not_held
		1: play s5 redirect 2 FOX will+1 +3
		table = S5=S9`)
	s := arrange(t, "S5 T1", "S9 T2", "S3 T3").empower(1, "arthur", "divine-will", "fox-feint", "redirect")
	_, text, err := s.Apply(1, "play s5 redirect 2 FOX will+1 +3")
	if err != nil || text != "play S5 +3 will+1 fox redirect 2" {
		t.Errorf("Apply = %s, %v", text, err)
	}
}

// The facts of a line are in the order in which they happen.
func TestTell(t *testing.T) {
	kinds := func(facts []games.Fact) string {
		var list []string
		for _, f := range facts {
			list = append(list, f.Kind)
		}
		return strings.Join(list, " ")
	}
	s := arrange(t, "O13 S1", "S4 S5", "X11 S2", "O7 S3", "M1 S6").empower(1, "arthur")
	for i, c := range [][2]string{
		{"play O13 +3", "plays declares"},
		{"discard S4", "dishonor life"},
		{"play X11", "plays"},
		{"play O7", "plays"},
		{"play M1=11", "plays feint loses takes combat"},
	} {
		seat := games.Seat(i + 1)
		facts := s.Tell(games.Spectator, seat, c[0])
		if got := kinds(facts); got != c[1] {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
		if seat == 5 && (facts[3].Seat != 4 || facts[3].Number != 45 || len(facts[3].Cards) != 4) {
			t.Errorf("takes: %+v", facts[3])
		}
		s = play(t, s, seatText(seat)+": "+c[0])
	}
	if s.Tell(1, 1, "play S1") != nil {
		t.Error("a line out of turn leads to something")
	}
	s = arrange(t, "S1", "S2", "S3").empower(1, "raven").empower(2, "trial", "healing-balm", "perceval")
	s.knights[1].targets[PartTrial] = 1
	s.knights[1].life, s.knights[2].life = 180, 300
	s = countedPiles(t, s, "M1 M2", "S1", "S2")
	if got, want := kinds(s.Tell(3, 1, "move M1>3")),
		"moves tried wounds life wounds life wounds life heals awakes dealer shows shows"; got != want {
		t.Errorf("count: %s, want %s", got, want)
	}
}

// A view has the outlook of a combat, and then its outcome.
func TestViewOutlook(t *testing.T) {
	s := arrange(t, "O13 S1", "O3 S3", "X3 S2", "O9 T9")
	s.carry = cardsOfCodes("M2")
	s = play(t, s, "1: play O13", "2: play O3")
	if o := viewOf(s, games.Spectator).Outlook; o.Loser != 2 || o.Wounds != 40 {
		t.Errorf("outlook %+v, want 2 to lose 40", o)
	}
	s = play(t, s, "3: play X3")
	v := viewOf(s, games.Spectator)
	if v.Outlook.Loser != 1 || !v.Table[1].Down || !v.Table[2].Down || v.Table[0].Down || v.Table[2].As != Sorcery {
		t.Errorf("outlook %+v, table %+v", v.Outlook, v.Table)
	}
	v = viewOf(play(t, s, "4: play O9"), games.Spectator)
	if c := v.LastCombat; c == nil || c.Outcome.Loser != 4 || len(c.Taken) != 5 || c.Lead != Sorcery ||
		v.Knights[3].Wounds != 55 {
		t.Errorf("last combat %+v", v.LastCombat)
	}
}

func TestViewHand(t *testing.T) {
	s := play(t, arrange(t, "O13 S1", "O3 X9 M1 S2", "T9 O4").empower(2, "arthur"), "1: play O13")
	m := viewOf(s, 2).Mine
	if m.Duty != DutyFollow || len(m.Hand) != 4 {
		t.Fatalf("duty %v, hand %+v", m.Duty, m.Hand)
	}
	byCard := map[string]HandCard{}
	for _, h := range m.Hand {
		byCard[h.Card.String()] = h
	}
	if h := byCard["O3"]; h.Why != nil || !slices.Equal(h.Lines, []string{"play O3", "play O3 +3"}) || h.Value != 3 ||
		len(h.Declare) != 1 {
		t.Errorf("O3: %+v", h)
	}
	if h := byCard["S2"]; h.Why == nil || h.Why.Key != followSuit.Key || len(h.Lines) != 0 {
		t.Errorf("S2: %+v", h)
	}
	if h := byCard["X9"]; h.Why == nil || h.Why.Rule != "combat.follow" {
		t.Errorf("X9: %+v", h)
	}
	if h := byCard["M1"]; len(h.Lines) != 30 || h.Suits != nil || h.Least != 1 || h.Most != 15 {
		t.Errorf("M1: %+v", h)
	}
	bound := play(t, arrange(t, "O13 S1", "M1 P1").empower(1, "challenge"), "1: play O13 challenge 2")
	if h := viewOf(bound, 2).Mine.Hand[0]; h.Least != 1 || h.Most != 1 || len(h.Lines) != 1 {
		t.Errorf("a challenged enchanter: %+v", h)
	}
	if m := viewOf(s, 3).Mine; m.Duty != DutyFollow || m.Hand[0].Why != nil || m.Hand[1].Why == nil ||
		m.Hand[0].Lines != nil {
		t.Errorf("3 does not see its duty beforehand: %+v", m)
	}
	if m := viewOf(s, 1).Mine; m.Duty != DutyNone || m.Hand[0].Why != nil {
		t.Errorf("1 has acted: %+v", m)
	}
	s = play(t, arrange(t, "O13 S1", "S2 T4", "T9 O4").empower(2, "shapeshift"), "1: play O13")
	h := viewOf(s, 2).Mine.Hand[0]
	if !slices.Equal(h.Lines, []string{"discard S2", "play S2 shapeshift"}) || !h.Discards || len(h.Declare) != 1 ||
		h.Declare[0].Power.ID != "shapeshift" {
		t.Errorf("dishonor with a shift of shape: %+v", h)
	}
	// Before anything is led, the Dragon Standard counts for the cards of the leader alone.
	s = arrange(t, "S1", "S2", "S3").empower(1, "standard").empower(2, "standard")
	for seat, want := range map[games.Seat]int{1: 4, 2: 2, 3: 3} {
		if got := viewOf(s, seat).Mine.Hand[0].Value; got != want {
			t.Errorf("seat %d: a card worth %d, want %d", seat, got, want)
		}
	}
}
