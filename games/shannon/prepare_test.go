package shannon

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/twin"
)

func TestRule2_T17_Deal(t *testing.T) {
	for n, stock := range map[int]int{2: 41, 3: 44, 4: 32, 5: 20, 6: 8} {
		s := begin(t, n, 9, map[string]string{optionDealer: "2"})
		for i, k := range s.each {
			extra := k.hand.Len() - handSize
			if stock -= extra; extra != 0 && (extra != 1 || k.hero.ID != "guinevere") {
				t.Errorf("%d knights: %d cards for %d", n, k.hand.Len(), i)
			}
		}
		if s.stock.Len() != stock || s.combat.leader != s.after(2, 1) {
			t.Errorf("%d knights: a stock of %d, want %d; %d leads", n, s.stock.Len(), stock, s.combat.leader)
		}
	}
	s := begin(t, 2, 3, nil)
	if deck := deckOf(2); deck.Len() != 65 || !deck.And(ofSuit[Arrows]).Empty() {
		t.Errorf("T17: %d cards", deck.Len())
	}
	if got := len(favorsInPlay(2)); got != 23 || slices.Contains(s.favors.deck, PowerOf("curse-arrows")) {
		t.Errorf("T17: %d favors, want 23 without the curse of arrows", got)
	}
	// One by one from the dealer's left, then the extra cards.
	deck := ""
	for i := range Card(12) {
		deck += (1 + i).String() + " " + (16 + i).String() + " " + (31 + i).String() + " "
	}
	fixed := map[string]string{tagHeroes: "arthur guinevere gawain", "Deck.weapons.1": deck + "T9 T10 T11 T12 X1"}
	s = beginFixed(t, 3, 1, map[string]string{optionDealer: "1"}, fixed)
	for seat, want := range map[games.Seat]string{
		1: "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10 O11 O12", 2: "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 T9",
		3: "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12",
	} {
		if got := ask(s, []string{"hand", seatText(seat)}); got != want {
			t.Errorf("§13: %d holds %s, want %s", seat, got, want)
		}
	}
}

func TestRule3_1_T19_T33_T41_Preparation(t *testing.T) {
	tell(t, "{1}", "T19 Lancelot / "+`heroes guinevere arthur | S1 O1 M1 O2 T9 O3
		awake 1
		deal
		holds = 14 12
		1! prepare discard S1 ~ part_order
		1! prepare lancelot M1 ~ place_enchanter
		1! prepare lancelot O1 ~ not_held
		1! prepare sight 2 ~ part_done
		1! prepare lancelot T9 discard T9 ~ not_held
		1! prepare lancelot T9 discard S1 S2 ~ discard_many
		1! prepare lancelot T9 lancelot T9 ~ twice
		1: PREPARE  discard s1  Lancelot t9
		phase = combat 2
		hand 1 = S2 S4 S6 S8 S10 S12 S14 O4 O6 O8 O9 M1`,
		"T33 twelve to play from / "+`heroes guinevere arthur gawain mordred perceval iseult
		awake 1
		give 1 lake-gift
		deal
		holds = 17 12 12 12 12 12
		stock = 3
		1: default
		lead = 1 1
		holds = 12 12 12 12 12 12`,
		"§3.1 the stock runs out / "+`heroes arthur gawain mordred perceval galahad iseult
		give 2 lake-gift
		give 3 lake-gift
		give 4 lake-gift
		deal
		holds = 12 15 15 14 12 12`,
		"T41 what is refused / "+`heroes arthur gawain mordred | T2 S1 O1
		give 1 forced-trade trial
		deal
		1! prepare trade 3 O1 ~ not_held
		1! prepare trade 1 S1 ~ no_seat
		1! prepare trial 2 ~ part_order`,
		"§3.1 all at the same time / "+`heroes guinevere arthur gawain | S1 S2 S3
		give 2 lake-gift
		give 3 trial
		deal
		act = 1 2 3
		3: prepare trial 1; 1: default
		act = 2
		2: prepare discard S2; 2: prepare discard S5
		act = 2
		2: default
		phase = combat 2`,
		"§3.1 every part, in order / "+`heroes guinevere arthur gawain | S1 S2 S3 S4
		awake 1
		give 1 second-sight forced-trade trial
		deal
		owes 1 = lancelot sight trade trial discard
		may 1 = lancelot
		1: prepare lancelot S1
		legal 1 = prepare sight 2 | prepare sight 3
		1: prepare sight 3
		may 1 = trade
		1: prepare trade 2 S4
		legal 1 = prepare trial 2 | prepare trial 3
		1: prepare trial 2
		may 1 = discard
		1! prepare discard S4 ~ discard_promised
		1: default
		phase = combat 2`)
}

// TestT41_ForcedTrade: the card given is never the one taken back, and only the two knights
// see the cards.
func TestT41_ForcedTrade(t *testing.T) {
	for index := range 12 {
		var deck []string
		for i := range Card(12) {
			deck = append(deck, (61 - i).String(), (1 + i).String(), (31 + i).String())
		}
		fixed := map[string]string{
			tagHeroes: "arthur gawain mordred", games.TagChance: strconv.Itoa(index), "Deck.weapons.2": strings.Join(deck, " "),
			games.TagDeck: "",
		}
		s := beginFixed(t, 3, 1, map[string]string{optionDealer: "3"}, fixed)
		s.set(t, "give", []string{"1", "forced-trade", "trial"})
		s.set(t, "deal", []string{"0"})
		given, taken := s.knight(1).hand.First(), Card(31+index)
		line := "prepare trade 3 " + given.String() + " trial 2"
		after := play(t, s, "1: "+line)
		k1, k3 := after.knight(1).hand, after.knight(3).hand
		if !k1.Has(taken) || k1.Has(given) || !k3.Has(given) || k3.Has(taken) || k1.Len() != 12 || k3.Len() != 12 {
			t.Errorf("index %d: hands %v and %v", index, k1.List(), k3.List())
		}
		for viewer, want := range map[games.Seat]string{1: given.String() + " " + taken.String(), 2: "? ?",
			3: given.String() + " " + taken.String(), games.Spectator: "? ?"} {
			facts := s.Tell(viewer, 1, line)
			i := slices.IndexFunc(facts, func(f games.Fact) bool { return f.Kind == FactTrades && f.Seat == 1 && f.Other == 3 })
			if i < 0 || strings.Join(facts[i].Cards, " ") != want {
				t.Errorf("%d hears %+v, want a trade of %s", viewer, facts, want)
			}
			if v := viewOf(after, viewer).Knights[0]; v.Trade != 3 || v.Trial != 2 {
				t.Errorf("%d sees the targets %d and %d", viewer, v.Trade, v.Trial)
			}
		}
		// A card that a viewer has given, or has lost, stays known.
		rng := randomSource(2)
		for range 5 {
			first, third := after.Determinize(1, rng).(*state), after.Determinize(3, rng).(*state)
			if !first.knight(3).hand.Has(given) || !third.knight(1).hand.Has(taken) {
				t.Fatal("a card of the trade is dealt anew")
			}
		}
	}
}

// TestRule3_1_PromisedCardTaken: a card that an earlier trade has taken is replaced by a card
// drawn at random.
func TestRule3_1_PromisedCardTaken(t *testing.T) {
	s := arrange(t, "S1 S2", "O1 O2", "T1 T2")
	s.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{games.TagDeck: "", games.TagChance: "1 0"}})
	s.knight(1).promised = cardOf("S9")
	if _, err := s.exchange(1, 2, &s.chance); err != nil {
		t.Fatal(err)
	}
	if got := ask(s, []string{"hand", "1"}) + ", " + ask(s, []string{"hand", "2"}); got != "S2 O2, S1 O1" {
		t.Errorf("hands %s", got)
	}
	s.knight(1).promised = cardOf("S2")
	if _, err := s.exchange(1, 2, &s.chance); err != nil {
		t.Errorf("a trade by the seed: %v", err)
	}
}

// TestRule3_2_Defaults checks the action that is played for a knight whose time is up.
func TestRule3_2_Defaults(t *testing.T) {
	tell(t, `hands {1} | {3} | T9 S5
		with 1 challenge
		with 2 arthur
		1: play {1} {2}
		default 2 = {4}`,
		"the first card in order / O13 / / O9 O3 M1 / play O3",
		"an enchanter at 15 / O13 / / M1 S2 / play M1=15",
		"alchemy before it / O13 / / M1 X9 X2 / play X2",
		"dishonor / O13 / / S5 S2 T1 / discard S2",
		"challenged / O13 / challenge 2 / O9 O3 / play O3",
		"a challenged enchanter / O13 / challenge 2 / P1 S2 / play P1=1",
		"open combat / X13 / / M1 S2 / play S2",
		"an enchanter in an open combat / X13 / / M1 / play M1=S15")
	tell(t, "{1}", "leading with an enchanter / "+`hands M1 X2 | S1 S2
		default 1 = play M1=S15`,
		"leading / "+`hands T2 O9 S5 | S1 S2
		default 1 = play S5`,
		"preparation / "+`heroes guinevere arthur gawain | M1 O1 T3 A1 O2 T4 S1 O3 T5 X1 O4
		awake 1
		give 1 second-sight forced-trade trial
		deal
		default 1 = prepare lancelot S1 sight 2 trade 2 A1 trial 2 discard X1`,
		"moves / "+`hands S1 | S2 | S3
		with 1 raven
		count S1 | |
		default 1 = move`,
		"favors / "+`favors raven antidote trial
		default 3 = favour raven`)
}

func TestRule2_HeroChoice(t *testing.T) {
	s := begin(t, 3, 1, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	text := twin.Encode(t, s.View(games.Omniscient))
	for _, want := range []string{`"phase":"hero"`, `"round":0`, `"combat":0`, `"stock":80`, `"hero":null`,
		`"lead_suit":null`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	if v := viewOf(s, 1); len(v.Mine.Heroes) != 8 || v.ToAct[0] != 1 {
		t.Errorf("heroes %v, to act %v", v.Mine.Heroes, v.ToAct)
	}
	s = play(t, s, "1: hero Guinevere")
	for _, line := range []string{
		"2! hero guinevere ~ hero_taken", "2! hero merlin ~ no_hero", "2! play S1 ~ phase", "default 2 = hero arthur",
		"2: hero arthur", "3: hero gawain", "phase = prepare 1",
	} {
		if v := viewOf(s, 2); line[0] == 'd' && (v.Mine.Heroes[1].Why == nil || len(v.Mine.Legal) != 7) {
			t.Errorf("heroes %v", v.Mine.Heroes)
		}
		s = tellLine(t, s, line)
	}
}

func TestRule3_2_Resigning(t *testing.T) {
	tell(t, "{1}", "coming and going / "+`heroes arthur gawain mordred
		2: resign; 2: return
		1! return ~ it is not your turn
		2: resign
		2! resign ~ resigned
		7! resign ~ it is not your turn`,
		"one knight is left / "+`heroes arthur gawain mordred
		life 400 390 100
		1: resign; 2: resign
		over = 3 resignation
		ranks = 2 3 1 0 0 0
		1! resign ~ the game is over`)
	s := play(t, begin(t, 3, 4, nil), "2: resign")
	if !viewOf(s, 1).Knights[1].Resigned {
		t.Error("a view does not show who has resigned")
	}
	for rng := randomSource(1); s.phase != PhaseOver; {
		line := anyLine(t, s, rng)
		if p, ok := s.Follow(func(games.Seat) string { return "" }); ok && p.Seat == 2 {
			line = "2: " + p.Action
		}
		if line[0] == '2' && line != "2: "+s.Default(2) {
			t.Fatalf("%s is posted for 2, whose default is %s", line, s.Default(2))
		}
		s = play(t, s, line)
	}
	if r := s.Result(); r.Reason != "life" || slices.Contains(r.Winners, 2) || s.ranks()[1] != 3 {
		t.Errorf("result %+v, ranks %v", r, s.ranks())
	}
}
