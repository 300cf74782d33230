package shannon

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
		for name, page := range samplePages(t, lang) {
			pages[name+"-"+string(lang)] = page
		}
	}
	browser.Shots(t, pages)
}

// Pages that a tournament comes to by chance are looked at too.
func TestPagesAreAccessible(t *testing.T) {
	browser.Check(t, samplePages(t, views.French),
		"four-dishonour", "four-carried", "six", "worked-merlin", "prepare-ready", "move-whom", "four-powers", "four-sight", "six-powers", "orders", "prepare", "rules", "hero")
}

// In a low window what is to be decided stands beside the table.
func TestLowWindows(t *testing.T) {
	browser.CheckLow(t, samplePages(t, views.French), "six", "hero", "four-sight")
}
