package serve

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tableronde/db/sqlite"
	"tableronde/handlers"
)

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
		c := Command{Addr: test.addr, BaseURL: test.base}
		if got, err := c.secure(); err != nil || got != test.want {
			t.Errorf("secure at %s, base URL %q = %v, %v, want %v", test.addr, test.base, got, err, test.want)
		}
	}
}

func TestStreamsLeaveRoomForPages(t *testing.T) {
	for descriptors, want := range map[int]int{0: 0, 10: 1, 256: 96, 1024: 480, 65536: 32736} {
		if got := Streams(descriptors); got != want {
			t.Errorf("of %d descriptors %d streams, want %d", descriptors, got, want)
		}
	}
}

func TestBrowseURL(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080", "0.0.0.0:80": "http://localhost:80", "[::]:8080": "http://localhost:8080",
		"[::1]:8080": "http://[::1]:8080", "192.168.1.5:8080": "http://192.168.1.5:8080",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := browseURL(tcp); got != want {
			t.Errorf("browseURL(%s) = %q, want %q", addr, got, want)
		}
	}
}

// A body that does not come, or comes byte by byte, is waited for ten seconds at
// most: the request is answered, nothing is done, and the connection ends.
func TestSlowBodyIsDropped(t *testing.T) {
	t.Parallel()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "tableronde.db"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	site, err := handlers.New(handlers.Config{Store: store, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	server := newHTTPServer(site.Handler(), handlers.DefaultSettings(), log)
	if server.ReadTimeout > 10*time.Second || server.ReadTimeout <= 0 {
		t.Fatalf("a body is waited for %v", server.ReadTimeout)
	}
	server.ReadTimeout /= 50
	listener, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		site.Close()
		if err := errors.Join(server.Close(), store.Close()); err != nil {
			t.Error(err)
		}
		<-served
	})
	for name, tt := range map[string]struct{ path, kind, body string }{
		"a form":            {"/language", "application/x-www-form-urlencoded", "lang=fr&back=/"},
		"a call of the API": {"/api/v1/guests", "application/json", `{"name":"Ada"}`},
		"an import":         {"/import", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=text\r\n\r\nE6-E7"},
	} {
		for _, drip := range []bool{false, true} {
			conn, err := net.Dial("tcp", listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.SetDeadline(time.Now().Add(time.Minute))
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %s\r\nContent-Length: 20000\r\n\r\n%s", tt.path, tt.kind, tt.body)
			for drip {
				if _, err := io.WriteString(conn, " "); err != nil {
					break // hung up on
				}
				time.Sleep(10 * time.Millisecond)
			}

			answer, err := io.ReadAll(conn)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s, byte by byte %v: the connection stays open", name, drip)
			}
			if text := string(answer); !drip && !strings.HasPrefix(text, "HTTP/1.1 4") || strings.HasPrefix(text, "HTTP/1.1 2") {
				t.Errorf("%s, byte by byte %v: answered %q, %v", name, drip, text, err)
			}
		}
	}
}
