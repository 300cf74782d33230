package handlers

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/club"
	"tableronde/handlers/web"

	"github.com/google/go-cmp/cmp"
)

func expect(t *testing.T, l *listener, want streamed) {
	t.Helper()
	if diff := cmp.Diff(want, l.next(), cmp.AllowUnexported(streamed{})); diff != "" {
		t.Error(diff)
	}
}

func TestAPIMatchStream(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	open := ada.post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}).want(t, http.StatusCreated, "").match
	path := "/matches/" + open.ID
	stream := ada.listen(path + "/events")
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "X-Accel-Buffering": "no", "Cache-Control": "no-store", "Content-Encoding": ""} {
		if got := stream.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if id := stream.begun(); id != "0" {
		t.Errorf("the stream begins at %q", id)
	}
	bo.post(path+"/join", map[string]any{}).want(t, http.StatusOK, "")
	expect(t, stream, plyEvent(0)) // the match has started
	ada.play(open.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	expect(t, stream, plyEvent(1))
	bo.play(open.ID, 1, "E6-E8").want(t, http.StatusUnprocessableEntity, "illegal_action")
	bo.play(open.ID, 1, "H10-H9").want(t, http.StatusOK, "")
	expect(t, stream, plyEvent(2)) // and nothing between: a refusal is no change

	for _, tt := range []struct {
		name, path string
		header     []string
		missed     bool
	}{
		{"from the present", path + "/events", nil, false},
		{"after the last event", path + "/events", []string{"Last-Event-ID", "2"}, false},
		{"after an event of the past", path + "/events", []string{"Last-Event-ID", "1"}, true},
		{"by the query", path + "/events?since=0", nil, true},
		{"the header before the query", path + "/events?since=0", []string{"Last-Event-ID", "2"}, false},
		{"after something else", path + "/events", []string{"Last-Event-ID", "x"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := site.nobody().listen(tt.path, tt.header...)
			l.t = t
			if id := l.begun(); id != "2" {
				t.Errorf("the stream begins at %q", id)
			}
			if tt.missed {
				expect(t, l, plyEvent(2))
			}
			site.hub.Publish(club.Change{Match: open.ID, Ply: 7}, nil)
			expect(t, l, plyEvent(7))
			l.cancel()
		})
	}
}

func TestAPIPlayerStream(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	quiet := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	stream := bo.listen("/me/events")
	from := stream.begun()
	match := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	told := func(l *listener, id string, ply int) streamed {
		t.Helper()
		e := l.next()
		if e.event != "changed" || e.data != fmt.Sprintf(`{"match":%q,"ply":%d}`, id, ply) {
			t.Fatalf("event %+v, want match %s at ply %d", e, id, ply)
		}
		return e
	}
	told(stream, match.ID, 0)
	ada.play(match.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	last := told(stream, match.ID, 1)
	if early, err := strconv.ParseInt(from, 10, 64); err != nil || last.id < from || early == 0 {
		t.Errorf("ids %q, %q", from, last.id)
	}
	stream.cancel()

	// What has changed long before is not told again, what was missed is.
	bo.play(match.ID, 1, "H10-H9").want(t, http.StatusOK, "")
	ada.play(quiet.ID, 0, "E7-E8").want(t, http.StatusOK, "")
	back := bo.listen("/me/events", "Last-Event-ID", last.id)
	told(back, match.ID, 2)
	told(back, quiet.ID, 1)
	back.cancel()
	later := strconv.FormatInt(time.Now().Add(2*web.ResumeSlack).UnixMicro(), 10)
	none := bo.listen("/me/events", "Last-Event-ID", later)
	none.begun()
	ada.play(match.ID, 2, "E8-E9").want(t, http.StatusOK, "")
	told(none, match.ID, 3)
}

// A browser without a player watches a public match; without that there is
// nothing to be told.
func TestVisitorStream(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	public := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	private := site.start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	for path, want := range map[string]int{"/events": http.StatusNoContent, "/events?match=" + private.ID: http.StatusNotFound} {
		res, err := http.Get(site.url + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("GET %s: %d, want %d", path, res.StatusCode, want)
		}
	}
	browser := &apiClient{apiSite: site}
	stream := browser.listenAt(site.url + "/events?match=" + public.ID + "&since=0")
	if e := stream.next(); e.data != fmt.Sprintf(`{"match":%q,"ply":0}`, public.ID) {
		t.Errorf("what was missed: %+v", e)
	}
	ada.play(private.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	ada.play(public.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	if e := stream.next(); e.data != fmt.Sprintf(`{"match":%q,"ply":1}`, public.ID) {
		t.Errorf("after a move: %+v", e)
	}
}

func TestStreamsEndWithTheHub(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	stream := ada.listen("/me/events")
	stream.begun()
	site.hub.Close()
	select {
	case _, open := <-stream.events:
		if open {
			t.Error("an event instead of the end")
		}
	case <-time.After(10 * time.Second):
		t.Error("the stream goes on after the hub was closed")
	}
}

func TestStreamsOfOnePlayerAreBounded(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	var first *listener
	for i := range DefaultSettings().PlayerStreams {
		l := ada.listen("/me/events")
		l.begun()
		if i == 0 {
			first = l
		}
	}
	got := ada.get("/me/events").want(t, http.StatusServiceUnavailable, "too_many_streams")
	if got.header.Get("Retry-After") == "" {
		t.Error("Retry-After is missing")
	}
	first.cancel()
	for range first.events {
	}
	deadline := time.Now().Add(10 * time.Second)
	for {
		sub, err := site.hub.Subscribe(ada.player.ID, "")
		if err == nil {
			sub.Close()
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("a closed stream still counts")
		}
		time.Sleep(time.Millisecond)
	}
}

// The limits of the server for one request do not end a stream.
func TestStreamIsNotCutByTheServersTimeouts(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	slow := newSlowServer(t, site)
	c := &apiClient{apiSite: &apiSite{Server: site.Server, t: t, url: slow, says: site.says, log: site.log}, token: ada.token, player: ada.player}
	stream := c.listen("/me/events")
	stream.begun()
	time.Sleep(4 * serverTimeout)
	site.hub.Publish(club.Change{Match: "m", Ply: 1, At: time.Now()}, []string{ada.player.ID})
	if e := stream.next(); !strings.Contains(e.data, `"m"`) {
		t.Errorf("event %+v", e)
	}
}
