package shannon

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
)

// dealtWith deals round 1 of a match whose favors and awake legends are arranged
// beforehand.
func dealtWith(t testing.TB, heroes string, deck string, setUp func(*state)) *state {
	t.Helper()
	seats := len(strings.Fields(heroes))
	fixed := map[string]string{tagHeroes: heroes, "Deck.weapons.2": deck}
	s := beginFixed(t, seats, 1, map[string]string{optionDealer: seatText(games.Seat(seats))}, fixed)
	next := *s
	if setUp != nil {
		setUp(&next)
	}
	if err := next.deal(); err != nil {
		t.Fatal(err)
	}
	return &next
}

// give lays favors before a knight, for the next deal.
func (s *state) give(seat games.Seat, favors ...string) {
	for _, id := range favors {
		p := PowerOf(id)
		s.knight(seat).favors[len(s.knight(seat).favorList())] = p
		s.favorDeck = slices.DeleteFunc(slices.Clone(s.favorDeck), func(q *Power) bool { return p == q })
	}
}

func TestRule2_Deal(t *testing.T) {
	for n, stock := range map[int]int{2: 41, 3: 44, 4: 32, 5: 20, 6: 8} {
		s := begin(t, n, 9, map[string]string{optionDealer: "2"})
		extra := 0
		for i := range s.knights[:n] {
			want := handSize
			if s.knights[i].hero.ID == "guinevere" {
				want, extra = want+1, 1
			}
			if got := s.knights[i].hand.Len(); got != want {
				t.Errorf("%d knights: %d cards for %d, want %d", n, got, i+1, want)
			}
		}
		if got := s.stock.Len(); got != stock-extra {
			t.Errorf("%d knights: a stock of %d, want %d", n, got, stock-extra)
		}
		if s.leader != s.after(2, 1) {
			t.Errorf("%d leads, want the dealer's left", s.leader)
		}
	}
}

// TestRule13_DeckIsDealtOneByOne from the dealer's left, then the extra cards.
func TestRule13_DeckIsDealtOneByOne(t *testing.T) {
	var deck []string
	for i := range 12 {
		for _, c := range []Card{Card(1 + i), Card(16 + i), Card(31 + i)} {
			deck = append(deck, c.String())
		}
	}
	deck = append(deck, "T9", "T10", "T11", "T12", "X1")
	fixed := map[string]string{tagHeroes: "arthur guinevere gawain", "Deck.weapons.1": strings.Join(deck, " ")}
	s := beginFixed(t, 3, 1, map[string]string{optionDealer: "1"}, fixed)
	for seat, want := range map[games.Seat]Card{2: 1, 3: 16, 1: 31} {
		for i := range Card(12) {
			if !s.knight(seat).hand.Has(want + i) {
				t.Errorf("%d does not hold %v", seat, want+i)
			}
		}
	}
	if !s.knight(2).hand.Has(cardOf("T9")) {
		t.Error("the extra card is not the next one")
	}
}

func TestT17_TwoKnights(t *testing.T) {
	s := begin(t, 2, 3, nil)
	if deck := deckOf(2); deck.Len() != 65 || !deck.And(ofSuit[Arrows]).Empty() {
		t.Errorf("%d cards", deck.Len())
	}
	if got := len(s.favorsInPlay()); got != 23 || slices.Contains(s.favorDeck, PowerOf("curse-arrows")) {
		t.Errorf("%d favors, want 23 without the curse of arrows", got)
	}
	s.round, s.knights[0].life, s.knights[1].life = 4, 300, 180
	if got := s.receivers(); !slices.Equal(got, []games.Seat{2, 2}) {
		t.Errorf("receivers %v, want 2 twice", got)
	}
	s.knights[1].life = 300
	if got := s.receivers(); len(got) != 0 {
		t.Errorf("receivers %v, want none", got)
	}
}

func TestT19_LancelotPlaces(t *testing.T) {
	deck := "S1 O1 S2 O2 S3 O3 S4 O4 S5 O5 S6 O6 S7 O7 S8 O8 S9 O9 S10 O10 S11 O11 M1 O12 T9 T10"
	s := dealtWith(t, "guinevere arthur", deck, func(s *state) { s.knights[0].awake = true })
	k := s.knight(1)
	if got := k.hand.Len(); got != 14 {
		t.Fatalf("%d cards, want 14", got)
	}
	wantRefused(t, s, "1: prepare discard S1", partOrder)
	wantRefused(t, s, "1: prepare lancelot M1", placeBasic)
	wantRefused(t, s, "1: prepare lancelot O1", notHeld)
	wantRefused(t, s, "1: prepare sight 2", partDone)
	wantRefused(t, s, "1: prepare lancelot T9 discard T9", notHeld)
	wantRefused(t, s, "1: prepare lancelot T9 discard S1 S2", tooMany)
	wantRefused(t, s, "1: prepare lancelot T9 lancelot T9", namedTwice)
	next, text, err := s.Apply(1, "PREPARE  discard s1  Lancelot t9")
	if err != nil || text != "prepare lancelot T9 discard S1" {
		t.Fatalf("Apply = %s, %v", text, err)
	}
	s = next.(*state)
	if s.phase != PhaseCombat || s.knight(1).hand.Len() != 12 || s.knight(1).placed != cardOf("T9") {
		t.Errorf("phase %v, %d cards, %v under Lancelot", s.phase, s.knight(1).hand.Len(), s.knight(1).placed)
	}
}

func TestT33_ExactlyTwelve(t *testing.T) {
	s := dealtWith(t, "guinevere arthur gawain mordred perceval iseult", "", func(s *state) {
		s.knights[0].awake = true
		s.give(1, "lake-gift")
	})
	if got := s.knight(1).hand.Len(); got != 17 || s.stock.Len() != 3 {
		t.Fatalf("%d cards and a stock of %d, want 17 and 3", got, s.stock.Len())
	}
	rng := randomSource(5)
	for s.combat != combatCount || s.acted != 0 {
		seat, line := anyLine(t, s, rng)
		s = play(t, s, seatText(seat)+": "+line)
		checkInvariants(t, s)
		if s.phase == PhaseCombat && s.combat == 1 && s.acted == 0 && s.knight(1).hand.Len() != 12 {
			t.Fatalf("%d cards before combat 1", s.knight(1).hand.Len())
		}
	}
	for i := range s.knights[:6] {
		if got := s.knights[i].hand.Len(); got != 1 {
			t.Errorf("%d cards before combat 12, want 1", got)
		}
	}
}

func TestRule3_1_EmptyStock(t *testing.T) {
	s := dealtWith(t, "arthur gawain mordred perceval galahad iseult", "", func(s *state) {
		for seat := games.Seat(2); seat <= 4; seat++ {
			s.give(seat, "lake-gift")
		}
	})
	for seat, want := range map[games.Seat]int{1: 12, 2: 15, 3: 15, 4: 14, 5: 12} {
		if n := s.knight(seat).hand.Len(); n != want {
			t.Errorf("%d cards dealt to %d, want %d", n, seat, want)
		}
	}
}

func TestT41_ForcedTrade(t *testing.T) {
	deck := "T2 S1 O1 T3 S2 O2 T4 S3 O3 T5 S4 O4 T6 S5 O5 T7 S6 O6 T8 S7 O7 T9 S8 O8 T10 S9 O9 T11 S10 O10 T12 S11 O11 T13 S12 O12"
	s := dealtWith(t, "arthur gawain mordred", deck, func(s *state) { s.give(1, "forced-trade", "trial") })
	wantRefused(t, s, "1: prepare trade 3 S1", notHeld)
	wantRefused(t, s, "1: prepare trade 1 T2", noSeat)
	wantRefused(t, s, "1: prepare trial 2", partOrder)
	for index := range 12 {
		fixed := *s
		results := map[string]string{games.TagChance: strconv.Itoa(index), games.TagDeck: ""}
		fixed.chance, _ = games.NewChance(games.Setup{Fixed: results})
		after := play(t, &fixed, "1: prepare trade 3 T2 trial 2")
		taken := Card(31 + index)
		k1, k3 := after.knight(1).hand, after.knight(3).hand
		if !k1.Has(taken) || k1.Has(cardOf("T2")) || !k3.Has(cardOf("T2")) || k3.Has(taken) || k1.Len() != 12 || k3.Len() != 12 {
			t.Errorf("index %d: hands %v and %v", index, k1.List(), k3.List())
		}
		for viewer, want := range map[games.Seat]Trade{
			1: {1, 3, cardOf("T2"), taken}, 3: {1, 3, cardOf("T2"), taken}, 2: {Owner: 1, Other: 3}, games.Spectator: {Owner: 1, Other: 3},
		} {
			v := after.View(viewer).(View)
			if len(v.Trades) != 1 || v.Trades[0] != want {
				t.Errorf("%d sees %v, want %v", viewer, v.Trades, want)
			}
			if v.Knights[0].Trade != 3 || v.Knights[0].Trial != 2 {
				t.Errorf("%d sees the targets %d and %d", viewer, v.Knights[0].Trade, v.Knights[0].Trial)
			}
		}
	}
}

// TestRule3_1_PromisedCardTaken: what an earlier trade has taken is replaced by a
// card drawn at random.
func TestRule3_1_PromisedCardTaken(t *testing.T) {
	s := arrange(t, "S1 S2", "O1 O2", "T1 T2")
	s.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{games.TagDeck: "", games.TagChance: "1 0"}})
	if err := s.exchange(1, 2, cardOf("S9")); err != nil {
		t.Fatal(err)
	}
	if s.knight(1).hand != setOfCodes("S2 O2") || s.knight(2).hand != setOfCodes("O1 S1") {
		t.Errorf("hands %v and %v", s.knight(1).hand.List(), s.knight(2).hand.List())
	}
	if err := s.exchange(1, 2, cardOf("S2")); err != nil {
		t.Errorf("a trade by the seed: %v", err)
	}
}

func TestRule3_1_AllParts(t *testing.T) {
	s := dealtWith(t, "guinevere arthur gawain", "", func(s *state) {
		s.knights[0].awake = true
		s.give(1, "second-sight", "forced-trade", "trial")
	})
	if got := s.knight(1).owed(); !slices.Equal(got, []Part{PartLancelot, PartSight, PartTrade, PartTrial, PartDiscard}) {
		t.Fatalf("owed %v", got)
	}
	wantNext := func(word string) {
		t.Helper()
		for _, line := range s.Legal(1) {
			if strings.Fields(line)[1] != word {
				t.Errorf("Legal has %s, want %s", line, word)
			}
		}
	}
	one := s
	for _, word := range []string{"lancelot", "sight", "trade", "trial", "discard"} {
		s = one
		wantNext(word)
		one = play(t, one, "1: "+one.Legal(1)[0])
	}
	if one.phase != PhaseCombat {
		t.Errorf("phase %v, want combat", one.phase)
	}
	promised := play(t, dealtAgain(t), "1: prepare trade 2 "+dealtAgain(t).knight(1).hand.First().String())
	wantRefused(t, promised, "1: prepare discard "+promised.knight(1).promised.String(), dropPledged)
}

// dealtAgain returns a deal in which seat 1 owes a trade and a discard.
func dealtAgain(t *testing.T) *state {
	return dealtWith(t, "guinevere arthur gawain", "", func(s *state) { s.give(1, "forced-trade") })
}

func TestRule3_1_Simultaneous(t *testing.T) {
	s := dealtWith(t, "guinevere arthur gawain", "", func(s *state) {
		s.give(2, "lake-gift")
		s.give(3, "trial")
	})
	if got := s.ToAct(); !slices.Equal(got, []games.Seat{1, 2, 3}) {
		t.Fatalf("to act: %v", got)
	}
	s = play(t, s, "3: prepare trial 1", "1: "+s.Legal(1)[0])
	if got := s.ToAct(); !slices.Equal(got, []games.Seat{2}) {
		t.Fatalf("to act: %v", got)
	}
	if _, _, err := s.Apply(1, "prepare trial 2"); err != games.ErrNotYourTurn {
		t.Errorf("1 is done: %v", err)
	}
	for range 3 {
		s = play(t, s, "2: "+s.Legal(2)[0])
	}
	if s.phase != PhaseCombat || s.knight(3).targets[PartTrial] != 1 {
		t.Errorf("phase %v, trial %d", s.phase, s.knight(3).targets[PartTrial])
	}
}
