package onefile

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/views"
)

// The acts before a bot took over a seat are named as the person's, the later ones as the bot's,
// on boards and at cards.
func TestFileNamesWhoSatThere(t *testing.T) {
	for game, seats := range map[string]int{"knizia": 3, "chivalry-4-solo": 4} {
		rules, err := catalog.Find(game, 0)
		if err != nil {
			t.Fatal(err)
		}
		m, err := table.New(rules, games.Setup{Seats: seats, Seed: &games.Seed{5}})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 6))
		play := func() {
			for end := m.Ply() + 30; m.Ply() < end && !m.Over(); {
				seat := m.ToAct()[0]
				legal := m.Legal(seat)
				if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
					t.Fatal(err)
				}
			}
		}
		play()
		taken := m.Ply()
		if m, err = m.SeatBot(2, 3, time.Time{}); err != nil {
			t.Fatal(err)
		}
		play()
		file := Match{Lang: views.English, Table: m, Viewer: games.Omniscient, Names: []string{"Ada", "Merlin", "Cy", "Di"}[:seats]}
		file.Holders = views.Holders{{Seat: 2, Ply: taken, Name: "Bo"}}
		var page bytes.Buffer
		if err := file.Write(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		doc, err := goquery.NewDocumentFromReader(&page)
		if err != nil {
			t.Fatal(err)
		}
		text := doc.Find("main").Text()
		before, after, found := strings.Cut(text, "takes over")
		if !found || !strings.Contains(before, "Bo") || !strings.Contains(after, "Merlin") || strings.Contains(after, "Bo ") {
			t.Errorf("%s: %s", game, text)
		}
	}
}
