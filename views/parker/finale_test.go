package parker

import (
	"strings"
	"testing"

	judged "tableronde/games/review"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// The end of a match shows its length, the captures, and the move that the review finds decisive,
// else the winner's largest capture.
func TestFinale(t *testing.T) {
	over := append(viewtest.NolanEvents(34), "1: resign")
	for _, tt := range []struct {
		name    string
		turning int
		events  []string
		numbers string
		moment  string
	}{
		{"the winner's largest capture", 0, over, "17 11 lost 13 3", "The deciding moment: move 6 I10-G8xE6xE8xG8xG6xE6xC8. Gauvain took 6 pieces in one move."},
		{"a swing of the review", 31, over, "17 11 lost 13 3", "The deciding moment: move 16 H8xF10xD12xF12. You missed the canter F6-H8."},
		{"a canceled match", 0, []string{"1: abort"}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := viewtest.Played(t, views.English, "camelot", tt.events...)
			m.Turning, m.Cause = tt.turning, judged.Cause{Kind: judged.MissedCanter, Move: "F6-H8"}
			doc := viewtest.Document(t, matchPage(m))
			var numbers []string
			for _, text := range viewtest.Texts(doc.Find(".three dd")) {
				numbers = append(numbers, strings.Fields(text)...)
			}
			if got := strings.Join(numbers, " "); got != tt.numbers {
				t.Errorf("the numbers are %q, want %q", got, tt.numbers)
			}
			if got := strings.Join(strings.Fields(doc.Find(".turning figcaption").Text()), " "); got != tt.moment {
				t.Errorf("the moment is %q, want %q", got, tt.moment)
			}
			if drawn := doc.Find(".turning svg.board").Length(); drawn != min(len(tt.moment), 1) {
				t.Errorf("%d boards are drawn", drawn)
			}
			if n := doc.Find("#bar .primary").Length(); n != 1 {
				t.Errorf("%d primary buttons", n)
			}
		})
	}
}

// The part of a board around a move has at least six squares by four, all of them in the bounds.
func TestWidened(t *testing.T) {
	for _, tt := range []struct{ low, high, least, limit, from, to int }{
		{4, 5, 6, 12, 2, 7}, {0, 1, 6, 12, 0, 5}, {10, 11, 6, 12, 6, 11}, {0, 4, 6, 5, 0, 4}, {2, 9, 6, 12, 1, 10},
	} {
		if from, to := widened(tt.low, tt.high, tt.least, tt.limit); from != tt.from || to != tt.to {
			t.Errorf("widened(%d, %d, %d, %d) = %d, %d, want %d, %d", tt.low, tt.high, tt.least, tt.limit, from, to, tt.from, tt.to)
		}
	}
}
