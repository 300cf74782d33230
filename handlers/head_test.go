package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// What can be read answers HEAD: as GET does, without a body. A stream does not begin.
func TestHeadWhereverGetIs(t *testing.T) {
	s := newTestSite(t)
	has := make(map[string]bool)
	for _, r := range s.echo.Routes() {
		has[r.Method+" "+r.Path] = true
	}
	for _, r := range s.echo.Routes() {
		if r.Method == http.MethodGet && !has["HEAD "+r.Path] {
			t.Errorf("%s answers no HEAD", r.Path)
		}
	}
	_, _, match := startCamelot(t, s, true)
	r := newReader(t, s.URL)
	for _, path := range []string{"/", match, "/healthz", "/readyz", "/robots.txt", "/m/none"} {
		r.send(http.MethodHead, path, nil)
		status, kind := r.status, r.answer.Get("Content-Type")
		if r.body != "" {
			t.Errorf("HEAD %s has a body of %d bytes", path, len(r.body))
		}
		if r.send(http.MethodGet, path, nil); r.status != status || r.answer.Get("Content-Type") != kind && status == http.StatusOK {
			t.Errorf("HEAD %s: %d %q, GET %d %q", path, status, kind, r.status, r.answer.Get("Content-Type"))
		}
	}
	r.send(http.MethodHead, "/events?tables=1", nil)
	if r.expect(http.StatusOK); r.answer.Get("Content-Type") != "text/event-stream" {
		t.Errorf("HEAD of a stream: %q", r.answer.Get("Content-Type"))
	}
	s.Guest("Cy").Call(http.MethodHead, "/me/events", nil).Want(t, http.StatusOK, "")
}

// A link that was sent in a sentence, or that a program has written in upper case, leads to
// its page.
func TestLinksSurviveTheirText(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot")
	match := ada.path
	for _, link := range []string{strings.TrimPrefix(ada.page.Find("#invite").AttrOr("value", ""), s.URL), match, "/rules/camelot"} {
		for _, written := range []string{link + ".", link + ").", link + "]", link + "%3E", link + "%22", link + "%C2%BB", link + "%E2%80%8B", link + "!", strings.ToUpper(link), strings.ToUpper(link) + ")"} {
			r := newReader(t, s.URL)
			if link == match {
				r = ada
			}
			if r.open(written); r.path != link {
				t.Errorf("%s leads to %s", written, r.path)
			}
		}
	}
	ada.send(http.MethodGet, "/m/none.", nil)
	ada.expect(http.StatusNotFound)
}
