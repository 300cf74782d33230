package handlers

import (
	"net/http"
	"net/url"
	"testing"
)

// Whoever chooses light or dark gets every page so, and as the system says again.
func TestThemeIsChosen(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`a[href="/settings"]`)
	for _, theme := range []string{"dark", "light", ""} {
		r.send(http.MethodPost, "/theme", url.Values{"theme": {theme}, "return": {"/settings"}})
		r.expect(http.StatusOK)
		if got := r.page.Find(`form[action="/theme"] [aria-pressed=true]`).AttrOr("value", "none"); r.path != "/settings" || got != theme {
			t.Errorf("%q led to %s, where %q is chosen", theme, r.path, got)
		}
		for _, path := range []string{"/", "/rules/camelot"} {
			r.open(path)
			if got := r.page.Find("html").AttrOr("data-theme", ""); got != theme {
				t.Errorf("%s is %q, want %q", path, got, theme)
			}
		}
	}
	r.send(http.MethodPost, "/theme", url.Values{"theme": {"sepia"}})
	r.expect(http.StatusBadRequest)
}
