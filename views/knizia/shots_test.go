package knizia

import (
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
		for name, page := range samples(t, lang) {
			all[name+"-"+string(lang)] = page
		}
	}
	return all
}

// Pages that a match comes to by chance are looked at by axe too.
func TestPagesAreAccessible(t *testing.T) {
	browser.Check(t, samplePages(t, views.French), "five-turn-fr", "five-aim-fr", "five-card-fr", "five-take-fr", "five-hit-fr", "adapt-fr", "react-fr", "react-none-fr", "withdraw-fr", "opening-fr", "orders-fr", "over-fr", "discard-fr", "past-fr", "rules-fr", "five-read-fr", "discard-read-fr")
}

// TestShots photographs the samples for people to look at: see browser.Shots.
func TestShots(t *testing.T) { browser.Shots(t, samplePages(t, views.French, views.English)) }

// In a low window what is to be decided stands beside the table.
func TestLowWindows(t *testing.T) {
	browser.CheckLow(t, samplePages(t, views.French), "five-turn-fr", "five-full-fr", "adapt-fr")
}
