package knizia

import (
	"slices"
	"strings"
	"testing"

	"tableronde/views"
)

// Whatever a match shows, its rules open at a section that they have.
func TestMatchesLeadToSectionsOfTheRules(t *testing.T) {
	ids := []string{"brief"}
	for _, c := range chapters(views.Rules{Page: views.Page{Lang: views.English}}) {
		ids = append(ids, c.ID)
	}
	found := map[string]bool{}
	for name, page := range samples(t, views.English) {
		href, ok := document(t, page).Find("#rules.action").Attr("href")
		if !ok {
			continue // no page of a match
		}
		_, section, _ := strings.Cut(href, "#")
		if !slices.Contains(ids, section) {
			t.Errorf("%s leads to %q", name, section)
		}
		found[section] = true
	}
	if len(found) < 4 {
		t.Errorf("all pages lead to %v: the state of the match makes no difference", found)
	}
}
