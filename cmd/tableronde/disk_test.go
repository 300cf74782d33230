package main

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// getResponse is a GET whose status may be any.
func getResponse(t testing.TB, url string) (*http.Response, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// awaitReady asks /readyz until it answers with a status, and returns its text.
func (s *server) awaitReady(t testing.TB, status int) string {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		resp, text := getResponse(t, s.url+"/readyz")
		switch {
		case resp.StatusCode == status:
			return text
		case time.Now().After(deadline):
			t.Fatalf("/readyz still answers %s: %s", resp.Status, text)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// limitFiles lets no file of a process grow beyond so many bytes, as a disk does
// that is full.
func limitFiles(t testing.TB, pid int, bytes string) {
	t.Helper()
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("there is no prlimit")
	}
	if out, err := exec.Command(prlimit, "--pid", strconv.Itoa(pid), "--fsize="+bytes+":").CombinedOutput(); err != nil {
		t.Fatalf("prlimit: %v, %s", err, out)
	}
}

// On a full disk nothing is acknowledged, everything says so in words, what is
// stored can be read, and once there is room the site goes on by itself.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := startServer(t, path)
	ada := newSoloist(t, s.url)
	ada.move(s.url, "0", "E6-E8")
	limitFiles(t, s.cmd.Process.Pid, "1")
	req, err := http.NewRequest(http.MethodPost, s.url+"/api/v1/matches/"+ada.match+"/actions", strings.NewReader(`{"ply":1,"action":"H11-F9"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+ada.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "30" || !strings.Contains(string(body), `"unavailable"`) {
		t.Errorf("a move: %s, Retry-After %q, %s", resp.Status, resp.Header.Get("Retry-After"), body)
	}
	if resp, text := getResponse(t, s.url+"/readyz"); resp.StatusCode != http.StatusServiceUnavailable || !strings.HasPrefix(text, "not ready: the disk ") {
		t.Errorf("/readyz right after it: %s, %s", resp.Status, text)
	}
	get(t, s.url+"/healthz")
	get(t, s.url+"/")
	if got := ada.ply(s.url); got != 1 {
		t.Errorf("the match is at ply %d, want 1", got)
	}
	limitFiles(t, s.cmd.Process.Pid, "unlimited")
	s.awaitReady(t, http.StatusOK)
	ada.move(s.url, "1", "H11-F9")
	s.stop(t, os.Interrupt)
	if out := mustCommand(t, "check", path); !strings.Contains(out, withAnnals(2)) {
		t.Errorf("check: %s", out)
	}
}

// A server that begins on a full disk says so.
func TestStartOnAFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("there is no prlimit")
	}
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := startServer(t, path)
	newSoloist(t, s.url)
	s.stop(t, os.Interrupt)
	out, err := exec.Command("prlimit", "--fsize=1:", "tableronde", "--addr", "127.0.0.1:0", "--db", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "disk") {
		t.Errorf("the server says %v: %s", err, out)
	}
}

// A file that was removed or replaced is noticed, and nothing is shown that would
// be lost.
func TestFileIsGone(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string]bool{"removed": false, "replaced": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "tableronde.db")
			s := startServer(t, path)
			ada := newSoloist(t, s.url)
			if replaced {
				mustCommand(t, "backup", "--db", path, path+".copy")
			}
			if err := os.Rename(path, path+".aside"); err != nil {
				t.Fatal(err)
			}
			if replaced {
				if err := os.Rename(path+".copy", path); err != nil {
					t.Fatal(err)
				}
			}
			deadline := time.Now().Add(patience)
			for {
				if resp, _ := getResponse(t, s.url+"/"); resp.StatusCode == http.StatusServiceUnavailable {
					break
				}
				if time.Now().After(deadline) {
					t.Fatal("it is not noticed")
				}
				time.Sleep(20 * time.Millisecond)
			}
			if resp, text := getResponse(t, s.url+"/readyz"); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "removed or replaced") {
				t.Errorf("/readyz: %s, %s", resp.Status, text)
			}
			if !strings.Contains(s.logged(), "the database file is gone") {
				t.Error("it is not logged")
			}
			if replaced {
				return
			}
			if err := os.Rename(path+".aside", path); err != nil {
				t.Fatal(err)
			}
			s.awaitReady(t, http.StatusOK)
			ada.move(s.url, "0", "E6-E8")
		})
	}
}
