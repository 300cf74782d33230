package faults

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/games/effort"
)

// poller sends requests one after the other until the server stops. It uses a new connection for
// each, or a single one for as long as the server keeps it.
type poller struct {
	host     string
	keep     bool
	told     *atomic.Bool
	answered int
	lost     error // of a request that was sent and not answered
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

// The server answers all requests that came before its stop, and closes their connections to
// further requests.
func TestStopAnswersWhatWasAsked(t *testing.T) {
	t.Parallel()
	lost, answered := 0, 0
	for range effort.N(3) {
		s := clitest.StartServer(t, filepath.Join(t.TempDir(), "tableronde.db"))
		var done, begun sync.WaitGroup
		var told atomic.Bool
		askers := make([]*poller, 400)
		for i := range askers {
			askers[i] = &poller{host: strings.TrimPrefix(s.URL, "http://"), keep: i%2 == 0, told: &told}
			begun.Add(1)
			done.Go(func() { askers[i].run(&begun) })
		}
		begun.Wait()
		told.Store(true)
		s.Stop(t, syscall.SIGTERM)
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

// A client that never ends its request does not make the stop a failure.
func TestStopCutsSlowBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("lasts as long as a stop may take")
	}
	t.Parallel()
	s := clitest.StartServer(t, filepath.Join(t.TempDir(), "tableronde.db"))
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "POST /language HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nlang", strings.TrimPrefix(s.URL, "http://")); err != nil {
		t.Fatal(err)
	}
	clitest.Get(t, s.URL+"/readyz")
	s.Stop(t, syscall.SIGTERM)
	if code := s.Cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}
