package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// BenchmarkMatchPage is the page of a match as a browser asks for it, seated, compressed
// with gzip: after each move, made alone at the beginning and the end of
// a long match, and what serves the same bytes from memory.
func BenchmarkMatchPage(b *testing.B) {
	b.Run("new", func(b *testing.B) {
		m := newBenchPage(b, "gzip")
		for b.Loop() {
			b.StopTimer()
			if m.ply == 1000 { // a match may not be of any length
				m = newBenchPageAt(b, m.site, "gzip")
			}
			m.play()
			b.StartTimer()
			m.ask(b, m.site.Handler())
		}
		b.ReportMetric(float64(len(m.body)), "B/page")
	})
	for _, ply := range []int{10, 990} {
		b.Run(fmt.Sprintf("made/ply=%d", ply), func(b *testing.B) {
			m := newBenchPage(b, "identity")
			for range ply {
				m.play()
			}
			for b.Loop() {
				m.ask(b, m.site.Handler())
			}
		})
	}
	b.Run("bytes", func(b *testing.B) {
		m := newBenchPage(b, "gzip")
		m.ask(b, m.site.Handler())
		page := m.body
		static := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(page)
		})
		for b.Loop() {
			m.ask(b, static)
		}
	})
}

// benchPage is the page of a match against oneself in a browser.
type benchPage struct {
	site    *testSite
	id      string
	player  string
	request *http.Request
	ply     int
	body    []byte
}

func newBenchPage(b testing.TB, coding string) *benchPage {
	return newBenchPageAt(b, newTestSite(b), coding)
}

// newBenchPageAt is newBenchPage at a site that there is.
func newBenchPageAt(b testing.TB, site *testSite, coding string) *benchPage {
	ada := newReader(b, site.URL)
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	m := &benchPage{site: site, id: ada.path[len("/m/"):]}
	m.request = newPageRequest(ada, ada.path, coding)
	f, err := site.site.Store.Match(b.Context(), m.id)
	if err != nil {
		b.Fatal(err)
	}
	m.player = f.Seats[0].ID
	return m
}

// newPageRequest returns the request of a browser for a page.
func newPageRequest(by *reader, path, coding string) *http.Request {
	req := httptest.NewRequest(http.MethodGet, by.site+path, nil)
	req.Header.Set("Accept-Encoding", coding)
	for _, c := range by.client.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	return req
}

func (m *benchPage) play() {
	move := sitetest.Shuttle[m.ply%len(sitetest.Shuttle)]
	if _, err := m.site.site.Club.Match.Play(m.site.T.Context(), match.Post{Match: m.id, Player: m.player, Ply: m.ply, Actions: []string{move}, Seen: true}); err != nil {
		m.site.T.Fatal(err)
	}
	m.ply++
}

func (m *benchPage) ask(b testing.TB, h http.Handler) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, m.request)
	if w.Code != http.StatusOK {
		b.Fatal(w.Code)
	}
	m.body = w.Body.Bytes()
}
