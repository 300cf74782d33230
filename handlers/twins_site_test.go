package handlers

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// noon is when nothing passes, in tests of what time could tell.
func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// lookingSite is a site whose clock stands still, and people who look at it.
type lookingSite struct {
	*testSite
	looking []*onlooker // by seat from 0; the last one has none
}

// onlooker is somebody with a browser, a program and feeds.
type onlooker struct {
	t       testing.TB
	handler http.Handler
	player  db.Player
	cookies []*http.Cookie
	token   string
	feeds   string
	lang    string
}

// newLookingSite returns a site with so many people, and one more.
func newLookingSite(t testing.TB, cfg Config, people int) *lookingSite {
	t.Helper()
	cfg.Now, cfg.Settings = noon, DefaultSettings()
	cfg.Settings.CallRate, cfg.Settings.CallBurst = 1e9, 1e9
	s := &lookingSite{testSite: newTestSiteOn(t, cfg)}
	for i := range people + 1 {
		s.looking = append(s.looking, s.newOnlooker([]string{"en", "fr"}[i%2]))
	}
	return s
}

func (s *lookingSite) newOnlooker(lang string) *onlooker {
	s.T.Helper()
	r := newReader(s.T, s.Site.URL)
	r.send(http.MethodPost, "/solo", url.Values{"game": {"cam"}})
	m, err := s.site.Store.Match(s.T.Context(), strings.TrimPrefix(r.path, "/m/"))
	if err != nil {
		s.T.Fatal(err)
	}
	site, err := url.Parse(s.Site.URL)
	if err != nil {
		s.T.Fatal(err)
	}
	o := &onlooker{t: s.T, handler: s.Handler(), player: m.Seats[0], cookies: r.client.Jar.Cookies(site), lang: lang}
	if o.token, err = s.site.Club.Keys.SignInToken(s.T.Context(), o.player.ID); err != nil {
		s.T.Fatal(err)
	}
	if o.feeds, err = s.site.Club.Notify.FeedToken(s.T.Context(), o.player.ID); err != nil {
		s.T.Fatal(err)
	}
	return o
}

// get asks for a path and returns the whole answer, as plain text.
func (o *onlooker) get(path string, header ...string) string {
	o.t.Helper()
	req := httptest.NewRequestWithContext(o.t.Context(), http.MethodGet, path, nil)
	req.Header.Set("Accept-Language", o.lang)
	req.Header.Set("Accept-Encoding", "gzip")
	if strings.HasPrefix(path, api.Path) {
		req.Header.Set("Authorization", "Bearer "+o.token)
	} else {
		for _, cookie := range o.cookies {
			req.AddCookie(cookie)
		}
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	o.handler.ServeHTTP(rec, req)
	var text bytes.Buffer
	fmt.Fprintln(&text, rec.Code)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range rec.Header() {
			if name != "X-Request-Id" && name != "Content-Length" && !yield(name) { // that of the text below counts
				return
			}
		}
	}) {
		fmt.Fprintln(&text, name, rec.Header()[name])
	}
	var body io.Reader = rec.Body
	if rec.Header().Get("Content-Encoding") == "gzip" {
		var err error
		if body, err = gzip.NewReader(body); err != nil {
			o.t.Fatal(err)
		}
	}
	if _, err := io.Copy(&text, body); err != nil {
		o.t.Fatal(err)
	}
	return text.String()
}

// look returns all that the onlooker gets of a match, by the name of the request.
func (o *onlooker) look(match string, ply int) map[string]string {
	o.t.Helper()
	page, call := "/m/"+match, api.Path+"/matches/"+match
	all := map[string]string{}
	for _, path := range []string{page, page + "/orders", "/", "/feed/" + o.feeds, "/calendar/" + o.feeds,
		call + fmt.Sprint("?since=", max(0, ply-2)), call + "/legal", call + "/story", call + "/orders", api.Path + "/me/matches",
		page + "/messages", page + "/notes", call + "/messages", call + "/notes"} {
		all[path] = o.get(path)
	}
	all["what htmx asks for"] = o.get(page, "Accept-Encoding", "identity", "HX-Request", "true")
	return all
}

// withoutPassing returns a page without what two pages made one after the other differ in.
func withoutPassing(page string) string {
	for _, attribute := range []string{`name="key" value="`, `data-since="`} {
		parts := strings.Split(page, attribute)
		for i, part := range parts[1:] {
			_, parts[i+1], _ = strings.Cut(part, `"`)
		}
		page = strings.Join(parts, "")
	}
	return page
}

// differsBeyondKeys returns where two answers differ beyond what each has anew, "" if they
// do not.
func differsBeyondKeys(one, other string) string {
	if one == other {
		return ""
	}
	one, other = withoutPassing(one), withoutPassing(other)
	if one == other {
		return ""
	}
	return sitetest.FirstDifference([]byte(one), []byte(other))
}
