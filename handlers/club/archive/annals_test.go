package archive

import (
	"testing"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/views/locale"
)

// Every game that the site brings along can be replayed to its end from its stored form. It has an
// id and a collection, and each of its notes is in all languages.
func TestAnnals(t *testing.T) {
	for _, c := range annalCollections {
		checkTranslated(t, c.title)
		checkTranslated(t, c.text)
	}
	list, err := annals()
	if err != nil || len(list) < 2 {
		t.Fatalf("%d games, %v", len(list), err)
	}
	ids := make(map[string]bool)
	for _, a := range list {
		if ids[a.ID] || len(a.ID) != 12 || a.Played.Unix() <= 0 {
			t.Errorf("%s: the id is no good, or the day is %v", a.ID, a.Played)
		}
		ids[a.ID] = true
		last := db.WholeMatch - 1
		for _, n := range a.notes {
			if n.ply <= last || n.text == "" {
				t.Errorf("%s: the note at %d is %q, after that at %d", a.ID, n.ply, n.text, last)
			}
			checkTranslated(t, n.text)
			last = n.ply
		}
		n := a.NewMatch()
		m := db.Match{ID: a.ID, Game: a.Game, Version: a.Version, Options: a.Options, Tags: n.Tags, Seats: make([]db.Player, a.Seats)}
		rules, err := catalog.Find(a.Game, 0)
		if err != nil {
			t.Fatal(err)
		}
		start, err := table.New(rules, match.SetupOf(m))
		if err != nil {
			t.Fatal(err)
		}
		m.Events = a.Events
		f, err := match.ReplayFrom(start, m)
		if err != nil || !f.Table.Over() {
			t.Fatalf("%s: %v, over %v", a.ID, err, f.Table.Over())
		}
		if e := endingOf((match.Match{Match: db.Match{ID: a.ID, Game: a.Game, Result: a.Result, Events: a.Events}, Rules: rules, Table: f.Table})); !e.Listed || e.Played != nil || e.Rate != nil || (len(e.Passed) > 0) != match.OnBoard(a.Game) {
			t.Errorf("%s is archived as %+v", a.ID, e)
		}
	}
	for name, want := range map[string]bool{"chaxx": true, " Michael Nolan": true, "Danielle": true, "Nobody": false} {
		if isAnnalName(name) != want {
			t.Errorf("%q plays in a game of the past: %v", name, !want)
		}
	}
}

func checkTranslated(t *testing.T, english string) {
	t.Helper()
	for _, lang := range locale.Langs {
		if lang != locale.English && lang.Wording(english) == english {
			t.Errorf("%q is not translated: %s", english, lang)
		}
	}
}
