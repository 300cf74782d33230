package kutschke

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
)

// TestShots photographs the samples for people to look at: see browser.Shots.
func TestShots(t *testing.T) {
	pages := map[string]templ.Component{}
	for _, lang := range []views.Lang{views.French, views.English} {
		for name, page := range samples(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	browser.Shots(t, pages)
}

// In a low window what is to be decided stands beside the table.
func TestLowWindows(t *testing.T) {
	browser.CheckLow(t, samples(t, views.French), "pick", "act", "act-full")
}
