package handlers

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
	"tableronde/views"
)

// A story that is kept reaches nobody else, no other language and no other name, and
// not the end of the match, when all may know everything.
func TestKeptStoriesAreThoseOfTheirViewers(t *testing.T) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		rules, err := catalog.Find(game, 0)
		if err != nil {
			t.Fatal(err)
		}
		m, err := table.New(rules, games.Setup{Seats: 2, Seed: &games.Seed{5}})
		if err != nil {
			t.Fatal(err)
		}
		kept := newKeptStories()
		for rng := rand.New(rand.NewPCG(3, 4)); !m.Over(); {
			for range 9 {
				if !m.Over() {
					legal := m.Legal(m.ToAct()[0])
					if m, err = m.Play(m.ToAct()[0], legal[rng.IntN(len(legal))], time.Time{}); err != nil {
						t.Fatal(err)
					}
				}
			}
			f := sitetest.StoredMatch(rules, m)
			for seat := range games.Seat(3) {
				for _, name := range []string{"Aliénor", f.Seats[0].Name} {
					f.Seats[0].Name = name
					checkKeptStory(t, kept, f, seat, views.English)
					checkKeptStory(t, kept, f, seat, views.French)
				}
			}
		}
	}
}

// checkKeptStory compares the story as it is kept with the one that is told anew.
func checkKeptStory(t *testing.T, kept keptStories, f match.Match, seat games.Seat, lang views.Lang) {
	t.Helper()
	got := newMatchModel(views.Page{Lang: lang}, f, matchQuery{shown: f.Ply}, seat, db.Player{})
	want := got
	fillStory(&got, f, kept)
	fillStory(&want, f, newKeptStories())
	if diff := cmp.Diff(want.Story, got.Story); diff != "" {
		t.Fatalf("%s, ply %d, to %d in %s (-anew +kept):\n%s", f.Game, f.Ply, seat, lang, diff)
	}
}
