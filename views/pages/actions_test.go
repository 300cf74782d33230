package pages

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// sections lists the rows of a page's actions, by section: "game: Offer a draw".
func sections(t *testing.T, page templ.Component) []string {
	t.Helper()
	var rows []string
	viewtest.Document(t, page).Find("#actions > section").Each(func(_ int, section *goquery.Selection) {
		name := strings.TrimPrefix(section.AttrOr("aria-labelledby", ""), "actions-")
		if section.Find("h3#actions-"+name).Text() == "" {
			t.Errorf("section %q has no heading", name)
		}
		section.Find("li").Each(func(_ int, li *goquery.Selection) {
			rows = append(rows, name+": "+strings.TrimSpace(li.Text()))
		})
	})
	return rows
}

func TestActionsAreGrouped(t *testing.T) {
	board := viewtest.Played(t, views.English, "camelot", "1: I7-I8", "2: E10-E9")
	board.RematchOf = "p7wq2m5xk4ta"
	want := []string{
		"game: Offer a draw", "game: Ask to take back", "game: Rules on one page", "game: Rules", "game: Turn the sound on",
		"board: Turn the board", "board: Zoom in", "board: Choose from a list", "board: Analyse this position", "board: Pieces and board", "board: Set up this position", "board: Draw on the board Clear the drawing Keep the drawing in a note",
		"match: Notes", "match: Download the record", "match: Frame and pictures", "match: The match before",
		"end: Resign",
	}
	if got := sections(t, matchPage(board)); !slices.Equal(got, want) {
		t.Errorf("on a board: %q, want %q", got, want)
	}
	var table views.Match
	table.Party = views.Party{Page: viewtest.Page(views.English, "/m/a"), ID: "a", Game: games.Info{ID: "knizia", Hidden: true}, You: 1,
		Seats: []views.Seat{{Name: "Aliénor", You: true}, {Name: "Gauvain"}}}
	table.Started, table.Bottom, table.ToAct, table.Offers = true, 1, []games.Seat{1}, []string{"resign", "abort"}
	table.Orders, table.Fair.Commitment, table.RematchOf = true, "c", "b"
	want = []string{
		"game: Advance orders", "game: Rules on one page", "game: Rules", "game: Turn the sound on", "match: Notes", "match: Check this deal", "match: The match before", "end: Leave the game", "end: Cancel the match",
	}
	if got := sections(t, views.MatchPage(&table, &views.Table{})); !slices.Equal(got, want) {
		t.Errorf("at cards: %q, want %q", got, want)
	}
	table.Result = &games.Result{Winners: []games.Seat{1}, Reason: "points"}
	if got := sections(t, views.MatchPage(&table, &views.Table{})); !slices.Contains(got, "match: Download the record") || slices.Contains(got, "end: Leave the game") {
		t.Errorf("after the end: %q", got)
	}
}

// Resigning stands apart from everything else, in the color of alarm, and leads to
// the question whether one means it.
func TestResigningStandsApart(t *testing.T) {
	for name, page := range samples(t, views.French) {
		doc := viewtest.Document(t, page)
		resign := doc.Find(`#actions a[href*="ask=resign"]`)
		if resign.Length() == 0 {
			continue
		}
		if !resign.HasClass("alarm") || resign.Closest("section").AttrOr("aria-labelledby", "") != "actions-end" {
			t.Errorf("%s: resigning stands among the rest", name)
		}
		if doc.Find("#actions .alarm").Length() != resign.Length() {
			t.Errorf("%s: an alarm for what ends nothing", name)
		}
		if !doc.Find("#actions > section").Last().Is(".of-end") {
			t.Errorf("%s: something follows what ends the match", name)
		}
	}
}

// A picture that is not in the page's definitions would be an empty place.
func TestPicturesOfActionsAreDefined(t *testing.T) {
	seen := 0
	for name, page := range samples(t, views.English) {
		doc := viewtest.Document(t, page)
		doc.Find("#actions use").Each(func(_ int, use *goquery.Selection) {
			seen++
			if id := viewtest.Href(use); doc.Find("symbol"+id).Length() != 1 {
				t.Errorf("%s: there is no %s", name, id)
			}
		})
	}
	if seen == 0 {
		t.Error("no action has a picture")
	}
}
