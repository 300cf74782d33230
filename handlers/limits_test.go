package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
	"tableronde/handlers/web"
)

// A visitor with a network of IPv6 becomes no more guests than a visitor with one address.
func TestGuestsFromOneNetworkAreBounded(t *testing.T) {
	site := newTestSite(t)
	refusals := 0
	for i := range 2 * DefaultSettings().GuestBurst {
		req := httptest.NewRequest(http.MethodPost, "/api/v1/guests", strings.NewReader(`{"name":"Ada"}`))
		req.Header.Set("Content-Type", "application/json")
		req.RemoteAddr = fmt.Sprintf("[2001:db8:1:2::%x]:4711", i+1)
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		if rec.Code == http.StatusTooManyRequests {
			refusals++
		}
	}
	if refusals < DefaultSettings().GuestBurst/2 {
		t.Errorf("of %d guests from one network %d were refused", 2*DefaultSettings().GuestBurst, refusals)
	}
}

// A form that is too long gets that error, whatever it is for, and nothing is done.
func TestLongFormsAreRefused(t *testing.T) {
	site := newTestSite(t)
	r := newReader(t, site.URL)
	r.open("/new?game=camelot")
	for _, path := range []string{"/matches", "/solo", "/name", "/language", "/import", "/m/nothing", "/m/nothing/join", "/i/nothing"} {
		limit := web.MaxBody
		if path == "/import" {
			limit = web.MaxImport
		}
		form := url.Values{"game": {"camelot"}, "name": {"Ada"}, "more": {strings.Repeat("x", limit)}}
		for _, said := range []bool{true, false} { // how long it is
			req, err := http.NewRequest(http.MethodPost, site.URL+path, strings.NewReader(form.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			if !said {
				req.ContentLength = -1
			}
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s with a form too long (its length said: %v) answers %d", path, said, res.StatusCode)
			}
		}
	}
	if r.open("/tables"); strings.Contains(r.mainText(), "Ada") {
		t.Errorf("a table was opened: %s", r.mainText())
	}
}

// The bytes that a player stores in a day are bounded over all kinds of data, and so are the
// bytes of an address. The refusal says when there is room again, and then there is.
func TestGrowthIsBounded(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	set := DefaultSettings()
	set.PlayerGrowth, set.AddressGrowth = 100<<10, 250<<10
	site := newTestSiteOn(t, Config{Now: clock.Now, Settings: set})
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	own := func(c *sitetest.Client) string {
		return c.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match.ID
	}
	match := own(ada)
	cookie := cookieOf(t, site, ada.Player.ID)
	send := func(method, path, address, header, auth, body string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(method, path, strings.NewReader(body))
		req.RemoteAddr = address
		req.Header.Set(header, auth)
		if strings.HasPrefix(path, api.Path) {
			req.Header.Set("Content-Type", "application/json")
		} else {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		return rec
	}
	text := strings.Repeat("x", 1500)
	posts := func(n int, match string) (method, path, body string) { // of every kind
		kinds := []struct{ method, path, body string }{
			{"POST", "/matches", `{"game":"camelot","solo":true}`},
			{"POST", "/import", `{"game":"camelot","text":"1.E6-E8 F10-F9 {` + text + `}"}`},
			{"PUT", "/matches/" + match + "/notes/0", `{"text":"` + text + `"}`},
			{"PUT", "/matches/" + match + "/analysis", `{"from":[{"after":0,"note":"` + text[:400] + `"}]}`},
		}
		k := kinds[n%len(kinds)]
		return k.method, api.Path + k.path, k.body
	}
	fill := func(address, token, match string) (refused *httptest.ResponseRecorder) {
		t.Helper()
		for n := range 200 {
			method, path, body := posts(n, match)
			switch rec := send(method, path, address, "Authorization", "Bearer "+token, body); {
			case rec.Code == http.StatusTooManyRequests:
				return rec
			case rec.Code >= 300:
				t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
			}
		}
		t.Fatal("nothing is ever refused")
		return nil
	}
	const home, other = "192.0.2.1:4711", "192.0.2.2:4711"
	refused := fill(home, ada.Token, match)
	if got := refused.Body.String(); !strings.Contains(got, `"stored_much"`) || !strings.Contains(got, "go on in") || refused.Header().Get("Retry-After") == "" {
		t.Errorf("the refusal is %s, after %s s", got, refused.Header().Get("Retry-After"))
	}
	form := url.Values{"ply": {"0"}, "text": {text}, "do": {"keep"}}.Encode()
	page := send(http.MethodPost, "/m/"+match+"/notes", other, "Cookie", cookie, form)
	if page.Code != http.StatusTooManyRequests || !strings.Contains(page.Body.String(), "Go on in") {
		t.Errorf("from another address, the page says %d %s", page.Code, page.Body)
	}
	fill(home, bo.Token, own(bo))
	cy, all := site.Guest("Cy"), 0
	for ; all < 100; all++ {
		if rec := send(http.MethodPost, api.Path+"/matches", home, "Authorization", "Bearer "+cy.Token, `{"game":"camelot","solo":true}`); rec.Code == http.StatusTooManyRequests {
			break
		}
	}
	if all == 0 || all > 60 {
		t.Errorf("a third player at an address stores %d matches", all)
	}
	var wait time.Duration
	if _, err := fmt.Sscan(refused.Header().Get("Retry-After"), (*int64)(&wait)); err != nil {
		t.Fatal(err)
	}
	clock.Advance(wait * time.Second)
	method, path, body := posts(0, match)
	if rec := send(method, path, other, "Authorization", "Bearer "+ada.Token, body); rec.Code != http.StatusCreated {
		t.Errorf("after %d s: %d %s", wait, rec.Code, rec.Body)
	}
}

// unreadWriter is a client that reads nothing of an answer until it is released.
type unreadWriter struct {
	httptest.ResponseRecorder
	held    *atomic.Int64 // bytes of all such clients
	settled func()
	release chan struct{}
}

func (w *unreadWriter) Write(p []byte) (int, error) {
	w.held.Add(int64(len(p)))
	w.settled()
	<-w.release
	return w.ResponseRecorder.Write(p)
}

// Clients that do not read hold a bounded number of bytes, each of them and all together, and
// others get their answers.
func TestUnreadAnswersAreBounded(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/import", map[string]any{"text": shuttles(match.MaxEvents - 1)}).Want(t, http.StatusCreated, "").Match
	var held atomic.Int64
	release := make(chan struct{})
	var running sync.WaitGroup
	ask := func(clients, each int) {
		t.Helper()
		settled := make(chan struct{})
		for i := range clients * each {
			running.Go(func() {
				req := httptest.NewRequest(http.MethodGet, api.Path+"/matches/"+match.ID, nil)
				req.RemoteAddr = fmt.Sprintf("192.0.%d.%d:4711", i/each/256, i/each%256)
				req.Header.Set("Authorization", "Bearer "+ada.Token)
				w := &unreadWriter{held: &held, settled: sync.OnceFunc(func() { settled <- struct{}{} }), release: release}
				w.HeaderMap = http.Header{}
				site.Handler().ServeHTTP(w, req)
			})
		}
		for range clients * each {
			<-settled
		}
	}
	ask(1, 120)
	if got := held.Load(); got > web.MostOnWayToClient+120*1000 || got < web.MostOnWayToClient/2 {
		t.Errorf("a client that reads nothing holds %d bytes", got)
	}
	ask(300, 2)
	if got := held.Load(); got > 2*web.MostOnWay+800*1000 || got < web.MostOnWay {
		t.Errorf("clients that read nothing hold %d bytes", got)
	}
	if got := ada.Get("/me").Want(t, http.StatusOK, ""); len(got.Body) == 0 {
		t.Error("a client that reads gets nothing")
	}
	close(release)
	running.Wait()
	if got := ada.Get("/matches/"+match.ID).Want(t, http.StatusOK, ""); got.Match.Ply != match.Ply {
		t.Errorf("afterwards the match is at ply %d", got.Match.Ply)
	}
}

// A request that finds the gate full waits, and is sent away after a while; a request that needs
// no slot goes on.
func TestGate(t *testing.T) {
	t.Parallel()
	late := make(chan time.Time)
	set := DefaultSettings()
	set.BusyTimeout = 2001 * time.Millisecond // no worker waits as long
	site := newTestSiteOn(t, Config{Settings: set, After: func(d time.Duration) <-chan time.Time {
		if d == set.BusyTimeout {
			return late
		}
		return nil
	}})
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	_, size := site.site.Gate.Held()
	for range size {
		if err := site.site.Gate.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	answers := make(chan *httptest.ResponseRecorder)
	ask := func(path string) {
		go func() {
			rec := httptest.NewRecorder()
			req := httptest.NewRequest(http.MethodGet, path, nil)
			req.Header.Set("Authorization", "Bearer "+ada.Token)
			site.Handler().ServeHTTP(rec, req)
			answers <- rec
		}()
	}
	for _, path := range []string{api.Path + "/matches/" + match.ID, api.Path + "/me/matches", "/rules/camelot", "/position.svg?position=cam+1+D4/D9"} {
		ask(path)
		late <- time.Time{}
		got := <-answers
		if got.Code != http.StatusServiceUnavailable || got.Header().Get("Retry-After") != "2" {
			t.Errorf("%s through a full gate: %d, Retry-After %q", path, got.Code, got.Header().Get("Retry-After"))
		}
		if strings.HasPrefix(path, "/rules") && !strings.Contains(got.Body.String(), "Many visitors at once") {
			t.Errorf("the page says %s", got.Body)
		}
	}
	ada.Play(match.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	ask("/healthz")
	if got := <-answers; got.Code != http.StatusOK {
		t.Errorf("/healthz: %d", got.Code)
	}
	ask(api.Path + "/matches/" + match.ID)
	site.site.Gate.Leave()
	if got := <-answers; got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"ply":1`) {
		t.Errorf("after the wait: %d %s", got.Code, got.Body)
	}
	if n, _ := site.site.Gate.Held(); n != size-1 {
		t.Errorf("%d slots are taken, want %d", n, size-1)
	}
}

// A slot is free again when the answer is made, however slowly it is read, and
// after a panic.
func TestGateLetsGo(t *testing.T) {
	t.Parallel()
	var crash atomic.Bool
	site := newTestSiteOn(t, Config{Rules: func(game string, version int) (games.Ruleset, error) {
		if crash.Load() {
			panic("the rules have crashed")
		}
		return catalog.Find(game, version)
	}})
	slow := &slowWriter{site: site, header: http.Header{}}
	site.Handler().ServeHTTP(slow, httptest.NewRequest(http.MethodGet, "/rules/camelot", nil))
	if slow.taken != 0 || slow.sent == 0 {
		t.Errorf("%d slots are held while %d bytes are sent", slow.taken, slow.sent)
	}
	rec := httptest.NewRecorder()
	ada := site.Guest("Ada")
	f, err := site.site.Store.CreateMatch(t.Context(), db.Once{}, db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Host: ada.Player.ID, Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	crash.Store(true)
	site.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, api.Path+"/matches/"+f.ID, nil))
	crash.Store(false)
	if held, _ := site.site.Gate.Held(); rec.Code != http.StatusInternalServerError || held != 0 {
		t.Errorf("after a panic: %d, %d slots are held", rec.Code, held)
	}
}

// slowWriter reads the gate while it is written to.
type slowWriter struct {
	site        *testSite
	header      http.Header
	taken, sent int
}

func (w *slowWriter) Header() http.Header { return w.header }
func (w *slowWriter) WriteHeader(int)     {}
func (w *slowWriter) Write(p []byte) (int, error) {
	held, _ := w.site.site.Gate.Held()
	w.taken = max(w.taken, held)
	w.sent += len(p)
	return len(p), nil
}
