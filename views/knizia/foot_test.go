package knizia

import (
	"testing"

	"tableronde/views"
	"tableronde/views/browser"
)

// A hand that fits one row of a phone shows the names at the feet of its cards.
func TestSmallHandsShowTheirNames(t *testing.T) {
	pages := samplePages(t, views.French)
	browser.Measure(t, pages, browser.CutCards, browser.Look{Width: 390})
}
