package views

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views/raster"
)

func values(doc *goquery.Document, selector string) []string {
	return doc.Find(selector).Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") })
}

func TestNewTableOfAGameOfCards(t *testing.T) {
	m := NewTable{Page: samplePage(English, "/new"), Games: everyInfo(), Game: "knizia", Count: 4, Seat: 3, Words: "abcd-efgh", Waits: true, Hours: 3, Key: "k"}
	doc := document(t, NewTablePage(m))
	if got := values(doc, "input[name=seats]"); !slices.Equal(got, []string{"2", "3", "4", "5"}) {
		t.Errorf("players = %q", got)
	}
	if got := values(doc, "input[name=seats][checked]"); !slices.Equal(got, []string{"4"}) {
		t.Errorf("%q are chosen", got)
	}
	if got := values(doc, "select[name=seat] option"); !slices.Equal(got, []string{"", "1", "2", "3", "4", "5"}) {
		t.Errorf("seats = %q", got)
	}
	if got := values(doc, "select[name=seat] option[selected], select[name=wait] option[selected]"); !slices.Equal(got, []string{"3", "3"}) {
		t.Errorf("%q are selected", got)
	}
	if got := doc.Find("input[name=contribution]").AttrOr("value", ""); got != "abcd-efgh" {
		t.Errorf("the word for the shuffle is %q", got)
	}
	if got := values(doc, "select[name=wait] option"); !slices.Equal(got, []string{"", "3s", "5s", "10s", "1", "3", "6"}) || doc.Find(`[name="option.knizia.window"]`).Length() != 0 {
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
	board := document(t, NewTablePage(NewTable{Page: samplePage(English, "/new"), Games: everyInfo(), Game: "camelot", Key: "k"}))
	if n := board.Find("[name=seats], [name=contribution], [name=wait]").Length(); n != 0 {
		t.Errorf("a game on a board asks for %d things of card games", n)
	}
}

func TestHomeShowsTheGamesOfCards(t *testing.T) {
	doc := document(t, HomePage(Home{Page: samplePage(French, "/"), Games: everyInfo(), Key: "k"}))
	for _, g := range everyInfo() {
		if !g.Hidden {
			continue
		}
		tile := doc.Find(`.game:has(a[href="/new?game=` + g.ID + `"])`)
		if tile.Length() != 1 || tile.Find("svg.arms").Length() != 1 || strings.Contains(tile.Text(), "game.") {
			t.Errorf("%s: %d tiles, saying %q", g.ID, tile.Length(), tile.Text())
		}
	}
}

// Rows of hidden cards tell what their viewer may know, never the stored line.
func TestRowsOfCardsTellTheirStory(t *testing.T) {
	row := sampleRow(t, "a")
	row.Game, row.Last, row.Story = info(t, "knizia"), Event{}, "Gauvain plays the sword 3 and announces 3."
	silent := row
	silent.ID, silent.Story = "b", ""
	m := Home{Page: samplePage(English, "/"), Awaiting: []Row{row, silent}, Games: everyInfo(), Key: "k"}
	got := texts(document(t, HomePage(m)).Find(".turns .what > span"))
	want := []string{"Gauvain plays the sword 3 and announces 3.", "The match goes on, with Gauvain"}
	if !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
}

func sampleDeal(t *testing.T, fair Fair) *goquery.Document {
	return document(t, DealPage(Deal{Match: Match{
		Page: samplePage(English, "/m/a/deal"), ID: "a", Game: info(t, "knizia"), Started: true, Fair: fair,
		Seats: []Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}},
	}}))
}

func TestDealIsOpenedAtTheEnd(t *testing.T) {
	fair := Fair{Commitment: strings.Repeat("c", 64), Contributions: []string{"une licorne", ""}}
	before := sampleDeal(t, fair)
	if text := before.Find("main").Text(); !strings.Contains(text, fair.Commitment) || !strings.Contains(text, "une licorne") || !strings.Contains(text, "nothing yet") {
		t.Errorf("before the end it says %q", text)
	}
	if n := before.Find("#secret, #seed, .deck, a[download]").Length(); n != 0 {
		t.Errorf("before the end %d secrets are shown", n)
	}
	fair.Secret, fair.Seed, fair.Decks = strings.Repeat("5", 64), strings.Repeat("e", 64), []Deck{{Tag: "Deck", Cards: "R3 W2"}}
	after := sampleDeal(t, fair)
	for selector, want := range map[string]string{"#secret": fair.Secret, "#seed": fair.Seed, ".deck": "R3 W2"} {
		if got := after.Find(selector).Text(); got != want {
			t.Errorf("%s = %q, want %q", selector, got, want)
		}
	}
}

func TestStepsAreRead(t *testing.T) {
	for staged, want := range map[string][]string{
		"": nil, ";": nil, "play R3": {"play R3"}, " play  R3 ; end;": {"play R3", "end"},
	} {
		if got := SplitSteps(staged); !slices.Equal(got, want) {
			t.Errorf("SplitSteps(%q) = %q, want %q", staged, got, want)
		}
	}
	m := Match{ID: "a", Staged: "play R3", Sort: "value", Seats: []Seat{{You: true}}, Bottom: 1}
	for got, want := range map[string]string{
		m.Further("end"):                           "/m/a?m=play+R3%3Bend&sort=value",
		m.Staging(nil, "outwit 1"):                 "/m/a?sort=value&try=outwit+1",
		m.Seeing("", "discard"):                    "/m/a?m=play+R3&see=discard",
		m.Asks("resign"):                           "/m/a?ask=resign&m=play+R3&sort=value",
		Match{ID: "a", Bottom: 1}.Staging(nil, ""): "/m/a",
	} {
		if got != want {
			t.Errorf("address %q, want %q", got, want)
		}
	}
}

func TestEmblemShowsNothingHidden(t *testing.T) {
	p := Preview{Lang: English, Theme: "light", Game: info(t, "knizia"), Names: []string{"Aliénor", "Gauvain", ""}, ToAct: []games.Seat{2}, Last: "keep 1 3"}
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
	if _, ok := (Preview{Game: info(t, "camelot")}).Emblem(); ok {
		t.Error("a game on a board has an emblem")
	}
}

// Links to matches and rules of every game of cards are previewed with a picture.
func TestEmblemsAreDrawn(t *testing.T) {
	for _, id := range []string{"knizia", "shannon", "kutschke"} {
		for name, names := range map[string][]string{"the rules": nil, "a table that waits": {"Aliénor", ""}} {
			e, ok := Preview{Lang: French, Theme: "dark", Game: info(t, id), Names: names}.Emblem()
			if !ok {
				t.Fatalf("%s has no emblem", id)
			}
			if err := raster.PNG(io.Discard, e.SVG(), 300); err != nil {
				t.Errorf("%s, %s: %v", id, name, err)
			}
		}
	}
}

// What the others did stands on top of the bar: the newest passage, and the
// earlier ones on demand.
func TestNewsStandAboveTheHand(t *testing.T) {
	m := Match{Page: samplePage(English, "/m/a"), ID: "a", Game: info(t, "knizia"), Started: true, You: 1, Bottom: 1,
		Seats: []Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}, {Name: "Viviane"}}, Ply: 4, Shown: 4, Seen: 1,
		Log: []Event{{Seat: 1}, {Seat: 2}, {Seat: 3}, {Seat: 2}}, ToAct: []games.Seat{1},
		Story: []Entry{{1, 1, 1, "I.", false}, {2, 2, 2, "Two.", false}, {3, 3, 3, "Three.", false}, {4, 4, 2, "Four.", false}}}
	table := Table{Class: "knizia", Away: templ.Raw(`<p id="own">the trick</p>`), Hand: templ.Raw(`<ul id="hand"></ul>`)}
	doc := document(t, CardPage(m, table))
	if got := strings.Join(strings.Fields(doc.Find("#bar #since summary").Text()), " "); got != "Since your last visit: Four. and 2 more" {
		t.Errorf("the news are summed up as %q", got)
	}
	if got := texts(doc.Find("#since li")); !slices.Equal(got, []string{"Three.", "Two."}) {
		t.Errorf("before that: %q", got)
	}
	if doc.Find("#since > #own:first-child").Length() != 1 || doc.Find("#since ~ #hand").Length() != 1 {
		t.Error("the block of the game is not on top of the hand")
	}
	m.Seen = 3
	if got := strings.Join(strings.Fields(document(t, CardPage(m, table)).Find("#since > p:last-child").Text()), " "); got != "Since your last visit: Four." {
		t.Errorf("one passage is told as %q", got)
	}
	m.Seen = 4
	if document(t, CardPage(m, table)).Find("#since, #own").Length() != 0 {
		t.Error("there is news where everything was seen")
	}
}

// Each option says in a sentence what it changes, in both languages; what is set
// is told while the options are closed.
func TestOptionsSayWhatTheyChange(t *testing.T) {
	for _, lang := range []Lang{English, French} {
		for _, g := range everyInfo() {
			m := NewTable{Page: samplePage(lang, "/new"), Games: everyInfo(), Game: g.ID, Waits: g.ID == "knizia", Key: "k"}
			for _, o := range m.options() {
				if m.optionHelp(o) == "" {
					t.Errorf("%s: the option %s of %s does not say what it changes", lang, o.ID, g.ID)
				}
			}
			doc := document(t, NewTablePage(m))
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
			fold.Find("input[type=radio]").Each(func(_ int, in *goquery.Selection) {
				_, checked := in.Attr("checked")
				if _, set := in.Attr("data-set"); set != checked {
					t.Errorf("%s: %s=%s is checked %v and told as set %v", g.ID, in.AttrOr("name", ""), in.AttrOr("value", ""), checked, set)
				}
			})
		}
	}
}
