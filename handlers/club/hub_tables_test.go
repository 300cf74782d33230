package club

import (
	"testing"
	"testing/synctest"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/clubtest"
)

// However many tables come and go, those who look are told at most once in a
// pause, and of the last change too.
func TestNewsOfTablesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub(Limits{All: 10, Player: 10, Address: 10})
		sub, other := subscribe(t, h, TablesTopic), subscribe(t, h, MatchTopic("m"))
		const changes, every = 1000, 10 * time.Millisecond
		var last time.Time
		told := 0
		take := func() {
			if !isReady(sub) {
				return
			}
			for _, c := range sub.Take() {
				told++
				if c.Match != "" {
					t.Fatalf("told of match %q", c.Match)
				}
				last = c.At
			}
		}
		at := time.UnixMicro(0)
		for range changes {
			at = at.Add(time.Microsecond)
			h.PublishTables(at)
			take()
			time.Sleep(every)
		}
		time.Sleep(tablesPause)
		synctest.Wait()
		take()
		if !last.Equal(at) {
			t.Errorf("told of %v last, want %v", last, at)
		}
		if want := int(changes*every/tablesPause) + 1; told < want-1 || told > want+1 {
			t.Errorf("told %d times, want %d", told, want)
		}
		if isReady(other) {
			t.Error("who listens to a match is told of tables")
		}
		if got := h.TablesChanged(); !got.Equal(at) {
			t.Errorf("TablesChanged = %v, want %v", got, at)
		}
	})
}

// The list of open tables changes with a table that is opened, a seat that is
// taken and a table that is closed, where it is public.
func TestTablesArePublished(t *testing.T) {
	t.Parallel()
	c := newTestTable(t, clubtest.FindCouncil)
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
