package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tableronde/db/sqlite"
	"tableronde/handlers/club/match"
)

// runCommand runs the program to its end.
func runCommand(t testing.TB, args ...string) (out string, err error) {
	t.Helper()
	needProcess(t)
	text, err := exec.Command("tableronde", args...).CombinedOutput()
	return string(text), err
}

func mustCommand(t testing.TB, args ...string) string {
	t.Helper()
	out, err := runCommand(t, args...)
	if err != nil {
		t.Fatalf("tableronde %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// soloClient is a guest of a server with a table of one.
type soloClient struct {
	t     testing.TB
	token string
	match string
}

func newSoloist(t testing.TB, url string) *soloClient {
	t.Helper()
	s := &soloClient{t: t}
	var guest struct{ Token string }
	s.call(url, http.MethodPost, "/guests", `{"name":"Ada"}`, &guest)
	s.token = guest.Token
	var match struct{ ID string }
	s.call(url, http.MethodPost, "/matches", `{"game":"camelot","solo":true}`, &match)
	s.match = match.ID
	return s
}

func (s *soloClient) call(url, method, path, body string, into any) {
	s.t.Helper()
	req, err := http.NewRequest(method, url+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode/100 != 2 {
		s.t.Fatalf("%s %s: %s, %v", method, path, resp.Status, err)
	}
}

func (s *soloClient) move(url string, ply, action string) {
	s.t.Helper()
	var match struct{}
	s.call(url, http.MethodPost, "/matches/"+s.match+"/actions", `{"ply":`+ply+`,"action":"`+action+`"}`, &match)
}

func (s *soloClient) ply(url string) int {
	s.t.Helper()
	var match struct{ Ply int }
	s.call(url, http.MethodGet, "/matches/"+s.match, "", &match)
	return match.Ply
}

// What was backed up while the site ran is what a restore brings back, after the
// site has gone on and has been killed.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "tableronde.db"), filepath.Join(dir, "copy.db")
	s := startServer(t, path)
	ada := newSoloist(t, s.url)
	ada.move(s.url, "0", "E6-E8")
	mustCommand(t, "backup", "--db", path, copied)
	ada.move(s.url, "1", "H11-F9")
	if out := mustCommand(t, "check", path); !strings.Contains(out, withAnnals(2)) {
		t.Errorf("check of the site: %s", out)
	}
	if out := mustCommand(t, "check", copied); !strings.Contains(out, withAnnals(1)) {
		t.Errorf("check of the copy: %s", out)
	}
	if out, err := runCommand(t, "restore", "--force", copied, "--db", path); err == nil || !strings.Contains(out, "in use by a running server") {
		t.Errorf("restore under a running server: %v, %s", err, out)
	}
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	if out, err := runCommand(t, "restore", copied, "--db", path); err == nil || !strings.Contains(out, "--force") {
		t.Errorf("restore over the database: %v, %s", err, out)
	}
	mustCommand(t, "restore", "--force", copied, "--db", path)
	kept, err := filepath.Glob(path + ".*.old")
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	if out := mustCommand(t, "check", kept[0]); !strings.Contains(out, withAnnals(2)) {
		t.Errorf("check of what was there: %s", out)
	}
	s = startServer(t, path)
	if got := ada.ply(s.url); got != 1 {
		t.Errorf("the match is at ply %d after the restore, want 1", got)
	}
	ada.move(s.url, "1", "F11-F9")
}

// A backup that is killed leaves nothing that could be taken for one.
func TestKilledBackup(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes at random, which takes many rounds")
	}
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tableronde.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 { // something to copy
		if err := store.Sessions().Commit(string(rune('a'+i)), make([]byte, 500_000), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	mustCommand(t, "backup", "--db", path, filepath.Join(dir, "whole.db"))
	took := time.Since(begin)
	for i := range 20 {
		copied := filepath.Join(dir, "copy"+string(rune('a'+i))+".db")
		cmd := exec.Command("tableronde", "backup", "--db", path, copied)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(took))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := os.Stat(copied); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := sqlite.Check(context.Background(), copied, match.Verify); err != nil {
			t.Errorf("a killed backup left half a copy: %v", err)
		}
	}
}

func TestSecondServerIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := startServer(t, path)
	out, err := runCommand(t, "--addr", "127.0.0.1:0", "--db", path)
	if err == nil || !strings.Contains(out, "in use by a running server") {
		t.Errorf("a second server: %v, %s", err, out)
	}
	get(t, s.url+"/readyz")
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	startServer(t, path) // the lock ends with the process
}

// withAnnals returns what a check says of a database with one match of so many events, besides
// the games of the past that every start brings along.
func withAnnals(events int) string {
	const annals, annalEvents = 4, 111
	return fmt.Sprintf("%d matches replayed, %d events", annals+1, annalEvents+events)
}
