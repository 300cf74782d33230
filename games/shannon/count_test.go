package shannon

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
)

// threeKnights returns a combat of three whose hands do not matter.
func threeKnights(t testing.TB) *state { return arrange(t, "S1", "S2", "S3") }

// TestRule5_4_WoundsOfACard has every power that changes the wounds of a card, and the pairs
// that meet.
func TestT20_T21_Rule5_4_WoundsOfACard(t *testing.T) {
	tell(t, `hands S1 | S2 | S3
		with 2 {1}
		with 3 {2}
		count | {3} |
		wounds 2 {3} = {4}`,
		"standard / / / S1 / 5",
		"poison / / / S3 / 10",
		"alchemy / / / X3 / 5",
		"Merlin / / / M1 / 25",
		"Apprentice / / / P1 / 5",
		"green sash on poison / green-sash / / S3 / 5 green-sash",
		"green sash on others / green-sash / / S1 / 5",
		"antidote / antidote / / O5 / 5 antidote",
		"antidote and green sash / antidote green-sash / / O5 / 5 green-sash",
		"Excalibur on swords / excalibur / / S3 / 0 excalibur",
		"Excalibur on arrows / excalibur / / A2 / 10",
		"Clarent on one's own treason / clarent / / T8 / 0 clarent",
		"Clarent on one's own poison / clarent / / S3 / 10",
		"an opponent's Clarent on poison / / clarent / S3 / 20 clarent",
		"an opponent's Clarent on treason / / clarent / T7 / 5",
		"an opponent is Mordred / / mordred / T7 / 10 mordred",
		"an opponent is Mordred: swords / / mordred / S1 / 5",
		"one's own Mordred / mordred / / T7 / 5",
		"curse of swords / / curse-swords / S1 / 10 curse-swords",
		"curse of swords on poison / / curse-swords / S3 / 20 curse-swords",
		"curse of arrows / / curse-arrows / A1 / 10 curse-arrows",
		"curse of sorcery / / curse-sorcery / O2 / 10 curse-sorcery",
		"curse of traitors / / curse-treason / T1 / 10 curse-treason",
		"curse of swords on arrows / / curse-swords / A1 / 5",
		"one's own curse / curse-swords / / S1 / 5",
		"no curse doubles Merlin / / curse-swords mordred clarent / M1 / 25",
		"no curse doubles alchemy / / curse-swords mordred clarent / X1 / 5",
		"T20 doubled once at most / / mordred curse-treason / T8 / 20 mordred",
		"T20 a standard card / / mordred curse-treason / T7 / 10 mordred",
		"T20 Mordred and Clarent / / mordred clarent / T8 / 20 mordred",
		"T21 antidote, then doubled / antidote / curse-swords / S7 / 10 antidote curse-swords",
		"green sash, then Clarent doubles by the mark / green-sash / clarent / O5 / 10 green-sash clarent",
		"nothing is doubled to nothing / excalibur / curse-swords / S7 / 0 excalibur",
		"Clarent against Mordred's like / clarent / curse-treason / T8 / 0 clarent")
}

// Totals, with powers of seat 1 and of seat 2, by the three piles.
func TestT2_T20_T32_Rule5_Totals(t *testing.T) {
	tell(t, `hands S1 | S2 | S3
		with 1 {1}
		with 2 {2}
		count {3} | {4} | {5}
		suffers = {6}
		life = {7}`,
		"T2 the seed's wounds / / / S1 S2 X5 S7 O5 P1 M1 / / / 65 0 0 / 335 400 400",
		"T20 Mordred's own pile / mordred / / T8 / T4 / T12 / 10 20 20 / 390 380 380",
		"§5.4 a legend that sleeps does nothing / arthur / / S3 S1 / / / 15 0 0 / 385 400 400",
		"T32 Galahad with the Grail / / galahad holy-grail / / M1 M2 M3 S3 S7 S11 S15 S1 / / 0 50 0 / 400 350 400",
		"T32 and armor / / galahad holy-grail enchanted-armour / / M1 M2 M3 S3 S7 S11 S15 S1 / / 0 50 0 / 400 350 400",
		"T32 armor alone / / enchanted-armour / / M1 M2 M3 / / 0 50 0 / 400 350 400",
		"T32 exactly fifty / / enchanted-armour / / M1 M2 / / 0 50 0 / 400 350 400",
		"T32 below / / galahad holy-grail / / M1 M2 S3 S7 / / 0 45 0 / 400 355 400",
		"T32 no cap / / / / M1 M2 M3 / / 0 75 0 / 400 325 400")
}

func TestRule5_3_MostWounding(t *testing.T) {
	tell(t, `hands S1 | S2 | S3
		with 2 {1}
		count A1 | {2} |
		pile 2 = {3}
		discard = {4}`,
		"Galahad / galahad / S1 M1 S3 / S1 S3 / M1",
		"blessed shield / blessed-shield / S1 M1 S3 O5 S2 / S1 S2 / M1 S3 O5",
		"both / galahad blessed-shield / S1 M1 S3 O5 S2 X9 / S1 S2 / M1 S3 O5 X9",
		"fewer cards / galahad blessed-shield / S1 M1 / / M1 S1",
		"by base wounds, not by what they inflict / galahad green-sash / S3 X15 / X15 / S3",
		"ties: the higher value / galahad / S3 S7 / S3 / S7",
		"ties: Apprentice as none / galahad / P1 S1 / P1 / S1",
		"ties: the name / galahad / A14 T14 / T14 / A14",
		"ties: alchemy before arrows / galahad / A15 X15 / A15 / X15",
		"ties: sorcery before treason / galahad / O15 T15 / T15 / O15",
		"ties of Merlins / galahad / M3 M2 / M3 / M2")
}

func TestT18_T19_T30_Rule5_Count(t *testing.T) {
	tell(t, "{1}", "T19 Lancelot reveals / "+`hands S1 | S2 | S3
		with 1 lancelot
		under 1 T9
		count T1 S1 | T8 S3 | T2 M1
		pile 1 = S1
		pile 2 = S3
		pile 3 = M1
		wounds 2 T8 = 0 lancelot
		under 1 = T9`,
		"T19 alchemy, and not Merlin / "+`hands S1 | S2 | S3
		with 1 lancelot
		under 1 X3
		count X1 | M1 X2 P1 | S4
		pile 2 = M1 P1
		pile 1 =
		pile 3 = S4`,
		"T30 nobody heals once a life is spent / "+`hands S1 | S2 | S3
		with 1 fisher-king
		with 2 healing-balm
		life 40 100 400
		count M1 M2 S3 | S1 |
		life = 0 95 400
		over = 3 life
		awake 2 = false`,
		"§5.7 all at once / "+`hands S1 | S2 | S3
		life 5 5 400
		count S1 | M1 | S2
		life = 0 0 395
		ranks = 2 2 1 0 0 0`,
		"T18 a legend awakes by the life before healing / "+`hands S1 | S2 | S3
		with 1 guinevere healing-balm
		life 160 400 400
		count S3 | |
		life = 175 400 400
		awake 1 = true`,
		"T18 for good / "+`hands S1 | S2 | S3
		with 1 lancelot
		life 210 400 400
		count S3 | |
		awake 1 = true
		begin 1
		inforce 1 lancelot = true`,
		"T18 the Green Sash is awake from the start / "+`heroes gawain arthur
		inforce 1 green-sash = true
		inforce 2 excalibur = false`)
	tell(t, `hands S1 | S2 | S3
		with 1 guinevere
		life {1} 400 400
		count S3 | |
		awake 1 = {2}`,
		"T18 at 155 it sleeps / 165 / false",
		"T18 at 150 it awakes / 160 / true",
		"T18 below it awakes / 155 / true")
	tell(t, `hands S1 | S2 | S3
		with 2 {1}
		life 400 {2} 400
		count | S1 |
		life = 400 {3} 400`,
		"§5.9 Fisher King / fisher-king / 100 / 125",
		"§5.9 healing balm / healing-balm / 100 / 120",
		"§5.9 both / fisher-king healing-balm / 100 / 150",
		"§5.9 no more than at the start / fisher-king healing-balm / 390 / 400")
}

func TestT12_T31_End(t *testing.T) {
	tell(t, "{1}", "T31 two share / "+`hands S1 | S2 | S3 | S4
		life 120 120 25 90
		count | | M1 |
		life = 120 120 0 90
		over = 1 2 life
		ranks = 1 1 4 3 0 0`,
		"T31 all at zero share / "+`hands S1 | S2
		life 5 10
		count M1 | M2
		over = 1 2 life`,
		"T12 the dealer is last / "+`hands S1 | S2 | S3 | S4
		dealer 1
		life 300 320 300 380
		dealt = 3
		life 300 320 305 380
		dealt = 1`)
}

func TestT39_Rule5_6_Trials(t *testing.T) {
	tell(t, `hands S1 | S2 | S3
		with 1 trial
		with 2 {1}
		trial 1 2
		count {2} | {3} | M3
		suffers = {4} 25`,
		"T39 the target's is higher / / M1 S3 S1 / M2 M1 O5 / 40 90",
		"T39 the owner's is higher / / M1 S3 S1 / S7 O5 / 50 20",
		"T39 no more than double / / S3 / S7 O5 / 10 40",
		"T39 equal / / S3 / S7 / 10 10",
		"T39 nothing stays nothing / / S3 / / 20 0",
		"T39 compared when capped / enchanted-armour / M1 S3 S7 O5 / M2 M1 O1 / 65 50")
	// Each trial is judged by the totals before any, and the extras add up to no more than the
	// double.
	s := threeKnights(t).empower(1, "trial").empower(2, "trial")
	s.knights[0].targets[PartTrial], s.knights[1].targets[PartTrial] = 3, 3
	c := countedPiles(t, s, "", "", "M1 M2").count.Knights[2]
	if c.Total != 100 || len(c.Trials) != 2 || c.Trials[0].Limited || !c.Trials[1].Limited {
		t.Errorf("%+v, want 100: 50 + 30 + 30, at most doubled", c)
	}
}

func TestT40_Rule5_2_Moves(t *testing.T) {
	tell(t, "{1}", "T40 moved, and moved on / "+`hands S1 | S2 | S3 | S4
		with 1 questing-beast
		with 2 raven
		with 3 galahad
		count M1 S3 | S5 | O1 O2 |
		phase = count 1
		act = 1
		legal 1 = move | move S3>2 | move S3>3 | move S3>4 | move M1>2 | move M1>3 | move M1>4
		1! move S5>2 ~ move_not_held
		1! move M1>1 ~ no_seat
		1! move M1>2 M1>3 ~ twice
		1: move M1>2; 2: move M1>3
		suffers = 10 5 15 0
		wounds 2 M1 = 0 raven
		wounds 3 M1 = 0 galahad`,
		"T40 kept / "+`hands S1 | S2 | S3 | S4
		with 1 questing-beast
		with 2 raven
		count M1 S3 | S5 | |
		1: move M1>2; 2: move
		suffers = 10 30 0 0`,
		"T40 an empty pile is not asked / "+`hands S1 | S2 | S3
		with 1 lancelot
		with 2 raven
		under 1 T9
		count | T1 T2 | S1
		suffers = 0 0 5`,
		"§5.2 clockwise from the dealer's left / "+`hands S1 | S2 | S3
		with 1 raven
		with 2 questing-beast
		dealer 1
		count S1 | S2 | S3
		act = 2`,
		"§5 cards moved are capped and shed with the rest / "+`hands S1 | S2 | S3
		with 1 raven
		with 2 enchanted-armour blessed-shield
		count M1 M2 M3 | S3 S7 S11 |
		1: move M1>2 M2>2
		suffers = 25 20 0
		pile 2 = S3 S7`)
	for _, c := range []struct {
		seats  int
		powers string
		want   int
	}{
		{3, "questing-beast", 1}, {4, "questing-beast", 2}, {6, "questing-beast", 2}, {2, "questing-beast", 1},
		{3, "raven", 2}, {4, "raven", 2}, {3, "raven questing-beast", 3}, {4, "raven questing-beast", 4},
	} {
		s := arrange(t, slices.Repeat([]string{"S1"}, c.seats)...).empower(1, strings.Fields(c.powers)...)
		s = countedPiles(t, s, "O1 O2 O3 O4 O5 O6")
		_, _, err := s.Apply(1, "move O1>2 O2>2 O3>2 O4>2 O5>2")
		if wantRefusal(t, "five moves", err, moveMany); s.knight(1).movable(s.seats) != c.want ||
			err.(*games.Illegal).Args["most"] != strconv.Itoa(c.want) {
			t.Errorf("%s of %d: %d moves, want %d", c.powers, c.seats, s.knight(1).movable(s.seats), c.want)
		}
	}
}

// A view has the derivation of a count, and shares it with nobody.
func TestViewCount(t *testing.T) {
	s := threeKnights(t).empower(1, "raven").empower(2, "green-sash", "enchanted-armour", "healing-balm").empower(3,
		"curse-swords")
	for _, k := range s.each {
		k.life = 300
	}
	s = countedPiles(t, s, "M1 M2", "S3 O2 M3", "S1")
	if v := viewOf(s, 1); v.LastCount == nil || v.LastCount.Done || v.Mine.Moves == nil || v.Mine.Moves.Most != 2 {
		t.Fatalf("count %+v, moves %+v", v.LastCount, v.Mine.Moves)
	}
	s = play(t, s, "1: move M1>2")
	c := viewOf(s, games.Spectator).LastCount
	k := c.Knights[1]
	if !c.Done || k.Sum != 65 || k.Capped != 50 || k.Cap.ID != "enchanted-armour" || k.Total != 50 || k.After != 250 ||
		k.Life != 275 || k.Heals[0].Life != 25 {
		t.Errorf("count of 2: %+v", k)
	}
	if first := k.Cards[0]; first.Base != 10 || first.Less != 5 || first.Wounds != 10 ||
		first.Reduced.ID != "green-sash" || first.Doubled.ID != "curse-swords" || first.Doubler != 3 {
		t.Errorf("S3: %+v", first)
	}
	if moved := k.Cards[3]; moved.From != 1 || c.Knights[0].Cards[0].Fate != FateMoved || c.Knights[0].Cards[0].To != 2 {
		t.Errorf("M1: %+v, from %+v", moved, c.Knights[0].Cards[0])
	}
	if c.Knights[0].Total != 25 || c.Dealer == 0 {
		t.Errorf("count %+v", c)
	}
	c.Knights[0].Total = 1
	if viewOf(s, 1).LastCount.Knights[0].Total != 25 {
		t.Error("a view shares the count with the state")
	}
}

// TestRule6_Receivers has T13 to T17.
func TestRule6_T13_T14_T15_T16_T17_Receivers(t *testing.T) {
	tell(t, `hands {1}
		dealer 1
		round {2}
		life {3}
		receivers = {4}`,
		"T13 after round 2 / ||| / 2 / 350 340 330 320 / 4 3",
		"T13 after round 3 / ||| / 3 / 350 340 330 320 / 4 3 2",
		"T13 after round 9 / ||| / 9 / 350 340 330 320 / 4 3 2",
		"T14 three knights / || / 5 / 300 280 150 / 3 2 3",
		"T15 far behind / ||||| / 1 / 400 395 390 300 290 190 / 6 5 6 5 4 6",
		"T16 tied leaders / ||| / 3 / 380 380 300 290 / 4 3",
		"T16 all tied / ||| / 3 / 380 380 380 380 /",
		"T17 two knights / | / 4 / 300 180 / 2 2",
		"T17 two that are tied / | / 4 / 300 300 /",
		"five knights after round 4 / |||| / 4 / 300 290 280 270 260 / 5 4 3 2",
		"ties: the dealer's left first, the dealer last / ||| / 3 / 300 400 300 300 / 3 4 1 3 4 1",
		"two hundred behind / || / 1 / 400 200 400 / 2 2 2")
}

func TestRule6_T37_Favors(t *testing.T) {
	tell(t, "{1}", "§6.4 choosing / "+`favors raven antidote riposte trial standard | redirect
		shown = raven antidote
		legal 3 = favour raven | favour antidote | favour deck
		3! favour riposte ~ favour_not_shown
		3! favour lunch ~ no_favour
		3! favour arthur ~ no_favour
		3: favor RAVEN
		shown = antidote riposte
		act = 2
		2: favour deck
		favors 2 = trial
		phase = prepare 3
		favordeck = 1 redirect antidote riposte`,
		"§6.4 replaced even after the last choice / "+`favors raven antidote riposte standard giant-strength
		3: favour raven; 2: favour riposte
		favordeck = 1 antidote standard`,
		"§6.1 they serve one round / "+`hands S1 | S2 | S3
		with 2 antidote
		with 3 raven
		count | S1 |
		favordeck = 22 antidote raven
		favors 2 =
		favors 3 =`,
		"§6.5 no unseen one is left / "+`favors raven
		legal 3 = favour raven
		3! favour deck ~ favour_deck_empty
		3: favour raven
		phase = prepare 3`,
		"§6.5 none at all / "+`favors
		phase = prepare 3`,
		"§6 those taken work / "+`favors divine-will antidote riposte trial
		3: favour divine-will
		left 3 divine-will = 3
		2: favour antidote
		inforce 3 divine-will = true
		inforce 2 antidote = true`,
		"T16 nothing is shown when nobody receives / "+`hands S1 | S2 | S3
		count | |
		phase = prepare 2
		favordeck = 24
		shown =`)
	s := choosingFavors(t, "raven", strings.Join(powerIDs(Favors()[:12]), " "))
	if len(s.favors.shown) != 2 || s.favors.shown[0].ID != "raven" || ask(s, []string{"favordeck"}) != "11" ||
		s.Decided()["Deck.favours.2"] == "" {
		t.Errorf("T37: shown %v, deck and discard %s", powerIDs(s.favors.shown), ask(s, []string{"favordeck"}))
	}
	if s.dealer != 3 {
		t.Errorf("dealer %d, want the next one already", s.dealer)
	}
}
