package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// startResigned returns a private match of two that Bo has resigned, and a stranger to
// it.
func startResigned(t *testing.T) (s *testSite, ada, bo, stranger *reader, match string) {
	t.Helper()
	s = newTestSite(t)
	ada, bo, match = startCamelot(t, s, false)
	stranger = newReader(t, s.URL)
	stranger.send(http.MethodPost, "/name", url.Values{"name": {"Cy"}})
	stranger.expect(http.StatusOK)
	ada.post(match, 0, "E6-E8", "k")
	ada.send(http.MethodGet, match+"/share", nil)
	ada.expect(http.StatusConflict) // while it goes on
	bo.post(match, 1, "resign", "k")
	bo.expect(http.StatusOK)
	return s, ada, bo, stranger, match
}

// statusOf returns the status that a path is answered with.
func (r *reader) statusOf(path string) int {
	r.t.Helper()
	r.send(http.MethodGet, path, nil)
	return r.status
}

// Anyone who played a match shows it to everybody once it is over, and takes that
// back.
func TestFinishedMatchIsShown(t *testing.T) {
	_, ada, bo, stranger, match := startResigned(t)
	for _, path := range []string{match, match + "/record", match + "/share", match + "/picture.png"} {
		if got := stranger.statusOf(path); got != http.StatusNotFound {
			t.Errorf("before it is shown %s is answered %d", path, got)
		}
	}
	stranger.send(http.MethodPost, match+"/share", url.Values{"do": {"show"}})
	if stranger.status != http.StatusNotFound {
		t.Errorf("a stranger shows the match: %d", stranger.status)
	}
	for _, who := range []struct{ shows, hides *reader }{{ada, bo}, {bo, ada}} {
		who.shows.open(match)
		who.shows.follow("#share")
		who.shows.submit("#share-show", "do", "show")
		who.shows.expect(http.StatusOK)
		stranger.open(match)
		if stranger.page.Find("#share, form[action^='/m/']").Length() != 0 {
			t.Error("a stranger may do something with the match")
		}
		if got := stranger.statusOf(match + "/share"); got != http.StatusForbidden {
			t.Errorf("a stranger's page to share is answered %d", got)
		}
		who.hides.open(match + "/share")
		who.hides.submit("#share-hide", "do", "hide")
		who.hides.expect(http.StatusOK)
		if got := stranger.statusOf(match); got != http.StatusNotFound {
			t.Errorf("after it is hidden the match is answered %d", got)
		}
	}
	ada.send(http.MethodPost, match+"/share", url.Values{"do": {"sell"}})
	ada.expect(http.StatusBadRequest)
}

// A rematch of a match that was shown is no more public than the match was.
func TestRematchOfAShownMatchIsPrivate(t *testing.T) {
	s, ada, _, stranger, match := startResigned(t)
	ada.open(match + "/share")
	ada.submit("#share-show", "do", "show")
	m, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(match, "/m/"))
	if err != nil || !m.Public || !m.Shown {
		t.Fatalf("shown: %v, %v", m.Shown, err)
	}
	ada.open(match)
	ada.submit(`form[action$="/rematch"]`)
	ada.expect(http.StatusOK)
	next := ada.path
	if i := strings.IndexByte(next, '?'); i > 0 {
		next = next[:i]
	}
	if next == match {
		t.Skip("the rematch has not begun: it is an offer")
	}
	if got := stranger.statusOf(next); got != http.StatusNotFound {
		t.Errorf("a stranger sees the rematch: %d", got)
	}
	stranger.open(match)
	if stranger.page.Find(`a[href="`+next+`"]`).Length() != 0 {
		t.Error("a stranger is told of the rematch")
	}
}

// Whoever has a link to a match sees all of it, until the link is withdrawn or
// replaced; the link is told once.
func TestFinishedMatchIsSharedByLink(t *testing.T) {
	s, ada, bo, _, match := startResigned(t)
	nobody := newReader(t, s.URL)
	link := func(who *reader) string {
		t.Helper()
		who.open(match + "/share")
		who.submit("form#share-link", "do", "link")
		who.expect(http.StatusOK)
		path := strings.TrimPrefix(who.page.Find("#share-new").AttrOr("value", ""), s.URL)
		if !strings.HasPrefix(path, "/w/") {
			t.Fatalf("no link: %s", who.mainText())
		}
		return path
	}
	first := link(ada)
	nobody.open(first)
	if nobody.page.Find("#match").Length() != 1 || nobody.hasSession() {
		t.Error("the link leads to no match, or makes a guest")
	}
	nobody.followLinksOf(first)
	for _, path := range []string{"/record", "/picture.png", "/picture.svg"} {
		if got := nobody.statusOf(first + path); got != http.StatusOK {
			t.Errorf("%s is answered %d", path, got)
		}
	}
	if got := nobody.statusOf(match); got != http.StatusNotFound {
		t.Errorf("beside the link the match is answered %d", got)
	}
	ada.open(first)
	if ada.path != match {
		t.Errorf("who played the match stays at %s", ada.path)
	}
	ada.open(match + "/share")
	if strings.Contains(ada.body, strings.TrimPrefix(first, "/w/")) {
		t.Error("the link is told again")
	}
	second := link(bo)
	if nobody.statusOf(first) != http.StatusNotFound || nobody.statusOf(second) != http.StatusOK {
		t.Error("a new link does not replace the old one")
	}
	ada.open(match + "/share")
	ada.submit("#share-unlink", "do", "unlink")
	if got := nobody.statusOf(second); got != http.StatusNotFound {
		t.Errorf("after it is withdrawn the link is answered %d", got)
	}
	if got := nobody.statusOf("/w/" + strings.Repeat("a", 26)); got != http.StatusNotFound {
		t.Errorf("an invented link is answered %d", got)
	}
}

// followLinksOf asks for all that the page of a shared match links to, which leads to no
// match that is not shared.
func (r *reader) followLinksOf(shared string) {
	r.t.Helper()
	for _, a := range r.page.Find("main a").EachIter() {
		href := a.AttrOr("href", "")
		if strings.HasPrefix(href, "/m/") {
			r.t.Errorf("a link leads to %s", href)
		}
		href = r.resolved(href)
		if strings.HasPrefix(href, "/w/") {
			if got := r.statusOf(href); got != http.StatusOK {
				r.t.Errorf("%s is answered %d", href, got)
			}
		}
	}
}

// The same form sent twice makes one link, and says it both times.
func TestSameLinkTwice(t *testing.T) {
	s, ada, _, _, match := startResigned(t)
	ada.open(match + "/share")
	action, form := ada.formFields("form#share-link")
	form.Set("do", "link")
	var links [2]string
	for i := range links {
		ada.send(http.MethodPost, action, form)
		links[i] = strings.TrimPrefix(ada.page.Find("#share-new").AttrOr("value", ""), s.URL)
	}
	if links[0] == "" || links[0] != links[1] || ada.statusOf(links[0]) != http.StatusOK {
		t.Errorf("the links are %q", links)
	}
}

// A program does what a person does.
func TestAPIShowsFinishedMatches(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	path := "/matches/" + m.ID
	for _, do := range []string{"/show", "/hide", "/share", "/unshare"} {
		ada.Post(path+do, map[string]any{}).Want(t, http.StatusConflict, "not_over")
		cy.Post(path+do, map[string]any{}).Want(t, http.StatusNotFound, "not_found")
		site.Nobody().Post(path+do, map[string]any{}).Want(t, http.StatusUnauthorized, "unauthorized")
	}
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	site.Nobody().Get("/watch?over=true").Want(t, http.StatusOK, "")
	if got := bo.Post(path+"/show", map[string]any{}).Want(t, http.StatusOK, ""); !strings.Contains(string(got.Body), `"shown":true`) {
		t.Errorf("the match is not shown: %s", got.Body)
	}
	cy.Get(path).Want(t, http.StatusOK, "")
	cy.Post(path+"/hide", map[string]any{}).Want(t, http.StatusForbidden, "not_seated")
	ada.Post(path+"/hide", map[string]any{}).Want(t, http.StatusOK, "")
	cy.Get(path).Want(t, http.StatusNotFound, "not_found")

	link := func(key string) string {
		t.Helper()
		answer := ada.Post(path+"/share", map[string]any{}, "Idempotency-Key", key).Want(t, http.StatusCreated, "")
		_, rest, _ := strings.Cut(string(answer.Body), `"/w/`)
		token, _, _ := strings.Cut(rest, `"`)
		return "/shared/" + token
	}
	first := link("a")
	if link("a") != first {
		t.Error("one key makes two links")
	}
	for _, more := range []string{"", "/record", "/story"} {
		site.Nobody().Get(first+more).Want(t, http.StatusOK, "")
	}
	ada.Post(path+"/unshare", map[string]any{}).Want(t, http.StatusOK, "")
	site.Nobody().Get(first).Want(t, http.StatusNotFound, "not_found")
	site.Nobody().Get("/watch?over=perhaps").Want(t, http.StatusBadRequest, "malformed")
}
