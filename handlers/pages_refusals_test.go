package handlers

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/static"
)

// startCamelot returns two readers and the path of a match of Camelot that they have
// begun; the first is to move.
func startCamelot(t *testing.T, s *testSite, public bool) (ada, bo *reader, match string) {
	t.Helper()
	ada, bo = newReader(t, s.URL), newReader(t, s.URL)
	ada.open("/new")
	listed := "0"
	if public {
		listed = "1"
	}
	ada.submit(`form[action="/matches"]`, "name", "Ada", "game", "camelot", "seat", "1", "public", listed)
	ada.expect(http.StatusOK)
	bo.open(strings.TrimPrefix(ada.page.Find("#invite").AttrOr("value", ""), s.URL))
	bo.submit(`form[action^="/i/"]`, "name", "Bo")
	bo.expect(http.StatusOK)
	return ada, bo, ada.path
}

// post posts an action, as the form of the match would.
func (r *reader) post(match string, ply int, action, key string) {
	r.t.Helper()
	r.send(http.MethodPost, match, url.Values{"ply": {strconv.Itoa(ply)}, "action": {action}, "key": {key}})
}

func TestStalePostKeepsWhatWasStaged(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	ada.post(match, 0, "E6-E8", "k1")
	ada.expect(http.StatusOK)
	bo.post(match, 1, "H11-F9", "k2")
	bo.expect(http.StatusOK)

	ada.post(match, 0, "H6-F8", "k3")
	ada.expect(http.StatusConflict)
	if got := ada.page.Find("[role=alert]").Text(); !strings.Contains(got, "changed meanwhile") {
		t.Errorf("the alert says %q", got)
	}
	if got := ada.page.Find("#move input[name=action]").AttrOr("value", ""); got != "H6-F8" {
		t.Errorf("staged after the conflict: %q, want what was posted", got)
	}
	if got := ada.page.Find("#match").AttrOr("data-ply", ""); got != "2" {
		t.Errorf("the new form names ply %s, want 2", got)
	}
	ada.submit("#move form")
	ada.expect(http.StatusOK)
}

func TestSamePostTwiceMovesOnce(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	for range 2 {
		ada.post(match, 0, "E6-E8", "twice")
		ada.expect(http.StatusOK)
		if ada.page.Find("[role=alert]").Length() > 0 {
			t.Errorf("alert: %s", ada.mainText())
		}
	}
	if bo.open(match); bo.page.Find("#match").AttrOr("data-ply", "") != "1" {
		t.Error("the move was not stored exactly once")
	}
}

func TestTwoPostsForOnePlyAtOnce(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	var wg sync.WaitGroup
	statuses := make([]int, 8)
	for i, action := range []string{"E6-E8", "D6-D8", "I6-I8", "C6-B7", "J6-K7", "D7-D8", "I7-I8", "E7-E8"} {
		wg.Add(1)
		one := *ada
		go func() {
			defer wg.Done()
			one.post(match, 0, action, action)
			statuses[i] = one.status
		}()
	}
	wg.Wait()
	won := 0
	for _, status := range statuses {
		switch status {
		case http.StatusOK:
			won++
		case http.StatusConflict:
		default:
			t.Errorf("status %d", status)
		}
	}
	if won != 1 {
		t.Errorf("%d of 8 posts for one ply were played: %v", won, statuses)
	}
	if bo.open(match); bo.page.Find("#match").AttrOr("data-ply", "") != "1" {
		t.Error("not exactly one move is stored")
	}
}

// refusedRequest is a request that is refused and changes nothing. MATCH stands for a
// match of Ada and Bo, OPEN for a public table of a stranger, TAKEN for their seat.
type refusedRequest struct {
	name   string
	by     string // of the readers in TestPostsThatAreRefused
	method string
	path   string
	form   url.Values
	status int
	says   string
}

func moveForm(ply, action string) url.Values { return url.Values{"ply": {ply}, "action": {action}} }

var refusedRequests = []refusedRequest{
	{"an illegal move", "ada", "POST", "MATCH", moveForm("0", "E6-E9"), 422, "E6"},
	{"a piece of the other", "ada", "POST", "MATCH", moveForm("0", "E10-E9"), 422, "E10"},
	{"not one's turn", "bo", "POST", "MATCH", moveForm("0", "E10-E9"), 422, "not your turn"},
	{"words", "ada", "POST", "MATCH", moveForm("0", "castle kingside"), 422, "castle kingside"},
	{"an unknown event", "ada", "POST", "MATCH", moveForm("0", "offer tea"), 422, ""},
	{"two lines", "ada", "POST", "MATCH", moveForm("0", "E6-E8\nE10-E9"), 400, ""},
	{"a novel", "ada", "POST", "MATCH", moveForm("0", strings.Repeat("A", match.MaxAction+1)), 400, ""},
	{"no ply", "ada", "POST", "MATCH", moveForm("", "E6-E8"), 400, ""},
	{"a ply from the future", "ada", "POST", "MATCH", moveForm("7", "E6-E8"), 409, "changed"},
	{"a negative ply", "ada", "POST", "MATCH", moveForm("-1", "E6-E8"), 400, ""},
	{"a seat that is none", "ada", "POST", "MATCH", url.Values{"ply": {"0"}, "action": {"E6-E8"}, "as": {"9"}}, 400, ""},
	{"the seat of the other", "ada", "POST", "MATCH", url.Values{"ply": {"0"}, "action": {"E6-E8"}, "as": {"2"}}, 403, "not yours"},
	{"a stranger's move in a private match", "stranger", "POST", "MATCH", moveForm("0", "E6-E8"), 404, "private"},
	{"a stranger's look at a private match", "stranger", "GET", "MATCH", nil, 404, "private"},
	{"a visitor's look at a private match", "visitor", "GET", "MATCH", nil, 404, "private"},
	{"a visitor's move", "visitor", "POST", "OPEN", moveForm("0", "E6-E8"), 403, "seat"},
	{"a move before the start", "stranger", "POST", "OPEN", moveForm("0", "E6-E8"), 409, ""},
	{"an unknown match", "ada", "GET", "/m/aaaaaaaaaaaa", nil, 404, "private"},
	{"an unknown invitation", "ada", "GET", "/i/aaaaaaaaaaaaaaaaaaaaaaaaaa", nil, 404, ""},
	{"a page that is none", "ada", "GET", "/nowhere", nil, 404, ""},
	{"a method that is none", "ada", "POST", "/rules", url.Values{}, 405, ""},
	{"a ply of the past that is none", "ada", "GET", "MATCH?ply=99", nil, 400, ""},
	{"a seat at the bottom that is none", "ada", "GET", "MATCH?turn=x", nil, 400, ""},
	{"an unknown language", "ada", "POST", "/language", url.Values{"language": {"tlh"}}, 400, "English"},
	{"an unknown game", "visitor", "POST", "/matches", url.Values{"game": {"chess"}, "name": {"Dee"}}, 422, ""},
	{"no name", "visitor", "POST", "/matches", url.Values{"game": {"camelot"}}, 422, "name"},
	{"a name too long", "visitor", "POST", "/matches", url.Values{"game": {"camelot"}, "name": {strings.Repeat("x", 41)}}, 422, "40"},
	{"a taken seat", "visitor", "POST", "OPEN/join", url.Values{"name": {"Dee"}, "seat": {"TAKEN"}}, 409, ""},
	{"a private table without invitation", "visitor", "POST", "MATCH/join", url.Values{"name": {"Dee"}}, 404, ""},
	{"the table of another withdrawn", "ada", "POST", "OPEN/withdraw", url.Values{}, 403, "host"},
	{"a rematch too early", "ada", "POST", "MATCH/rematch", url.Values{}, 409, "over"},
	{"a megabyte", "ada", "POST", "MATCH", moveForm("0", strings.Repeat("x", 1<<20)), 413, ""},
}

func TestPostsThatAreRefused(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	stranger := newReader(t, s.URL)
	stranger.open("/new")
	stranger.submit(`form[action="/matches"]`, "name", "Cy", "game", "camelot", "public", "1")
	taken, paths := stranger.seatTaken(), strings.NewReplacer("MATCH", match, "OPEN", stranger.path)
	readers := map[string]*reader{"ada": ada, "bo": bo, "stranger": stranger, "visitor": newReader(t, s.URL)}
	for _, tt := range refusedRequests {
		t.Run(tt.name, func(t *testing.T) {
			by := readers[tt.by]
			by.t = t
			form := maps.Clone(tt.form)
			if form.Get("seat") == "TAKEN" {
				form.Set("seat", taken)
			}
			by.send(tt.method, paths.Replace(tt.path), form)
			if by.status != tt.status {
				t.Errorf("status %d, want %d: %s", by.status, tt.status, by.mainText())
			}
			if !strings.Contains(by.mainText(), tt.says) {
				t.Errorf("the page does not say %q: %s", tt.says, by.mainText())
			}
			if by.page.Find("main h1").Length() == 0 {
				t.Error("the answer is no page")
			}
			ada.t = t
			if ada.open(match); ada.page.Find("#match").AttrOr("data-ply", "") != "0" {
				t.Error("something was stored")
			}
		})
	}
	if log := s.Log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("an error was logged:\n%s", log)
	}
}

// seatTaken returns the seat that the reader holds at the table last opened.
func (r *reader) seatTaken() string {
	if strings.Contains(r.page.Find("#seat-1").Text(), "you") {
		return "1"
	}
	return "2"
}

func TestForeignOriginsAreRefused(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, false)
	for name, header := range map[string]http.Header{
		"cross-site": {"Sec-Fetch-Site": {"cross-site"}},
		"same-site":  {"Sec-Fetch-Site": {"same-site"}},
		"origin":     {"Origin": {"https://elsewhere.example"}},
	} {
		t.Run(name, func(t *testing.T) {
			req, err := http.NewRequest(http.MethodPost, s.URL+match, strings.NewReader("ply=0&action=E6-E8"))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = header.Clone()
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := ada.client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusForbidden {
				t.Errorf("status %d, want 403", res.StatusCode)
			}
		})
	}
}

func TestAnswersAreSafe(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	for _, path := range []string{"/", "/tables", "/new", "/rules", "/rules/camelot", match, match + "?m=E6", "/nowhere"} {
		ada.send(http.MethodGet, path, nil)
		if got := ada.answer.Get("Content-Security-Policy"); got != site.ContentSecurityPolicy {
			t.Errorf("%s: Content-Security-Policy = %q", path, got)
		}
		if got := ada.answer.Get("Cache-Control"); !strings.Contains(got, "no-store") {
			t.Errorf("%s: Cache-Control = %q, want no-store", path, got)
		}
		if n := ada.page.Find("[style], script:not([src]), [onclick], [hx-on]").Length(); n > 0 {
			t.Errorf("%s has %d inline styles or scripts", path, n)
		}
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	invite := bo.client.Jar.Cookies(u)
	if len(invite) == 0 {
		t.Fatal("no session cookie was set")
	}
	log := s.Log.String()
	for _, c := range append(invite, ada.client.Jar.Cookies(u)...) {
		if strings.Contains(log, c.Value) {
			t.Errorf("the log holds the cookie %s", c.Name)
		}
	}
	if strings.Contains(log, "/i/") && !strings.Contains(log, "/i/:token") {
		t.Error("the log holds an invitation")
	}
}

func TestPagesAreCompressed(t *testing.T) {
	s := newTestSite(t)
	for path, want := range map[string]string{"/": "gzip", "/healthz": "", "/api/v1/games": "gzip"} {
		req, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", "gzip")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("%s: Content-Encoding %q, want %q", path, got, want)
		}
	}
	r := newReader(t, s.URL)
	r.open(static.URL("taps.js"))
	if !strings.Contains(r.body, `"use strict"`) {
		t.Errorf("a script arrives as %.40q", r.body)
	}
}

func TestCookiesAreMarked(t *testing.T) {
	for _, tt := range []struct {
		name   string
		secure bool
		want   string
	}{{"loopback", false, "tableronde="}, {"https", true, "__Host-tableronde="}} {
		t.Run(tt.name, func(t *testing.T) {
			s := newTestSite(t)
			s.site.Secure = tt.secure
			s.site.Sessions = site.NewSessions(s.site.Store, tt.secure)
			r := newReader(t, s.URL)
			r.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
			cookie := r.answer.Get("Set-Cookie")
			if !strings.HasPrefix(cookie, tt.want) || !strings.Contains(cookie, "HttpOnly") ||
				!strings.Contains(cookie, "SameSite=Lax") || strings.Contains(cookie, "; Secure") != tt.secure {
				t.Errorf("Set-Cookie: %s", cookie)
			}
			if n := len(r.answer.Values("Set-Cookie")); n != 1 {
				t.Errorf("%d cookies were set, want 1", n)
			}
		})
	}
}

// TestFormSentTwiceOpensOneTable sends the first form of a visitor twice at
// once, before the answer has brought a cookie.
func TestFormSentTwiceOpensOneTable(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/new")
	_, form := r.formFields(`form[action="/matches"]`)
	form.Set("name", "Ada")
	form.Set("game", "camelot")
	paths := make([]string, 4)
	var wg sync.WaitGroup
	for i := range paths {
		wg.Add(1)
		one := newReader(t, s.URL)
		go func() {
			defer wg.Done()
			one.send(http.MethodPost, "/matches", form)
			paths[i] = one.path
			if one.page.Find("#invite").Length() == 0 {
				t.Errorf("post %d did not lead to the table of the sender: %d %s", i, one.status, one.mainText())
			}
		}()
	}
	wg.Wait()
	for _, path := range paths {
		if path != paths[0] || !strings.HasPrefix(path, "/m/") {
			t.Errorf("the form led to %v", paths)
		}
	}
}
