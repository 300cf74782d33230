package live_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// However many tables come and go, those who look are told at most once in a
// pause, and of the last change too.
func TestNewsOfTablesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := live.NewHub(live.Limits{All: 10, Player: 10, Address: 10})
		sub, other := roomstest.Subscribe(t, h, live.TablesTopic), roomstest.Subscribe(t, h, live.MatchTopic("m"))
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
		time.Sleep(live.TablesPause)
		synctest.Wait()
		take()
		if !last.Equal(at) {
			t.Errorf("told of %v last, want %v", last, at)
		}
		if want := int(changes*every/live.TablesPause) + 1; told < want-1 || told > want+1 {
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
	c := roomstest.NewTable(t, clubtest.FindCouncil)
	for public, want := range map[bool]int{true: 5, false: 0} {
		c.Hub.Tables = 0
		c.Open(tables.Proposal{Game: "council", Seats: 3, Public: public})
		f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Seats: 3, Public: public}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Tables.Withdraw(t.Context(), f.ID, c.Players[0].ID); err != nil {
			t.Fatal(err)
		}
		if c.Hub.Tables != want {
			t.Errorf("public %v: published %d times, want %d", public, c.Hub.Tables, want)
		}
	}
}
