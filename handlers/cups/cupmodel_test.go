package cups

import (
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/cup"
	"tableronde/handlers/club/cups"
	"tableronde/views"
	"tableronde/views/pages"
	"tableronde/views/viewtest"
)

// A cup that has ended names its champion, on its page and where the last pairing stands.
func TestFinishedCupNamesItsChampion(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for format, played := range map[cup.Format][]cup.Game{
		cup.KnockOut:   {{Round: 1, Pairing: 2, Entries: []int{2, 3}, Points: []int{0, 2}}, {Round: 2, Pairing: 1, Entries: []int{1, 3}, Points: []int{0, 2}}},
		cup.RoundRobin: {{Round: 1, Pairing: 1, Entries: []int{2, 3}, Points: []int{0, 2}}, {Round: 2, Pairing: 1, Entries: []int{1, 3}, Points: []int{0, 2}}, {Round: 3, Pairing: 1, Entries: []int{1, 2}, Points: []int{2, 0}}},
	} {
		f := cups.Cup{Cup: db.Cup{ID: "c", Title: "Autumn", Started: day, Ended: day}, State: cup.Cup{Format: format, Entries: 3, Made: played}}
		f.Format, f.Table.Game = format, "camelot"
		for i, name := range []string{"Ada", "Bo", "Cy"} {
			f.Entrants = append(f.Entrants, db.Entrant{Player: db.Player{ID: name, Name: name}, Number: i + 1})
		}
		for _, g := range played {
			f.Matches = append(f.Matches, db.CupMatch{ID: "m", Round: g.Round, Pairing: g.Pairing, Entries: g.Entries, Ended: day, Result: new(games.Result)})
		}
		doc := viewtest.Document(t, pages.CupPage(newCupModel(viewtest.Page(views.English, "/cups/c"), f, "")))
		if text := doc.Find("p.lead").Text(); !strings.Contains(text, "Cy wins the cup.") {
			t.Errorf("%s: %s", format, text)
		}
		if !f.IsWonBy("Cy") || f.IsWonBy("Ada") || f.IsWonBy("Dido") {
			t.Errorf("%s: Cy has won: %t, Ada: %t, Dido: %t", format, f.IsWonBy("Cy"), f.IsWonBy("Ada"), f.IsWonBy("Dido"))
		}
		if f.Ended = (time.Time{}); f.IsWonBy("Cy") {
			t.Errorf("%s: Cy has won a cup that goes on", format)
		}
		if text := doc.Find(".bracket section:last-child").Text(); format == cup.KnockOut && (strings.Contains(text, "goes on") || !strings.Contains(text, "Cy wins the cup")) {
			t.Errorf("the final: %s", text)
		}
	}
}
