package dbtest

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// A host has at most MaxOpen tables that wait for players, even if many are opened at once.
// Tables of one, matches that have begun and tables of others do not count.
func testOpenTablesOfAHostAreBounded(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	table := db.NewMatch{Game: "camelot", Seats: 2, Host: ada.ID, HostSeat: 1, MaxOpen: 2, ToAct: []games.Seat{1}}
	open := func(change func(*db.NewMatch)) (db.Match, error) {
		n := table
		if change != nil {
			change(&n)
		}
		return s.CreateMatch(t.Context(), db.Once{}, n, nil)
	}
	for name, change := range map[string]func(*db.NewMatch){
		"of one":    func(n *db.NewMatch) { n.Solo = true },
		"full":      func(n *db.NewMatch) { n.Reserve = map[games.Seat]string{2: bo.ID} },
		"another's": func(n *db.NewMatch) { n.Host = bo.ID },
	} {
		for range 3 {
			if _, err := open(change); err != nil && (name != "another's" || !errors.Is(err, db.ErrTooManyTables)) {
				t.Fatalf("a table %s: %v", name, err)
			}
		}
	}
	results := make([]error, 5)
	made := make([]db.Match, 5)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() { made[i], results[i] = open(func(n *db.NewMatch) { n.Public = i%2 == 0 }) })
	}
	wg.Wait()
	var tables []db.Match
	for i, err := range results {
		switch {
		case err == nil:
			tables = append(tables, made[i])
		case !errors.Is(err, db.ErrTooManyTables):
			t.Errorf("table %d: %v", i+1, err)
		}
	}
	if len(tables) != 2 {
		t.Fatalf("%d tables were opened, want 2", len(tables))
	}
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: tables[0].ID, Player: bo.ID, Invite: tables[0].Invite}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := open(nil); err != nil {
		t.Errorf("after one has begun: %v", err)
	}
	if err := s.DeleteOpenMatch(t.Context(), tables[1].ID, ada.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := open(func(n *db.NewMatch) { n.Solo = true }); err != nil {
		t.Errorf("a table of one: %v", err)
	}
	if _, err := open(nil); err != nil {
		t.Errorf("after one was withdrawn: %v", err)
	}
	if _, err := open(nil); !errors.Is(err, db.ErrTooManyTables) {
		t.Errorf("one more: %v, want %v", err, db.ErrTooManyTables)
	}
}

// A table with open seats ends after OpenLifetime. A match that has begun stays.
func testOpenTablesEnd(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	started := MustStart(t, s, ada, bo)
	var old []string
	for i := range 120 {
		m := MustCreate(t, s, db.NewMatch{Seats: 3, Public: i%2 == 0, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, Chance: true})
		if got := m.OpenUntil(); !got.Equal(c.Now().Add(db.OpenLifetime)) {
			t.Fatalf("open until %v", got)
		}
		old = append(old, m.ID)
	}
	if err := s.NoteVisit(t.Context(), old[0], bo.ID, db.Visit{}); err != nil {
		t.Fatal(err)
	}
	c.Advance(time.Millisecond)
	young := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	purge := func() (ended []string) {
		t.Helper()
		err := s.Purge(t.Context(), func(m db.Match) {
			ended = append(ended, m.ID)
			if m.Host != ada.ID || len(m.Seats) != 3 {
				t.Errorf("told of %+v", m)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return ended
	}
	c.Advance(db.OpenLifetime - 2*time.Millisecond)
	if ended := purge(); len(ended) != 0 {
		t.Fatalf("%d tables ended too early", len(ended))
	}
	c.Advance(time.Millisecond)
	if ended := purge(); !slices.Equal(slices.Sorted(slices.Values(ended)), slices.Sorted(slices.Values(old))) {
		t.Errorf("%d tables ended, want %d", len(ended), len(old))
	}
	for _, id := range old {
		if _, err := s.Match(t.Context(), id); !errors.Is(err, db.ErrNotFound) {
			t.Fatalf("a table that has ended: %v", err)
		}
	}
	if !MustMatch(t, s, started.ID).OpenUntil().IsZero() || MustMatch(t, s, young.ID).ID == "" {
		t.Error("a match that has begun is to end, or a young table has")
	}
}
