package pages

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

func TestHomePresentsTheFamilyAsOneGame(t *testing.T) {
	doc := viewtest.Document(t, HomePage(Home{Page: viewtest.Page(views.English, "/"), Games: viewtest.Boards(), Key: "k"}))
	if got := viewtest.Texts(doc.Find(".games h3")); !slices.Equal(got, []string{"Camelot and its family"}) {
		t.Errorf("tiles = %q, want the family alone", got)
	}
	if got := doc.Find(".games .game").Text(); !strings.Contains(got, "Nine boards from 23 to 180 squares") {
		t.Errorf("the tile says %q", got)
	}
	if got, want := viewtest.Texts(doc.Find(".kin .name .dim")), []string{
		"160 squares", "176 squares", "67 squares", "23 squares", "176 squares", "176 squares", "180 squares", "97 squares", "93 squares",
	}; !slices.Equal(got, want) {
		t.Errorf("sizes = %q, want %q", got, want)
	}
	for _, g := range viewtest.Boards() {
		for _, href := range []string{"/new?game=" + g.ID, "/rules/" + g.ID} {
			if n := doc.Find(`.kin a[href="` + href + `"]`).Length(); n != 1 {
				t.Errorf("%d links to %s, want 1", n, href)
			}
		}
	}
}

// A game to try alone is Camelot at one click, and any other at two.
func TestHomeTriesAnyGameAlone(t *testing.T) {
	doc := viewtest.Document(t, HomePage(Home{Page: viewtest.Page(views.French, "/"), Games: viewtest.Boards(), Key: "k"}))
	form := doc.Find("form[action='/solo']")
	var values []string
	form.Find("select[name=game] option").Each(func(_ int, s *goquery.Selection) { values = append(values, s.AttrOr("value", "")) })
	var want []string
	for _, g := range viewtest.Boards() {
		want = append(want, g.ID)
	}
	if !slices.Equal(values, want) {
		t.Errorf("one can choose among %q, want %q", values, want)
	}
	if form.Find("select").AttrOr("aria-label", "") == "" || form.Find("[name=key]").Length() != 1 {
		t.Error("the form lacks a name of its choice, or its key")
	}
	if got := form.Find("optgroup").First().AttrOr("label", ""); got != "À deux" {
		t.Errorf("the first group is %q", got)
	}
}

func TestNewTableGroupsTheGames(t *testing.T) {
	doc := viewtest.Document(t, NewTablePage(NewTable{Page: viewtest.Page(views.English, "/new"), Games: viewtest.Boards(), Game: "cam", Public: true, Key: "k"}))
	if got := viewtest.Texts(doc.Find(".menu > .cap")); !slices.Equal(got, []string{"For two", "For four"}) {
		t.Errorf("groups = %q", got)
	}
	if got := viewtest.Texts(doc.Find(".menu [aria-current]")); !slices.Equal(got, []string{"Cam"}) {
		t.Errorf("%q is chosen, want Cam", got)
	}
	if n := doc.Find(`.menu a[href="/new?game=grand-cam-93&public=1"]`).Length(); n != 1 {
		t.Errorf("%d links to Grand Cam that keep the table public, want 1", n)
	}
	if got := doc.Find(".only").Text(); !strings.Contains(got, "one piece in the castle wins") {
		t.Errorf("the game is described as %q", got)
	}
	alone := doc.Find(`form[action="/matches"] button[formaction="/solo"]`)
	if _, free := alone.Attr("formnovalidate"); alone.Length() != 1 || !free {
		t.Error("the game cannot be tried alone, or only under a name")
	}
}

func TestRulesIndexComparesTheGames(t *testing.T) {
	for _, lang := range locale.Langs {
		doc := viewtest.Document(t, RulesIndexPage(RulesIndex{Page: viewtest.Page(lang, "/rules"), Games: viewtest.Boards()}))
		rows := doc.Find(".facts tbody tr:has(td)")
		if rows.Length() != len(viewtest.Boards()) {
			t.Fatalf("%d games are compared in %s", rows.Length(), lang)
		}
		rows.Each(func(i int, row *goquery.Selection) {
			g := viewtest.Boards()[i]
			if href := row.Find("a").AttrOr("href", ""); href != "/rules/"+g.ID {
				t.Errorf("line %d leads to %s, want the rules of %s", i, href, g.ID)
			}
			if got := row.Find("td").First().Text(); got != strconv.Itoa(rules.BoardOf(g.ID).Len()) {
				t.Errorf("%s has %s squares", g.ID, got)
			}
			row.Find("td").Each(func(_ int, cell *goquery.Selection) {
				if cell.Text() == "" {
					t.Errorf("a cell of %s is empty in %s", g.ID, lang)
				}
			})
		})
		if got := viewtest.Texts(doc.Find(".facts tr:has(a[href='/rules/grand-camelot']) td")); !slices.Equal(got, []string{"180", "8 + 4", "2", "90 min"}) {
			t.Errorf("Grand Camelot: %q", got)
		}
		if n := doc.Find(".shelf .game").Length(); n != len(viewtest.Boards()) {
			t.Errorf("%d games on the shelves in %s", n, lang)
		}
		for _, p := range viewtest.Texts(doc.Find(".shelf .small")) {
			if p == "" || strings.Contains(p, "game.") {
				t.Errorf("a game is described as %q in %s", p, lang)
			}
		}
	}
}

// Games of other families come beside the family, not in it.
func TestFamilyLeavesOthersOut(t *testing.T) {
	chess := games.Info{ID: "chess", Name: games.Text{En: "Chess", Fr: "Échecs"}, Seats: []int{2}}
	doc := viewtest.Document(t, HomePage(Home{Page: viewtest.Page(views.English, "/"), Games: append(viewtest.Boards(), chess), Key: "k"}))
	if got := viewtest.Texts(doc.Find(".games h3")); !slices.Equal(got, []string{"Camelot and its family", "Chess"}) {
		t.Errorf("tiles = %q", got)
	}
}

// In a match of many, the page says that a loser lost to the winners, not to the other losers.
func TestRowsOfManySayThePlace(t *testing.T) {
	r := Row{Game: viewtest.Info(t, "kutschke"), Seats: []views.Seat{{Name: "Ada", You: true}, {Name: "Knight"}, {Name: "Knight 2"}, {Name: "Knight 3"}},
		Result: &games.Result{Scores: map[games.Seat]float64{1: 9, 2: 3, 3: 3, 4: 15}, Winners: []games.Seat{4}, Reason: "target"}}
	for lang, want := range map[views.Lang]string{views.English: "Place 2 of 4: Knight 3 won", views.French: "Place 2 sur 4\u00a0: Knight 3 a gagné"} {
		if got := resultText(viewtest.Page(lang, "/"), r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A match of hidden cards that waits for the visitor is not one that goes on.
func TestRowsSayWhoseTurnItIs(t *testing.T) {
	r := Row{Game: viewtest.Info(t, "kutschke"), Ply: 3, Seats: []views.Seat{{Name: "Ada", You: true}, {Name: "Bo"}}, ToAct: []games.Seat{1}}
	p := viewtest.Page(views.English, "/me")
	if got := lastEventText(p, r); got != "It is your turn" {
		t.Errorf("one that waits says %q", got)
	}
	if r.ToAct = []games.Seat{2}; lastEventText(p, r) != "The match goes on, with Bo" {
		t.Errorf("one that does not says %q", lastEventText(p, r))
	}
}
