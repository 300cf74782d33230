package shannon

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// threeKnights returns a combat of three whose hands do not matter.
func threeKnights(t testing.TB) *state { return arrange(t, "S1", "S2", "S3") }

// totalOf returns what a knight suffers in a count.
func totalOf(s *state, seat games.Seat) int { return s.count.Knights[seat-1].Total }

// woundsBy returns what one card inflicts in a count.
func woundsBy(t *testing.T, s *state, seat games.Seat, card string) CountedCard {
	t.Helper()
	for _, c := range s.count.Knights[seat-1].Cards {
		if c.Card == cardOf(card) {
			return c
		}
	}
	t.Fatalf("%s is not in the pile of %d", card, seat)
	return CountedCard{}
}

func TestT2_SeedWounds(t *testing.T) {
	s := countedPiles(t, threeKnights(t), "S1 S2 X5 S7 O5 P1 M1", "", "")
	if got := totalOf(s, 1); got != 65 {
		t.Errorf("%d wounds, want 65", got)
	}
	wantLife(t, s, 335, 400, 400)
}

// TestRule5_4_WoundsOfACard has every power that changes what a card inflicts,
// and the pairs that meet.
func TestRule5_4_WoundsOfACard(t *testing.T) {
	for _, c := range []struct {
		name, own, others, card string
		want                    int
		reduced, doubled        string
	}{
		{"standard", "", "", "S1", 5, "", ""},
		{"poison", "", "", "S3", 10, "", ""},
		{"alchemy", "", "", "X3", 5, "", ""},
		{"Merlin", "", "", "M1", 25, "", ""},
		{"Apprentice", "", "", "P1", 5, "", ""},
		{"green sash on poison", "green-sash", "", "S3", 5, "green-sash", ""},
		{"green sash on others", "green-sash", "", "S1", 5, "", ""},
		{"antidote", "antidote", "", "O5", 5, "antidote", ""},
		{"antidote and green sash", "antidote green-sash", "", "O5", 5, "green-sash", ""},
		{"Excalibur on swords", "excalibur", "", "S3", 0, "excalibur", ""},
		{"Excalibur on arrows", "excalibur", "", "A2", 10, "", ""},
		{"Clarent on one's own treason", "clarent", "", "T8", 0, "clarent", ""},
		{"Clarent on one's own poison", "clarent", "", "S3", 10, "", ""},
		{"an opponent's Clarent on poison", "", "clarent", "S3", 20, "", "clarent"},
		{"an opponent's Clarent on treason", "", "clarent", "T7", 5, "", ""},
		{"an opponent is Mordred", "", "mordred", "T7", 10, "", "mordred"},
		{"an opponent is Mordred: swords", "", "mordred", "S1", 5, "", ""},
		{"one's own Mordred", "mordred", "", "T7", 5, "", ""},
		{"curse of swords", "", "curse-swords", "S1", 10, "", "curse-swords"},
		{"curse of swords on poison", "", "curse-swords", "S3", 20, "", "curse-swords"},
		{"curse of arrows", "", "curse-arrows", "A1", 10, "", "curse-arrows"},
		{"curse of sorcery", "", "curse-sorcery", "O2", 10, "", "curse-sorcery"},
		{"curse of traitors", "", "curse-treason", "T1", 10, "", "curse-treason"},
		{"curse of swords on arrows", "", "curse-swords", "A1", 5, "", ""},
		{"one's own curse", "curse-swords", "", "S1", 5, "", ""},
		{"no curse doubles Merlin", "", "curse-swords mordred clarent", "M1", 25, "", ""},
		{"no curse doubles alchemy", "", "curse-swords mordred clarent", "X1", 5, "", ""},
		{"T20 doubled once at most", "", "mordred curse-treason", "T8", 20, "", "mordred"},
		{"T20 a standard card", "", "mordred curse-treason", "T7", 10, "", "mordred"},
		{"T20 Mordred and Clarent", "", "mordred clarent", "T8", 20, "", "mordred"},
		{"T21 antidote, then doubled", "antidote", "curse-swords", "S7", 10, "antidote", "curse-swords"},
		{"green sash, then Clarent doubles by the mark", "green-sash", "clarent", "O5", 10, "green-sash", "clarent"},
		{"nothing is doubled to nothing", "excalibur", "curse-swords", "S7", 0, "excalibur", ""},
		{"Clarent against Mordred's like", "clarent", "curse-treason", "T8", 0, "clarent", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := threeKnights(t).empower(2, strings.Fields(c.own)...).empower(3, strings.Fields(c.others)...)
			got := woundsBy(t, countedPiles(t, s, "", c.card, ""), 2, c.card)
			id := func(p *Power) string {
				if p == nil {
					return ""
				}
				return p.ID
			}
			if got.Wounds != c.want || id(got.Reduced) != c.reduced || id(got.Doubled) != c.doubled {
				t.Errorf("%s inflicts %d, reduced by %q, doubled by %q; want %d, %q, %q",
					c.card, got.Wounds, id(got.Reduced), id(got.Doubled), c.want, c.reduced, c.doubled)
			}
		})
	}
}

func TestT20_MordredsOwnPile(t *testing.T) {
	s := countedPiles(t, threeKnights(t).empower(1, "mordred"), "T8", "T4", "T12")
	for seat, want := range map[games.Seat]int{1: 10, 2: 20, 3: 20} {
		if got := totalOf(s, seat); got != want {
			t.Errorf("%d suffers %d, want %d", seat, got, want)
		}
	}
}

// TestRule5_4_LegendsSleep: what is not awake does nothing.
func TestRule5_4_LegendsSleep(t *testing.T) {
	s := threeKnights(t).empower(1, "arthur")
	if got := totalOf(countedPiles(t, s, "S3 S1", "", ""), 1); got != 15 {
		t.Errorf("Arthur suffers %d, want 15", got)
	}
}

func TestT32_Caps(t *testing.T) {
	for _, c := range []struct {
		name, powers, pile string
		want               int
	}{
		{"Galahad with the Grail", "galahad holy-grail", "M1 M2 M3 S3 S7 S11 S15 S1", 50},
		{"and armor", "galahad holy-grail enchanted-armour", "M1 M2 M3 S3 S7 S11 S15 S1", 50},
		{"armor alone", "enchanted-armour", "M1 M2 M3", 50},
		{"exactly fifty", "enchanted-armour", "M1 M2", 50},
		{"below", "galahad holy-grail", "M1 M2 S3 S7", 45},
		{"nothing", "", "M1 M2 M3", 75},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := threeKnights(t).empower(2, strings.Fields(c.powers)...)
			s.knights[1].life = 200
			s = countedPiles(t, s, "", c.pile, "")
			if got := totalOf(s, 2); got != c.want {
				t.Errorf("%d wounds, want %d", got, c.want)
			}
		})
	}
}

func TestRule5_3_MostWounding(t *testing.T) {
	for _, c := range []struct{ name, powers, pile, left string }{
		{"Galahad", "galahad", "S1 M1 S3", "S1 S3"},
		{"blessed shield", "blessed-shield", "S1 M1 S3 O5 S2", "S1 S2"},
		{"both", "galahad blessed-shield", "S1 M1 S3 O5 S2 X9", "S1 S2"},
		{"fewer cards", "galahad blessed-shield", "S1 M1", ""},
		{"by base wounds, not by what they inflict", "galahad green-sash", "S3 X15", "X15"},
		{"ties: the higher value", "galahad", "S3 S7", "S3"},
		{"ties: Apprentice as none", "galahad", "P1 S1", "P1"},
		{"ties: the name", "galahad", "A14 T14", "T14"},
		{"ties: alchemy before arrows", "galahad", "A15 X15", "A15"},
		{"ties: sorcery before treason", "galahad", "O15 T15", "T15"},
		{"ties of Merlins", "galahad", "M3 M2", "M3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := countedPiles(t, threeKnights(t).empower(2, strings.Fields(c.powers)...), "A1", c.pile, "")
			wantPile(t, s, 2, c.left)
			if want := setOfCodes(c.pile).Without(setOfCodes(c.left)); cards.SetOf(s.discard...) != want {
				t.Errorf("discard %v, want %v", s.discard, want.List())
			}
		})
	}
}

func TestT19_LancelotReveals(t *testing.T) {
	s := threeKnights(t).empower(1, "lancelot")
	s.knights[0].placed = cardOf("T9")
	s = countedPiles(t, s, "T1 S1", "T8 S3", "T2 M1")
	wantPile(t, s, 1, "S1")
	wantPile(t, s, 2, "S3")
	wantPile(t, s, 3, "M1")
	if c := woundsBy(t, s, 2, "T8"); c.Fate != FateRevealed || c.By.ID != "lancelot" || c.Wounds != 0 {
		t.Errorf("T8: %+v", c)
	}
	if got := s.View(games.Spectator).(View).Knights[0]; got.Under != cardOf("T9") {
		t.Errorf("under Lancelot %v, want T9 for everybody to see", got.Under)
	}
	s = threeKnights(t).empower(1, "lancelot")
	s.knights[0].placed = cardOf("X3")
	s = countedPiles(t, s, "X1", "M1 X2 P1", "S4")
	wantPile(t, s, 2, "M1 P1")
	wantPile(t, s, 1, "")
	wantPile(t, s, 3, "S4")
}

func TestT30_NoHealingAtZero(t *testing.T) {
	s := threeKnights(t).empower(1, "fisher-king").empower(2, "healing-balm")
	s.knights[0].life, s.knights[1].life = 40, 100
	s = countedPiles(t, s, "M1 M2 S3", "S1", "")
	wantLife(t, s, 0, 95, 400)
	if s.phase != PhaseOver || !s.count.Ended || s.count.Knights[1].Awakes {
		t.Errorf("phase %v, ended %v", s.phase, s.count.Ended)
	}
}

func TestRule5_9_Healing(t *testing.T) {
	for _, c := range []struct {
		name, powers string
		life         int16
		want         int
	}{
		{"Fisher King", "fisher-king", 100, 125},
		{"healing balm", "healing-balm", 100, 120},
		{"both", "fisher-king healing-balm", 100, 150},
		{"no more than at the start", "fisher-king healing-balm", 390, 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := threeKnights(t).empower(2, strings.Fields(c.powers)...)
			s.knights[1].life = c.life
			wantLife(t, countedPiles(t, s, "", "S1", ""), 400, c.want)
		})
	}
}

func TestT18_LegendAwakes(t *testing.T) {
	for _, c := range []struct {
		life int16
		want bool
	}{{165, false}, {160, true}, {155, true}} { // 10 wounds to come; the threshold is 150
		s := threeKnights(t).empower(1, "guinevere")
		s.knights[0].life = c.life
		s = countedPiles(t, s, "S3", "", "")
		if got := s.knights[0].awake; got != c.want {
			t.Errorf("awake at %d: %v, want %v", c.life-10, got, c.want)
		}
	}
	t.Run("by the life before healing, and for good", func(t *testing.T) {
		s := threeKnights(t).empower(1, "guinevere", "healing-balm")
		s.knights[0].life = 160
		s = countedPiles(t, s, "S3", "", "")
		if k := s.knights[0]; !k.awake || k.life != 175 {
			t.Errorf("awake %v at %d", k.awake, k.life)
		}
		s.knights[0].life = 200
		s.knight(1).begin(3)
		if !s.knights[0].awake || !s.knights[0].inForce.has(PowerOf("lancelot")) {
			t.Error("the legend fell asleep again")
		}
	})
	t.Run("the Green Sash is awake from the start", func(t *testing.T) {
		s := beginFixed(t, 2, 1, nil, map[string]string{tagHeroes: "gawain arthur"})
		if !s.knights[0].inForce.has(PowerOf("green-sash")) || s.knights[1].inForce.has(PowerOf("excalibur")) {
			t.Error("wrong legends are awake in round 1")
		}
	})
}

func TestT31_EndAndTie(t *testing.T) {
	s := arrange(t, "S1", "S2", "S3", "S4")
	for i, life := range []int16{120, 120, 25, 90} {
		s.knights[i].life = life
	}
	s = countedPiles(t, s, "", "", "M1", "")
	r := s.Result()
	if r == nil || !slices.Equal(r.Winners, []games.Seat{1, 2}) || r.Scores[4] != 90 || r.Reason != "life" {
		t.Fatalf("result %+v", r)
	}
	if got, want := s.ranks(), [maxSeats]int{1, 1, 4, 3}; got != want {
		t.Errorf("ranks %v, want %v", got, want)
	}
	t.Run("all at zero share", func(t *testing.T) {
		s := arrange(t, "S1", "S2")
		s.knights[0].life, s.knights[1].life = 5, 10
		if r := countedPiles(t, s, "M1", "M2").Result(); len(r.Winners) != 2 {
			t.Errorf("winners %v", r.Winners)
		}
	})
}

func TestT12_Dealer(t *testing.T) {
	s := arrange(t, "S1", "S2", "S3", "S4")
	s.dealer = 1
	for i, life := range []int16{300, 320, 300, 380} {
		s.knights[i].life = life
	}
	if got := s.nextDealer(); got != 3 {
		t.Errorf("dealer %d, want 3", got)
	}
	s.knights[2].life = 305
	if got := s.nextDealer(); got != 1 {
		t.Errorf("dealer %d, want 1 again", got)
	}
}

func TestT39_Trial(t *testing.T) {
	for _, c := range []struct {
		name          string
		owner, target string
		want          [2]int
		cap           string
	}{
		{"the target's is higher", "M1 S3 S1", "M2 M3 O5", [2]int{40, 90}, ""},
		{"the owner's is higher", "M1 S3 S1", "S7 O5", [2]int{50, 20}, ""},
		{"no more than double", "S3", "S7 O5", [2]int{10, 40}, ""},
		{"equal", "S3", "S7", [2]int{10, 10}, ""},
		{"nothing stays nothing", "S3", "", [2]int{20, 0}, ""},
		{"compared when capped", "M1 S3 S7 O5", "M2 M3 O1", [2]int{65, 50}, "enchanted-armour"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := threeKnights(t).empower(1, "trial").empower(2, strings.Fields(c.cap)...)
			s.knights[0].targets[PartTrial] = 2
			s = countedPiles(t, s, c.owner, c.target, "M3")
			if got := [2]int{totalOf(s, 1), totalOf(s, 2)}; got != c.want {
				t.Errorf("wounds %v, want %v", got, c.want)
			}
		})
	}
}

// TestRule5_6_TwoTrials: each is judged by the totals before any, and the extras
// add up to no more than the double.
func TestRule5_6_TwoTrials(t *testing.T) {
	s := threeKnights(t).empower(1, "trial").empower(2, "trial")
	s.knights[0].targets[PartTrial], s.knights[1].targets[PartTrial] = 3, 3
	s = countedPiles(t, s, "", "", "M1 M2")
	if got := totalOf(s, 3); got != 100 {
		t.Errorf("%d wounds, want 100: 50 + 30 + 30, at most doubled", got)
	}
	if tr := s.count.Knights[2].Trials; len(tr) != 2 || tr[0].Limited || !tr[1].Limited {
		t.Errorf("trials %+v", tr)
	}
}

func TestT40_CountChoice(t *testing.T) {
	s := arrange(t, "S1", "S2", "S3", "S4").empower(1, "questing-beast").empower(2, "raven").empower(3, "galahad")
	s = countedPiles(t, s, "M1 S3", "S5", "O1 O2", "")
	if s.phase != PhaseCount || s.turn() != 1 {
		t.Fatalf("phase %v, turn %d, want 1 to move cards", s.phase, s.turn())
	}
	if got := len(s.Legal(1)); got != 1+2*3 {
		t.Errorf("%d lines, want 7: %v", got, s.Legal(1))
	}
	wantRefused(t, s, "1: move S5>2", moveNotHeld)
	wantRefused(t, s, "1: move M1>1", noSeat)
	wantRefused(t, s, "1: move M1>2 M1>3", namedTwice)
	kept := play(t, s, "1: move M1>2", "2: move")
	if got := totalOf(kept, 2); got != 30 {
		t.Errorf("2 suffers %d, want 25 more than 5", got)
	}
	s = play(t, s, "1: move M1>2", "2: move M1>3")
	if got := totalOf(s, 3); got != 15 {
		t.Errorf("3 suffers %d, want 15: Galahad discards Merlin, which came last", got)
	}
	if got := totalOf(s, 1); got != 10 {
		t.Errorf("1 suffers %d, want 10", got)
	}
	c := woundsBy(t, s, 2, "M1")
	if c.Fate != FateMoved || c.From != 1 || c.To != 3 || c.By.ID != "raven" {
		t.Errorf("M1 in the pile of 2: %+v", c)
	}
}

func TestRule5_7_AllAtOnce(t *testing.T) {
	s := threeKnights(t)
	s.knights[0].life, s.knights[1].life = 5, 5
	s = countedPiles(t, s, "S1", "M1", "S2")
	wantLife(t, s, 0, 0, 395)
	if got, want := s.ranks(), [maxSeats]int{2, 2, 1}; got != want {
		t.Errorf("ranks %v, want %v", got, want)
	}
}
