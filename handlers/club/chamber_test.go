package club

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/sqlite/sqlitetest"
	"tableronde/games"
	"tableronde/handlers/club/clubtest"
)

// hubSpy notes what is published.
type hubSpy struct {
	changes []Change
	tables  int // how often the list of open tables has changed
}

func (h *hubSpy) Publish(c Change, _ []string) { h.changes = append(h.changes, c) }
func (h *hubSpy) PublishTo(string, Change)     {}
func (h *hubSpy) PublishTables(time.Time)      { h.tables++ }

// chamber is a match of council on a store of its own.
type chamber struct {
	*Service
	t       testing.TB
	hub     *hubSpy
	players []db.Player
	id      string
	engine  db.Store
	path    string // of its file
}

func newChamber(t *testing.T, seats int, public bool) *chamber {
	t.Helper()
	c := newEmptyChamber(t, clubtest.FindCouncil)
	c.open(Proposal{Game: "council", Seats: seats, Seat: 1, Public: public})
	return c
}

// newEmptyChamber has no match yet.
func newEmptyChamber(t testing.TB, find func(string, int) (games.Ruleset, error)) *chamber {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	store := sqlitetest.OpenFile(t, path, nil)
	c := &chamber{t: t, hub: new(hubSpy), engine: store, path: path}
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
func (c *chamber) open(p Proposal) Match {
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

// say posts as a seat.
func (c *chamber) say(seat, ply int, actions ...string) (Match, error) {
	return c.Play(context.Background(), Post{Match: c.id, Player: c.players[seat-1].ID, Ply: ply, Actions: actions})
}

func (c *chamber) mustSay(seat, ply int, actions ...string) Match {
	c.t.Helper()
	f, err := c.say(seat, ply, actions...)
	if err != nil {
		c.t.Fatalf("seat %d says %q at ply %d: %v", seat, actions, ply, err)
	}
	return f
}

func (c *chamber) ply() int {
	c.t.Helper()
	m, err := c.store.Match(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	return m.Ply
}

// legal lists what a seat may post of the game's actions.
func (f Match) legal(seat games.Seat) []string {
	list, _ := f.Legal(seat)
	return list
}

// Reopen closes the store of a chamber, changes its file, and opens it anew.
func (c *chamber) reopen(change func(path string)) {
	c.t.Helper()
	if err := c.engine.Close(); err != nil {
		c.t.Fatal(err)
	}
	change(c.path)
	store := sqlitetest.OpenFile(c.t, c.path, c.now)
	c.engine = store
	again := New(Config{Store: store, Hub: c.hub, Now: c.now})
	again.rules = c.rules
	c.Service = again
}

// told is all that seat 1 is told of a match, as text.
func told(t *testing.T, f Match) string {
	t.Helper()
	list, count := f.Legal(1)
	all := []any{f.Match, f.LogFor(1), f.ViewFor(1), list, count, f.Table.Offers(1), f.Unplayed}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
