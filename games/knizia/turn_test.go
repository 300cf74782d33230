package knizia

import (
	"fmt"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

func TestT2_ATieIsNotEnough(t *testing.T) { // E2
	s := scene{color: Red, active: 2, displays: []string{"R3 R4", "R4"}, hands: []string{"", "R3"}}.build(t)
	s = playLines(t, s, "play R3")
	wantRefused(t, s, endTooLow, "end")
	wantLegal(t, s, "withdraw")
	_, _, err := s.Apply(2, "end")
	if want := "You have 7, and seat 1 has 7: your total must be higher than every other."; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}

func TestT3_ALeaderPlaysToo(t *testing.T) { // E3
	s := scene{color: Red, active: 2, displays: []string{"R3 R4", "R5 R4"}, hands: []string{"", "W2"}}.build(t)
	wantRefused(t, s, endUnplayed, "end")
	s = playLines(t, s, "play W2")
	wantTotals(t, s, 7, 11)
	wantLegal(t, s, "end")
	facts := s.Tell(games.Spectator, 2, "end")
	if facts[0].Kind != FactAnnounce || facts[0].Number != 11 {
		t.Errorf("end tells %+v", facts)
	}
}

func TestRule5_3_Play(t *testing.T) {
	s := scene{color: Red, displays: []string{"W6", "R3"}, hands: []string{"R3 B2 W6 W3 unhorse lancelot", "R4"}}.build(t)
	wantLegal(t, s, "play R3", "play W3")
	wantRefused(t, s, wrongColor, "play B2")
	wantRefused(t, s, oneMaiden, "play W6")
	wantRefused(t, s, notHeld, "play R4", "play Y2", "riposte 2", "charge")
	wantRefused(t, s, actionLine, "play unhorse")
	wantRefused(t, s, lancelotOwn, "play lancelot", "lancelot")
	wantRefused(t, s, malformed, "", "play", "play R3 R3", "play R6", "play ?", "R3", "end now", "pass on", "dance")
	wantRefused(t, s, alreadyOpen, "colour red")
	wantRefused(t, s, noToken, "token red")
	wantRefused(t, s, nothingToKeep, "keep 1")
	wantRefused(t, s, noActionUnderWay, "pass")
	next, text, err := s.Apply(1, "  PLAY \t r3 ")
	if err != nil || text != "play R3" || next.(*state).displays[0].n != 2 {
		t.Errorf("Apply in capitals: %q, %v", text, err)
	}
	for _, who := range []games.Seat{-1, 0, 2, 3} {
		if _, _, err := s.Apply(who, "play R3"); err != games.ErrNotYourTurn {
			t.Errorf("seat %d plays: %v", who, err)
		}
		if s.Legal(who) != nil {
			t.Errorf("Legal(%d) = %q", who, s.Legal(who))
		}
	}
}

func TestE41_NothingToPlace(t *testing.T) {
	s := scene{color: Red, active: 2, displays: []string{"R3 W2 R4", "", "R3"}, hands: []string{"", "B2 riposte"}}.build(t)
	wantLegal(t, s, "riposte 1", "withdraw")
	s = playAndPass(t, s, "riposte 1") // the first card of a display
	wantDisplays(t, s, "R3 W2", "R4", "R3")
}

func TestE34_WithdrawnSeatsDoNotDraw(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "", ""}, hands: []string{"R4 R5", "B2", "R3 R3 R4"}, out: []int{}}.build(t)
	s.played = 1
	s = playLines(t, s, "end")
	if s.hands[1].Len() != 2 {
		t.Errorf("seat 2 has %d cards at its turn, want 2", s.hands[1].Len())
	}
	s = playLines(t, s, "withdraw", "play R4", "end", "play R5", "end")
	if s.active != 2 || s.hands[1].Len() != 2 {
		t.Errorf("seat %d is active, seat 2 has %d cards", s.active+1, s.hands[1].Len())
	}
}

func TestT28_TokenForTheMaiden(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3 W6", "R5 R5"}, tokens: []string{"red blue", ""}, hands: []string{"R3", "R4"},
	}.build(t)
	wantRefused(t, s, tokenToChoose, "withdraw")
	wantRefused(t, s, tokenNotOwned, "withdraw green")
	wantLegal(t, s, "withdraw red", "withdraw blue")
	s = playLines(t, s, "withdraw blue")
	if got := s.tokens[0].List(); fmt.Sprint(got) != "[red]" {
		t.Errorf("tokens %v", got)
	}
	wantDiscard(t, s, "R3 W6 R5 R5")
}

func TestT29_TheOnlyToken(t *testing.T) {
	s := scene{
		color: Green, displays: []string{"G1 W6", "R5 R5 G1", "G1"}, tokens: []string{"red"}, hands: []string{"R3", "R4"},
	}.build(t)
	wantRefused(t, s, tokenUnneeded, "withdraw red")
	if s = playLines(t, s, "withdraw"); !s.tokens[0].Empty() {
		t.Errorf("tokens %v", s.tokens[0].List())
	}
}

func TestE28_AMaidenGoneInTimeCostsNothing(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3 W6", "R5 R5", "R3"}, tokens: []string{"red blue"}, hands: []string{"retreat", "R4"},
	}.build(t)
	s = playAndPass(t, s, "retreat 2")
	wantRefused(t, s, tokenUnneeded, "withdraw red")
	if s = playLines(t, s, "withdraw"); s.tokens[0].Len() != 2 {
		t.Errorf("tokens %v", s.tokens[0].List())
	}
	// Whoever has taken her pays.
	s = scene{
		color: Red, displays: []string{"R3 W6", "R5", "R3"}, tokens: []string{"", "blue"}, hands: []string{"", "riposte"}, active: 2,
	}.build(t)
	if s = playAndPass(t, s, "riposte 1", "withdraw"); !s.tokens[1].Empty() {
		t.Errorf("tokens %v", s.tokens[1].List())
	}
}

func TestE29_NoTokenNothingLost(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3 W6", "R5 R5", "R4"}, hands: []string{"R3"}}.build(t)
	wantRefused(t, s, tokenUnneeded, "withdraw red")
	wantLegal(t, s, "withdraw")
}

func TestE30_TheWinnerKeepsItsTokens(t *testing.T) {
	s := scene{color: Red, displays: []string{"R3", "R5 W6"}, tokens: []string{"", "blue green"}, hands: []string{"R3", "R4"}}.build(t)
	if s = playLines(t, s, "withdraw"); s.tokens[1].Len() != 3 {
		t.Errorf("tokens %v", s.tokens[1].List())
	}
}

func TestT30_WithdrawAtOnce(t *testing.T) { // E27, E42
	s := scene{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R3 R4", "B2"}, deck: "Y3 Y4"}.build(t)
	s = playLines(t, s, "play R3", "end", "withdraw")
	if !s.tokens[0].Has(Red) || s.opener != 0 || s.phase != PhaseOpen {
		t.Errorf("tokens %v, %d opens", s.tokens[0].List(), s.opener+1)
	}
	if s.hands[0].Len() != 1 || s.hands[1].Len() != 2 {
		t.Errorf("hands of %d and %d cards, want 1 and 2", s.hands[0].Len(), s.hands[1].Len())
	}
	if last := s.View(1).(View).LastColor; last != Red {
		t.Errorf("last color %s", last)
	}
}

func TestT31_PurpleWinnerChooses(t *testing.T) {
	s := scene{
		color: Purple, displays: []string{"P3", "P5", "", "", ""}, out: []int{3, 4, 5},
		tokens: []string{"", "red blue yellow"}, hands: []string{"R3", "R4"},
	}.build(t)
	s = playLines(t, s, "withdraw")
	v := s.View(1).(View)
	if v.Phase != PhaseToken || v.Active != 2 || v.Opener != 1 || v.Color != Purple || v.LastColor != Purple || v.Seats[0].In || !v.Seats[1].In {
		t.Errorf("the view of a choice of a token: %+v", v)
	}
	wantRefused(t, s, tokenOwned, "token red")
	wantRefused(t, s, tokenFirst, "colour red", "end", "play R4")
	if got := fmt.Sprint(s.Legal(2)); got != "[token purple token green]" {
		t.Errorf("Legal = %s", got)
	}
	s = playLines(t, s, "token green")
	if r := s.Result(); s.phase != PhaseOver || r.Winners[0] != 2 || r.Scores[2] != 4 || r.Scores[1] != 0 || r.Reason != "tokens" {
		t.Errorf("%s, result %+v", s.phase, r)
	}
	if _, _, err := s.Apply(2, "token green"); err != games.ErrFinished {
		t.Errorf("Apply after the end: %v", err)
	}
	if _, err := s.Resign(1); err != games.ErrFinished {
		t.Errorf("Resign after the end: %v", err)
	}
	if s.Legal(2) != nil || s.ToAct() != nil || s.Default(2) != "" {
		t.Error("somebody may act after the end")
	}
}

func TestRule5_5_TheLastTokenIsTakenByItself(t *testing.T) {
	s := scene{
		color: Purple, displays: []string{"P3", "P5", ""}, out: []int{3},
		tokens: []string{"", "red blue yellow purple"}, hands: []string{"R3", "R4"},
	}.build(t)
	if s = playLines(t, s, "withdraw"); s.phase != PhaseOver || !s.tokens[1].Has(Green) {
		t.Errorf("%s, tokens %v", s.phase, s.tokens[1].List())
	}
}

func TestT32_AnOwnedColor(t *testing.T) { // E31
	s := scene{
		color: Red, displays: []string{"R3", "R5", ""}, out: []int{3},
		tokens: []string{"", "red blue yellow purple"}, hands: []string{"R3", "R4"},
	}.build(t)
	if s = playLines(t, s, "withdraw"); s.phase != PhaseOpen || s.opener != 1 || s.tokens[1].Len() != 4 {
		t.Errorf("%s, %d opens, tokens %v", s.phase, s.opener+1, s.tokens[1].List())
	}
}

func TestT33_FinalColorGreen(t *testing.T) { // E6, E35
	s := scene{color: Red, displays: []string{"R3 R4", "R3"}, hands: []string{"drop_weapon W2", "W3"}}.build(t)
	s = playAndPass(t, s, "drop_weapon", "play W2", "end", "withdraw")
	if !s.tokens[0].Has(Green) || s.last != Green {
		t.Errorf("tokens %v, last color %s", s.tokens[0].List(), s.last)
	}
	s.hands[0].Add(pack.first[P3])
	wantLegal(t, s, "colour purple")
}

func TestT34_PurpleNoMore(t *testing.T) { // E6
	s := scene{color: Purple, displays: []string{"P3 P4", "P3"}, hands: []string{"unhorse P5 Y3", "W3"}}.build(t)
	s = playAndPass(t, s, "unhorse yellow", "play Y3", "end", "withdraw")
	if !s.tokens[0].Has(Yellow) || s.last != Yellow {
		t.Errorf("tokens %v, last color %s", s.tokens[0].List(), s.last)
	}
	wantLegal(t, s, "colour purple")
}

func TestT35_Reshuffle(t *testing.T) { // E32
	s := scene{
		color: Red, displays: []string{"R3 R4", "R3"}, hands: []string{"R5", "R4 R5"}, played: 1,
		discard: "B2 B2 B2 B2 B3 B3 B3 B3 G1 G1 G1 G1", deck: "W6", deckOnly: true,
	}.build(t)
	next, _, err := s.Apply(1, "end")
	if err != nil {
		t.Fatal(err)
	}
	s = next.(*state)
	if s.deck.n != 12 || s.discard.n != 0 || s.hands[1].And(pack.ofKind[W6]).Empty() || s.decks != 2 {
		t.Errorf("deck %d, discard %d, decks %d", s.deck.n, s.discard.n, s.decks)
	}
	if _, ok := s.Decided()["Deck.2"]; !ok {
		t.Errorf("decided %v", s.Decided())
	}
	next, _, err = s.Apply(2, "withdraw")
	if err != nil || next.(*state).discard.n == 0 {
		t.Errorf("discard after a withdrawal: %v", err)
	}
}

func TestT35_ReshuffleByTheRecord(t *testing.T) {
	c := scene{
		color: Red, displays: []string{"R3 R4", "R3"}, hands: []string{"R5", "R4 R5"}, played: 1,
		discard: "B2 B3 G1", deck: "W6", deckOnly: true,
	}
	for order, want := range map[string]string{"G1": "B3 B2 G1", "B3 G1 B2": "B2 G1 B3"} {
		s := c.build(t)
		var err error
		if s.chance, err = games.NewChance(games.Setup{Fixed: map[string]string{"Deck.2": order}}); err != nil {
			t.Fatal(err)
		}
		next, _, err := s.Apply(1, "end")
		if err != nil {
			t.Fatal(err)
		}
		if got := cards.Line(next.(*state).deck.cards(), "-"); got != want {
			t.Errorf("deck from its bottom %s, want %s", got, want)
		}
	}
	s := c.build(t)
	s.chance, _ = games.NewChance(games.Setup{Fixed: map[string]string{"Deck.2": "R3"}})
	if _, _, err := s.Apply(1, "end"); err == nil {
		t.Error("a second deck with a card that is on the table is accepted")
	}
}

func TestT36_NoCardsLeft(t *testing.T) { // E33
	s := scene{color: Red, displays: []string{"R3 R4", "R3"}, hands: []string{"R5", "R4"}, played: 1, deckOnly: true}.build(t)
	next, _, err := s.Apply(1, "end")
	if err != nil {
		t.Fatal(err)
	}
	s = next.(*state)
	if s.active != 1 || s.phase != PhaseTurn || s.hands[1].Len() != 1 || s.decks != 1 {
		t.Errorf("seat %d in %s with %d cards", s.active+1, s.phase, s.hands[1].Len())
	}
}

func TestRule5_2_AnEmptyDeckIsMadeWhenADrawIsDue(t *testing.T) {
	s := scene{
		color: Red, displays: []string{"R3 R4", "R3"}, hands: []string{"R5", "R4"}, played: 1, deckOnly: true, discard: "B5",
	}.build(t)
	next, _, err := s.Apply(1, "end")
	if err != nil {
		t.Fatal(err)
	}
	if s = next.(*state); s.hands[1].And(pack.ofKind[B5]).Empty() || s.deck.n != 0 || s.discard.n != 0 || s.decks != 2 {
		t.Errorf("deck %d, discard %d, decks %d", s.deck.n, s.discard.n, s.decks)
	}
}

func TestT43_OpenerWithdraws(t *testing.T) { // E26, E27
	s := scene{color: Red, opening: true, displays: []string{"", "", ""}, hands: []string{"R3", "R3", "B2"}}.build(t)
	s = playLines(t, s, "play R3", "withdraw")
	wantDiscard(t, s, "R3")
	if s.active != 1 || s.opening {
		t.Fatalf("seat %d is active", s.active+1)
	}
	wantLegal(t, s, "play R3", "withdraw")
	if s = playLines(t, s, "withdraw"); !s.tokens[2].Has(Red) || s.opener != 2 {
		t.Errorf("tokens %v, %d opens", s.tokens[2].List(), s.opener+1)
	}
}

func TestRule5_8_Defaults(t *testing.T) {
	for _, c := range []struct {
		name string
		of   scene
		want string
	}{
		{"open, most cards", scene{displays: []string{"", ""}, hands: []string{"R3 Y2 Y2 P3", "R3"}}, "colour yellow"},
		{"open, a tie", scene{displays: []string{"", ""}, hands: []string{"R3 Y2 G1", "R3"}}, "colour red"},
		{"open, supporters", scene{displays: []string{"", ""}, hands: []string{"W2 W3", "R3"}, last: Purple}, "colour red"},
		{"open, no purple", scene{displays: []string{"", ""}, hands: []string{"P3 P4 P5 G1", "R3"}, last: Purple}, "colour green"},
		{"opening", scene{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R4 R3 W3", "R3"}}, "play R3"},
		{"opening, supporter", scene{color: Red, opening: true, displays: []string{"", ""}, hands: []string{"R4 R3 W2", "R3"}}, "play W2"},
		{"opening, equal values", scene{color: Blue, opening: true, displays: []string{"", ""}, hands: []string{"W2 B2", "R3"}}, "play B2"},
		{"opening, placed", scene{color: Blue, opening: true, added: 1, displays: []string{"B2", ""}, hands: []string{"W2 B2", "R3"}}, "end"},
		{"turn", scene{color: Blue, displays: []string{"B2", "B3"}, hands: []string{"W2 B2", "R3"}}, "withdraw"},
		{"turn, leading", scene{color: Blue, played: 1, displays: []string{"B4", "B3"}, hands: []string{"W2 B2", "R3"}}, "end"},
		{"turn, maiden", scene{color: Blue, displays: []string{"W6", "B5 B5"}, tokens: []string{"purple red blue"}}, "withdraw blue"},
		{"token", scene{phase: PhaseToken, color: Purple, displays: []string{"", ""}, tokens: []string{"purple red"}, out: []int{2}}, "token blue"},
	} {
		s := c.of.build(t)
		if got := s.Default(1); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		wantLegal(t, s, c.want)
		if got := s.Default(2); got != "" {
			t.Errorf("%s: the default of another seat is %q", c.name, got)
		}
	}
}
