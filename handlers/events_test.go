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
