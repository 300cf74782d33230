package handlers

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/handlers/sitetest"
)

// openStreams opens event streams, each from an address of its own, and returns their
// connections once all have begun.
func openStreams(t testing.TB, url, path, token string, n int) []net.Conn {
	t.Helper()
	host := strings.TrimPrefix(url, "http://")
	conns := make([]net.Conn, n)
	var buf [4096]byte
	for i := range conns {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"+
			"Accept: text/event-stream\r\nAccept-Language: fr,en;q=0.5\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nCache-Control: no-cache\r\n"+
			"X-Forwarded-For: 198.18.%d.%d\r\n", path, host, i/250, i%250)
		if token != "" {
			fmt.Fprintf(conn, "Authorization: Bearer %s\r\n", token)
		}
		fmt.Fprint(conn, "\r\n")
		for answer := []byte(nil); !bytes.Contains(answer, []byte("\n\n")); {
			k, err := conn.Read(buf[:])
			answer = append(answer, buf[:k]...)
			if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 200")) {
				t.Fatalf("stream %d: %q, %v", i, answer, err)
			}
		}
		conns[i] = conn
	}
	return conns
}

// An open stream holds no buffers and no request: with the goroutine that waits for its
// client and the client's socket, which is in this process too, it takes less than 12 KiB.
func TestStreamMemory(t *testing.T) {
	const streams, most = 1000, 12 << 10
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	match := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	before := liveMemory()
	conns := openStreams(t, site.URL, "/events?tables=1&match="+match.ID, "", streams)
	each := (liveMemory() - before) / streams
	if t.Logf("%d bytes a stream", each); each > most {
		t.Errorf("%d open streams take %d bytes each, want at most %d", streams, each, most)
	}
	runtime.KeepAlive(conns)
}

// liveMemory returns the bytes of heap and stacks in use once garbage is collected.
func liveMemory() int {
	runtime.GC()
	runtime.GC() // what the first one finalized
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapInuse + m.StackInuse)
}

// keptConn is a response of a connection that cannot be hijacked, as of HTTP/2.
type keptConn struct{ http.ResponseWriter }

func (k keptConn) SetReadDeadline(at time.Time) error {
	return http.NewResponseController(k.ResponseWriter).SetReadDeadline(at)
}

func (k keptConn) SetWriteDeadline(at time.Time) error {
	return http.NewResponseController(k.ResponseWriter).SetWriteDeadline(at)
}

func (k keptConn) FlushError() error { return http.NewResponseController(k.ResponseWriter).Flush() }

// BenchmarkMoveToLastStream measures the time from the post of a move until the last of
// 1,000 clients has read its event, who are in this process too.
func BenchmarkMoveToLastStream(b *testing.B) {
	const streams = 1000
	for _, bb := range []struct {
		name string
		wrap func(http.Handler) http.Handler
	}{
		{"by handlers", func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(keptConn{w}, r) })
		}},
		{"detached", func(h http.Handler) http.Handler { return h }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			set := DefaultSettings()
			set.PlayerStreams = streams
			site := newTestSiteOn(b, Config{Settings: set})
			server := httptest.NewServer(bb.wrap(site.Handler()))
			ada := site.Guest("Ada")
			match := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(b, http.StatusCreated, "").Match.ID
			conns := openStreams(b, server.URL, "/api/v1/matches/"+match+"/events", ada.Token, streams)
			ctx, cancel := context.WithCancel(b.Context())
			defer func() {
				cancel()
				site.Drain()
				server.Close()
			}()
			var waiting atomic.Int32
			last := make(chan struct{})
			for _, conn := range conns {
				go countEvents(ctx, conn, &waiting, last)
			}
			for ply := 0; b.Loop(); ply++ {
				waiting.Store(streams)
				ada.Play(match, ply, sitetest.Shuttle[ply%len(sitetest.Shuttle)]).Want(b, http.StatusOK, "")
				<-last
			}
		})
	}
}

// countEvents counts down with each event that it reads and tells who has read the last.
func countEvents(ctx context.Context, conn net.Conn, waiting *atomic.Int32, last chan<- struct{}) {
	for buf := make([]byte, 512); ; {
		n, err := conn.Read(buf)
		if err != nil {
			return
		}
		for range bytes.Count(buf[:n], []byte("event: changed")) {
			if waiting.Add(-1) == 0 {
				select {
				case last <- struct{}{}:
				case <-ctx.Done():
				}
			}
		}
	}
}
