package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

const toldMatches = 12 // of TestNoticesOutliveKills

// killsOf returns how often a test kills a site: so many times unless TABLERONDE_KILLS says
// otherwise.
func killsOf(t *testing.T, unless int) int {
	t.Helper()
	text := os.Getenv("TABLERONDE_KILLS")
	if text == "" {
		return unless
	}
	kills, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return kills
}

// killing is where a test kills a site.
type killing struct {
	db        string
	processes int
	lives     time.Duration // a process at most
}

// onBothEngines runs a test on a file, which one process uses, and on a database that two
// share, and in which a process lives for so long at most.
func onBothEngines(t *testing.T, onFile, onDatabase time.Duration, test func(*testing.T, killing)) {
	t.Helper()
	skipInShortRuns(t)
	t.Parallel()
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		test(t, killing{filepath.Join(t.TempDir(), "site.db"), 1, onFile})
	})
	t.Run("database", func(t *testing.T) {
		t.Parallel()
		test(t, killing{newDatabase(t), 2, onDatabase})
	})
}

// TestNoticesOutliveKills plays matches while the site is killed again and again: each
// player is told of each turn by webhook, by push and by mail, at least once and always
// under the same id, and of nothing else.
func TestNoticesOutliveKills(t *testing.T) {
	onBothEngines(t, 3*time.Second, 8*time.Second, func(t *testing.T, place killing) { // on the database longer than a lease lasts, if rarely
		r := newToldRun(t, place.db, place.processes)
		for range killsOf(t, 8) {
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

// toldRun is a site of several processes, and matches of Ada and Bo there.
type toldRun struct {
	t       *testing.T
	db      string
	sites   []*server
	players [2]toldPlayer
	matches []*toldMatch

	inboxes *inboxes
}

type toldPlayer struct{ id, token, name string }

type toldMatch struct {
	id    string
	ply   int
	told  [2]int // how often each player was to be told of a turn, or the end
	mover int    // index of the player to move, or to hear that the match is over
	over  bool

	replaced bool // by another match
}

func newToldRun(t *testing.T, db string, processes int) *toldRun {
	t.Helper()
	r := &toldRun{t: t, db: db, inboxes: newInboxes(t)}
	for range processes {
		r.sites = append(r.sites, r.start())
	}
	for i, name := range []string{"Ada", "Bo"} {
		var guest struct {
			Token  string
			Player struct{ ID string }
		}
		r.call("", "POST", "/guests", map[string]any{"name": name}, &guest)
		r.players[i] = toldPlayer{id: guest.Player.ID, token: guest.Token, name: name}
		r.openInboxes(r.players[i])
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
	r.matches = append(r.matches, &toldMatch{id: m.ID, told: [2]int{1, 0}})
}

func (r *toldRun) start() *server {
	r.t.Helper()
	return startServer(r.t, r.db, "--allow-private-targets", "--base-url", toldOrigin, "--mail-grace", "1ms", "--smtp", "smtp://"+r.inboxes.smtp+"?from=camelot@table.example")
}

// wasTold reports whether a player was told of the last move in a match in all ways.
func (r *toldRun) wasTold(m *toldMatch) bool {
	p := r.players[m.mover]
	want := toldCall{Kind: "turn", Match: m.id, Ply: m.ply, Seat: m.mover + 1}
	if want.Player.ID = p.id; m.over {
		want.Kind = "over"
	}
	return r.inboxes.have(want, p.name, m.told[m.mover])
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
		m.told[m.mover]++
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
	turns := 0
	for _, m := range r.matches {
		turns += m.ply + 1
	}
	r.inboxes.check(turns)
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
	req.Host = toldHost
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
	switch into := into.(type) {
	case nil:
		return nil
	case *string:
		*into = string(text)
		return nil
	}
	return json.Unmarshal(text, into)
}
