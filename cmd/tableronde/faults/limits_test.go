//go:build unix

package faults

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/cmd/tableronde/serve"
)

// startWith starts a server with at most a number of descriptors.
func startWith(t *testing.T, descriptors int) *clitest.Server {
	t.Helper()
	return clitest.StartCommand(t, exec.Command("sh", "-c", `ulimit -n "$1" && exec tableronde --addr 127.0.0.1:0 --db "$2" --log-json`,
		"sh", fmt.Sprint(descriptors), filepath.Join(t.TempDir(), "few.db")))
}

// Many connections are open that send no request, or no second one. The server still answers every
// request.
func TestIdleConnectionsTakeNotAllDescriptors(t *testing.T) {
	const descriptors = 200
	s := startWith(t, descriptors)
	address := strings.TrimPrefix(s.URL, "http://")
	for i := range 2 * descriptors {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if i%2 == 0 {
			continue
		}
		if err := conn.SetDeadline(time.Now().Add(clitest.Patience)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", address)
		if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(answer, "200") {
			t.Fatalf("connection %d is answered %q, %v", i, answer, err)
		}
	}
	clitest.Get(t, s.URL+"/")
}

// Many streams are open. The server still answers pages and health checks, and refuses further
// streams with the time after which to try again.
func TestStreamsTakeNotAllDescriptors(t *testing.T) {
	const descriptors = 200
	s := startWith(t, descriptors)
	taken, refused := 0, 0
	for i := range descriptors {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/events?tables=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatalf("stream %d: %v", i, err)
		}
		switch res.StatusCode {
		case http.StatusOK:
			defer res.Body.Close()
			taken++
		case http.StatusServiceUnavailable:
			res.Body.Close()
			if refused++; res.Header.Get("Retry-After") == "" {
				t.Error("a stream that is refused is not told when to come again")
			}
		default:
			t.Fatalf("stream %d: %s", i, res.Status)
		}
	}
	if taken != serve.Streams(descriptors) || refused == 0 {
		t.Errorf("%d streams were taken, %d refused, want %d taken", taken, refused, serve.Streams(descriptors))
	}
	for _, path := range []string{"/healthz", "/readyz", "/", "/static/"} {
		res, err := http.Get(s.URL + path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		res.Body.Close()
		if res.StatusCode >= 500 {
			t.Errorf("%s: %s", path, res.Status)
		}
	}
}
