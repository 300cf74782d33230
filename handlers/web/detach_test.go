package web

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
)

// hijackable records the beginning of an answer, whose connection can be taken then.
type hijackable struct {
	*httptest.ResponseRecorder
	conn net.Conn
}

func (h hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, nil, nil }

// detachStream begins a stream that goes on after its handler, in a bubble of fake time. It
// returns the end of the client, which has got nothing yet.
func detachStream(t *testing.T, hub *live.Hub, f Feed) net.Conn {
	t.Helper()
	client, conn := net.Pipe()
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/events", nil), hijackable{httptest.NewRecorder(), conn})
	if err := (&Streams{hub: hub}).Send(c, f); err != nil {
		t.Fatal(err)
	}
	return client
}

// received collects the data sent to a client, until the stream ends.
type received struct {
	mu    sync.Mutex
	text  strings.Builder
	ended bool
}

func receive(conn net.Conn) *received {
	r := new(received)
	go func() {
		for buf := make([]byte, 100); ; {
			n, err := conn.Read(buf)
			r.mu.Lock()
			r.text.Write(buf[:n])
			r.ended = err == io.EOF
			r.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return r
}

func (r *received) now() (text string, ended bool) {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String(), r.ended
}

func newTestHub() *live.Hub { return live.NewHub(live.Limits{All: 4000, Player: 20, Address: 200}) }

func noneMissed() []club.Change { return nil }

func wantOpen(t *testing.T, hub *live.Hub, want int) {
	t.Helper()
	synctest.Wait()
	if streams, topics, owners := hub.Open(); streams != want || (topics+owners == 0) != (want == 0) {
		t.Errorf("%d streams of %d topics and %d owners are open, want %d", streams, topics, owners, want)
	}
}

const plyOne = "id: 1\nevent: changed\ndata: {\"ply\":1}\n\n"

// Changes during the beginning of a stream and later are sent, a quiet stream beats, and the hub
// ends it.
func TestDetachedStreamTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := newTestHub()
		told := receive(detachStream(t, hub, testFeed(func() []club.Change {
			hub.Publish(club.Change{Match: "m", Ply: 1}, nil)
			return nil
		})))
		if text, _ := told.now(); text != plyOne {
			t.Errorf("told %q of a change at the beginning, want %q", text, plyOne)
		}
		hub.Publish(club.Change{Match: "m", Ply: 2}, nil)
		want := plyOne + strings.ReplaceAll(plyOne, "1", "2")
		if text, _ := told.now(); text != want {
			t.Errorf("told %q, want %q", text, want)
		}
		time.Sleep(100*time.Second + time.Millisecond)
		text, ended := told.now()
		if beats := strings.Count(text, "\n:\n"); beats < 4 || beats > 6 || ended {
			t.Errorf("%d comments in 100 s, want one every 15 to 25 s; ended %v", beats, ended)
		}
		hub.EndStreams()
		if text, ended := told.now(); !ended || strings.Count(text, "event:") != 2 {
			t.Errorf("after the hub has ended streams: ended %v, told %q", ended, text)
		}
		wantOpen(t, hub, 0)
	})
}

func TestDetachedStreamOfAClosedHubEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := newTestHub()
		told := receive(detachStream(t, hub, testFeed(func() []club.Change {
			hub.Close()
			return nil
		})))
		if text, ended := told.now(); !ended || text != "" {
			t.Errorf("ended %v, told %q", ended, text)
		}
		wantOpen(t, hub, 0)
	})
}

// A client that leaves is noticed at once; data from it is dropped, until it is too much.
func TestDetachedStreamWatchesItsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := newTestHub()
		leaving, talking := detachStream(t, hub, testFeed(noneMissed)), detachStream(t, hub, testFeed(noneMissed))
		wantOpen(t, hub, 2)
		leaving.Close()
		wantOpen(t, hub, 1)
		if _, err := io.WriteString(talking, "GET / HTTP/1.1\r\n\r\n"); err != nil {
			t.Error(err)
		}
		wantOpen(t, hub, 1)
		for range maxIgnored {
			if _, err := io.WriteString(talking, "x"); err != nil {
				break
			}
		}
		wantOpen(t, hub, 0)
	})
}

// A client that does not read holds up nobody else, and is cut off after writeLimit.
func TestDetachedStreamOfASlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := newTestHub()
		slow, quick := detachStream(t, hub, testFeed(noneMissed)), receive(detachStream(t, hub, testFeed(noneMissed)))
		for ply := range 3 {
			hub.Publish(club.Change{Match: "m", Ply: ply}, nil)
			if text, _ := quick.now(); strings.Count(text, "event:") != ply+1 {
				t.Errorf("after %d changes the other client is told %q", ply+1, text)
			}
		}
		time.Sleep(writeLimit - time.Nanosecond)
		wantOpen(t, hub, 2)
		time.Sleep(2 * time.Nanosecond)
		wantOpen(t, hub, 1)
		if text, err := io.ReadAll(slow); len(text) > 0 || err != nil {
			t.Errorf("the slow client reads %q, %v", text, err)
		}
		hub.Close()
		quick.now()
	})
}
