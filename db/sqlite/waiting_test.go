package sqlite

import (
	"errors"
	"slices"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// A host has at most MaxOpen tables that wait for players, however many are
// opened at once; tables of one, matches that have begun and tables of others do
// not count.
func TestOpenTablesOfAHostAreBounded(t *testing.T) {
	s := openStore(t)
	ada, bo := mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo")
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
	var writes []func()
	for i := range results {
		writes = append(writes, func() { made[i], results[i] = open(func(n *db.NewMatch) { n.Public = i%2 == 0 }) })
	}
	queue(t, s, writes...)
	for i, err := range results {
		if wanted := i < 2; wanted != (err == nil) || !wanted && !errors.Is(err, db.ErrTooManyTables) {
			t.Errorf("table %d: %v", i+1, err)
		}
	}
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: made[0].ID, Player: bo.ID, Invite: made[0].Invite}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := open(nil); err != nil {
		t.Errorf("after one has begun: %v", err)
	}
	if err := s.DeleteOpenMatch(t.Context(), made[1].ID, ada.ID); err != nil {
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

// A table nobody has completed ends after OpenLifetime; what has begun stays.
func TestOpenTablesEnd(t *testing.T) {
	s := openStore(t)
	c := newClock()
	s.Now = c.now
	ada, bo := mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo")
	started := mustStart(t, s, ada, bo)
	var old []string
	for i := range 120 {
		m := mustCreate(t, s, db.NewMatch{Seats: 3, Public: i%2 == 0, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, Chance: true})
		if got := m.OpenUntil(); !got.Equal(c.now().Add(db.OpenLifetime)) {
			t.Fatalf("open until %v", got)
		}
		old = append(old, m.ID)
	}
	if err := s.NoteVisit(t.Context(), old[0], bo.ID, db.Visit{}); err != nil {
		t.Fatal(err)
	}
	c.advance(time.Millisecond)
	young := mustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
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
	c.advance(db.OpenLifetime - 2*time.Millisecond)
	if ended := purge(); len(ended) != 0 {
		t.Fatalf("%d tables ended too early", len(ended))
	}
	c.advance(time.Millisecond)
	if ended := purge(); !slices.Equal(slices.Sorted(slices.Values(ended)), slices.Sorted(slices.Values(old))) {
		t.Errorf("%d tables ended, want %d", len(ended), len(old))
	}
	for _, id := range old {
		if _, err := s.Match(t.Context(), id); !errors.Is(err, db.ErrNotFound) {
			t.Fatalf("a table that has ended: %v", err)
		}
	}
	if !mustMatch(t, s, started.ID).OpenUntil().IsZero() || mustMatch(t, s, young.ID).ID == "" {
		t.Error("a match that has begun is to end, or a young table has")
	}
	checkIntegrity(t, s)
}
