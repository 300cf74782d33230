package handlers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
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

// A match that cannot be replayed is a fault of the site's, told by its id in the
// log and by number on /readyz, and all else goes on.
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
