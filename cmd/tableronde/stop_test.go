package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tableronde/db/sqlite"
	"tableronde/games/effort"
	"tableronde/handlers"
)

// poller sends requests one after the other, on new connections or on one as long
// as the server keeps it, until the server is told to stop.
type poller struct {
	host     string
	keep     bool
	told     *atomic.Bool
	answered int
	lost     error // what was sent and not answered
}

func (a *poller) run(begun *sync.WaitGroup) {
	var conn net.Conn
	var in *bufio.Reader
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	for !a.told.Load() {
		if conn == nil {
			var err error
			if conn, err = net.Dial("tcp", a.host); err != nil {
				conn = nil // turned away before it asked
				return
			}
			in = bufio.NewReader(conn)
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		_, err := io.WriteString(conn, "GET /rules HTTP/1.1\r\nHost: "+a.host+"\r\n\r\n")
		var resp *http.Response
		if err == nil {
			resp, err = http.ReadResponse(in, nil)
		}
		if err == nil {
			_, err = io.Copy(io.Discard, resp.Body)
		}
		if err != nil {
			a.lost = fmt.Errorf("after %d answers: %w", a.answered, err)
			return
		}
		if a.answered++; a.answered == 1 {
			begun.Done()
		}
		if resp.Close || !a.keep {
			conn.Close()
			conn = nil
		}
	}
}

// Everybody who has asked before the server stops is answered, and told not to
// ask again on that connection.
func TestStopAnswersWhatWasAsked(t *testing.T) {
	t.Parallel()
	lost, answered := 0, 0
	for range effort.N(3) {
		s := startServer(t, filepath.Join(t.TempDir(), "tableronde.db"))
		var done, begun sync.WaitGroup
		var told atomic.Bool
		askers := make([]*poller, 400)
		for i := range askers {
			askers[i] = &poller{host: strings.TrimPrefix(s.url, "http://"), keep: i%2 == 0, told: &told}
			begun.Add(1)
			done.Go(func() { askers[i].run(&begun) })
		}
		begun.Wait()
		told.Store(true)
		s.stop(t, syscall.SIGTERM)
		done.Wait()
		for _, a := range askers {
			answered += a.answered
			if a.lost != nil {
				if lost++; lost < 10 {
					t.Errorf("not answered (kept %v): %v", a.keep, a.lost)
				}
			}
		}
	}
	t.Logf("%d requests answered, %d not, with 400 under way at each signal", answered, lost)
}

// Who never ends a request does not make the stop a failure.
func TestStopCutsSlowBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("lasts as long as a stop may take")
	}
	t.Parallel()
	s := startServer(t, filepath.Join(t.TempDir(), "tableronde.db"))
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "POST /language HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nlang", strings.TrimPrefix(s.url, "http://")); err != nil {
		t.Fatal(err)
	}
	get(t, s.url+"/readyz")
	s.stop(t, syscall.SIGTERM)
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
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
