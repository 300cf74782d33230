package shannon

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

func wantPile(t *testing.T, s *state, seat games.Seat, want string) {
	t.Helper()
	if got := cards.SetOf(s.knight(seat).pile...); got != setOfCodes(want) {
		t.Errorf("pile of %d: %v, want %s", seat, got.List(), want)
	}
}

func wantLeader(t *testing.T, s *state, seat games.Seat, combat int) {
	t.Helper()
	if s.leader != seat || int(s.combat) != combat || s.cards != 0 {
		t.Errorf("combat %d led by %d with %d cards, want combat %d led by %d", s.combat, s.leader, s.cards, combat, seat)
	}
}

func wantLife(t *testing.T, s *state, lives ...int) {
	t.Helper()
	for i, want := range lives {
		if got := int(s.knights[i].life); got != want {
			t.Errorf("life of %d: %d, want %d", i+1, got, want)
		}
	}
}

// playable lists the cards that a seat may play, or discard, now.
func playable(s *state, seat games.Seat) string {
	var list set
	for _, line := range s.Legal(seat) {
		_, card, _ := strings.Cut(line, " ")
		list.Add(cardOf(strings.FieldsFunc(card, func(r rune) bool { return r == ' ' || r == '=' })[0]))
	}
	return strings.Join(cards.Codes(list.List()), " ")
}

func TestT1_SeedCombat(t *testing.T) {
	s := arrange(t, "O13 S1", "S4 S5", "X11 S2", "O7 S3", "M1 S6")
	s = play(t, s, "1: play O13", "2: discard S4")
	wantLife(t, s, 400, 395)
	s = play(t, s, "3: play X11", "4: play O7", "5: play M1=11")
	wantPile(t, s, 4, "O13 X11 O7 M1")
	if got := woundsOf(s.knight(4).pile); got != 45 {
		t.Errorf("the pile wounds by %d, want 45", got)
	}
	wantLeader(t, s, 4, 2)
	wantLife(t, s, 400, 395, 400, 400, 400)
	if !slices.Contains(s.discard, cardOf("S4")) {
		t.Errorf("discard %v has no S4", s.discard)
	}
}

func TestT3_T4_T35_LegalFollow(t *testing.T) {
	for _, c := range []struct{ name, lead, hand, powers, want string }{
		{"T3 follow or enchanter", "O1", "O3 X9 M1 S2", "", "O3 M1"},
		{"T4 alchemy or enchanter", "O1", "X9 M1 S2", "", "X9 M1"},
		{"T4 enchanter alone", "O1", "M1 S2", "", "M1"},
		{"T4 dishonor with either", "O1", "S2 T5", "", "S2 T5"},
		{"T35 Iseult", "S1", "S4 X12 P1", "iseult", "S4 X12 P1"},
		{"philosopher's stone", "S1", "S4 X12", "philosophers-stone", "S4 X12"},
		{"without either", "S1", "S4 X12", "tristan", "S4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := arrange(t, c.lead+" T1", c.hand, "T9 T8")
			s.empower(2, strings.Fields(c.powers)...)
			s = play(t, s, "1: play "+c.lead)
			if got := playable(s, 2); got != c.want {
				t.Errorf("%s may play %s, want %s", c.hand, got, c.want)
			}
		})
	}
}

func TestT5_T35_LegalLead(t *testing.T) {
	for _, c := range []struct{ name, hand, powers, want string }{
		{"only alchemy", "X1 X7", "", "X1 X7"},
		{"a basic card", "X1 S3", "", "S3"},
		{"an enchanter", "X1 P1", "", "P1"},
		{"T35 Iseult does not lead with alchemy", "S4 X12", "iseult", "S4"},
		{"nor does the philosopher's stone", "S4 X12", "philosophers-stone", "S4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := arrange(t, c.hand, "O1 O2", "O3 O4").empower(1, strings.Fields(c.powers)...)
			if got := playable(s, 1); got != c.want {
				t.Errorf("%s may lead %s, want %s", c.hand, got, c.want)
			}
		})
	}
}

func TestT6_OpenCombat(t *testing.T) {
	s := arrange(t, "X7 X8", "S15 O1", "T1 T2", "S9 S8")
	s = play(t, s, "1: play X7")
	if got := playable(s, 2); got != "S15 O1" {
		t.Errorf("2 may play %s, want both cards", got)
	}
	if v := s.View(games.Spectator).(View); !v.Open || v.Lead != NoSuit || v.Table[0].As != Alchemy {
		t.Errorf("open %v, lead %v, as %v", v.Open, v.Lead, v.Table[0].As)
	}
	s = play(t, s, "2: play O1", "3: play T1", "4: play S9")
	wantPile(t, s, 1, "X7 O1 T1 S9")
	wantLeader(t, s, 1, 2)
	wantLife(t, s, 400, 400, 400, 400)
}

func TestT7_TripleFeint(t *testing.T) {
	s := play(t, arrange(t, "S8 O1", "X8 O2", "S3 O3", "M1 O4"), "1: play S8", "2: play X8", "3: play S3", "4: play M1=8")
	wantPile(t, s, 3, "S8 X8 S3 M1")
	wantLeader(t, s, 3, 2)
}

func TestT8_CarryOver(t *testing.T) {
	s := arrange(t, "S5 T2 O1", "X5 T6 O2", "S9 T9 O3", "M1 T12 O4")
	s = play(t, s, "1: play S5", "2: play X5", "3: play S9", "4: play M1=9")
	wantLeader(t, s, 1, 2)
	if len(s.carry) != 4 {
		t.Fatalf("carried over: %v, want 4 cards", s.carry)
	}
	s = play(t, s, "1: play T2", "2: play T6", "3: play T9", "4: play T12")
	wantPile(t, s, 1, "S5 X5 S9 M1 T2 T6 T9 T12")
	if len(s.carry) != 0 {
		t.Errorf("still carried over: %v", s.carry)
	}
}

func TestT9_CarryOverInCombat12(t *testing.T) {
	s := arrange(t, "S5", "X5", "S9", "M1")
	s.combat, s.carry = combatCount, cardsOfCodes("T1 T2")
	s.stock = s.stock.Without(setOfCodes("T1 T2"))
	s = play(t, s, "1: play S5", "2: play X5", "3: play S9", "4: play M1=9")
	for _, k := range s.count.Knights {
		if k.Total != 0 || len(k.Cards) != 0 {
			t.Errorf("seat %d suffers %d wounds", k.Seat, k.Total)
		}
	}
	wantLife(t, s, 400, 400, 400, 400)
}

func TestT10_LoneParticipant(t *testing.T) {
	s := play(t, arrange(t, "A6 S1", "O1 O2", "T1 T2"), "1: play A6", "2: discard O1", "3: discard T1")
	wantPile(t, s, 1, "A6")
	wantLeader(t, s, 1, 2)
	wantLife(t, s, 400, 395, 395)
}

func TestRule4_5_TwoKnightsOneDishonored(t *testing.T) {
	s := play(t, arrange(t, "S15 O1", "T1 T2"), "1: play S15", "2: discard T1")
	wantPile(t, s, 1, "S15")
	wantLife(t, s, 400, 395)
}

func TestT11_DoublePair(t *testing.T) {
	s := play(t, arrange(t, "S4 O1", "X4 O2", "S9 O3", "M1 O4", "S10 O5"), "1: play S4", "2: play X4", "3: play S9", "4: play M1=9", "5: play S10")
	wantPile(t, s, 5, "S4 X4 S9 M1 S10")
	wantLeader(t, s, 5, 2)
}

func TestRule4_1_EnchanterLeads(t *testing.T) {
	s := arrange(t, "M1 S1", "O5 S2", "T5 S3")
	wantRefused(t, s, "1: play M1=7", enchanterSuit)
	wantRefused(t, s, "1: play M1=X7", enchanterSuit)
	wantRefused(t, s, "1: play M1=O16", enchanterValue)
	wantRefused(t, s, "1: play M1=O0", enchanterValue)
	wantRefused(t, s, "1: play M1", enchanterSuit)
	s = play(t, s, "1: play M1=O7")
	if got := playable(s, 2); got != "O5" {
		t.Errorf("2 may play %s, want O5", got)
	}
	if s.lead != Sorcery || s.table[0].value != 7 {
		t.Errorf("lead %v at %d, want sorcery at 7", s.lead, s.table[0].value)
	}
}

func TestRule2_TwoKnightsHaveNoArrows(t *testing.T) {
	s := arrange(t, "M1 S1", "O5 S2")
	wantRefused(t, s, "1: play M1=A7", enchanterSuit)
	for _, line := range s.Legal(1) {
		if strings.Contains(line, "=A") {
			t.Errorf("Legal has %s", line)
		}
	}
}

func TestRule4_2_EnchanterFollows(t *testing.T) {
	s := play(t, arrange(t, "O13 S1", "M1 S2", "T5 S3"), "1: play O13")
	wantRefused(t, s, "2: play M1=S7", enchanterLed)
	wantRefused(t, s, "2: play M1=16", enchanterValue)
	_, text, err := s.Apply(2, "play m1=o7")
	if err != nil || text != "play M1=7" {
		t.Errorf("Apply(play m1=o7) = %s, %v, want play M1=7", text, err)
	}
}

func TestRule4_2_OpenCombatEnchanter(t *testing.T) {
	s := play(t, arrange(t, "X7 X8", "M1 O1", "P1 T2"), "1: play X7")
	wantRefused(t, s, "2: play M1=7", enchanterSuit)
	s = play(t, s, "2: play M1=T4")
	v := s.View(3).(View)
	if v.Table[1].As != Treason || v.Table[1].Value != 4 {
		t.Errorf("Merlin as %v at %d, want treason at 4", v.Table[1].As, v.Table[1].Value)
	}
	if got := playable(s, 3); got != "T2 P1" {
		t.Errorf("3 may play %s, want both cards", got)
	}
}

func TestT29_EndByDishonor(t *testing.T) {
	s := arrange(t, "O1 S1", "S2 T5", "O3 T3")
	s.knights[1].life = 5
	s.knights[2].pile = cardsOfCodes("M1 M2 M3")
	s = play(t, s, "1: play O1", "2: discard S2")
	wantLife(t, s, 400, 0, 400)
	r := s.Result()
	if s.phase != PhaseOver || r == nil || r.Reason != "life" || !slices.Equal(r.Winners, []games.Seat{1, 3}) || r.Scores[3] != 400 {
		t.Errorf("phase %v, result %+v; want an end without a count", s.phase, r)
	}
	if s.ToAct() != nil || s.Legal(3) != nil {
		t.Error("somebody is still to act")
	}
	if _, _, err := s.Apply(3, "play O3"); err != games.ErrFinished {
		t.Errorf("Apply after the end: %v", err)
	}
}

func TestRule4_6_Dishonor(t *testing.T) {
	for _, c := range []struct {
		name       string
		own, other string
		want       int
	}{
		{"as usual", "", "", 395},
		{"Perceval", "perceval", "", 400},
		{"an opponent's point of honor", "", "point-of-honour", 390},
		{"one's own", "point-of-honour", "", 400},
		{"Perceval and an opponent's point of honor", "perceval", "point-of-honour", 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := arrange(t, "O1 O2", "S2 T5", "O3 T3")
			s.empower(2, strings.Fields(c.own)...).empower(3, strings.Fields(c.other)...)
			s = play(t, s, "1: play O1")
			if want := 400 - c.want; s.View(games.Spectator).(View).Knights[1].Dishonor != want {
				t.Errorf("the view says %d, want %d", s.View(games.Spectator).(View).Knights[1].Dishonor, want)
			}
			wantLife(t, play(t, s, "2: discard S2"), 400, c.want)
		})
	}
}
