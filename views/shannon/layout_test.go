package shannon

import (
	"maps"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
)

// layouts returns the samples of both languages.
func layouts(t *testing.T) map[string]templ.Component {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a browser")
	}
	pages := map[string]templ.Component{}
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samplePages(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	return pages
}

// Six knights, the running combat, the one that ended, and the hand stand in one
// screen of a phone.
func TestSixKnightsFitAPhone(t *testing.T) {
	pages := layouts(t)
	browser.InSight(t, pages, browser.Phone, ".knight, .combat > li, .hand .card, .acts .btn, #status",
		"six-fr", "six-en", "six-full-fr", "six-full-en", "six-full-staged-fr", "six-twelve-fr", "six-twelve-en")
	browser.InSight(t, pages, browser.Phone, ".ended .card, .ended b, .hand .card, .acts .btn", "six-full-fr", "six-full-en", "six-full-away-fr", "six-full-away-en")
}

func TestWordsAreNotBroken(t *testing.T) {
	pages := layouts(t)
	names := []string{"six-fr", "six-out-fr", "six-out-en", "six-full-fr", "six-count-fr", "six-count-en", "six-wounds-fr", "four-outs-fr", "worked-out-fr", "four-powers-fr", "favour-fr", "hero-fr", "move-whom-fr"}
	browser.Ask(t, pages, browser.Phone, browser.BrokenWords, names...)
	browser.Ask(t, pages, browser.Look{Width: 768}, browser.BrokenWords, "six-out-fr", "six-count-fr", "six-powers-fr")
}

// Zoomed to 400 %, and on a phone, no bar hides the table.
func TestNoBarHidesTheTable(t *testing.T) {
	pages := samplePages(t, views.French)
	maps.DeleteFunc(pages, func(name string, _ templ.Component) bool {
		return !strings.HasPrefix(name, "six-full") && !strings.HasPrefix(name, "move")
	})
	browser.Measure(t, pages, browser.HighBars, browser.Look{Width: 320, Height: 256}, browser.Look{Width: 360, Height: 740})
}
