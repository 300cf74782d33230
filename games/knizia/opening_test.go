package knizia

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

func TestT1_Setup(t *testing.T) {
	sums := map[string]int{}
	counts := map[Card]int{}
	for _, kind := range pack.kind {
		counts[kind]++
		switch {
		case kind.IsColored():
			sums[kind.Color().String()] += kind.Value()
		case kind == W6:
			sums["maidens"] += kind.Value()
		case kind.IsSupporter():
			sums["squires"] += kind.Value()
		}
	}
	want := map[string]int{"purple": 62, "red": 52, "blue": 46, "yellow": 40, "green": 14, "squires": 40, "maidens": 24}
	if fmt.Sprint(sums) != fmt.Sprint(want) {
		t.Errorf("printed values sum to %v, want %v", sums, want)
	}
	actions := 0
	for _, c := range Actions() {
		actions += counts[c]
		if want := map[Card]int{Riposte: 3, KnockDown: 2}[c]; counts[c] != max(want, 1) {
			t.Errorf("%d cards %s", counts[c], c)
		}
	}
	if len(Actions()) != 17 || actions != 20 || len(pack.kind) != 110 {
		t.Errorf("%d kinds of %d actions among %d cards", len(Actions()), actions, len(pack.kind))
	}
	for seats, target := range map[int]int{2: 5, 3: 5, 4: 4, 5: 4} {
		s := begin(t, seats, 7, nil)
		s.checkInvariants(t)
		if s.tokensToWin() != target || int(s.deck.n) != deckSize-firstHand*seats || s.discard.n != 0 {
			t.Errorf("%d seats: target %d, deck %d, discard %d", seats, s.tokensToWin(), s.deck.n, s.discard.n)
		}
		for at := range seatIndex(s.seats) {
			if n := s.hands[at].Len(); n != firstHand || !s.tokens[at].Empty() { // E40
				t.Errorf("%d seats: seat %d has %d cards", seats, at+1, n)
			}
		}
		if want := s.after(s.dealer); s.firstAsked != want || s.phase != PhaseOpen {
			t.Errorf("dealer %d, first to open %d", s.dealer+1, s.firstAsked+1)
		}
	}
}

func TestRule13_DealFollowsTheDeck(t *testing.T) {
	deck := "R3 R4 R5 B2 P3 G1 W2 unhorse Y2"
	s, err := ruleset{}.New(games.Setup{Seats: 3, Options: map[string]string{"dealer": "2"}, Fixed: map[string]string{"Deck": deck}})
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(games.Omniscient).(View)
	// The third seat is dealt first, and what the list leaves out follows in the
	// order of the tables.
	for number, want := range map[int]string{3: "R3 B2 W2", 1: "R4 P3 unhorse", 2: "R5 G1 Y2"} {
		for _, code := range strings.Fields(want) {
			if !slices.Contains(v.Seats[number-1].Hand, ParseCard(code)) {
				t.Errorf("seat %d holds %v, want %s in it", number, v.Seats[number-1].Hand, code)
			}
		}
	}
	if got := s.(*state).deck.at(1); got != Lancelot {
		t.Errorf("the last card is %s", got)
	}
	if v.Opener != 3 || v.Dealer != 2 {
		t.Errorf("dealer %d, opener %d", v.Dealer, v.Opener)
	}
	for name, tags := range map[string]map[string]string{
		"a card too many": {"Deck": "unhorse unhorse"}, "no card": {"Deck": "R9"}, "no seed": {"Chance": "1"},
	} {
		if _, err := (ruleset{}).New(games.Setup{Seats: 2, Fixed: tags}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRule3_DealerByChance(t *testing.T) {
	met := map[seatIndex]int{}
	for i := range 200 {
		met[begin(t, 5, uint64(i), nil).dealer]++
	}
	if len(met) != 5 {
		t.Errorf("dealers %v", met)
	}
	s, err := ruleset{}.New(games.Setup{Seats: 4, Fixed: map[string]string{"Deck": "", "Chance": "2"}})
	if err != nil || s.(*state).dealer != 2 {
		t.Errorf("dealer %v, %v, want the third seat", s, err)
	}
}

func TestOptionsAreKnown(t *testing.T) {
	var seed games.Seed
	for _, opts := range []map[string]string{
		{"dealer": "0"}, {"dealer": "3"}, {"dealer": "x"}, {"shield": "none"}, {"colour": ""}, {"window": "4"}, {"wind": "0"},
	} {
		if _, err := (ruleset{}).New(games.Setup{Seats: 2, Seed: &seed, Options: opts}); err == nil {
			t.Errorf("options %v are accepted", opts)
		}
	}
	for _, n := range []int{-1, 1, 6} {
		if _, err := (ruleset{}).New(games.Setup{Seats: n, Seed: &seed}); err == nil {
			t.Errorf("%d seats are accepted", n)
		}
	}
	if s, err := (ruleset{}).New(games.Setup{Seed: &seed}); err != nil || s.(*state).seats != 2 {
		t.Errorf("no number of seats: %v", err)
	}
}

func TestT4_PurpleBanAndSupportersOnly(t *testing.T) {
	s := scene{displays: []string{"", ""}, hands: []string{"W3 knock_down", "R3"}, last: Purple}.build(t)
	wantRefused(t, s, purpleAgain, "colour purple") // E6
	wantLegal(t, s, "colour red", "colour blue", "colour yellow", "colour green")
	s = playLines(t, s, "colour blue") // E5
	if s.color != Blue || s.phase != PhaseTurn || s.hands[0].Len() != 3 {
		t.Errorf("color %s in %s with %d cards", s.color, s.phase, s.hands[0].Len())
	}
}

func TestRule5_1_ColorNeedsACard(t *testing.T) {
	s := scene{displays: []string{"", ""}, hands: []string{"R3 Y2 riposte", "R3"}}.build(t)
	if got := fmt.Sprint(s.Legal(1)); got != "[colour red colour yellow]" {
		t.Errorf("Legal = %s", got)
	}
	wantRefused(t, s, colorLacked, "colour purple", "colour blue", "colour green")
	wantRefused(t, s, openFirst, "play R3", "end", "withdraw", "riposte 2", "token red", "keep 1", "pass")
	wantRefused(t, s, malformed, "colour", "colour white", "color red", "colour red blue")
	// One color only is not chosen by itself.
	s = scene{displays: []string{"", ""}, hands: []string{"R3", "R4"}}.build(t)
	if s.findOpenerOnly(); s.phase != PhaseOpen || len(s.Legal(1)) != 1 {
		t.Errorf("%s, Legal = %q", s.phase, s.Legal(1))
	}
}

// findOpenerOnly runs the check that precedes the choice of a color.
func (s *state) findOpenerOnly() {
	r := run{state: s}
	r.openTournament(s.active)
}

func TestT5_OnlyPurpleAfterPurple(t *testing.T) {
	s := scene{displays: []string{"", "", ""}, hands: []string{"P4 P7 riposte", "P3 R3", "W2"}, last: Purple}.build(t)
	s.findOpenerOnly()
	if s.opener != 1 || s.active != 1 || s.phase != PhaseOpen {
		t.Fatalf("seat %d opens in %s, want 2", s.opener+1, s.phase)
	}
	if n := s.hands[0].Len(); n != 3 {
		t.Errorf("seat 1 has %d cards, want 3: it does not draw", n)
	}
	for _, viewer := range []games.Seat{games.Spectator, 1, 3} {
		v := s.View(viewer).(View)
		if len(v.Shown) != 1 || v.Shown[0].Seat != 1 || fmt.Sprint(v.Shown[0].Hand) != "[P4 P7 riposte]" {
			t.Errorf("viewer %d is shown %v", viewer, v.Shown)
		}
	}
	wantRefused(t, s, purpleAgain, "colour purple") // the ban binds the substitute, E6
	wantLegal(t, s, "colour red")
}

func TestT6_OnlyActions(t *testing.T) {
	s := scene{displays: []string{"", "", ""}, hands: []string{"riposte riposte dodge", "R3 R3", "W2 W2"}}.build(t)
	s.findOpenerOnly()
	if s.opener != 1 || s.hands[0].Len() != 3 || len(s.View(0).(View).Shown) != 1 {
		t.Fatalf("seat %d opens, seat 1 has %d cards", s.opener+1, s.hands[0].Len())
	}
	s = playLines(t, s, "colour red", "play R3", "end")
	s = playLines(t, s, "play W2", "play W2", "end")
	if s.active != 0 || s.hands[0].Len() != 4 || !s.in(0) { // a normal turn with a draw
		t.Errorf("seat %d is active, seat 1 has %d cards", s.active+1, s.hands[0].Len())
	}
}

// E39: nobody can open, so everybody draws and the first is asked again.
func TestE39_NobodyCanOpen(t *testing.T) {
	hands := []string{"riposte dodge", "charge", "P3 retreat"}
	s := scene{displays: []string{"", "", ""}, hands: hands, last: Purple, deck: "riposte adapt P4 B2 R3 W2 G1"}.build(t)
	s.active = 1
	s.findOpenerOnly()
	// The second seat should have opened: it drew riposte and B2, the third adapt
	// and R3, the first P4 and W2.
	if s.opener != 1 || fmt.Sprint(s.Legal(2)) != "[colour blue]" {
		t.Fatalf("seat %d opens with %q", s.opener+1, s.Legal(2))
	}
	for at, want := range []string{"P4 W2 dodge riposte", "B2 charge riposte", "P3 R3 retreat adapt"} {
		for _, code := range strings.Fields(want) {
			if s.hands[at].And(pack.ofKind[ParseCard(code)]).Empty() {
				t.Errorf("seat %d holds %s, want %s", at+1, cards.Line(s.hands[at].List(), "-"), want)
			}
		}
	}
	if shown := s.View(0).(View).Shown; len(shown) != 3 || shown[0].Seat != 2 || shown[1].Seat != 3 || shown[2].Seat != 1 {
		t.Errorf("shown %v", shown)
	}
}

// E1, option after: the draw comes before the color, and before nothing else.
func TestE1_ColorAfterTheDraw(t *testing.T) {
	c := scene{
		displays: []string{"", "", ""}, hands: []string{"riposte", "R3", "R4"},
		deck: "dodge W2 B3 G1", opts: ruleOptions{drawFirst: true},
	}
	s := c.build(t)
	s.findOpenerOnly()
	if s.opener != 1 || s.hands[0].Len() != 2 || s.hands[1].Len() != 2 || s.hands[2].Len() != 1 {
		t.Fatalf("seat %d opens; hands %s", s.opener+1, s.View(games.Omniscient))
	}
	s = playLines(t, s, "colour purple") // by the squire just drawn
	if s.hands[1].Len() != 2 {
		t.Errorf("the opener has %d cards, want 2: it has drawn", s.hands[1].Len())
	}
	s = playLines(t, s, "play W2", "end")
	if s.hands[2].Len() != 2 {
		t.Errorf("the next seat has %d cards, want 2", s.hands[2].Len())
	}
	// Before, the default: the choice comes first.
	c.opts.drawFirst = false
	s = c.build(t)
	s.findOpenerOnly()
	if s.opener != 1 || s.hands[0].Len() != 1 || s.hands[1].Len() != 1 {
		t.Fatalf("seat %d opens with %d cards", s.opener+1, s.hands[1].Len())
	}
	if s = playLines(t, s, "colour red"); s.hands[1].Len() != 2 {
		t.Errorf("the opener has %d cards, want 2", s.hands[1].Len())
	}
}

func TestE1_NobodyCanOpenAfterTheDraw(t *testing.T) {
	s := scene{
		displays: []string{"", ""}, hands: []string{"riposte", "dodge"},
		deck: "riposte retreat charge adapt W2 R3", opts: ruleOptions{drawFirst: true},
	}.build(t)
	s.findOpenerOnly()
	// Each draws one before it is asked, then both one a round: the third round
	// gives the squire to the first.
	if s.opener != 0 || s.hands[0].Len() != 4 || s.hands[1].Len() != 4 {
		t.Errorf("seat %d opens\n%s", s.opener+1, s.View(games.Omniscient))
	}
}

func TestT7_OpenerPlacesFirst(t *testing.T) {
	s := scene{
		color: Green, opening: true, displays: []string{"", ""},
		hands: []string{"G1 G1 retreat shield lancelot riposte", "R3"},
	}.build(t)
	wantRefused(t, s, openerPlaces, "retreat 1", "shield", "riposte 2", "withdraw", "end") // E4, E26
	if got := s.View(1).(View).End; got.WhyStay == nil || got.Why == nil || got.Why.Key != openerPlaces.Key {
		t.Errorf("the view says %+v", got)
	}
	s = playLines(t, s, "play G1")
	wantLegal(t, s, "shield", "withdraw", "end")
	s = playAndPass(t, s, "shield")
	wantTotals(t, s, 1)
	if s = playLines(t, s, "end"); s.active != 1 {
		t.Errorf("seat %d is active", s.active+1)
	}
}
