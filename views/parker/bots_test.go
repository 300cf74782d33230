package parker

import (
	"strings"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// The strip of a bot has its name, an icon with a hidden word, and its rank.
func TestBotsAreMarkedOnStrips(t *testing.T) {
	for _, game := range []string{"grand-camelot", "camelot"} {
		m := viewtest.Played(t, views.French, game)
		m.Bots, m.BotsPlay = true, true
		m.Seats[1] = views.Seat{Name: views.BotName(views.French, 3, 2), Bot: views.BotCalled(views.French, 3, 2), Rank: views.BotRank(views.French, 3)}
		who := viewtest.Document(t, Family().Page(m)).Find("#seat-2 .who b")
		if got := who.Find("bdi").Text(); got != "Bédivère\u00a0II" {
			t.Errorf("%s: the strip names %q", game, got)
		}
		if got := who.Find(".rank-of").Text(); got != "Chevalier" {
			t.Errorf("%s: the strip has the rank %q", game, got)
		}
		if got := strings.TrimSpace(who.Find(".bot .vh").Text()); got != "(ordinateur)" || who.Find("svg").Length() != 1 {
			t.Errorf("%s: the strip marks it by %q", game, got)
		}
	}
}
