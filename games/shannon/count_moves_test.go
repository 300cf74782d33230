package shannon

import (
	"strings"
	"testing"
)

func TestRule5_2_Moves(t *testing.T) {
	for _, c := range []struct {
		seats  int
		powers string
		want   int
	}{
		{3, "questing-beast", 1}, {4, "questing-beast", 2}, {6, "questing-beast", 2}, {2, "questing-beast", 1},
		{3, "raven", 2}, {4, "raven", 2}, {3, "raven questing-beast", 3}, {4, "raven questing-beast", 4},
	} {
		hands := []string{"S1", "S2", "S3", "S4", "S5", "S6"}
		s := arrange(t, hands[:c.seats]...).empower(1, strings.Fields(c.powers)...)
		s = countedPiles(t, s, "O1 O2 O3 O4 O5 O6")
		if got := s.movesOf(1); got != c.want {
			t.Errorf("%s of %d: %d moves, want %d", c.powers, c.seats, got, c.want)
		}
		wantRefused(t, s, "1: move O1>2 O2>2 O3>2 O4>2 O5>2", moveMany)
	}
	t.Run("an empty pile is not asked", func(t *testing.T) {
		s := threeKnights(t).empower(1, "lancelot").empower(2, "raven")
		s.knights[0].placed = cardOf("T9")
		if s = countedPiles(t, s, "", "T1 T2", "S1"); s.phase == PhaseCount {
			t.Error("2 is asked to move cards of an empty pile")
		}
	})
	t.Run("clockwise from the dealer's left", func(t *testing.T) {
		s := threeKnights(t).empower(1, "raven").empower(2, "questing-beast")
		s.dealer = 1
		s = countedPiles(t, s, "S1", "S2", "S3")
		if s.turn() != 2 {
			t.Errorf("%d is asked first, want 2", s.turn())
		}
	})
}

// TestRule5_CapsAndMoves: cards moved to a knight in armor are capped with the
// rest, and the automatic discard may take them.
func TestRule5_CapsAndMoves(t *testing.T) {
	s := threeKnights(t).empower(1, "raven").empower(2, "enchanted-armour", "blessed-shield")
	s = play(t, countedPiles(t, s, "M1 M2 M3", "S3 S7 S11", ""), "1: move M1>2 M2>2")
	if got := totalOf(s, 2); got != 20 {
		t.Errorf("2 suffers %d, want 20: the shield takes both Merlins and S11", got)
	}
	wantPile(t, s, 2, "S3 S7")
}
