package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/sqlite/sqlitetest"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
	"tableronde/handlers/web"
)

// answerTo returns the response to a GET and its body.
func (s *testSite) answerTo(path string) (*http.Response, string) {
	s.T.Helper()
	resp, err := http.Get(s.URL + path)
	if err != nil {
		s.T.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return resp, string(body)
}

// provedStore counts how often it was proved that the store can write.
type provedStore struct {
	db.Store
	proofs atomic.Int64
}

func (s *provedStore) Ready(ctx context.Context) error {
	s.proofs.Add(1)
	return s.Store.Ready(ctx)
}

// However many ask whether the site is ready, one write a second proves it.
func TestReadyIsProvedOnce(t *testing.T) {
	clock := clubtest.NewClock()
	store := &provedStore{Store: storetest.Open(t, nil)}
	s := newTestSiteOn(t, Config{Store: store, Now: clock.Now})
	for i := range 3 {
		for range 20 {
			if resp, text := s.answerTo("/readyz"); resp.StatusCode != http.StatusOK || text != "ready\n" {
				t.Fatalf("%s: %s", resp.Status, text)
			}
		}
		if got := store.proofs.Load(); got != int64(i+1) {
			t.Errorf("%d writes for a second's questions, want %d", got, i+1)
		}
		clock.Advance(site.ProbeLife)
	}
}

// newDamagedSite returns a site on a file of two public matches with moves, changed
// while it was closed.
func newDamagedSite(t *testing.T, change func(path, first string)) (site *testSite, ada *sitetest.Client, matches []string) {
	t.Helper()
	storetest.NeedFile(t)
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, nil)
	before, err := New(Config{Store: store, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	host, token, err := store.CreateGuest(ctx, db.Once{}, "Ada", nil)
	for range 2 {
		var m match.Match
		if err == nil {
			m, err = before.site.Club.Tables.OpenTable(ctx, db.Once{}, host.ID, tables.Proposal{Game: "camelot", Public: true, Solo: true}, nil)
		}
		for i, move := range []string{"E6-E8", "H11-F9", "H6-F8"} {
			if err == nil {
				m, err = before.site.Club.Match.Play(ctx, match.Post{Match: m.ID, Player: host.ID, Ply: i, Actions: []string{move}})
			}
		}
		matches = append(matches, m.ID)
	}
	before.Close()
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	change(path, matches[0])
	store = storetest.OpenAt(t, path, nil)
	site = newTestSiteOn(t, Config{Store: store})
	ada = site.Client(token)
	ada.Unchecked = true
	return site, ada, matches
}

// A match that cannot be replayed is a fault of the site's. Its id is in the log, the number of
// such matches on /readyz, and all else goes on.
func TestDamagedMatch(t *testing.T) {
	site, ada, matches := newDamagedSite(t, func(path, first string) { clubtest.Damage(t, path, first, 1, "A1-A9") })
	deadline := time.Now().Add(time.Minute)
	for {
		resp, text := site.answerTo("/readyz")
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("a damaged match takes the site down: %s", text)
		}
		if strings.Contains(text, "damaged: 1 of the stored matches") && strings.Contains(text, "tableronde restore") {
			if strings.Contains(text, matches[0]) {
				t.Errorf("everybody is told which: %s", text)
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the damage is not found: %s", text)
		}
		time.Sleep(time.Millisecond)
	}
	if log := site.Log.String(); !strings.Contains(log, "a stored match is damaged\" match="+matches[0]) || strings.Contains(log, "damaged\" match="+matches[1]) {
		t.Errorf("logged:\n%s", log)
	}
	for i, want := range []int{http.StatusInternalServerError, http.StatusOK} {
		if resp, text := site.answerTo("/m/" + matches[i]); resp.StatusCode != want {
			t.Errorf("the page of match %d: %s\n%s", i+1, resp.Status, text)
		}
	}
	for _, body := range []map[string]any{{"ply": 3, "action": "E11-E9"}, {"ply": 3, "action": "resign"}} {
		got := ada.Post("/matches/"+matches[0]+"/actions", body)
		if got.Status != http.StatusInternalServerError || !strings.Contains(string(got.Body), `"internal"`) {
			t.Errorf("an action in a damaged match: %d %s", got.Status, got.Body)
		}
	}
	if log := site.Log.String(); !strings.Contains(log, "replay match "+matches[0]) {
		t.Errorf("the faults are not logged:\n%s", log)
	}
}

// A file with damaged pages shows nothing rather than something else than was
// stored.
func TestDamagedPages(t *testing.T) {
	site, ada, matches := newDamagedSite(t, func(path, _ string) { clubtest.DamagePage(t, path, "visits") })
	resp, text := site.answerTo("/readyz")
	if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "not ready: the database file is damaged") || !strings.Contains(text, "tableronde restore --force") {
		t.Errorf("/readyz: %s, %s", resp.Status, text)
	}
	for _, path := range []string{"/", "/m/" + matches[1], "/api/v1/matches/" + matches[1], "/events?tables=1", "/m/" + matches[1] + "/preview.png"} {
		resp, text := site.answerTo(path)
		if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "30" {
			t.Errorf("%s: %s, Retry-After %q", path, resp.Status, resp.Header.Get("Retry-After"))
		}
		if want := map[bool]string{true: `"unavailable"`, false: "cannot store moves now"}[strings.HasPrefix(path, "/api/")]; !strings.Contains(text, want) {
			t.Errorf("%s does not say %q: %s", path, want, text)
		}
	}
	if got := ada.Post("/matches/"+matches[1]+"/actions", map[string]any{"ply": 3, "action": "E11-E9"}); got.Status != http.StatusServiceUnavailable {
		t.Errorf("an action: %d", got.Status)
	}
	for _, path := range []string{"/healthz", "/static/base.css"} {
		if resp, _ := site.answerTo(path); resp.StatusCode == http.StatusServiceUnavailable {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	if log := site.Log.String(); !strings.Contains(log, "the database file is damaged") {
		t.Errorf("logged:\n%s", log)
	}
}

func TestUnavailable(t *testing.T) {
	p := web.ProblemOf(fmt.Errorf("load match: %w", db.ErrGone))
	if p.Status != http.StatusServiceUnavailable || p.Code != "unavailable" || p.Retry != 30 {
		t.Errorf("the problem of %v is %+v", db.ErrGone, p)
	}
}

// A request is logged with its id and the network of its client; a probe only if it failed.
func TestRequestsAreLogged(t *testing.T) {
	s := newTestSite(t)
	ask := func(path string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(http.MethodGet, path, nil)
		req.RemoteAddr = "127.0.0.1:1234"
		req.Header.Set("X-Forwarded-For", "203.0.113.77")
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		return rec
	}
	for _, path := range []string{"/healthz", "/readyz", "/rules"} {
		rec := ask(path)
		want := "id=" + rec.Header().Get("X-Request-Id") + " client=203.0.113.0/24 method=GET route=" + path
		if log := s.Log.String(); rec.Code != http.StatusOK || strings.Contains(log, want) != (path == "/rules") || strings.Contains(log, "203.0.113.77") {
			t.Errorf("after %s, %d, the log is\n%s", path, rec.Code, log)
		}
	}
	s.Drain()
	if rec := ask("/readyz"); rec.Code != http.StatusServiceUnavailable || !strings.Contains(s.Log.String(), "route=/readyz status=503") {
		t.Errorf("%d; the log is\n%s", rec.Code, s.Log.String())
	}
}

// absentStore is a store whose database is absent for the error in why; it is present while why is
// nil.
type absentStore struct {
	db.Store
	why atomic.Pointer[error]
}

func (s *absentStore) Present() error {
	if why := s.why.Load(); why != nil {
		return *why
	}
	return s.Store.Present()
}

// A database that does not answer is called that. Only one that is gone suggests to restore it.
func TestSilentDatabase(t *testing.T) {
	store := &absentStore{Store: storetest.Open(t, nil)}
	s := newTestSiteOn(t, Config{Store: store})
	silent := error(&db.Unavailable{Reason: "the database does not answer", Err: errors.New("timeout")})
	gone := error(db.ErrGone)
	for _, tt := range []struct {
		why     *error
		log     string
		ready   string
		restore bool
	}{
		{&silent, "the database does not answer", "not ready: the database does not answer\n", false},
		{nil, "the database is back", "ready\n", false},
		{&gone, "the database file is gone", "not ready: the database file was removed or replaced; " + site.RestoreHint, true},
	} {
		store.why.Store(tt.why)
		_, text := s.answerTo("/readyz")
		if log := s.Log.String(); !strings.Contains(log, tt.log) || strings.Contains(log, "restore") != tt.restore || !strings.HasPrefix(text, tt.ready) {
			t.Errorf("%v: /readyz says %s, and the log\n%s", tt.why, text, log)
		}
	}
}

// A request by TLS through a proxy to a site without a base URL is warned of once.
func TestTLSWithoutBaseURL(t *testing.T) {
	s := newTestSite(t)
	for range 2 {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/rules", nil)
		req.Header.Set("X-Forwarded-Proto", "https")
		if resp, err := http.DefaultClient.Do(req); err != nil || resp.Body.Close() != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(s.Log.String(), "set --base-url"); n != 1 {
		t.Errorf("warned %d times", n)
	}
}

func (s *testSite) serve(r *http.Request, token string) *httptest.ResponseRecorder {
	r.Header.Set("Authorization", "Bearer "+token)
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, r)
	return rec
}

// A client that leaves is no fault of the site.
func TestClientThatLeaves(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	ctx, leave := context.WithCancel(t.Context())
	leave()
	for _, path := range []string{"/", "/me", api.Path + "/me/matches", "/rules/camelot"} {
		rec := site.serve(httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil), ada.Token)
		if rec.Code == http.StatusInternalServerError {
			t.Errorf("%s: %d", path, rec.Code)
		}
	}
	if log := site.Log.String(); strings.Contains(log, "level=ERROR") || !strings.Contains(log, "status=499") {
		t.Errorf("logged: %s", log)
	}
}

// A store that is closing is unavailable, not broken.
func TestClosedStoreIsUnavailable(t *testing.T) {
	t.Parallel()
	site := newTestSiteOn(t, Config{Store: storetest.Open(t, nil)})
	ada := site.Guest("Ada")
	if err := site.site.Store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", api.Path + "/me/matches", "/tables"} {
		rec := site.serve(httptest.NewRequest(http.MethodGet, path, nil), ada.Token)
		if rec.Code != http.StatusServiceUnavailable || rec.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d, Retry-After %q", path, rec.Code, rec.Header().Get("Retry-After"))
		}
	}
}

// crashing rules panic at a move.
type crashing struct{ games.Ruleset }

func (r crashing) New(s games.Setup) (games.State, error) {
	state, err := r.Ruleset.New(s)
	return crashingState{state}, err
}

type crashingState struct{ games.State }

func (crashingState) Apply(games.Seat, string) (games.State, string, error) {
	panic("the rules have crashed")
}

// The stack of a panic within a transaction is logged under the id that the answer
// names.
func TestPanicInATransactionIsLogged(t *testing.T) {
	t.Parallel()
	site := newTestSiteOn(t, Config{Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := catalog.Find(game, version)
		return crashing{rules}, err
	}})
	ada := site.Guest("Ada")
	m := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	answer := ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": 0, "action": "E6-E8"}).Want(t, http.StatusInternalServerError, "internal")
	id := answer.Header.Get("X-Request-Id")
	for line := range strings.Lines(site.Log.String()) {
		if strings.Contains(line, "id="+id) && strings.Contains(line, "stack=") && strings.Contains(line, "health_test.go") {
			return
		}
	}
	t.Errorf("the log has no stack of request %s:\n%s", id, site.Log)
}

// readFaults is a store that, after its first append, neither reads matches nor counts
// turns.
type readFaults struct {
	db.Store
	broken atomic.Bool
}

var errRead = errors.New("a read has failed")

func (s *readFaults) Match(ctx context.Context, id string) (db.Match, error) {
	if s.broken.Load() {
		return db.Match{}, errRead
	}
	return s.Store.Match(ctx, id)
}

func (s *readFaults) Turns(ctx context.Context, player string) (db.Turns, error) {
	if s.broken.Load() {
		return db.Turns{}, errRead
	}
	return s.Store.Turns(ctx, player)
}

// Append breaks the reads that come after it.
func (s *readFaults) Append(ctx context.Context, o db.Once, id string, decide db.Decide) (db.Match, error) {
	m, err := s.Store.Append(ctx, o, id, decide)
	s.broken.Store(err == nil)
	return m, err
}

// A fault after the commit of a move is logged. The player does not read that nothing was changed:
// the browser is sent to the match.
func TestFaultAfterTheCommit(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]bool{"form": false, "htmx": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := &readFaults{Store: storetest.Open(t, nil)}
			site := newTestSiteOn(t, Config{Store: store})
			ada := newReader(t, site.URL)
			ada.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
			match := strings.SplitN(ada.answer.Get("Location"), "?", 2)[0]
			if script {
				ada.header.Set("HX-Request", "true")
			}
			ada.send(http.MethodPost, match, url.Values{"ply": {"0"}, "action": {"E6-E8"}})
			to := ada.answer.Get("Location")
			if script {
				to = ada.answer.Get("HX-Redirect")
				if !strings.Contains(site.Log.String(), errRead.Error()) {
					t.Errorf("the fault is not logged: %s", site.Log.String())
				}
			}
			if ada.status >= 400 || !strings.HasPrefix(to, match) || strings.Contains(ada.body, "Nothing was changed") {
				t.Errorf("status %d, sent to %q, told %q", ada.status, to, ada.mainText())
			}
			store.broken.Store(false)
			ada.header.Del("HX-Request")
			ada.open(match)
			if m, err := store.Match(t.Context(), strings.TrimPrefix(match, "/m/")); m.Ply != 1 || err != nil {
				t.Errorf("ply %d, %v, want 1", m.Ply, err)
			}
		})
	}
}

// A move that is posted by a form is one commit, with the player's visit.
func TestOneCommitPerMove(t *testing.T) {
	t.Parallel()
	storetest.NeedFile(t)
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, nil)
	site := newTestSiteOn(t, Config{Store: store})
	ada := newReader(t, site.URL)
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	match, _, _ := strings.Cut(ada.path, "?")
	player, err := store.Match(t.Context(), strings.TrimPrefix(match, "/m/"))
	if err != nil {
		t.Fatal(err)
	}
	ada.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for ply, action := range []string{"E6-E8", "E10-E9"} {
		before := sqlitetest.Commits(t, path)
		ada.send(http.MethodPost, match, url.Values{"ply": {string(rune('0' + ply))}, "action": {action}})
		if got := sqlitetest.Commits(t, path) - before; got != 1 || ada.status != http.StatusSeeOther {
			t.Errorf("%s: %d commits, status %d, want 1 commit", action, got, ada.status)
		}
		if v, err := store.Visit(t.Context(), player.ID, player.Host); v.Seen != ply+1 || v.Told != ply+1 || err != nil {
			t.Errorf("after %s the visit is %+v, %v", action, v, err)
		}
	}
}

// Lists of the API answer from the data that the store keeps beside the matches: none is loaded
// with its events, however long the list is.
func TestListsLoadNoMatch(t *testing.T) {
	t.Parallel()
	store := &readFaults{Store: storetest.Open(t, nil)}
	site := newTestSiteOn(t, Config{Store: store})
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	ada.Post("/matches", map[string]any{"game": "cam", "public": true}).Want(t, http.StatusCreated, "")
	ada.Play(m.ID, m.Ply, "E6-E8").Want(t, http.StatusOK, "") // breaks the reads
	for path, want := range map[string]int{"/me/matches": 2, "/me/matches?turn=mine": 0, "/tables": 1, "/watch": 1} {
		var list []sitetest.Match
		if err := json.Unmarshal(ada.Get(path).Want(t, http.StatusOK, "").Body, &list); err != nil || len(list) != want {
			t.Errorf("%s: %d matches, %v, want %d", path, len(list), err, want)
		}
	}
	ada.Get("/matches/"+m.ID).Want(t, http.StatusInternalServerError, "internal") // so a load would be noticed
}
