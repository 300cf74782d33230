package handlers

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A form leads back to a page of this site alone, whatever a browser or a header drops from
// the address before it is parsed.
func TestReturnStaysOnTheSite(t *testing.T) {
	s := newTestSite(t)
	for target, want := range map[string]string{
		"/": "/", "/settings#look": "/settings#look", "/new?game=camelot&return=%2Ftables": "/new?game=camelot&return=%2Ftables",
		"/players/a-b_c": "/players/a-b_c", "/m/x/": "/m/x/", "/?a=//b": "/?a=//b",
		"": "/", "https://evil.example": "/", "//evil.example": "/", "/\\evil.example": "/", "\\/evil.example": "/",
		"/\t/evil.example": "/", "/\x00/evil.example": "/", "/\x0b/evil.example": "/", "\x01//evil.example": "/", "/\x7f/evil.example": "/", "/\u0085/evil.example": "/",
		" /settings": "/", "/ /evil.example": "/", "/%2fevil.example": "/", "/%2Fevil.example": "/", "/%5cevil.example": "/", "/%09/evil.example": "/", "/%252fevil.example": "/",
		"/.//evil.example": "/", "/..//evil.example": "/", "/a//b": "/", "/m/../..//evil.example": "/", "/a?b\x00": "/", "/a#\r\nb": "/",
	} {
		req := httptest.NewRequest(http.MethodPost, "/theme", strings.NewReader(url.Values{"theme": {"dark"}, "return": {target}}.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		if got := rec.Header().Get("Location"); got != want {
			t.Errorf("return=%q leads to %q, want %q", target, got, want)
		}
	}
}
