package pages

import (
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/browser"
	"tableronde/views/raster"
	"tableronde/views/viewtest"
)

func TestNewTableOfAGameOfCards(t *testing.T) {
	m := NewTable{Page: viewtest.Page(views.English, "/new"), Games: viewtest.Games(), Game: "knizia", Count: 4, Seat: 3, Words: "abcd-efgh", Waits: true, Hours: 3, Key: "k"}
	doc := viewtest.Document(t, NewTablePage(m))
	if got := viewtest.Values(doc, "input[name=seats]"); !slices.Equal(got, []string{"2", "3", "4", "5"}) {
		t.Errorf("players = %q", got)
	}
	if got := viewtest.Values(doc, "input[name=seats][checked]"); !slices.Equal(got, []string{"4"}) {
		t.Errorf("%q are chosen", got)
	}
	if got := viewtest.Values(doc, "select[name=seat] option"); !slices.Equal(got, []string{"", "1", "2", "3", "4", "5"}) {
		t.Errorf("seats = %q", got)
	}
	if got := viewtest.Values(doc, "select[name=seat] option[selected], select[name=wait] option[selected]"); !slices.Equal(got, []string{"3", "3"}) {
		t.Errorf("%q are selected", got)
	}
	if got := doc.Find("input[name=contribution]").AttrOr("value", ""); got != "abcd-efgh" {
		t.Errorf("the word for the shuffle is %q", got)
	}
	if got := viewtest.Values(doc, "select[name=wait] option"); !slices.Equal(got, []string{"", "3s", "5s", "10s", "1", "3", "6"}) || doc.Find(`[name="option.knizia.window"]`).Length() != 0 {
		t.Errorf("time to answer is chosen among %q, want one choice of all", got)
	}
	for _, option := range []string{"shield", "colour"} {
		if n := doc.Find(`input[name="option.knizia.` + option + `"][checked]`).Length(); n != 1 {
			t.Errorf("%d values of %s are chosen", n, option)
		}
	}
	if doc.Find(`[name="option.knizia.dealer"]`).Length() != 0 {
		t.Error("an option for records alone is offered")
	}
	board := viewtest.Document(t, NewTablePage(NewTable{Page: viewtest.Page(views.English, "/new"), Games: viewtest.Games(), Game: "camelot", Key: "k"}))
	if n := board.Find("[name=seats], [name=contribution], [name=wait]").Length(); n != 0 {
		t.Errorf("a game on a board asks for %d things of card games", n)
	}
}

func TestHomeShowsTheGamesOfCards(t *testing.T) {
	doc := viewtest.Document(t, HomePage(Home{Page: viewtest.Page(views.French, "/"), Games: viewtest.Games(), Key: "k"}))
	for _, g := range viewtest.Games() {
		if !g.Hidden {
			continue
		}
		tile := doc.Find(`.game:has(a[href="/new?game=` + g.ID + `"])`)
		if tile.Length() != 1 || tile.Find("svg.arms").Length() != 1 || strings.Contains(tile.Text(), "game.") {
			t.Errorf("%s: %d tiles, saying %q", g.ID, tile.Length(), tile.Text())
		}
	}
}

// Rows of hidden cards show the story that their viewer may see, never the stored line.
func TestRowsOfCardsTellTheirStory(t *testing.T) {
	row := sampleRow(t, "a")
	row.Game, row.Last, row.Story = viewtest.Info(t, "knizia"), views.Event{}, "Gauvain plays the sword 3 and announces 3."
	silent := row
	silent.ID, silent.Story = "b", ""
	m := Home{Page: viewtest.Page(views.English, "/"), Awaiting: []Row{row, silent}, Games: viewtest.Games(), Key: "k"}
	got := viewtest.Texts(viewtest.Document(t, HomePage(m)).Find(".turns .what > span"))
	want := []string{"Gauvain plays the sword 3 and announces 3.", "It is your turn"}
	if !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
}

func sampleDeal(t *testing.T, fair views.Fair) *goquery.Document {
	var m Deal
	m.Page, m.ID, m.Game, m.Started, m.Fair = viewtest.Page(views.English, "/m/a/deal"), "a", viewtest.Info(t, "knizia"), true, fair
	m.Seats = []views.Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}}
	return viewtest.Document(t, DealPage(m))
}

func TestDealIsOpenedAtTheEnd(t *testing.T) {
	fair := views.Fair{Commitment: strings.Repeat("c", 64), Contributions: []string{"une licorne", ""}}
	before := sampleDeal(t, fair)
	if text := before.Find("main").Text(); !strings.Contains(text, fair.Commitment) || !strings.Contains(text, "une licorne") || !strings.Contains(text, "nothing yet") {
		t.Errorf("before the end it says %q", text)
	}
	if n := before.Find("#secret, #seed, .deck, a[download]").Length(); n != 0 {
		t.Errorf("before the end %d secrets are shown", n)
	}
	fair.Secret, fair.Seed, fair.Decks = strings.Repeat("5", 64), strings.Repeat("e", 64), []views.Deck{{Tag: "Deck", Cards: "R3 W2"}}
	after := sampleDeal(t, fair)
	for selector, want := range map[string]string{"#secret": fair.Secret, "#seed": fair.Seed, ".deck": "R3 W2"} {
		if got := after.Find(selector).Text(); got != want {
			t.Errorf("%s = %q, want %q", selector, got, want)
		}
	}
}

func TestEmblemShowsNothingHidden(t *testing.T) {
	p := Preview{Lang: views.English, Theme: "light", Game: viewtest.Info(t, "knizia"), Names: []string{"Aliénor", "Gauvain", ""}, ToAct: []games.Seat{2}, Last: "keep 1 3"}
	e, ok := p.Emblem()
	if !ok {
		t.Fatal("a game of cards has no emblem")
	}
	svg := string(e.SVG())
	for _, want := range []string{"Aliénor", "Gauvain", "Knizia’s Camelot", "to move"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if strings.Contains(svg, "keep") {
		t.Error("the picture shows the last line")
	}
	if _, ok := (Preview{Game: viewtest.Info(t, "camelot")}).Emblem(); ok {
		t.Error("a game on a board has an emblem")
	}
}

// Links to matches and rules of every game of cards are previewed with a picture.
func TestEmblemsAreDrawn(t *testing.T) {
	for _, id := range []string{"knizia", "shannon", "kutschke"} {
		for name, names := range map[string][]string{"the rules": nil, "a table that waits": {"Aliénor", ""}} {
			e, ok := Preview{Lang: views.French, Theme: "dark", Game: viewtest.Info(t, id), Names: names}.Emblem()
			if !ok {
				t.Fatalf("%s has no emblem", id)
			}
			if err := new(raster.Canvas).PNG(io.Discard, e.SVG(), 300); err != nil {
				t.Errorf("%s, %s: %v", id, name, err)
			}
		}
	}
}

// Each option explains its effect in a sentence, in both languages. The summary of the closed
// options lists the chosen ones.
func TestOptionsSayWhatTheyChange(t *testing.T) {
	for _, lang := range []views.Lang{views.English, views.French} {
		for _, g := range viewtest.Games() {
			m := NewTable{Page: viewtest.Page(lang, "/new"), Games: viewtest.Games(), Game: g.ID, Waits: g.ID == "knizia", Key: "k"}
			for _, o := range m.options() {
				if m.optionHelp(o) == "" {
					t.Errorf("%s: the option %s of %s does not say what it changes", lang, o.ID, g.ID)
				}
			}
			doc := viewtest.Document(t, NewTablePage(m))
			fold := doc.Find("#options")
			if fold.Length() == 0 {
				if len(m.options()) > 0 || g.Chance {
					t.Errorf("%s has no fold for its options", g.ID)
				}
				continue
			}
			if _, open := fold.Attr("open"); open || strings.TrimSpace(fold.Find("summary .set").Text()) == "" {
				t.Errorf("%s: the options are open, or say nothing: %q", g.ID, fold.Find("summary").Text())
			}
		}
	}
}

// A fold says that its fields were changed once one is, not before.
func TestFoldsSayChangedOfTouchedFields(t *testing.T) {
	pages := make(map[string]templ.Component)
	for _, g := range viewtest.Games() {
		m := NewTable{Page: viewtest.Page(views.English, "/new"), Games: viewtest.Games(), Game: g.ID, Waits: g.ID == "knizia", Public: true, Key: "k"}
		pages["table-"+g.ID], pages["cup-"+g.ID] = NewTablePage(m), NewCupPage(NewCup{NewTable: m, Level: 3})
	}
	browser.Ask(t, pages, browser.Look{Width: 1440, Height: 900}, `(() => {
		const faults = [], folds = [...document.querySelectorAll(".fold.options")];
		const say = fold => fold.querySelector(".changed").checkVisibility();
		for (const fold of folds) {
			if (say(fold)) faults.push(fold.id + " is changed though nobody touched it");
			for (const field of fold.querySelectorAll("input[type=radio]:not(:checked), input[type=checkbox], option:not(:checked)")) {
				const was = fold.querySelector("input[name='" + field.name + "']:checked") || field.closest("select")?.selectedOptions[0];
				const key = field.localName === "option" ? "selected" : "checked";
				field[key] = !field[key];
				if (!say(fold)) faults.push(fold.id + " does not say that " + (field.name || field.closest("select").name) + " was changed");
				if (was && was !== field) was[key] = true; else field[key] = false;
			}
		}
		if (!folds.length) faults.push("there is no fold");
		return faults;
	})()`, slices.Sorted(maps.Keys(pages))...)
}
