package club

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
)

// hubSpy keeps what is published.
type hubSpy struct {
	changes []Change
	tables  int // how often the list of open tables has changed
}

func (h *hubSpy) Publish(c Change, _ []string) { h.changes = append(h.changes, c) }
func (h *hubSpy) PublishTo(string, Change)     {}

func (h *hubSpy) PublishTalk(string, db.Audience, time.Time) {}
func (h *hubSpy) EndPlayer(string)                           {}

func (*hubSpy) EndWatching(string, []string) {}

func (*hubSpy) Watchers(string, []string) int { return 0 }
func (h *hubSpy) PublishTables(time.Time)     { h.tables++ }

// testTable is a match with a club and a store of its own.
type testTable struct {
	*Service
	t       testing.TB
	hub     *hubSpy
	players []db.Player
	id      string
	engine  db.Store
	path    string // of its file
}

// newCouncilTable returns a match of council that its players have begun.
func newCouncilTable(t *testing.T, seats int, public bool) *testTable {
	t.Helper()
	c := newTestTable(t, clubtest.FindCouncil)
	c.open(Proposal{Game: "council", Seats: seats, Seat: 1, Public: public})
	return c
}

// newTestTable returns a table without a match, and its players.
func newTestTable(t testing.TB, find func(string, int) (games.Ruleset, error)) *testTable {
	t.Helper()
	path := storetest.New(t)
	store := storetest.OpenAt(t, path, nil)
	c := &testTable{t: t, hub: new(hubSpy), engine: store, path: path}
	c.Service = New(Config{Store: store, Hub: c.hub, Now: time.Now})
	c.rules = find
	for _, name := range []string{"Ada", "Bo", "Cy", "Di", "Ed"} {
		p, err := store.CreatePlayer(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		c.players = append(c.players, p)
	}
	return c
}

// open has the players sit down to a match, the first in seat 1 and so on.
func (c *testTable) open(p Proposal) Match {
	c.t.Helper()
	p.Seat = 1
	f, err := c.OpenTable(c.t.Context(), db.Once{}, c.players[0].ID, p, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	for seat := 2; seat <= len(f.Seats); seat++ {
		j := Joining{Match: f.ID, Player: c.players[seat-1].ID, Seat: seat, Invite: f.Invite}
		if f, err = c.Join(c.t.Context(), db.Once{}, j, nil); err != nil {
			c.t.Fatal(err)
		}
	}
	c.id = f.ID
	return f
}

// post posts actions for a seat.
func (c *testTable) post(seat, ply int, actions ...string) (Match, error) {
	return c.Play(context.Background(), Post{Match: c.id, Player: c.players[seat-1].ID, Ply: ply, Actions: actions})
}

func (c *testTable) mustPost(seat, ply int, actions ...string) Match {
	c.t.Helper()
	f, err := c.post(seat, ply, actions...)
	if err != nil {
		c.t.Fatalf("seat %d says %q at ply %d: %v", seat, actions, ply, err)
	}
	return f
}

func (c *testTable) ply() int {
	c.t.Helper()
	m, err := c.store.Match(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return m.Ply
}

// loadNow loads the match as it is now.
func (c *testTable) loadNow() Match {
	c.t.Helper()
	f, err := c.Match(c.t.Context(), c.id, c.players[0].ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return f
}

// legal lists the actions of the game that a seat may post.
func (f Match) legal(seat games.Seat) []string {
	list, _ := f.Legal(seat)
	return list
}

// reopen closes the store, changes its file, and opens it anew.
func (c *testTable) reopen(change func(path string)) {
	c.t.Helper()
	storetest.NeedFile(c.t)
	if err := c.engine.Close(); err != nil {
		c.t.Fatal(err)
	}
	change(c.path)
	store := storetest.OpenAt(c.t, c.path, c.now)
	c.engine = store
	again := New(Config{Store: store, Hub: c.hub, Now: c.now})
	again.rules = c.rules
	c.Service = again
}

// toldSeat1 returns all that seat 1 is told of a match, as text.
func toldSeat1(t *testing.T, f Match) string {
	t.Helper()
	list, count := f.Legal(1)
	all := []any{f.Match, f.LogFor(1), f.ViewFor(1), list, count, f.Table.Offers(1)}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
