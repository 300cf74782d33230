package parker

import (
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// At a table of four the strip of a bot has its rank, an icon and a hidden word, for which there is
// room. At a table of two it has the words.
func TestBotsAreMarkedOnStrips(t *testing.T) {
	for _, tt := range []struct {
		game       string
		seats      int
		name, mark string
	}{
		{"grand-camelot", 4, "Chevalier\u00a02", "(ordinateur)"},
		{"camelot", 2, "Chevalier\u00a02 (ordinateur)", ""},
	} {
		m := viewtest.Played(t, views.French, tt.game)
		m.Bots, m.BotsPlay = true, true
		m.Seats[1] = views.Seat{Name: views.BotName(views.French, 3, 2), Rank: views.BotRank(views.French, 3, 2)}
		who := viewtest.Document(t, Family().Page(m)).Find("#seat-2 .who b")
		if got := who.Find("bdi").Text(); got != tt.name {
			t.Errorf("%s: the strip names %q", tt.game, got)
		}
		if got := strings.TrimSpace(who.Find(".bot .vh").Text()); got != tt.mark || who.Find("svg").Length() != len(tt.mark)/max(len(tt.mark), 1) {
			t.Errorf("%s: the strip marks it by %q", tt.game, got)
		}
	}
}
