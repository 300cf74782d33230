package families

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// tellerOf returns the teller of a match to seat 1 in English.
func tellerOf(m table.Match) views.Storyteller {
	t := views.Storyteller{
		Page: viewtest.Page(views.English, "/m/x"), Game: m.Ruleset().Info(), You: 1,
		Name: func(seat games.Seat) string { return fmt.Sprint("Knight ", seat) },
	}
	for i, e := range m.Story(1, 0, m.Ply()) {
		t.Told = append(t.Told, views.Told{Event: views.Event{Seat: e.Seat, Text: e.Text}, Ply: i + 1, Facts: e.Facts})
	}
	return t
}

// In the story, events before a player took over a seat name the former player, and events after it
// the new one. This holds in every card game, from any event at which the story begins.
func TestStoryNamesWhoSatThere(t *testing.T) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		family, _ := Of(game)
		rules, err := catalog.Find(game, 0)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 6))
		m, err := table.New(rules, games.Setup{Seats: 3, Seed: &games.Seed{5}})
		if err != nil {
			t.Fatal(err)
		}
		play := func(plies int) {
			for end := m.Ply() + plies; m.Ply() < end && !m.Over(); {
				seat := m.ToAct()[0]
				legal := m.Legal(seat)
				if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
					t.Fatal(err)
				}
			}
		}
		play(40)
		taken := m.Ply()
		if m, err = m.SeatBot(2, 3, time.Time{}); err != nil {
			t.Fatal(err)
		}
		play(20)
		again := m.Ply()
		if m, err = m.SeatPlayer(2, time.Time{}); err != nil {
			t.Fatal(err)
		}
		play(40)
		teller := tellerOf(m)
		teller.Holders = views.Holders{{Seat: 2, Ply: taken, Name: "Bo"}, {Seat: 2, Ply: again, Name: "Zed"}}
		story := family.Narrate(teller)
		told := map[string]int{}
		for _, e := range story {
			holder := views.Either(e.To <= taken, "Bo ", views.Either(e.To <= again, "Zed ", "Knight 2 "))
			for _, name := range []string{"Bo ", "Zed ", "Knight 2 "} {
				told[name] += strings.Count(e.Text, name)
				if name != holder && strings.Contains(e.Text, name) {
					t.Errorf("%s, events %d to %d, taken over after %d and %d: %q", game, e.From, e.To, taken, again, e.Text)
				}
			}
		}
		if len(told) != 3 || told["Bo "] == 0 || told["Zed "] == 0 || told["Knight 2 "] == 0 {
			t.Errorf("%s: the names are told so often: %v", game, told)
		}
	}
}
