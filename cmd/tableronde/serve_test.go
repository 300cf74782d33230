package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tableronde/db/place"
)

// server is the program, serving in a process of its own.
type server struct {
	url string // "http://127.0.0.1:41234"
	cmd *exec.Cmd

	mu  sync.Mutex
	log bytes.Buffer
}

// needProcess skips a short test, which runs no program on a site.
func needProcess(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the program on a site")
	}
}

// startServer runs the program on a database, at a free port unless args name
// another address, and waits until it listens. It is killed when the test ends. Its tables
// are beside a file, and not in the folder of the tests for a database.
func startServer(t testing.TB, db string, args ...string) *server {
	t.Helper()
	if place.IsPostgres(db) {
		args = append([]string{"--tables", t.TempDir()}, args...)
	}
	return startCommand(t, exec.Command("tableronde", append([]string{"--addr", "127.0.0.1:0", "--db", db, "--log-json"}, args...)...))
}

// startCommand is startServer for a command that becomes the server.
func startCommand(t testing.TB, cmd *exec.Cmd) *server {
	t.Helper()
	needProcess(t)
	s := &server{cmd: cmd}
	stderr, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		if t.Failed() {
			lines := strings.SplitAfter(s.logged(), "\n")
			t.Logf("the end of the server's log:\n%s", strings.Join(lines[max(0, len(lines)-20):], ""))
		}
	})
	addr := make(chan string, 1)
	go s.follow(stderr, addr)
	select {
	case s.url = <-addr:
	case <-time.After(time.Minute):
	}
	if s.url == "" {
		t.Fatal("the server does not listen")
	}
	return s
}

// follow keeps the log, and tells the URL that it names; "" if it ends without
// one.
func (s *server) follow(stderr io.Reader, url chan<- string) {
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

func (s *server) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// stop has the server stop by a signal.
func (s *server) stop(t testing.TB, by os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(by); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server stopped by %v: %v", by, err)
	}
}

func get(t testing.TB, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s = %s, %v", url, resp.Status, err)
	}
	return string(body)
}

// The start says where links and sessions will not do for people on other machines.
func TestServeWarns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, ""},
		{[]string{"--base-url", "http://localhost:8080"}, ""},
		{[]string{"--base-url", "https://table.example"}, ""},
		{[]string{"--base-url", "http://table.example"}, "the base URL is plain HTTP"},
		{[]string{"--addr", "0.0.0.0:0"}, "there is no base URL"},
		{[]string{"--proxies", "10.0.0.0/8"}, "proxies are set, but no base URL"},
	} {
		s := startServer(t, filepath.Join(t.TempDir(), "t.db"), tt.args...)
		if log := s.logged(); tt.want != "" && !strings.Contains(log, tt.want) || strings.Contains(log, `"WARN"`) != (tt.want != "") {
			t.Errorf("%v: %s", tt.args, log)
		}
	}
}

func TestServeStopsGracefully(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "tableronde.db")
			s := startServer(t, db)
			get(t, s.url+"/healthz")
			get(t, s.url+"/readyz")
			get(t, s.url+"/")
			stream := openStream(t, s.url)
			s.stop(t, signal)
			if strings.Contains(s.logged(), "took too long") {
				t.Error("a stream is cut off")
			}
			if _, err := io.Copy(io.Discard, stream); err != nil {
				t.Errorf("the stream broke off: %v", err)
			}
			if left, _ := filepath.Glob(db + "-*"); left != nil {
				t.Errorf("the database was not closed: %v are left", left)
			}
		})
	}
}

// openStream makes a guest and opens its event stream.
func openStream(t *testing.T, url string) io.Reader {
	t.Helper()
	resp, err := http.Post(url+"/api/v1/guests", "application/json", strings.NewReader(`{"name":"Ada"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var guest struct{ Token string }
	if err := json.NewDecoder(resp.Body).Decode(&guest); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v1/me/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+guest.Token)
	resp, err = http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET the stream: %v, %v", resp, err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp.Body
}

func TestServeRefusesToStart(t *testing.T) {
	needProcess(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("This is no database. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"address taken", []string{"--addr", taken.Addr().String()}, "address already in use"},
		{"no port", []string{"--addr", "127.0.0.1"}, "missing port"},
		{"no folder for the database", []string{"--db", filepath.Join(t.TempDir(), "no", "such.db")}, "such.db"},
		{"something else than a database", []string{"--db", text}, "run: tableronde restore --force BACKUP --db " + text},
		{"base URL with a path", []string{"--base-url", "https://example.com/games"}, "base URL"},
		{"base URL with a user", []string{"--base-url", "https://ada:secret@example.com"}, "base URL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "tableronde.db")
			cmd := exec.Command("tableronde", append([]string{"serve", "--db", db, "--addr", "127.0.0.1:0"}, test.args...)...)
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), test.want) {
				t.Errorf("%v, output:\n%s\nwant status 1 and %q", err, out, test.want)
			}
		})
	}
}

func TestCookiesAreSecureUnlessOnPlainLoopback(t *testing.T) {
	tests := []struct {
		addr, base string
		want       bool
	}{
		{"127.0.0.1:8080", "", false},
		{"[::1]:8080", "", false},
		{"localhost:8080", "", false},
		{"127.0.0.2:0", "", false},
		{":8080", "", true},
		{"0.0.0.0:8080", "", true},
		{"192.168.1.5:8080", "", true},
		{"127.0.0.1:8080", "https://table.example", true},
		{"127.0.0.1:8080", "https://localhost", true},
		{"127.0.0.1:8080", "http://table.example", true},
		{"0.0.0.0:8080", "http://localhost:8080", false},
		{"0.0.0.0:8080", "http://[::1]", false},
	}
	for _, test := range tests {
		c := serveCmd{Addr: test.addr, BaseURL: test.base}
		if got, err := c.secure(); err != nil || got != test.want {
			t.Errorf("secure at %s, base URL %q = %v, %v, want %v", test.addr, test.base, got, err, test.want)
		}
	}
}

func TestStreamsLeaveRoomForPages(t *testing.T) {
	for descriptors, want := range map[int]int{0: 0, 10: 1, 256: 96, 1024: 480, 65536: 32736} {
		if got := streams(descriptors); got != want {
			t.Errorf("of %d descriptors %d streams, want %d", descriptors, got, want)
		}
	}
}
