package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/site"
)

// Who is refused a seat has not become a guest by asking.
func TestNobodyBecomesAGuestForNothing(t *testing.T) {
	s := newTestSite(t)
	ada, _, full := startCamelot(t, s, true)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "game", "camelot", "seat", "1", "public", "0")
	private, invite := ada.path, strings.TrimPrefix(ada.page.Find("#invite").AttrOr("value", ""), s.URL)
	for _, tt := range []struct {
		name, path, seat string
		status           int
	}{
		{"a full table", full + "/join", "", http.StatusConflict},
		{"a table that is gone", "/m/aaaaaaaaaaaa/join", "", http.StatusNotFound},
		{"a private table", private + "/join", "", http.StatusNotFound},
		{"a taken seat", invite, "1", http.StatusConflict},
		{"no such seat", invite, "3", http.StatusUnprocessableEntity},
	} {
		visitor := newReader(t, s.URL)
		visitor.send(http.MethodPost, tt.path, url.Values{"name": {"Cy"}, "seat": {tt.seat}, "key": {"k"}})
		if visitor.status != tt.status {
			t.Errorf("%s: %d, want %d: %s", tt.name, visitor.status, tt.status, visitor.mainText())
		}
		if visitor.hasSession() {
			t.Errorf("%s: the visitor has become a guest", tt.name)
		}
	}
}

// hasSession reports whether the browser has been given a session.
func (r *reader) hasSession() bool {
	r.t.Helper()
	at, err := url.Parse(r.site)
	if err != nil {
		r.t.Fatal(err)
	}
	return len(r.client.Jar.Cookies(at)) > 0
}

// A form sent twice, before the browser has got its cookie, takes the seat and
// leads to the match both times.
func TestSameJoinTwiceByAVisitor(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot", "seat", "1", "public", "1")
	match, key := ada.path, site.NewKey()
	for range 2 {
		bo := newReader(t, s.URL)
		bo.send(http.MethodPost, match+"/join", url.Values{"name": {"Bo"}, "key": {key}})
		if bo.status != http.StatusOK || !strings.HasPrefix(bo.path, match) {
			t.Errorf("%d at %s: %s", bo.status, bo.path, bo.mainText())
		}
	}
}
