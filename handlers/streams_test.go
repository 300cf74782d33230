package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db/postgres/pgtest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// A visitor without a player learns that the list of open tables has changed, and not how.
func TestVisitorsHearOfTables(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	visitor := site.Nobody()
	stream := visitor.ListenAt(site.URL + "/events?tables=1")
	stream.Begun()
	ada.Post("/matches", map[string]any{"game": "camelot", "public": true}).Want(t, http.StatusCreated, "")
	told := stream.Next()
	if told.Name != "tables" || told.Data != "{}" || told.ID == "" {
		t.Errorf("told %+v", told)
	}
	ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "") // by invitation
	back := visitor.ListenAt(site.URL + "/events?tables=1&since=" + told.ID)
	if e := back.Next(); e.Name != "tables" {
		t.Errorf("who comes back is told %+v", e)
	}
}

// After a restart not all streams come back at once.
func TestReconnectsAreSpread(t *testing.T) {
	site := newTestSite(t)
	first, last := time.Hour, time.Duration(0)
	for range 60 {
		resp, err := http.Get(site.URL + "/events?tables=1")
		if err != nil {
			t.Fatal(err)
		}
		var ms int64
		_, err = fmt.Fscanf(resp.Body, "retry: %d\n", &ms)
		if err := errors.Join(err, resp.Body.Close()); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(ms) * time.Millisecond
		first, last = min(first, wait), max(last, wait)
	}
	if first < 2*time.Second || last > 8*time.Second || last-first < 3*time.Second {
		t.Errorf("60 streams come back after %v to %v", first, last)
	}
}

// Once the server is about to stop, streams end, /readyz says so, and whatever is
// asked is answered on connections that close.
func TestDrain(t *testing.T) {
	site := newTestSite(t)
	stream, err := http.Get(site.URL + "/events?tables=1")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	if resp, _ := site.answerTo("/rules"); resp.Close {
		t.Error("connections close before")
	}
	site.Drain()
	if _, err := io.Copy(io.Discard, stream.Body); err != nil {
		t.Errorf("the stream broke off: %v", err)
	}
	if resp, text := site.answerTo("/readyz"); resp.StatusCode != http.StatusServiceUnavailable || text != "not ready: the server is stopping\n" {
		t.Errorf("/readyz: %s, %s", resp.Status, text)
	}
	for _, path := range []string{"/rules", "/static/favicon.svg", "/api/v1/openapi.yaml"} {
		if resp, _ := site.answerTo(path); resp.StatusCode >= 500 || !resp.Close {
			t.Errorf("%s: %s, closes %v", path, resp.Status, resp.Close)
		}
	}
}

// A browser without a player watches a public match; without one there is nothing to send.
func TestVisitorStream(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	public := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	private := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	for path, want := range map[string]int{"/events": http.StatusNoContent, "/events?match=" + private.ID: http.StatusNotFound} {
		res, err := http.Get(site.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("GET %s: %d, want %d", path, res.StatusCode, want)
		}
	}
	browser := site.Nobody()
	stream := browser.ListenAt(site.URL + "/events?match=" + public.ID + "&since=0")
	if e := stream.Next(); e.Data != fmt.Sprintf(`{"match":%q,"ply":0}`, public.ID) {
		t.Errorf("what was missed: %+v", e)
	}
	ada.Play(private.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	ada.Play(public.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	if e := stream.Next(); e.Data != fmt.Sprintf(`{"match":%q,"ply":1}`, public.ID) {
		t.Errorf("after a move: %+v", e)
	}
}

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
	runtime.GC() // the objects that the first one finalized
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

// countEvents counts down with each event that it reads and signals the reader of the last.
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

// A player who ends a token, a session, or the account, ends their own streams, and nobody else's.
func TestStreamsEndWithTheirRight(t *testing.T) {
	s := newTestSite(t)
	bo := s.Guest("Bo")
	for name, end := range map[string]func(r *reader){
		"token": func(r *reader) {
			r.open("/settings")
			r.submit(`form[action="/settings/tokens/revoke"]`, "id", r.page.Find(`[action="/settings/tokens/revoke"] [name=id]`).AttrOr("value", ""))
		},
		"sessions": func(r *reader) {
			r.open("/settings")
			r.send(http.MethodPost, "/sessions", map[string][]string{"end": {"others"}})
		},
		"leaving": func(r *reader) {
			r.open("/settings/leave")
			r.send(http.MethodPost, "/settings/leave", map[string][]string{"sure": {"1"}})
		},
	} {
		ada := s.Guest("Ada " + name)
		match := s.Start(ada, bo, map[string]any{"game": "camelot"})
		streams := append(openStreams(t, s.URL, "/api/v1/me/events", ada.Token, 1), openStreams(t, s.URL, "/api/v1/matches/"+match.ID+"/events", ada.Token, 1)...)
		other := openStreams(t, s.URL, "/api/v1/me/events", bo.Token, 1)[0]
		r := reads(t, s, ada)
		end(r)
		r.expect(http.StatusOK)
		for i, conn := range streams {
			conn.SetReadDeadline(time.Now().Add(time.Minute))
			if !ends(conn) {
				t.Errorf("%s: stream %d goes on", name, i)
			}
		}
		if isClosed(other) {
			t.Errorf("%s: the stream of another is ended", name)
		}
	}
}

// ends reports whether the site closes a connection in time.
func ends(conn net.Conn) bool {
	_, err := io.Copy(io.Discard, conn)
	return err == nil
}

// isClosed reports whether the site has closed a connection.
func isClosed(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	return ends(conn)
}

// A right that ends in one process ends the streams at every other, too.
func TestStreamsEndInEveryProcess(t *testing.T) {
	t.Parallel()
	place := pgtest.NewStore(t)
	here, there := newTestSiteOn(t, Config{Store: pgtest.OpenURL(t, place, nil)}), newTestSiteOn(t, Config{Store: pgtest.OpenURL(t, place, nil)})
	bo := there.Guest("Bo")
	other := openStreams(t, there.URL, "/api/v1/me/events", bo.Token, 1)[0]
	for name, end := range map[string]func(r *reader){
		"password": func(r *reader) {
			r.open("/settings")
			r.submit("#password", "old", goodPassword, "password", "ten grey geese")
		},
		"token": func(r *reader) {
			r.open("/settings")
			r.submit(`form[action="/settings/tokens/revoke"]`, "id", r.page.Find(`[action="/settings/tokens/revoke"] [name=id]`).AttrOr("value", ""))
		},
		"sessions": func(r *reader) { r.send(http.MethodPost, "/sessions", map[string][]string{"end": {"others"}}) },
		"leaving":  func(r *reader) { r.send(http.MethodPost, "/settings/leave", map[string][]string{"sure": {"1"}}) },
	} {
		r := newReader(t, here.URL)
		r.signUp("Ada " + name)
		r.open("/settings")
		r.submit("#token-form", "name", "bot", "scope", "read")
		stream := openStreams(t, there.URL, "/api/v1/me/events", r.page.Find("#new-token").AttrOr("value", ""), 1)[0]
		end(r)
		r.expect(http.StatusOK)
		stream.SetReadDeadline(time.Now().Add(time.Minute))
		if !ends(stream) {
			t.Errorf("%s: the stream goes on in the other process", name)
		}
	}
	if isClosed(other) {
		t.Error("the stream of another is ended")
	}
}

// BenchmarkCommitToEvent measures the time from a move's commit to its event at a
// client that listens over HTTP. A new match begins after 100 moves.
func BenchmarkCommitToEvent(b *testing.B) {
	site := newTestSite(b)
	ada := site.Guest("Ada")
	var id string
	ply := 0
	begin := func() {
		id, ply = ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(b, http.StatusCreated, "").Match.ID, 0
	}
	begin()
	stream := ada.Listen("/me/events")
	stream.Begun()
	sub, err := site.site.Hub.Subscribe(ada.Player.ID, "", live.PlayerTopic(ada.Player.ID))
	if err != nil {
		b.Fatal(err)
	}
	defer sub.Close()
	var times []time.Duration
	for b.Loop() {
		if ply == 100 {
			begin()
			stream.Next()
			sub.Take()
		}
		move := sitetest.Shuttle[ply%len(sitetest.Shuttle)]
		if _, err := site.site.Club.Match.Play(b.Context(), match.Post{Match: id, Player: ada.Player.ID, Ply: ply, Actions: []string{move}}); err != nil {
			b.Fatal(err)
		}
		stream.Next()
		times = append(times, time.Since(sub.Take()[0].At))
		ply++
	}
	clubtest.ReportTimes(b, times)
}
