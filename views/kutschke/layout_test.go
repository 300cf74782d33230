package kutschke

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/browser"
	"tableronde/views/viewtest"
)

// layouts returns the samples of both languages.
func layouts(t *testing.T) map[string]templ.Component {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a browser")
	}
	pages := map[string]templ.Component{}
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samples(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	return pages
}

// The facts for a pick and the cards to pick stand in one screen of a phone: the knights and their
// places, the adventures with their costs, the hand, the action cards, the buttons.
func TestAPickFitsAPhone(t *testing.T) {
	browser.InSight(t, layouts(t), browser.Phone, ".camp > li, .errand, .errand .cost, .errand .worth, .tile, .hand .card, .acts .btn, #status",
		"pick-fr", "pick-en", "picked-fr", "picked-en", "pick-wait-fr", "pick-late-fr", "pick-late-en", "pick-two-fr", "pick-three-fr", "pick-three-en", "pick-late-away-fr", "pick-late-away-en")
}

func TestWordsAreNotBroken(t *testing.T) {
	pages := layouts(t)
	browser.Ask(t, pages, browser.Phone, browser.BrokenWords, "pick-fr", "pick-late-en", "pick-watch-fr", "act-ask-fr", "act-ride-fr", "act-full-fr", "rich-fr", "over-fr")
	browser.Ask(t, pages, browser.Look{Width: 768}, browser.BrokenWords, "pick-fr", "act-ride-fr", "rich-fr")
}

// The action cards are listed once: as tiles to pick from, or as the supply that is left.
func TestActionCardsAreListedOnce(t *testing.T) {
	g := newTestMatch(t, 4).play("1: pick A", "2: pick EB")
	for seat, want := range map[games.Seat][2]int{0: {0, 1}, 1: {9, 0}, 3: {9, 0}} {
		d := shown(t, g.Model(views.French, seat))
		if tiles, lists := d.Find(".tile").Length(), d.Find(".supply").Length(); tiles != want[0] || lists != want[1] {
			t.Errorf("seat %d is shown %d tiles and %d lists, want %v", seat, tiles, lists, want)
		}
	}
	if n := shown(t, actingMatch(t).Model(views.French, 1)).Find(".supply").Length(); n != 0 {
		t.Error("action cards that nobody can pick any more are listed")
	}
}

// Zoomed to 400 %, and on a phone, no bar hides the table.
func TestNoBarHidesTheTable(t *testing.T) {
	browser.Measure(t, samples(t, views.French), browser.HighBars, browser.Look{Width: 320, Height: 256}, browser.Look{Width: 360, Height: 740})
}

// TestShots photographs the samples for people to check: see browser.Shots.
func TestShots(t *testing.T) {
	pages := map[string]templ.Component{}
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samples(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	browser.Shots(t, pages)
}

// In a low window the decision stands beside the table.
func TestLowWindows(t *testing.T) {
	browser.CheckLow(t, samples(t, views.French), "pick", "act", "act-full")
}

// Whatever a match shows, its rules open at a section that they have.
func TestMatchesLeadToSectionsOfTheRules(t *testing.T) {
	viewtest.CheckRuleLinks(t, Family(), samples(t, views.English))
}

// Each page loads the style sheets of its parts.
func TestPagesLoadTheirStyles(t *testing.T) {
	for name, page := range samples(t, views.English) {
		t.Run(name, func(t *testing.T) { viewtest.CheckStyles(t, viewtest.Document(t, page)) })
	}
}
