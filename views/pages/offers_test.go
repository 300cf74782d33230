package pages

import (
	"slices"
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// Offers stand apart from the turns on the home page, and count among the matches that wait for the
// player.
func TestOffersOnTheHomePage(t *testing.T) {
	row := sampleRow(t, "a")
	row.Ply = 7
	m := Home{Page: viewtest.Page(views.English, "/"), Games: viewtest.Games(), Key: "k", Offers: []Offer{
		{Row: row, Kind: "draw", By: 2, Key: "k1"}, {Row: row, Kind: "undo", By: 2, Move: "E10-E9", Key: "k2"}, {Row: sampleRow(t, "b"), Kind: "rematch", By: 2, Key: "k3"},
	}}
	doc := viewtest.Document(t, HomePage(m))
	if got := doc.Find("h1").Text(); got != "Two matches await you" {
		t.Errorf("headline %q", got)
	}
	want := []string{"Gauvain offers a draw. The offer stands until you move.", "Gauvain asks to take moves back to before E10-E9.", "Gauvain would like a rematch."}
	if got := viewtest.Texts(doc.Find(".offers .what span span")); !slices.Equal(got, want) {
		t.Errorf("offers = %q", got)
	}
	if got := viewtest.Values(doc, ".offers [name=action]"); !slices.Equal(got, []string{"decline draw", "accept draw", "decline undo", "accept undo"}) {
		t.Errorf("answers = %q", got)
	}
	var posts []string
	for _, form := range doc.Find(".offers form").EachIter() {
		posts = append(posts, form.AttrOr("action", ""))
	}
	if want := []string{"/m/a", "/m/a", "/m/a", "/m/a", "/m/b/rematch/decline", "/m/b/rematch"}; !slices.Equal(posts, want) {
		t.Errorf("forms post to %q, want %q", posts, want)
	}
}
