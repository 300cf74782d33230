package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

const toldMatches = 12 // of TestNoticesOutliveKills

// toldKills returns how often each site is killed, 12 times unless TABLERONDE_KILLS says
// otherwise.
func toldKills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("TABLERONDE_KILLS")
	if text == "" {
		return 12
	}
	kills, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return kills
}

// TestNoticesOutliveKills plays matches while the site is killed again and again: each
// player's webhook is told of each turn, at least once and always under the same id, and of
// nothing else.
func TestNoticesOutliveKills(t *testing.T) {
	skipInShortRuns(t)
	t.Parallel()
	for name, place := range map[string]struct {
		db        func(t *testing.T) string
		processes int
		lives     time.Duration // a process at most
	}{
		"file":     {func(t *testing.T) string { return filepath.Join(t.TempDir(), "told.db") }, 1, 3 * time.Second},
		"database": {newDatabase, 2, 8 * time.Second}, // longer than a lease lasts, if rarely
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newToldRun(t, place.db(t), place.processes)
			for range toldKills(t) {
				for life := time.Now().Add(rand.N(place.lives)); time.Now().Before(life); time.Sleep(20 * time.Millisecond) {
					r.moveAll()
				}
				i := rand.IntN(place.processes)
				r.sites[i].kill()
				r.sites[i] = r.start()
			}
			r.end()
		})
	}
}

// toldRun is a site of several processes, and matches of Ada and Bo there.
type toldRun struct {
	t       *testing.T
	db      string
	sites   []*server
	players [2]toldPlayer
	matches []*toldMatch

	mu    sync.Mutex
	calls map[toldCall]map[string]int // how often each was told, by id
}

type toldPlayer struct{ id, token, hook string }

// toldCall is what a webhook is told.
type toldCall struct {
	Kind, Match string
	Ply, Seat   int
	Player      struct{ ID string }
	at          string // which webhook was called
}

type toldMatch struct {
	id    string
	ply   int
	mover int // index of the player to move, or to hear that the match is over
	over  bool

	replaced bool // by another match
}

func newToldRun(t *testing.T, db string, processes int) *toldRun {
	t.Helper()
	r := &toldRun{t: t, db: db, calls: make(map[toldCall]map[string]int)}
	receiver := httptest.NewServer(http.HandlerFunc(r.receive))
	t.Cleanup(receiver.Close)
	for range processes {
		r.sites = append(r.sites, r.start())
	}
	for i, name := range []string{"Ada", "Bo"} {
		var guest struct {
			Token  string
			Player struct{ ID string }
		}
		r.call("", "POST", "/guests", map[string]any{"name": name}, &guest)
		r.players[i] = toldPlayer{id: guest.Player.ID, token: guest.Token, hook: "/" + name}
		r.call(guest.Token, "POST", "/me/webhooks", map[string]any{"url": receiver.URL + "/" + name, "format": "json", "kinds": []string{"turn", "over"}}, nil)
	}
	for range toldMatches {
		r.begin()
	}
	return r
}

// begin begins one more match.
func (r *toldRun) begin() {
	r.t.Helper()
	var m struct{ ID string }
	r.call(r.players[0].token, "POST", "/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}, &m)
	r.call(r.players[1].token, "POST", "/matches/"+m.ID+"/join", map[string]any{"seat": 2}, nil)
	r.matches = append(r.matches, &toldMatch{id: m.ID})
}

func (r *toldRun) start() *server {
	r.t.Helper()
	return startServer(r.t, r.db, "--allow-private-targets")
}

// receive takes the call of a webhook.
func (r *toldRun) receive(_ http.ResponseWriter, req *http.Request) {
	var body struct {
		ID string
		toldCall
	}
	if err := json.NewDecoder(req.Body).Decode(&body); err != nil {
		r.t.Errorf("a call of %s: %v", req.URL.Path, err)
	}
	body.at = req.URL.Path
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls[body.toldCall] == nil {
		r.calls[body.toldCall] = make(map[string]int)
	}
	r.calls[body.toldCall][body.ID]++
}

// last returns the call by which a player is told of the last move in a match.
func (r *toldRun) last(m *toldMatch) toldCall {
	p := r.players[m.mover]
	c := toldCall{Kind: "turn", Match: m.id, Ply: m.ply, Seat: m.mover + 1, at: p.hook}
	c.Player.ID = p.id
	if m.over {
		c.Kind = "over"
	}
	return c
}

func (r *toldRun) wasTold(m *toldMatch) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.calls[r.last(m)]) > 0
}

// moveAll moves in every match whose mover was told of the turn. Matches that are over give
// way to others.
func (r *toldRun) moveAll() {
	for _, m := range r.matches {
		if !r.wasTold(m) {
			continue
		}
		if m.over {
			if !m.replaced {
				m.replaced = true
				r.begin()
			}
			continue
		}
		token := r.players[m.mover].token
		var now struct {
			Legal []string
			Over  bool
		}
		r.call(token, "GET", "/matches/"+m.id, nil, &now)
		if len(now.Legal) == 0 {
			r.t.Fatalf("match %s: nothing is legal at ply %d", m.id, m.ply)
		}
		r.call(token, "POST", "/matches/"+m.id+"/actions", map[string]any{"ply": m.ply, "action": now.Legal[rand.IntN(len(now.Legal))]}, &now)
		m.ply, m.mover, m.over = m.ply+1, 1-m.mover, now.Over
	}
}

// end waits until everybody was told of the last turns, and checks what was told.
func (r *toldRun) end() {
	r.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for _, m := range r.matches {
		for !r.wasTold(m) {
			if time.Now().After(deadline) {
				r.t.Fatalf("nobody was told of ply %d of match %s", m.ply, m.id)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	turns, again, owners := 0, 0, make(map[string]toldCall)
	for _, m := range r.matches {
		turns += m.ply + 1
	}
	for c, ids := range r.calls {
		if len(ids) != 1 {
			r.t.Errorf("%+v was told under %d ids", c, len(ids))
		}
		for id, n := range ids {
			again += n - 1
			if other, ok := owners[id]; ok {
				r.t.Errorf("%+v and %+v were told under one id", c, other)
			}
			owners[id] = c
		}
	}
	if len(r.calls) != turns {
		r.t.Errorf("%d notices were told of %d turns", len(r.calls), turns)
	}
	r.t.Logf("%d turns were told, %d of them again", turns, again)
}

// call makes a call of the API at any process, and again until it is answered.
func (r *toldRun) call(token, method, path string, body, into any) {
	r.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	key := strconv.FormatUint(rand.Uint64(), 36)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		err := callOnce(r.sites[rand.IntN(len(r.sites))].url, token, method, path, key, text, into)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatal(err)
		}
	}
}

func callOnce(site, token, method, path, key string, body []byte, into any) error {
	req, err := http.NewRequest(method, site+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if method == http.MethodPost {
		req.Header.Set("Idempotency-Key", key)
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %s %v", method, path, resp.Status, text, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}
