package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/api"
)

// Who finds the gate full waits, and is sent away after a while; what needs no
// slot goes on.
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

// slowWriter looks at the gate while it is written to.
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
