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

// CheckDigest fails unless the rules of a game on one screen have every word of the names, in both
// languages, and no key without a sentence.
func CheckDigest(t *testing.T, family views.Family, game string, names func(views.Lang) []string) {
	t.Helper()
	for _, lang := range []views.Lang{views.English, views.French} {
		d := family.Digest(views.Rules{Page: Page(lang, "/rules/"+game), Game: Info(t, game)})
		var all strings.Builder
		for _, e := range append(d.Phases, d.Rows...) {
			all.WriteString(e.Title + " " + e.Text + "\n")
		}
		text := strings.ToLower(all.String())
		if strings.Contains(text, "digest.") || len(d.Phases) < 3 || len(d.Rows) != 8 {
			t.Errorf("%s: %d phases, %d rows: %s", lang, len(d.Phases), len(d.Rows), text)
		}
		for _, name := range names(lang) {
			for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" 0123456789:’", r) }) {
				if len(word) > 2 && !strings.Contains(text, word) {
					t.Errorf("%s: the word %q of %q is missing", lang, word, name)
				}
			}
		}
	}
}
