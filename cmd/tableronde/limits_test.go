//go:build unix

package main

import (
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
)

// However many streams are asked for, pages and health checks are answered, and who
// comes too late is told when to come again.
func TestStreamsTakeNotAllDescriptors(t *testing.T) {
	const descriptors = 200
	s := startCommand(t, exec.Command("sh", "-c", `ulimit -n "$1" && exec tableronde --addr 127.0.0.1:0 --db "$2" --log-json`,
		"sh", fmt.Sprint(descriptors), filepath.Join(t.TempDir(), "few.db")))
	taken, refused := 0, 0
	for i := range descriptors {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/events?tables=1", nil)
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
	if taken != streams(descriptors) || refused == 0 {
		t.Errorf("%d streams were taken, %d refused, want %d taken", taken, refused, streams(descriptors))
	}
	for _, path := range []string{"/healthz", "/readyz", "/", "/static/"} {
		res, err := http.Get(s.url + path)
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
