package clitest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/db/place"
)

// Server is a process that serves a site.
type Server struct {
	URL string // "http://127.0.0.1:41234"
	Cmd *exec.Cmd

	mu  sync.Mutex
	log bytes.Buffer
}

// NeedProcess skips short tests, which start no server.
func NeedProcess(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the program on a site")
	}
}

// StartServer starts the program on a database and waits until it listens. It uses a free port,
// unless args name an address. The server is killed when the test ends. For a file, its tables are
// beside it; for another database, not in the folder of the tests.
func StartServer(t testing.TB, db string, args ...string) *Server {
	t.Helper()
	if place.IsPostgres(db) {
		args = append([]string{"--tables", t.TempDir()}, args...)
	}
	return StartCommand(t, exec.Command("tableronde", append([]string{"--addr", "127.0.0.1:0", "--db", db, "--log-json"}, args...)...))
}

// StartCommand works like StartServer for a prepared command.
func StartCommand(t testing.TB, cmd *exec.Cmd) *Server {
	t.Helper()
	NeedProcess(t)
	s := &Server{Cmd: cmd}
	s.Cmd.Env = append(s.Cmd.Environ(), "TABLERONDE_EXHIBITION=off") // its match would stand in lists and counts
	stderr, err := s.Cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Cmd.Process.Kill()
		_ = s.Cmd.Wait()
		if t.Failed() {
			lines := strings.SplitAfter(s.Logged(), "\n")
			t.Logf("the end of the server's log:\n%s", strings.Join(lines[max(0, len(lines)-20):], ""))
		}
	})
	addr := make(chan string, 1)
	go s.follow(stderr, addr)
	select {
	case s.URL = <-addr:
	case <-time.After(time.Minute):
	}
	if s.URL == "" {
		t.Fatal("the server does not listen")
	}
	return s
}

// follow collects the log, and sends the URL in it to url. It closes url at the end of the log.
func (s *Server) follow(stderr io.Reader, url chan<- string) {
	defer close(url)
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		s.mu.Lock()
		s.log.Write(append(lines.Bytes(), '\n'))
		s.mu.Unlock()
		var entry struct{ Msg, URL string }
		if json.Unmarshal(lines.Bytes(), &entry) == nil && entry.Msg == "listening" {
			url <- entry.URL
		}
	}
}

// Logged returns the log so far.
func (s *Server) Logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// AwaitLogged waits until the log of the server has a text. A line may come after the answer that
// it is about.
func (s *Server) AwaitLogged(t testing.TB, text string) {
	t.Helper()
	for end := time.Now().Add(Patience); !strings.Contains(s.Logged(), text); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the log does not say %q: %s", text, s.Logged())
		}
	}
}

// Stop stops the server with a signal.
func (s *Server) Stop(t testing.TB, by os.Signal) {
	t.Helper()
	if err := s.Cmd.Process.Signal(by); err != nil {
		t.Fatal(err)
	}
	if err := s.Cmd.Wait(); err != nil {
		t.Errorf("the server stopped by %v: %v", by, err)
	}
}

// Get returns the body of a page. The test fails unless the status is 200.
func Get(t testing.TB, url string) string {
	t.Helper()
	resp, body := GetAny(t, url)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s = %s", url, resp.Status)
	}
	return body
}

// Kill kills a server.
func (s *Server) Kill() {
	_ = s.Cmd.Process.Kill()
	_ = s.Cmd.Wait()
}

// GetAny makes a GET request and accepts any status.
func GetAny(t testing.TB, url string) (*http.Response, string) {
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

// AwaitReady requests /readyz until the answer has a status, and returns its text.
func (s *Server) AwaitReady(t testing.TB, status int) string {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		resp, text := GetAny(t, s.URL+"/readyz")
		switch {
		case resp.StatusCode == status:
			return text
		case time.Now().After(deadline):
			t.Fatalf("/readyz still answers %s: %s", resp.Status, text)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
