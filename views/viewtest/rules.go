package viewtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
)

// CheckRuleLinks fails if a page of a match leads to a section that the rules of its game do not
// have. It also fails if the pages lead to the same section in every state of the match.
func CheckRuleLinks(t *testing.T, family views.Family, pages map[string]templ.Component) {
	t.Helper()
	ids := []string{"brief"}
	for _, c := range family.Chapters(views.Rules{Page: views.Page{Lang: views.English}}) {
		ids = append(ids, c.ID)
	}
	found := map[string]bool{}
	for name, page := range pages {
		href, ok := Document(t, page).Find("#rules.action").Attr("href")
		if !ok {
			continue // not a page of a match
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
