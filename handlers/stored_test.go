package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"tableronde/db"
	"tableronde/db/sqlite/sqlitetest"
	"tableronde/db/storetest"
	"tableronde/handlers/sitetest"
)

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

// A fault after the commit of a move is logged, and the player is not told that
// nothing was changed: the browser is sent to the match.
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
			if ada.status >= 400 || !strings.HasPrefix(to, match) || strings.Contains(ada.body, "nothing was changed") {
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

// A move that is posted by a form is one commit, with what the player has seen.
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

// Lists of the API answer from what the store keeps beside the matches: none is
// loaded with its events, however long the list is.
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
