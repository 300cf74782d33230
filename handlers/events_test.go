package handlers

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"
)

// A visitor without a player is told that the list of open tables has changed,
// and not how.
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

// A browser without a player watches a public match; without that there is
// nothing to be told.
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
