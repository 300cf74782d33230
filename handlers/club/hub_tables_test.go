package club

import (
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/clubtest"
)

// However many tables come and go, those who look are told at most once in a
// pause, and of the last change too.
func TestNewsOfTablesIsBounded(t *testing.T) {
	t.Parallel()
	h := NewHub(Limits{All: 4000, Player: 20, Address: 200})
	h.tables.pause = 50 * time.Millisecond
	sub, other := subscribe(t, h, TablesTopic), subscribe(t, h, MatchTopic("m"))
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
	c := newEmptyChamber(t, clubtest.FindCouncil)
	for public, want := range map[bool]int{true: 5, false: 0} {
		c.hub.tables = 0
		c.open(Proposal{Game: "council", Seats: 3, Public: public})
		f, err := c.OpenTable(t.Context(), db.Once{}, c.players[0].ID, Proposal{Game: "council", Seats: 3, Public: public}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Withdraw(t.Context(), f.ID, c.players[0].ID); err != nil {
			t.Fatal(err)
		}
		if c.hub.tables != want {
			t.Errorf("public %v: published %d times, want %d", public, c.hub.tables, want)
		}
	}
}
