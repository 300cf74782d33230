package handlers

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// TestMain collects garbage less often: the tests make far more of it than they
// keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// testSite is a whole site on a listener of its own.
type testSite struct {
	*Server
	*sitetest.Site
}

func newTestSite(t testing.TB) *testSite {
	t.Helper()
	return newTestSiteOn(t, Config{})
}

// newCardSite returns a site where all games of cards are played.
func newCardSite(t testing.TB) *testSite {
	t.Helper()
	return newTestSiteOn(t, Config{Rules: clubtest.FindCards})
}

// newTestSiteOn works like newTestSite with a clock, rules or a store of the test's own.
func newTestSiteOn(t testing.TB, cfg Config) *testSite {
	t.Helper()
	site := new(testSite)
	site.Site = sitetest.Start(t, cfg.Store, cfg.Rules, func(store db.Store, log *slog.Logger) (sitetest.Server, error) {
		cfg.Store, cfg.Log = store, log
		var err error
		site.Server, err = New(cfg)
		return site.Server, err
	})
	return site
}

// stopWork ends the work in the background, so that a test counts the statements of its own
// requests alone.
func (s *testSite) stopWork() {
	s.stop()
	s.work.Wait()
}

// isLong reports whether check.sh has every test run in full.
func isLong() bool { return os.Getenv("TABLERONDE_LONG") != "" }

// gamesToTry lists a game for each kind of page: a board for two and for four, in teams and not,
// and each game of cards. With TABLERONDE_LONG=1 it lists every game.
func gamesToTry() (list []games.Info) {
	for _, info := range match.Games() {
		if isLong() || slices.Contains([]string{"camelot", "chivalry-4-solo", "grand-camelot", "knizia", "shannon", "kutschke"}, info.ID) {
			list = append(list, info)
		}
	}
	return list
}

// reader is a browser without scripts: a cookie jar, links and forms.
type reader struct {
	t      testing.TB
	site   string
	client *http.Client
	header http.Header // added to every request

	status int
	path   string // of the page, with its query
	page   *goquery.Document
	body   string
	answer http.Header
}

func newReader(t testing.TB, site string) *reader {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &reader{t: t, site: site, client: &http.Client{Jar: jar}, header: http.Header{"Accept-Language": {"en"}}}
}

func (r *reader) send(method, path string, form url.Values) {
	r.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(r.t.Context(), method, r.site+path, body)
	if err != nil {
		r.t.Fatal(err)
	}
	for name, values := range r.header {
		req.Header[name] = values
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
	r.status, r.body, r.answer = res.StatusCode, string(text), res.Header
	r.path = res.Request.URL.RequestURI()
	if r.page, err = goquery.NewDocumentFromReader(strings.NewReader(r.body)); err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// open follows a link, and expects the page to be there.
func (r *reader) open(path string) {
	r.t.Helper()
	r.send(http.MethodGet, r.resolved(path), nil)
	r.expect(http.StatusOK)
}

// resolved returns the path that a link of the page leads to.
func (r *reader) resolved(href string) string {
	if !strings.HasPrefix(href, "?") {
		return href
	}
	here, _, _ := strings.Cut(r.path, "?")
	return here + href
}

func (r *reader) expect(status int) {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s: status %d, want %d\n%s", r.path, r.status, status, r.mainText())
	}
}

// mainText returns the text of the page's main part.
func (r *reader) mainText() string {
	return strings.Join(strings.Fields(r.page.Find("main, [role=alert]").Text()), " ")
}

// follow follows the first link that a selector finds.
func (r *reader) follow(selector string) {
	r.t.Helper()
	href, ok := r.page.Find(selector).First().Attr("href")
	if !ok {
		r.t.Fatalf("%s: no link %s\n%s", r.path, selector, r.mainText())
	}
	r.open(href)
}

// formFields returns the fields that a form would send as it stands.
func (r *reader) formFields(selector string) (action string, form url.Values) {
	r.t.Helper()
	f := r.page.Find(selector).First()
	action, ok := f.Attr("action")
	if !ok {
		r.t.Fatalf("%s: no form %s\n%s", r.path, selector, r.mainText())
	}
	form = make(url.Values)
	f.Find("input[name], select[name]").Each(func(_ int, in *goquery.Selection) {
		if kind := in.AttrOr("type", "text"); (kind == "radio" || kind == "checkbox") && !in.Is("[checked]") {
			return
		}
		value := in.AttrOr("value", "")
		if chosen := in.Find("option[selected], option:first-child").Last(); in.Is("select") {
			value = chosen.AttrOr("value", "")
		}
		form.Add(in.AttrOr("name", ""), value)
	})
	return action, form
}

// submit sends a form, with some fields filled in: name and value in turn.
func (r *reader) submit(selector string, fill ...string) {
	r.t.Helper()
	action, form := r.formFields(selector)
	for i := 0; i+1 < len(fill); i += 2 {
		form.Set(fill[i], fill[i+1])
	}
	if r.page.Find(selector).First().AttrOr("method", "get") == "get" {
		r.send(http.MethodGet, action+"?"+form.Encode(), nil)
		return
	}
	r.send(http.MethodPost, action, form)
}

// signUp makes an account.
func (r *reader) signUp(name string) {
	r.t.Helper()
	r.open("/sign-in")
	r.submit("#join-form", "name", name, "password", goodPassword)
}

// signIn signs in to an account.
func (r *reader) signIn(name, password string) {
	r.t.Helper()
	r.open("/sign-in")
	r.submit("#enter-form", "name", name, "password", password)
}

// invite returns the path of the invitation that the page shows, "" without one.
func (r *reader) invite() string {
	return strings.TrimPrefix(r.page.Find("#invite").AttrOr("value", ""), r.site)
}
