package handlers

import (
	"net/http"
	"testing"
	"time"

	"tableronde/db"
)

// However many tables come and go, those who look are told at most once in a
// pause, and of the last change too.
func TestNewsOfTablesIsBounded(t *testing.T) {
	t.Parallel()
	h := NewHub(maxStreams)
	h.tables.pause = 50 * time.Millisecond
	sub, other := subscribe(t, h, tablesTopic), subscribe(t, h, matchTopic("m"))
	begin, last := time.Now(), time.Time{}
	told := 0
	take := func() {
		for _, c := range sub.Take() {
			told++
			if c.Match != "" {
				t.Fatalf("told of match %q", c.Match)
			}
			last = c.At
		}
	}
	at := time.UnixMicro(0)
	for range 1000 {
		at = at.Add(time.Microsecond)
		h.PublishTables(at)
		if isReady(sub) {
			take()
		}
		time.Sleep(200 * time.Microsecond)
	}
	deadline := time.Now().Add(10 * time.Second)
	for last != at {
		if isReady(sub) {
			take()
		}
		if time.Now().After(deadline) {
			t.Fatalf("told of %v, want the last change %v", last, at)
		}
		time.Sleep(time.Millisecond)
	}
	if most := 2 + int(time.Since(begin)/h.tables.pause); told > most || told < 1 {
		t.Errorf("told %d times, want at most %d", told, most)
	}
	if isReady(other) {
		t.Error("who listens to a match is told of tables")
	}
	if got := h.TablesChanged(); !got.Equal(at) {
		t.Errorf("TablesChanged = %v, want %v", got, at)
	}
}

// The list of open tables changes with a table that is opened, a seat that is
// taken and a table that is closed, where it is public.
func TestTablesArePublished(t *testing.T) {
	t.Parallel()
	c := newEmptyChamber(t, findCouncil)
	for public, want := range map[bool]int{true: 5, false: 0} {
		c.hub.tables = 0
		c.open(proposal{game: "council", seats: 3, public: public})
		f, err := c.create(t.Context(), db.Once{}, c.players[0].ID, proposal{game: "council", seats: 3, public: public}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.withdraw(t.Context(), f.ID, c.players[0].ID); err != nil {
			t.Fatal(err)
		}
		if c.hub.tables != want {
			t.Errorf("public %v: published %d times, want %d", public, c.hub.tables, want)
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
