package shannon

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// tableValues lists the values of the cards on the table in the order of playing.
func tableValues(s *state) []int {
	var list []int
	for _, p := range s.table[:s.cards] {
		list = append(list, int(p.value))
	}
	return list
}

func TestRule4_3_FinalValue(t *testing.T) {
	for _, c := range []struct {
		name, powers, play string
		combat             int8
		leads              bool
		want               int
	}{
		{"nothing", "", "S8", 1, false, 8},
		{"Gawain in combat 1", "gawain", "S8", 1, false, 9},
		{"Gawain in combat 3", "gawain", "S8", 3, false, 9},
		{"Gawain in combat 4", "gawain", "S8", 4, false, 8},
		{"Gawain's alchemy", "gawain", "X8", 1, false, 8},
		{"giant's strength", "giant-strength", "S8", 5, false, 10},
		{"giant's strength does not touch alchemy", "giant-strength", "X8", 5, false, 8},
		{"philosopher's stone", "philosophers-stone", "X8", 5, false, 10},
		{"philosopher's stone does not touch swords", "philosophers-stone", "S8", 5, false, 8},
		{"Tristan", "tristan", "X8", 5, false, 11},
		{"Tristan and the philosopher's stone", "tristan philosophers-stone", "X8", 5, false, 13},
		{"standard, leading", "standard", "S8", 5, true, 11},
		{"standard, following", "standard", "S8", 5, false, 8},
		{"standard, leading alchemy", "standard", "X8", 5, true, 11},
		{"Gawain, giant's strength and standard", "gawain giant-strength standard", "S8", 2, true, 14},
		{"no power changes an enchanter", "gawain giant-strength standard", "M1=O8", 1, true, 8},
		{"above fifteen", "giant-strength", "S15", 1, false, 17},
		{"T22 Arthur", "arthur", "S8 +3", 1, false, 11},
		{"T22 Arthur above fifteen", "arthur", "S15 +3", 1, false, 18},
		{"Arthur's enchanter", "arthur", "M1=O8 +3", 1, true, 11},
		{"T23 divine will", "divine-will", "S2 will-3", 1, false, 0},
		{"divine will up", "divine-will", "S2 will+2", 1, false, 4},
		{"Arthur with divine will", "arthur divine-will", "S2 will-3 +3", 1, false, 2},
		{"down from a raised value", "giant-strength divine-will", "S2 will-3", 1, false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			card, _, _ := strings.Cut(strings.Fields(c.play)[0], "=")
			s, line := arrange(t, "S1 O1", card, "S14 O9"), "2: play "+c.play
			if c.leads {
				s, line = arrange(t, card, "S1 O1", "S14 O9"), "1: play "+c.play
			}
			seat := games.Seat(line[0] - '0')
			s.empower(seat, strings.Fields(c.powers)...)
			s.combat = c.combat
			if !c.leads {
				s = play(t, s, "1: play S1")
			}
			s = play(t, s, line)
			got := s.View(games.Spectator).(View).Table[seat-1]
			sum := got.Base
			for _, m := range got.Modifiers {
				sum += m.Plus
			}
			if got.Value != c.want || max(sum, 0) != c.want {
				t.Errorf("%s is worth %d (%d by the list of modifiers), want %d", c.play, got.Value, sum, c.want)
			}
		})
	}
}

func TestT22_Arthur(t *testing.T) {
	s := arrange(t, "S8 T1", "S11 T2", "X8 T3").empower(1, "arthur")
	s = play(t, s, "1: play S8 +3", "2: play S11", "3: play X8")
	wantPile(t, s, 3, "S8 S11 X8") // 11 and 11 pair, 8 does not
	s = play(t, s, "3: play T3")
	wantRefused(t, s, "1: play T1 +3", usedUp)
	s.knight(1).begin(3)
	if s.knight(1).left[usePlus] != 1 {
		t.Error("the token is not back in the next round")
	}
}

func TestT23_DivineWill(t *testing.T) {
	s := arrange(t, "S2 S3 S4 S5", "S9 S10 S11 S12", "T1 T2 T3 T4").empower(1, "divine-will")
	wantRefused(t, s, "1: play S2 will-4", changeRange)
	wantRefused(t, s, "1: play S2 will+0", changeRange)
	wantRefused(t, s, "1: play S2 will3", noWord)
	wantRefused(t, s, "1: play S2 will-1 will-2", namedTwice)
	for _, lines := range [][]string{
		{"1: play S2 will-3", "2: play S9", "3: discard T1"},
		{"1: play S3 will-1", "2: play S10", "3: discard T2"},
		{"1: play S4 will+1", "2: play S11", "3: discard T3"},
	} {
		s = play(t, s, lines...)
	}
	wantRefused(t, s, "1: play S5 will-1", usedUp)
	wantPile(t, s, 1, "S2 S9 S3 S10 S4 S11")
}

func TestT24_FoxFeint(t *testing.T) {
	for _, c := range []struct {
		name  string
		plays [3]string
		loser games.Seat
		taken string
	}{
		{"the rest pairs", [3]string{"S3 fox", "S8", "X8"}, 0, ""},
		{"the lowest is the fox", [3]string{"S3 fox", "S8", "S9"}, 2, "S3 S8 S9"},
		{"a fox pairs with nothing", [3]string{"S8 fox", "X8", "S9"}, 2, "S8 X8 S9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			card := func(i int) string { return strings.Fields(c.plays[i])[0] }
			s := arrange(t, card(0)+" T1", card(1)+" T2", card(2)+" T3").empower(1, "fox-feint")
			s = play(t, s, "1: play "+c.plays[0], "2: play "+c.plays[1], "3: play "+c.plays[2])
			if c.loser == 0 {
				wantLeader(t, s, 1, 2)
				if len(s.carry) != 3 {
					t.Errorf("carried over %v, want 3 cards", s.carry)
				}
				wantRefused(t, s, "1: play T1 fox", usedUp)
				return
			}
			wantPile(t, s, c.loser, c.taken)
			wantLeader(t, s, c.loser, 2)
			if !s.last.view().Table[0].Down || !s.last.view().Table[0].Fox {
				t.Error("the fox's feint does not lie face down")
			}
		})
	}
}

func TestT25_Hunt(t *testing.T) {
	for _, c := range []struct {
		name  string
		plays [4]string
		loser games.Seat
	}{
		{"the next loses", [4]string{"S5 hunt", "S9", "S12", "S14"}, 2},
		{"feinted: no effect", [4]string{"S5 hunt", "X5", "S12", "S14"}, 3},
		{"not lowest: no effect", [4]string{"S5 hunt", "S4", "S12", "S14"}, 2},
		{"nobody else is visible", [4]string{"S5 hunt", "S9", "X9", "A1"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			hands := []string{}
			lines := []string{}
			for i, p := range c.plays {
				card := strings.Fields(p)[0]
				hands = append(hands, card+" T"+seatText(games.Seat(i+1)))
				verb := ": play "
				if card[0] == 'A' {
					verb, hands[i] = ": discard ", card+" T4"
				}
				lines = append(lines, seatText(games.Seat(i+1))+verb+p)
			}
			s := play(t, arrange(t, hands...).empower(1, "pellinore"), lines...)
			if s.leader != c.loser {
				t.Errorf("%d loses, want %d", s.leader, c.loser)
			}
			if left := s.knight(1).left[useHunt]; left != 0 {
				t.Errorf("%d hunts left, want none of one", left)
			}
		})
	}
	t.Run("uses by the number of knights", func(t *testing.T) {
		for n, want := range map[int]int{2: 0, 3: 1, 4: 1, 5: 2, 6: 2} {
			if got := PowerOf("pellinore").Uses(n); got != want {
				t.Errorf("%d knights: %d hunts, want %d", n, got, want)
			}
		}
		wantRefused(t, arrange(t, "S5 T1", "S9 T2").empower(1, "pellinore"), "1: play S5 hunt", usedUp)
	})
	t.Run("only leading", func(t *testing.T) {
		s := play(t, arrange(t, "S5 T1", "S9 T2", "S3 T3").empower(2, "pellinore"), "1: play S5")
		wantRefused(t, s, "2: play S9 hunt", leadOnly)
	})
}

func TestT26_Redirect(t *testing.T) {
	s := arrange(t, "S2 T1", "S5 T2", "O3 T3").empower(1, "redirect")
	wantRefused(t, s, "1: play S2 redirect 1", noSeat)
	wantRefused(t, s, "1: play S2 redirect 4", noSeat)
	s = play(t, s, "1: play S2 redirect 3", "2: play S5", "3: discard O3")
	wantPile(t, s, 1, "S2 S5")
	s = arrange(t, "S2 T1", "S5 T2", "S9 T3").empower(1, "redirect")
	s = play(t, s, "1: play S2 redirect 3", "2: play S5", "3: play S9")
	wantPile(t, s, 3, "S2 S5 S9")
	wantPile(t, s, 1, "")
	wantLeader(t, s, 1, 2)
	wantRefused(t, s, "1: play T1 redirect 2", usedUp)
}

func TestRule4_4_HuntAndRedirect(t *testing.T) {
	s := arrange(t, "S2 T1", "S5 T2", "S9 T3").empower(1, "pellinore").empower(2, "redirect")
	s.knights[0].left[useHunt] = 2
	s = play(t, s, "1: play S2 hunt", "2: play S5 redirect 1", "3: play S9")
	wantPile(t, s, 1, "S2 S5 S9") // the redirect of the final loser counts
	wantLeader(t, s, 2, 2)
}

func TestRule4_5_RedirectAndCarry(t *testing.T) {
	s := arrange(t, "S5 T2 O1", "X5 T9 O2", "P1 T12 O3").empower(1, "redirect")
	s = play(t, s, "1: play S5", "2: play X5", "3: play P1=5", "1: play T2 redirect 2", "2: play T9", "3: play T12")
	wantPile(t, s, 2, "S5 X5 P1 T2 T9 T12")
	wantLeader(t, s, 1, 3)
}

func TestT27_Reversal(t *testing.T) {
	s := arrange(t, "S5 T1", "S9 T2", "S12 T3").empower(1, "reversal")
	s = play(t, s, "1: play S5 reversal", "2: play S9", "3: play S12")
	wantPile(t, s, 3, "S5 S9 S12")
	if left := s.knight(1).left[useReversal]; left != 1 {
		t.Errorf("%d reversals left, want 1", left)
	}
	t.Run("with the hunt the next highest loses", func(t *testing.T) {
		s := arrange(t, "S12 T1", "S9 T2", "S5 T3").empower(1, "reversal", "pellinore")
		s = play(t, s, "1: play S12 hunt reversal", "2: play S9", "3: play S5")
		wantLeader(t, s, 2, 2)
	})
}

func TestT28_Challenge(t *testing.T) {
	for _, c := range []struct{ name, lead, hand, powers, want string }{
		{"the lowest ordinary card", "O1", "O3 O9 M1", "", "play O3"},
		{"enchanters at 1", "O1", "M1 P1", "", "play M1=1|play P1=1"},
		{"dishonor as usual", "O1", "S2 T3", "", "discard S2|discard T3"},
		{"no shifting of shape", "O1", "S2 T3", "shapeshift", "discard S2|discard T3"},
		{"by final value", "O1", "X3 X5 M1", "", "play X3"},
		{"final values of Iseult", "O1", "O5 X4", "iseult tristan", "play O5"},
		{"two of one value", "X1", "O3 S3 S4", "", "play S3|play O3"},
		{"an enchanter in an open combat", "X1", "M1", "", "play M1=S1|play M1=A1|play M1=O1|play M1=T1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := arrange(t, c.lead, c.hand, "T9 O10").empower(1, "challenge").empower(2, strings.Fields(c.powers)...)
			s = play(t, s, "1: play "+c.lead+" challenge 2")
			if got := strings.Join(s.Legal(2), "|"); got != c.want {
				t.Errorf("Legal = %s, want %s", got, c.want)
			}
		})
	}
	s := arrange(t, "O1 T1", "O3 O9 M1", "O10 T3").empower(1, "challenge").empower(2, "arthur")
	s = play(t, s, "1: play O1 challenge 2")
	wantRefused(t, s, "2: play O9", boundLowest)
	wantRefused(t, s, "2: play M1=1", boundLowest)
	wantRefused(t, s, "2: play O3 +3", boundDeclare)
	s = play(t, s, "2: play O3", "3: play O10")
	if got := playable(s, 1); got != "T1" {
		t.Errorf("the challenge lasts: %s", got)
	}
}

func TestRule4_4_Shapeshift(t *testing.T) {
	s := arrange(t, "O1 O2", "S2 T5 T7", "O3 T3").empower(2, "shapeshift", "giant-strength", "gawain")
	wantRefused(t, play(t, s, "1: play O1"), "2: play S2", mustDiscard)
	s.combat = 5
	s = play(t, s, "1: play O1")
	if want := []string{"discard S2", "discard T5", "discard T7", "play S2 shapeshift", "play T5 shapeshift", "play T7 shapeshift"}; !slices.Equal(s.Legal(2), want) {
		t.Errorf("Legal = %v, want %v", s.Legal(2), want)
	}
	s = play(t, s, "2: play T5 shapeshift")
	if p := s.table[1]; p.as != Sorcery || p.value != 7 {
		t.Errorf("T5 as %v at %d, want sorcery at 7: it counts as basic", p.as, p.value)
	}
	s = play(t, s, "3: play O3")
	wantPile(t, s, 1, "O1 T5 O3")
	wantLife(t, s, 400, 400, 400)
	if left := s.knight(2).left[useShapeshift]; left != 1 {
		t.Errorf("%d left, want 1", left)
	}
	t.Run("not when one can follow", func(t *testing.T) {
		s := play(t, arrange(t, "O1 O2", "O2 T5", "O3 T3").empower(2, "shapeshift"), "1: play O1")
		wantRefused(t, s, "2: play O2 shapeshift", shiftNothing)
		wantRefused(t, s, "2: discard T5", noDiscard)
	})
}

func TestT36_Riposte(t *testing.T) {
	s := arrange(t, "S3 T1", "S9 T2", "S13 T3").empower(1, "riposte").empower(3, "enchanted-armour")
	s = play(t, s, "1: play S3", "2: play S9", "3: play S13")
	wantLife(t, s, 400, 400, 390)
	if s.last.riposte != 3 || s.last.wounds != 10 {
		t.Errorf("riposte on %d by %d", s.last.riposte, s.last.wounds)
	}
	t.Run("nobody else visible", func(t *testing.T) {
		s := arrange(t, "S3 T1", "S9 T2", "X9 T3").empower(1, "riposte")
		wantLife(t, play(t, s, "1: play S3", "2: play S9", "3: play X9"), 400, 400, 400)
	})
	t.Run("under a reversal the highest of the others too", func(t *testing.T) {
		s := arrange(t, "S3 T1", "S9 T2", "S13 T3").empower(1, "reversal").empower(3, "riposte")
		wantLife(t, play(t, s, "1: play S3 reversal", "2: play S9", "3: play S13"), 400, 390, 400)
	})
	t.Run("it may end the tournament", func(t *testing.T) {
		s := arrange(t, "S3 T1", "S9 T2", "S13 T3").empower(1, "riposte")
		s.knights[2].life = 10
		s = play(t, s, "1: play S3", "2: play S9", "3: play S13")
		if s.phase != PhaseOver || !slices.Equal(s.Result().Winners, []games.Seat{1, 2}) {
			t.Errorf("phase %v, result %+v", s.phase, s.Result())
		}
	})
}

func TestRule4_4_Combinations(t *testing.T) {
	s := arrange(t, "S5 T1", "S9 T2", "S3 T3").empower(1, "arthur", "divine-will", "fox-feint", "redirect")
	next, text, err := s.Apply(1, "play s5 redirect 2 FOX will+1 +3")
	if err != nil || text != "play S5 +3 will+1 fox redirect 2" {
		t.Fatalf("Apply = %s, %v", text, err)
	}
	if got := tableValues(next.(*state)); got[0] != 9 {
		t.Errorf("value %d, want 9", got[0])
	}
	wantRefused(t, s, "1: play S5 reversal", notOwned)
	wantRefused(t, s, "1: play S5 hop", noWord)
	wantRefused(t, s, "1: play S5=7", plainValue)
	wantRefused(t, s, "1: play S9", notHeld)
}

// TestRule4_4_ReversalAndChallenge: both are declared with a lead, alchemy too.
func TestRule4_4_AlchemyLeadChallenges(t *testing.T) {
	s := arrange(t, "X5 X6", "S9 S2", "S3 T3").empower(1, "challenge", "reversal")
	s = play(t, s, "1: play X5 challenge 2 reversal")
	if got := playable(s, 2); got != "S2" {
		t.Errorf("2 may play %s, want S2", got)
	}
}
