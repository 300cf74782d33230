package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/handlers"
	"tableronde/handlers/sitetest"
	"tableronde/handlers/web"
)

func TestAPIMatchStream(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	open := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
	path := "/matches/" + open.ID
	stream := ada.Listen(path + "/events")
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "X-Accel-Buffering": "no", "Cache-Control": "no-store", "Content-Encoding": ""} {
		if got := stream.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if id := stream.Begun(); id != "0" {
		t.Errorf("the stream begins at %q", id)
	}
	bo.Post(path+"/join", map[string]any{}).Want(t, http.StatusOK, "")
	stream.Want(sitetest.PlyEvent(0)) // the match has started
	ada.Play(open.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	stream.Want(sitetest.PlyEvent(1))
	bo.Play(open.ID, 1, "E6-E8").Want(t, http.StatusUnprocessableEntity, "illegal_action")
	bo.Play(open.ID, 1, "H10-H9").Want(t, http.StatusOK, "")
	stream.Want(sitetest.PlyEvent(2)) // and nothing between: a refusal is no change

	ply := 2
	for _, tt := range []struct {
		name, query string
		last        string // Last-Event-ID
		missed      bool
	}{
		{"from the present", "", "", false},
		{"after the last event", "", "present", false},
		{"after an event of the past", "", "1", true},
		{"by the query", "?since=0", "", true},
		{"the header before the query", "?since=0", "present", false},
		{"after something else", "", "x", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var header []string
			if tt.last != "" {
				header = []string{"Last-Event-ID", strings.Replace(tt.last, "present", strconv.Itoa(ply), 1)}
			}
			l := site.Nobody().Listen(path+"/events"+tt.query, header...)
			l.T = t
			defer l.Close()
			if id := l.Begun(); id != strconv.Itoa(ply) {
				t.Errorf("the stream begins at %q, want %d", id, ply)
			}
			if tt.missed {
				l.Want(sitetest.PlyEvent(ply))
			}
			[]*sitetest.Client{ada, bo}[ply%2].Play(open.ID, ply, sitetest.Shuttle[(ply-2)%4]).Want(t, http.StatusOK, "")
			ply++
			l.Want(sitetest.PlyEvent(ply))
		})
	}
}

func TestAPIPlayerStream(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	quiet := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	stream := bo.Listen("/me/events")
	from := stream.Begun()
	match := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	told := func(l *sitetest.Stream, id string, ply int) sitetest.Event {
		t.Helper()
		e := l.Next()
		if e.Name != "changed" || e.Data != fmt.Sprintf(`{"match":%q,"ply":%d}`, id, ply) {
			t.Fatalf("event %+v, want match %s at ply %d", e, id, ply)
		}
		return e
	}
	told(stream, match.ID, 0)
	ada.Play(match.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	last := told(stream, match.ID, 1)
	if early, err := strconv.ParseInt(from, 10, 64); err != nil || last.ID < from || early == 0 {
		t.Errorf("ids %q, %q", from, last.ID)
	}
	stream.Close()

	// A change from long before is not sent again; a missed one is.
	bo.Play(match.ID, 1, "H10-H9").Want(t, http.StatusOK, "")
	ada.Play(quiet.ID, 0, "E7-E8").Want(t, http.StatusOK, "")
	back := bo.Listen("/me/events", "Last-Event-ID", last.ID)
	told(back, match.ID, 2)
	told(back, quiet.ID, 1)
	back.Close()
	later := strconv.FormatInt(time.Now().Add(2*web.ResumeSlack).UnixMicro(), 10)
	none := bo.Listen("/me/events", "Last-Event-ID", later)
	none.Begun()
	ada.Play(match.ID, 2, "E8-E9").Want(t, http.StatusOK, "")
	told(none, match.ID, 3)
}

// A client that comes back after too many changes is asked to list the matches again, and then
// gets each change.
func TestAPIPlayerStreamResyncs(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	var match sitetest.Match
	for range 51 {
		match = ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	}
	stream := ada.Listen("/me/events", "Last-Event-ID", "1")
	if e := stream.Next(); e.Name != "resync" || e.Data != "{}" || e.ID != stream.Begun() {
		t.Errorf("told %+v", e)
	}
	ada.Play(match.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	if e := stream.Next(); e.Name != "changed" || e.Data != fmt.Sprintf(`{"match":%q,"ply":1}`, match.ID) {
		t.Errorf("told %+v of a move", e)
	}
}

func TestStreamsOfOnePlayerAreBounded(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	var first *sitetest.Stream
	for i := range handlers.DefaultSettings().PlayerStreams {
		l := ada.Listen("/me/events")
		l.Begun()
		if i == 0 {
			first = l
		}
	}
	got := ada.Get("/me/events").Want(t, http.StatusServiceUnavailable, "too_many_streams")
	if got.Header.Get("Retry-After") == "" {
		t.Error("Retry-After is missing")
	}
	first.Close()
	for range first.Events {
	}
	deadline := time.Now().Add(time.Minute)
	for {
		ctx, cancel := context.WithCancel(t.Context())
		got, err := ada.Status(ctx, "/me/events")
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if got == http.StatusOK {
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
	const limit = 50 * time.Millisecond
	site := newSite(t)
	ada := site.Guest("Ada")
	match := ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match
	slow := httptest.NewUnstartedServer(site.Server.Handler())
	slow.Config.ReadTimeout, slow.Config.WriteTimeout = limit, limit
	slow.Start()
	defer slow.Close()
	stream := site.At(slow.URL).Client(ada.Token).Listen("/me/events")
	defer stream.Close()
	stream.Begun()
	time.Sleep(4 * limit)
	ada.Play(match.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	if e := stream.Next(); !strings.Contains(e.Data, match.ID) {
		t.Errorf("event %+v", e)
	}
}
