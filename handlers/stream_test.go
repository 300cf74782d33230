package handlers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tableronde/handlers/club"

	"github.com/labstack/echo/v4"
)

// runStream runs a stream into a recorder, in a bubble of fake time. stop makes
// the client leave.
func runStream(t *testing.T, hub *club.Hub, f feed) (answer *httptest.ResponseRecorder, stop func()) {
	t.Helper()
	s := &Server{hub: hub}
	ctx, cancel := context.WithCancel(t.Context())
	answer = httptest.NewRecorder()
	c := echo.New().NewContext(httptest.NewRequestWithContext(ctx, http.MethodGet, "/events", nil), answer)
	ended := make(chan error, 1)
	go func() { ended <- s.stream(c, f) }()
	synctest.Wait()
	return answer, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("stream: %v", err)
		}
	}
}

func testFeed(resume func() []club.Change) feed {
	return feed{
		player: "x",
		topics: []club.Topic{club.MatchTopic("m")},
		resume: func(context.Context, string) ([]club.Change, string, error) { return resume(), "0", nil },
		format: func(c club.Change) event {
			e := plyEvent(c.Ply)
			return event{name: "changed", id: e.id, data: e.data}
		},
	}
}

func TestStreamBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answer, stop := runStream(t, club.NewHub(club.MaxStreams), testFeed(func() []club.Change { return nil }))
		time.Sleep(100*time.Second + time.Millisecond)
		synctest.Wait()
		if beats := strings.Count(answer.Body.String(), "\n:\n"); beats < 4 || beats > 6 {
			t.Errorf("%d comments in 100 s, want one every 15 to 25 s", beats)
		}
		stop()
	})
}

// A change between the subscription and the reading of the present state is not
// lost.
func TestStreamSubscribesBeforeItReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := club.NewHub(club.MaxStreams)
		answer, stop := runStream(t, hub, testFeed(func() []club.Change {
			hub.Publish(club.Change{Match: "m", Ply: 1}, nil)
			return nil
		}))
		if !strings.HasSuffix(answer.Body.String(), "id: 1\nevent: changed\ndata: {\"ply\":1}\n\n") {
			t.Errorf("the change is missing:\n%s", answer.Body)
		}
		stop()
	})
}

func TestStreamLeavesNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := club.NewHub(club.MaxStreams)
		_, stop := runStream(t, hub, testFeed(func() []club.Change { return nil }))
		if len(hub.Subs) != 1 || len(hub.Owned) != 2 || hub.All != 1 {
			t.Errorf("%d topics, %d owners, %d streams while it runs", len(hub.Subs), len(hub.Owned), hub.All)
		}
		stop()
		if len(hub.Subs)+len(hub.Owned)+hub.All != 0 {
			t.Errorf("%d topics, %d owners, %d streams after it ended", len(hub.Subs), len(hub.Owned), hub.All)
		}
	})
}

func TestStreamSpreadsReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := club.NewHub(club.MaxStreams)
		seen := make(map[string]bool)
		for range 8 {
			answer, stop := runStream(t, hub, testFeed(func() []club.Change { return nil }))
			retry, _, _ := strings.Cut(strings.TrimPrefix(answer.Body.String(), "retry: "), "\n")
			seen[retry] = true
			stop()
		}
		if len(seen) < 2 {
			t.Errorf("all clients are told to come back after %v ms", seen)
		}
	})
}

// After a restart not all streams come back at once.
func TestReconnectsAreSpread(t *testing.T) {
	site := newAPISite(t)
	first, last := time.Hour, time.Duration(0)
	for range 60 {
		resp, err := http.Get(site.url + "/events?tables=1")
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
	site := newAPISite(t)
	stream, err := http.Get(site.url + "/events?tables=1")
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

// A visitor without a player is told that the list of open tables has changed,
// and not how.
func TestVisitorsHearOfTables(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	visitor := &apiClient{apiSite: site}
	stream := visitor.listenAt(site.url + "/events?tables=1")
	stream.begun()
	ada.post("/matches", map[string]any{"game": "camelot", "public": true}).want(t, http.StatusCreated, "")
	told := stream.next()
	if told.event != "tables" || told.data != "{}" || told.id == "" {
		t.Errorf("told %+v", told)
	}
	ada.post("/matches", map[string]any{"game": "camelot"}).want(t, http.StatusCreated, "") // by invitation
	back := visitor.listenAt(site.url + "/events?tables=1&since=" + told.id)
	if e := back.next(); e.event != "tables" {
		t.Errorf("who comes back is told %+v", e)
	}
}
