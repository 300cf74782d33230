package shannon

import "testing"

// TestQuickChoicesDeclare has knights who are about to lose a combat declare their powers if
// that saves them much, and no others.
func TestQuickChoicesDeclare(t *testing.T) {
	for _, c := range []struct{ name, power, hand, lead, want string }{
		{"a feint", "fox-feint", "S3", "S9", "play S3 fox"},
		{"three points that are enough", "arthur", "S7", "S9", "play S7 +3"},
		{"three points that are not", "arthur", "S3", "S9", "play S3"},
		{"as many points as they like", "divine-will", "S7", "S9", "play S7 will+3"},
		{"a card that does not lose", "fox-feint", "S9", "S3", "play S9"},
		{"a power that is none of the combat", "giant-strength", "S3", "S9", "play S3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, arrange(t, c.lead+" O1", c.hand+" O2"), "1: play "+c.lead)
			s.empower(2, c.power).carry = cardsOfCodes("S14 S15 O14 O15")
			if got := s.Quick(2, randomSource(1)); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestQuickChoicesDivert sends the cards of a combat to the opponent with the most life.
func TestQuickChoicesDivert(t *testing.T) {
	s := play(t, arrange(t, "S9 O1", "S8 O9", "S3 O2"), "1: play S9", "2: play S8")
	s.empower(3, "redirect").carry = cardsOfCodes("S14 S15 O14 O15")
	s.knights[0].life -= 10
	if got, want := s.Quick(3, randomSource(1)), "play S3 redirect 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
