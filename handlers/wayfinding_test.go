package handlers

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// taps returns how many links, one after the other, lead from the home page to what a
// selector finds; -1 if more than most do. Only links count, as without scripts.
func (r *reader) taps(selector string, most int) int {
	r.t.Helper()
	seen, next := map[string]bool{"/": true}, []string{"/"}
	for n := 0; n <= most; n++ {
		pages := next
		next = nil
		for _, path := range pages {
			r.open(path)
			if r.page.Find(selector).Length() > 0 {
				return n
			}
			r.page.Find("a[href^='/']").Each(func(_ int, a *goquery.Selection) {
				path, _, _ := strings.Cut(a.AttrOr("href", ""), "#")
				place, _, _ := strings.Cut(path, "?")
				if !seen[place] && !strings.HasPrefix(place, "/rules/") && !strings.HasPrefix(place, "/m/") {
					seen[place] = true
					next = append(next, path)
				}
			})
		}
	}
	return -1
}

// Everything about people and clocks is found from the home page by following links, in
// both languages, by somebody who was never here, by a guest and by an account.
func TestPeopleFindTheirWay(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		s := newMailSite(t, Config{})
		stranger, guest := s.browser(), s.browser()
		guest.open("/settings")
		guest.submit("#naming", "name", "Ada")
		account := s.account("Bo", "bo@example.org")
		everybody := map[string]int{
			"#naming": 1, `form[action="/habits"]`: 1, `form[action="/theme"]`: 1, "main form[action='/language']": 1, // the settings
			"#pace input[name=pace]": 1, "#pace input[name=weekends]": 1, // how much time there is
		}
		players := map[string]int{
			`a[href="/device"]`: 1, "form[action='/device']": 2, ".sessions": 1, `form[action^="/settings/tokens"]`: 1,
			`form[action="/settings/export"]`: 1, `form[action="/settings/leave"]`: 2,
		}
		for name, tt := range map[string]struct {
			*reader
			finds []map[string]int
		}{
			"a stranger": {stranger, []map[string]int{everybody, {"#enter-form": 1, "#join-form": 1, "#mail-form": 1, "#typed-code": 1}}},
			"a guest":    {guest, []map[string]int{everybody, players, {"#enter-form": 2, "#join-form": 2, "#mail-form": 2, "#typed-code": 3}}},
			"an account": {account, []map[string]int{everybody, players, {"#password": 1, "#address": 1, "form[action='/sign-out']": 1}}},
		} {
			tt.header.Set("Accept-Language", lang)
			for _, finds := range tt.finds {
				for selector, most := range finds {
					if n := tt.taps(selector, most); n < 0 {
						t.Errorf("%s (%s) does not find %s by %d links", name, lang, selector, most)
					}
				}
			}
		}
	}
}
