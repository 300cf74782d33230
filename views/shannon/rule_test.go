package shannon

import (
	"testing"

	"tableronde/views"
	"tableronde/views/viewtest"
)

// Whatever a match shows, its rules open at a section that they have.
func TestMatchesLeadToSectionsOfTheRules(t *testing.T) {
	viewtest.CheckRuleLinks(t, Family(), samplePages(t, views.English))
}

// Each page loads the style sheets of what it shows.
func TestPagesLoadTheirStyles(t *testing.T) {
	for name, page := range samplePages(t, views.English) {
		t.Run(name, func(t *testing.T) { viewtest.CheckStyles(t, viewtest.Document(t, page)) })
	}
}
