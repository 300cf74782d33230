package pages

import (
	"maps"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
)

// samplePages returns the samples in some languages: "NAME-LANG".
func samplePages(t *testing.T, langs ...views.Lang) map[string]templ.Component {
	t.Helper()
	all := map[string]templ.Component{}
	for _, lang := range langs {
		for _, group := range []map[string]templ.Component{samples(t, lang), samplesOfEmbeds(t, lang)} {
			for name, page := range group {
				all[name+"-"+string(lang)] = page
			}
		}
	}
	return all
}

// The frame of every page is read in the colors of the system as well.
func TestPagesAreReadInForcedColors(t *testing.T) {
	browser.CheckForced(t, samplePages(t, views.English), "home-en", "match-first-en", "fault-500-en")
}

// TestShots photographs the samples for people to check: see browser.Shots.
func TestShots(t *testing.T) { browser.Shots(t, samplePages(t, views.French, views.English)) }

// Zoomed to 400 %, and on a phone, no bar hides the table.
func TestNoBarHidesTheTable(t *testing.T) {
	pages := samplePages(t, views.French)
	maps.DeleteFunc(pages, func(name string, _ templ.Component) bool { return !strings.HasPrefix(name, "match") })
	browser.Measure(t, pages, browser.HighBars, browser.Look{Width: 320, Height: 256}, browser.Look{Width: 360, Height: 740})
}
