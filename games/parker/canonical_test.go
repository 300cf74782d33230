package parker

import (
	"slices"
	"strings"
	"testing"
)

// TestCanonicalText covers the rule of RECORD.md for routes to one position: the fewest
// landing squares, then the first in byte order.
func TestCanonicalText(t *testing.T) {
	for _, c := range []struct{ name, setup, typed, want string }{
		{"the fewest landings", "C8 D8 E9 D10 C9 | L9 L10", "C8-E8-E10-C10", "C8-C10"},
		{"byte order", "C8 D8 E9 D10 C9 | L9 L10", "C8-E8-E10", "C8-C10-E10"},
		{"E10 before E6", "C8 D9 F9 D7 F7 | L9 L10", "C8-E6-G8", "C8-E10-G8"},
		{"a canter in circles", "C8 D9 F9 D7 F7 | L9 L10", "C8-E6-G8-E10-C8-E10-G8", "C8-E10-G8"},
		{"jumps in byte order", "C8 L4 | D9 F9 F7 D7 L9 L10", "C8xE6xG8xE10xC8", "C8xE10xG8xE6xC8"},
		{"a charge by the shorter canter", "kC8 D8 C9 D10 E9 | F9 L10", "C8-C10-E10-E8xG10", "C8-E8xG10"},
		{"a charge by the first of equal canters", "kC8 D8 E9 D10 C9 | F11 L10", "C8-E8-E10xG12", "C8-C10-E10xG12"},
		{"either case", "C8 D8 | L9 L10", " c8-e8\n", "C8-E8"},
	} {
		s := setUp(t, "camelot", c.setup)
		_, got, err := s.Apply(1, c.typed)
		if err != nil || got != c.want {
			t.Errorf("%s: Apply(%s) = %s, %v, want %s", c.name, c.typed, got, err, c.want)
		}
		legal := s.Legal(1)
		if !slices.Contains(legal, c.want) || c.typed != c.want && slices.Contains(legal, c.typed) {
			t.Errorf("%s: want %s listed and not %s: %v", c.name, c.want, c.typed, legal)
		}
	}
}

// TestCirclesOfTwoPiecesAreOneMove has two knights who can each capture F10 and
// come back, which leaves the same position.
func TestCirclesOfTwoPiecesAreOneMove(t *testing.T) {
	const knights = "kG11 kG9 F11 F9 E10"
	for _, c := range []struct {
		name, enemies string
		want          map[string]string // texts as typed, with their canonical forms
	}{
		{"both", "F10 A4 A6", map[string]string{"G9-E9-E11xG9": "G11-E11-E9xG11", "G11-E11-E9xG11": "G11-E11-E9xG11"}},
		{"one would have to jump on", "F10 H12 A6", map[string]string{"G9-E9-E11xG9": "G9-E9-E11xG9", "G11-E11-E9xG11": ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := setUp(t, "camelot", knights+" | "+c.enemies)
			var circles []string
			for typed, want := range c.want {
				_, got, err := s.Apply(1, typed)
				if (err == nil) != (want != "") || got != want {
					t.Errorf("Apply(%s) = %q, %v, want %q", typed, got, err, want)
				}
				if want != "" && !slices.Contains(circles, want) {
					circles = append(circles, want)
				}
			}
			got := slices.DeleteFunc(s.Legal(1), func(m string) bool {
				return !strings.HasSuffix(m, "x"+m[:strings.IndexAny(m, "-x")])
			})
			if !slices.Equal(got, circles) {
				t.Errorf("circles listed: %v, want %v", got, circles)
			}
			if n := Perft(s, 1); n != uint64(len(s.Legal(1))) {
				t.Errorf("Perft(1) = %d, Legal lists %d", n, len(s.Legal(1)))
			}
		})
	}
}
