package handlers

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/site"
)

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

// absentStore says of its database what it is told to.
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
