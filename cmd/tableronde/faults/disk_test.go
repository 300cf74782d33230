package faults

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

	"tableronde/cmd/tableronde/clitest"
)

// limitFiles limits the size of all files of a process to a number of bytes, as a full disk does.
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

// On a full disk the site acknowledges no action, and answers with an explanation. It still shows
// the stored matches. Once there is room, it goes on by itself.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := clitest.StartServer(t, path)
	ada := clitest.NewSoloist(t, s.URL)
	ada.Move(s.URL, 0, "E6-E8")
	limitFiles(t, s.Cmd.Process.Pid, "1")
	req, err := http.NewRequest(http.MethodPost, s.URL+"/api/v1/matches/"+ada.Match+"/actions", strings.NewReader(`{"ply":1,"action":"H11-F9"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+ada.Token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "30" || !strings.Contains(string(body), `"unavailable"`) {
		t.Errorf("a move: %s, Retry-After %q, %s", resp.Status, resp.Header.Get("Retry-After"), body)
	}
	if resp, text := clitest.GetAny(t, s.URL+"/readyz"); resp.StatusCode != http.StatusServiceUnavailable || !strings.HasPrefix(text, "not ready: the disk ") {
		t.Errorf("/readyz right after it: %s, %s", resp.Status, text)
	}
	clitest.Get(t, s.URL+"/healthz")
	clitest.Get(t, s.URL+"/")
	if got := ada.Ply(s.URL); got != 1 {
		t.Errorf("the match is at ply %d, want 1", got)
	}
	limitFiles(t, s.Cmd.Process.Pid, "unlimited")
	s.AwaitReady(t, http.StatusOK)
	ada.Move(s.URL, 1, "H11-F9")
	s.Stop(t, os.Interrupt)
	if out := clitest.MustRun(t, "check", path); !strings.Contains(out, clitest.DescribeHistory(2)) {
		t.Errorf("check: %s", out)
	}
}

// A server that starts on a full disk reports it.
func TestStartOnAFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("there is no prlimit")
	}
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := clitest.StartServer(t, path)
	clitest.NewSoloist(t, s.URL)
	s.Stop(t, os.Interrupt)
	out, err := exec.Command("prlimit", "--fsize=1:", "tableronde", "--addr", "127.0.0.1:0", "--db", path).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "disk") {
		t.Errorf("the server says %v: %s", err, out)
	}
}

// A server notices that its file was removed or replaced, and then shows nothing that would be
// lost.
func TestFileIsGone(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string]bool{"removed": false, "replaced": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "tableronde.db")
			s := clitest.StartServer(t, path)
			ada := clitest.NewSoloist(t, s.URL)
			if replaced {
				clitest.MustRun(t, "backup", "--db", path, path+".copy")
			}
			if err := os.Rename(path, path+".aside"); err != nil {
				t.Fatal(err)
			}
			if replaced {
				if err := os.Rename(path+".copy", path); err != nil {
					t.Fatal(err)
				}
			}
			deadline := time.Now().Add(clitest.Patience)
			for {
				if resp, _ := clitest.GetAny(t, s.URL+"/"); resp.StatusCode == http.StatusServiceUnavailable {
					break
				}
				if time.Now().After(deadline) {
					t.Fatal("it is not noticed")
				}
				time.Sleep(20 * time.Millisecond)
			}
			if resp, text := clitest.GetAny(t, s.URL+"/readyz"); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "removed or replaced") {
				t.Errorf("/readyz: %s, %s", resp.Status, text)
			}
			s.AwaitLogged(t, "the database file is gone")
			if replaced {
				return
			}
			if err := os.Rename(path+".aside", path); err != nil {
				t.Fatal(err)
			}
			s.AwaitReady(t, http.StatusOK)
			ada.Move(s.URL, 0, "E6-E8")
		})
	}
}
