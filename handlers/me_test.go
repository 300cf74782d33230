package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Whoever has no name yet finds a page that asks for one; it holds from then on.
func TestOwnPageAsksForAName(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`a[href="/me"]`)
	if r.page.Find(`#naming input[name=name]`).AttrOr("value", "") != "" || !strings.Contains(r.mainText(), "no name here yet") {
		t.Errorf("a stranger reads %s", r.mainText())
	}
	for name, problem := range map[string]string{"": "name", strings.Repeat("x", 41): "40", "\u200b": "characters"} {
		r.open("/me")
		r.submit("#naming", "name", name)
		r.expect(http.StatusUnprocessableEntity)
		if got := r.page.Find("#name-problem").Text(); !strings.Contains(got, problem) {
			t.Errorf("the name %q: the page says %q, want %q in it", name, got, problem)
		}
		if r.hasSession() {
			t.Fatalf("the name %q made a guest", name)
		}
	}
	r.submit("#naming", "name", "  Ada ")
	if got := r.page.Find(`#naming input[name=name]`).AttrOr("value", ""); got != "Ada" || !strings.Contains(r.page.Find("#notice").Text(), "Ada") {
		t.Errorf("after a name was taken the field says %q, the page %s", got, r.mainText())
	}
	r.submit("#naming", "name", "Adèle")
	if got := r.page.Find(`#naming input[name=name]`).AttrOr("value", ""); got != "Adèle" {
		t.Errorf("after a change the field says %q", got)
	}
	r.submit("#naming", "name", "Bo", "return", "https://example.org/")
	if r.path != "/" {
		t.Errorf("the form led to %s", r.path)
	}
}

// The page counts and lists the visitor's matches, and nobody else's.
func TestOwnPageListsMatches(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	startCamelot(t, s, true) // of others
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camette"}})
	check := func(r *reader, path string, want ...string) {
		t.Helper()
		r.open(path)
		var rows []string
		for _, row := range r.page.Find(".matches .turn").EachIter() {
			rows = append(rows, strings.Join(strings.Fields(row.Find(".what").Text()), " "))
		}
		if got := strings.Join(rows, "; "); got != strings.Join(want, "; ") {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	tally := func(r *reader) string {
		var counts []string
		for _, li := range r.page.Find(".tally li").EachIter() {
			counts = append(counts, strings.TrimSpace(li.Text()))
		}
		return strings.Join(counts, ", ")
	}
	check(ada, "/me", "Camette nothing played yet", "Camelot against Bo Yours to begin, against Bo")
	if got, want := tally(ada), "1 awaits you, 1 under way, 0 open tables, 0 finished"; got != want {
		t.Errorf("Ada's counts are %q, want %q", got, want)
	}
	check(bo, "/me", "Camelot against Ada Waiting for Ada")
	ada.post(match, 0, "resign", "k")
	check(ada, "/me?list=over", "Camelot against Bo Lost to Bo")
	check(bo, "/me?list=over", "Camelot against Ada Won against Ada")
	if got := tally(bo); got != "0 await you, 0 under way, 0 open tables, 1 finished" || !strings.Contains(bo.mainText(), "1 won, 0 lost, 0 drawn") {
		t.Errorf("Bo's counts are %q, the page says %s", got, bo.mainText())
	}
	check(bo, "/me")
	for range meRows {
		bo.send(http.MethodPost, "/solo", url.Values{"game": {"cam"}})
	}
	ada.open("/me")
	bo.open("/me")
	if bo.page.Find(".pages a").Length() != 0 {
		t.Error("a list of one page has another")
	}
	bo.send(http.MethodPost, "/solo", url.Values{"game": {"grand-camelot"}})
	bo.open("/me")
	bo.follow(".pages a[rel=next]")
	if rows := bo.page.Find(".matches .turn").Length(); rows != 1 || bo.page.Find(".pages a").Length() != 1 {
		t.Errorf("the second page has %d rows", rows)
	}
	bo.send(http.MethodGet, "/me?after=zzzzzzzzzzzzzzzzzzzz", nil)
	bo.expect(http.StatusBadRequest)
}

// The language that is chosen on the page is that of the page afterwards.
func TestOwnPageChoosesTheLanguage(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.open("/me")
	r.submit(`form[action="/language"]`, "language", "fr")
	if got := r.page.Find(`form[action="/language"] [aria-pressed=true]`).Text(); r.path != "/me" || got != "Français" || r.page.Find("html").AttrOr("lang", "") != "fr" {
		t.Errorf("%s is in %q", r.path, got)
	}
}
