package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

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
		{[]string{"--addr", "0.0.0.0:0"}, "the base URL is missing"},
		{[]string{"--proxies", "10.0.0.0/8"}, "proxies are set, but no base URL"},
	} {
		s := clitest.StartServer(t, filepath.Join(t.TempDir(), "t.db"), tt.args...)
		if log := s.Logged(); tt.want != "" && !strings.Contains(log, tt.want) || strings.Contains(log, `"WARN"`) != (tt.want != "") {
			t.Errorf("%v: %s", tt.args, log)
		}
	}
}

func TestServeStopsGracefully(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(signal.String(), func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "tableronde.db")
			s := clitest.StartServer(t, db)
			clitest.Get(t, s.URL+"/healthz")
			clitest.Get(t, s.URL+"/readyz")
			clitest.Get(t, s.URL+"/")
			stream := openStream(t, s.URL)
			s.Stop(t, signal)
			if strings.Contains(s.Logged(), "took too long") {
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
	clitest.NeedProcess(t)
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
