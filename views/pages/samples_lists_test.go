package pages

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

func sampleMe(t testing.TB, lang views.Lang) Me {
	m := Me{Page: viewtest.Page(lang, "/me"), Tally: Tally{Awaiting: 3, Live: 4, Open: 1, Finished: 12, Won: 6, Drawn: 1, Lost: 4}, Next: "n"}
	home := sampleHome(t, lang)
	m.Matches = append(append(home.Awaiting, home.Waiting...), home.Open...)
	return m
}

// samplesOfLists returns the pages that list matches, in states that the other
// samples do not have.
func samplesOfLists(t testing.TB, lang views.Lang) map[string]templ.Component {
	stranger := Me{Page: views.Page{Lang: lang, Path: "/me", Origin: "https://table.example", Now: viewtest.Now}}
	over := sampleMe(t, lang)
	over.Over, over.Older, over.Matches = true, true, sampleHome(t, lang).Finished
	fresh := sampleMe(t, lang)
	fresh.Matches, fresh.Next, fresh.Tally = nil, "", Tally{}
	ended := viewtest.Played(t, lang, "camelot", "1: I7-I8", "2: resign")
	share := func(change func(*Share)) templ.Component {
		m := Share{Match: ended}
		change(&m)
		return SharePage(m)
	}
	account := sampleMe(t, lang)
	account.Account = true
	dark, light := sampleMe(t, lang), sampleMe(t, lang)
	dark.Theme, light.Theme = views.DarkTheme, views.LightTheme
	studying := sampleMe(t, lang)
	studying.Studied, studying.Studies = 3, []StudyRow{
		{ID: "k7Zq2", Name: "Camelot", Players: []string{"Aliénor", "Gauvain"}, Changed: studying.Now}, {ID: "k7Zq3", Name: "Cam", Changed: studying.Now}, {ID: "k7Zq4", Changed: studying.Now},
	}
	return map[string]templ.Component{
		"share":        share(func(*Share) {}),
		"share-shown":  share(func(m *Share) { m.Public, m.Shown, m.Linked = true, true, true }),
		"share-public": share(func(m *Share) { m.Public = true }),
		"share-made":   share(func(m *Share) { m.Linked, m.Link = true, "q3zk5ov7w2q3zk5ov7w2aaaaaa" }),

		"me":           MePage(sampleMe(t, lang)),
		"me-over":      MePage(over),
		"me-in-dark":   MePage(dark),
		"me-in-light":  MePage(light),
		"me-account":   MePage(account),
		"me-studies":   MePage(studying),
		"me-favorites": MePage(withFavorites(t, lang)),
		"me-fresh":     MePage(fresh),
		"me-stranger":  MePage(stranger),
	}
}

// withFavorites returns the visitor's own page with favorite opponents.
func withFavorites(t testing.TB, lang views.Lang) Me {
	m := sampleMe(t, lang)
	m.Favorites = []Person{{ID: "a", Name: "Aliénor", Kind: "favorite"}, {ID: "b", Name: "Gauvain le Téméraire", Kind: "favorite"}}
	return m
}

// A row of a list names the opponents in its match, and its state.
func TestRowsTellTheirMatch(t *testing.T) {
	m := sampleMe(t, views.English)
	alone := sampleRow(t, "s")
	alone.Solo, alone.Seats[1] = true, alone.Seats[0]
	four := sampleRow(t, "v")
	four.Game, four.Seats = viewtest.Info(t, "knizia"), []views.Seat{{Name: "A", You: true}, {Name: "B"}, {Name: "C"}, {Name: "D"}}
	stranger := sampleRow(t, "w")
	stranger.Seats[0].You = false
	for _, tt := range []struct {
		name        string
		row         Row
		title, what string
	}{
		{"awaits", m.Matches[0], "Camelot against Gauvain", "Gauvain played E10-E9"},
		{"waits", m.Matches[3], "Camelot against Viviane", "Waiting for Viviane"},
		{"open", Row{Game: alone.Game, Seats: []views.Seat{{Name: "A", You: true}, {}}}, "Camelot", "one seat free"},
		{"alone", alone, "Camelot", "last played: E10-E9"},
		{"four", four, "Knizia’s Camelot, four at the table", "It is your turn"},
		{"of others", stranger, "Camelot", "Waiting for Aliénor"},
		{"won", Row{Game: alone.Game, Seats: m.Matches[0].Seats, Result: &games.Result{Winners: []games.Seat{1}}}, "Camelot against Gauvain", "Won against Gauvain"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := RowTitle(m.Page, tt.row); got != tt.title {
				t.Errorf("the title is %q, want %q", got, tt.title)
			}
			if got := m.rowLine(tt.row).What; got != tt.what {
				t.Errorf("the line says %q, want %q", got, tt.what)
			}
		})
	}
}

// At a table of one the armies act, on the home page too.
func TestRowsOfATableOfOneNameArmies(t *testing.T) {
	row := Row{Game: viewtest.Info(t, "camelot"), Solo: true, Last: views.Event{Seat: 2, Text: "resign"}, Ply: 2}
	if got, want := lastEventText(views.Page{Lang: views.French}, row), "Les Noirs abandonnent"; got != want {
		t.Errorf("happened = %q, want %q", got, want)
	}
}
