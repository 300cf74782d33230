package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestWellKnownFiles(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.open("/favicon.ico")
	if r.status != http.StatusOK || r.answer.Get("Content-Type") != "image/x-icon" || !strings.HasPrefix(r.body, "\x00\x00\x01\x00") {
		t.Errorf("/favicon.ico answers %d, %s, %.4q", r.status, r.answer.Get("Content-Type"), r.body)
	}
	r.open("/robots.txt")
	if r.status != http.StatusOK || !strings.HasPrefix(r.answer.Get("Content-Type"), "text/plain") {
		t.Errorf("/robots.txt answers %d, %s", r.status, r.answer.Get("Content-Type"))
	}
	everybody, previews, _ := strings.Cut(r.body, "\n\n")
	for path, want := range map[string]bool{
		"/": true, "/rules": true, "/rules/camelot": true, "/tables": true, "/new": true, "/setup": true, "/static/app.css": true,
		"/m/abc": false, "/m/abc/record": false, "/i/abc": false, "/events": false, "/api/v1/games": false, "/me": false, "/setup?p=x": false,
	} {
		if got := allowed(everybody, path); got != want {
			t.Errorf("robots may read %s: %v, want %v", path, got, want)
		}
	}
	if !allowed(previews, "/m/abc") || !allowed(previews, "/i/abc") || allowed(previews, "/api/v1/games") {
		t.Error("previews of links cannot be made, or read more than pages")
	}
}

// allowed reads a group of robots.txt as robots do that know Disallow alone.
func allowed(group, path string) bool {
	for line := range strings.Lines(group) {
		if prefix, ok := strings.CutPrefix(strings.TrimSpace(line), "Disallow: "); ok && strings.HasPrefix(path, prefix) {
			return false
		}
	}
	return true
}
