package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// openPart follows a link, and checks that the page has the part which the link names. Where the
// part is in a fold, the fold is open.
func (r *reader) openPart(href string) {
	r.t.Helper()
	path, part, named := strings.Cut(href, "#")
	r.open(path)
	if !named {
		return
	}
	at := r.page.Find(`[id="` + part + `"]`)
	if at.Length() != 1 {
		r.t.Errorf("%s: the page has no such part", href)
	}
	if at.Closest("details:not([open])").Length() > 0 {
		r.t.Errorf("%s: the part is in a closed fold", href)
	}
}

// Each topic of the manual leads to pages where a visitor, a guest and an account find its subject.
func TestHelpLeadsToItsPages(t *testing.T) {
	for _, lang := range []string{"en", "fr"} {
		s := newMailSite(t, Config{})
		account := s.account("Bo", "bo@example.org")
		account.header.Set("Accept-Language", lang)
		stranger := s.browser()
		stranger.header.Set("Accept-Language", lang)
		stranger.open("/help")
		links := map[string]bool{}
		stranger.page.Find("main a[href]").Each(func(_ int, a *goquery.Selection) {
			if href := a.AttrOr("href", ""); strings.HasPrefix(href, "#") {
				if stranger.page.Find(`[id="`+href[1:]+`"]`).Length() != 1 {
					t.Errorf("%s leads to no part of the manual", href)
				}
			} else {
				links[href] = true
			}
		})
		if len(links) < 20 {
			t.Errorf("only %d pages are linked", len(links))
		}
		for href := range links {
			account.openPart(href)
			path, _, _ := strings.Cut(href, "#")
			stranger.open(path) // 200 after any redirect
		}
	}
}

// Every page leads to the manual, and pages that a topic explains lead to the topic.
func TestPagesLeadToHelp(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.open("/help")
	manual := r.page
	for path, explained := range map[string]string{
		"/": "", "/rules/camelot": "", "/new": "clock", "/cups": "cups", "/cups/new": "cups", "/ladders": "ladders", "/ratings": "ratings",
		"/import": "record", "/collections": "notes", "/sign-in": "account", "/archive": "replay",
	} {
		r.open(path)
		if r.page.Find(`.foot a[href="/help"]`).Length() != 1 {
			t.Errorf("%s does not lead to the manual", path)
		}
		link := r.page.Find(".explained a")
		if explained == "" && link.Length() > 0 || explained != "" && link.AttrOr("href", "") != "/help#"+explained {
			t.Errorf("%s leads to %q, want %q", path, link.AttrOr("href", ""), explained)
		}
		if explained != "" && manual.Find("article > #"+explained+" h3").Text() != link.Text() {
			t.Errorf("%s calls the topic %q", path, link.Text())
		}
	}
}

// The search of the manual works as a form, in the language of the visitor.
func TestHelpIsSearchedByAForm(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.header.Set("Accept-Language", "fr")
	for query, first := range map[string]string{"ECHELLES": "ladders", "échelles": "ladders", "": "group-begin"} {
		r.open("/help")
		r.open("/help?" + url.Values{r.page.Find("form.seek input").AttrOr("name", ""): {query}}.Encode())
		if got := r.page.Find("article > section").First().AttrOr("id", ""); got != first {
			t.Errorf("%q finds %q first, want %s", query, got, first)
		}
	}
	for _, query := range []string{"<script>x</script>", "\x00", strings.Repeat("a ", 2000), "%"} {
		r.send(http.MethodGet, "/help?"+url.Values{"q": {query}}.Encode(), nil)
		if r.expect(http.StatusOK); strings.Contains(r.body, "<script>x") || r.page.Find("article section").Length() == 0 {
			t.Errorf("%.20q is answered by %s", query, r.mainText())
		}
	}
}
