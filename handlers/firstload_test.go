package handlers

import (
	"bytes"
	"net/http"
	"net/url"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// The first visit to a match takes few requests and bytes: the page, its style sheet,
// its scripts, its icon and the stream of events. Once it has loaded, the browser asks for
// the manifest, and a script for the service worker.
func TestFirstLoadOfAMatch(t *testing.T) {
	const mostRequests, most = 10, 47_000
	s := newTestSite(t)
	for _, game := range []string{"camelot", "grand-camelot", "knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			r := newReader(t, s.URL)
			r.send(http.MethodPost, "/solo", url.Values{"game": {game}})
			r.expect(http.StatusOK)
			requests, size := 2, 0 // the stream is one of them
			load := func(path string) []byte {
				req, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Accept-Encoding", "gzip")
				for _, c := range r.client.Jar.Cookies(req.URL) {
					req.AddCookie(c)
				}
				res, body := roundTrip(t, req)
				if res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "gzip" && len(body) > 1_000 {
					t.Errorf("GET %s: %d in %q", path, res.StatusCode, res.Header.Get("Content-Encoding"))
				}
				size += len(body)
				return []byte(decoded(t, res.Header, body))
			}
			page, err := goquery.NewDocumentFromReader(bytes.NewReader(load(r.path)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range page.Find("link[rel=stylesheet], link[rel=icon], script[src], img, iframe, object").EachIter() {
				requests++
				load(e.AttrOr("href", e.AttrOr("src", "")))
			}
			before := size
			for _, path := range []string{page.Find("link[rel=manifest]").AttrOr("href", ""), page.Find("script[data-later]").AttrOr("data-later", ""), "/sw.js"} {
				requests++
				load(path)
			}
			t.Logf("%s: %d requests, %d bytes, %d more later", game, requests, before, size-before)
			size = before
			if requests > mostRequests || size > most {
				t.Errorf("%d requests with %d bytes, want at most %d with %d", requests, size, mostRequests, most)
			}
		})
	}
}
