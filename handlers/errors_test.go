package handlers

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/api"
)

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
		if strings.Contains(line, "id="+id) && strings.Contains(line, "stack=") && strings.Contains(line, "errors_test.go") {
			return
		}
	}
	t.Errorf("the log has no stack of request %s:\n%s", id, site.Log)
}
