package dbtest

import (
	"context"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
)

func testVisit(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	want := func(player string, want db.Visit) {
		t.Helper()
		if got, err := s.Visit(t.Context(), m.ID, player); got != want || err != nil {
			t.Errorf("Visit = %+v, %v, want %+v", got, err, want)
		}
	}
	note := func(v db.Visit) {
		t.Helper()
		if err := s.NoteVisit(t.Context(), m.ID, ada.ID, v); err != nil {
			t.Fatal(err)
		}
	}
	want(ada.ID, db.Visit{})
	first := db.Visit{Seen: 3, Told: 1, Began: noon, Latest: noon.Add(time.Minute)}
	note(first)
	want(ada.ID, first)
	note(db.Visit{Seen: 2, Told: 0, Began: noon.Add(-time.Hour), Latest: noon})
	want(ada.ID, first)
	second := db.Visit{Seen: 5, Told: 3, Began: noon.Add(time.Hour), Latest: noon.Add(time.Hour)}
	note(second)
	want(ada.ID, second)
	want(bo.ID, db.Visit{})
	if err := s.NoteVisit(t.Context(), "nothing", ada.ID, first); err != db.ErrNotFound {
		t.Errorf("NoteVisit of no match: %v, want %v", err, db.ErrNotFound)
	}
	if err := s.NoteVisit(t.Context(), m.ID, "nobody", first); err != db.ErrNotFound {
		t.Errorf("NoteVisit by nobody: %v, want %v", err, db.ErrNotFound)
	}
}

// The orders of a player come with the visits, also before the first one, and as they are
// after a change of both.
func testVisitOrders(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	want := func(player string, want db.Visit) {
		t.Helper()
		if got, err := s.Visit(t.Context(), m.ID, player); got != want || err != nil {
			t.Errorf("Visit = %+v, %v, want %+v", got, err, want)
		}
	}
	order := func(c db.Change) {
		t.Helper()
		MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) { return c, nil })
	}
	own := m.SeatsOf(ada.ID)[0]
	order(db.Change{Orders: db.Orders{own: "a"}})
	want(ada.ID, db.Visit{Orders: "a"})
	want(bo.ID, db.Visit{})
	visit := db.Visit{Seen: 1, Began: noon, Latest: noon}
	if err := s.NoteVisit(t.Context(), m.ID, ada.ID, visit); err != nil {
		t.Fatal(err)
	}
	visit.Orders = "a"
	want(ada.ID, visit)
	visit.Seen, visit.Orders = 2, "b"
	order(db.Change{Orders: db.Orders{own: "b"}, Visits: map[string]db.Visit{ada.ID: {Seen: 2, Began: noon, Latest: noon}}})
	want(ada.ID, visit)
	want(bo.ID, db.Visit{})
	if got, err := s.Visit(t.Context(), "nothing", ada.ID); got != (db.Visit{}) || err != nil {
		t.Errorf("Visit of no match = %+v, %v", got, err)
	}
}

// A visit that waits to be stored is stored before the store is closed.
func testVisitsLast(t *testing.T, e Engine) {
	place := e.New(t)
	s := e.Open(t, place, time.Now)
	ada := MustPlayer(t, s, "Ada")
	m := MustStart(t, s, ada, MustPlayer(t, s, "Bo"))
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	visit := db.Visit{Seen: 2, Told: 1, Began: noon, Latest: noon}
	if err := s.NoteVisit(t.Context(), m.ID, ada.ID, visit); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = e.openPlace(t, place, time.Now)
	if got, err := s.Visit(t.Context(), m.ID, ada.ID); got != visit || err != nil {
		t.Errorf("Visit of the store opened again = %+v, %v, want %+v", got, err, visit)
	}
	if all, err := s.VisitsOf(t.Context(), ada.ID); len(all) != 1 || all[0] != (db.MatchVisit{Match: m.ID, Visit: visit}) || err != nil {
		t.Errorf("VisitsOf = %+v, %v", all, err)
	}
}

// Every write that the page of a match may show to a player gives it another version.
func testVersion(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := MustStart(t, s, ada, bo)
	before, known := s.Version(m.ID, ada.ID)
	if known != e.Alone {
		t.Errorf("the version is known: %v; the store is used by one process alone: %v", known, e.Alone)
	}
	if again, _ := s.Version(m.ID, ada.ID); again != before {
		t.Errorf("version %d after nothing, want %d", again, before)
	}
	var open db.Match
	for _, write := range []struct {
		name string
		do   func() error
	}{
		{"an action", func() error { _, err := s.Append(t.Context(), db.Once{}, m.ID, Move("E6-E8")); return err }},
		{"orders of the player", func() error { return order(s, m, 1) }},
		{"a look", func() error { return s.NoteVisit(t.Context(), m.ID, ada.ID, db.Visit{Seen: 1}) }},
		{"another name of the player", func() error { return s.RenamePlayer(t.Context(), ada.ID, "Eve") }},
		{"another name of the opponent", func() error { return s.RenamePlayer(t.Context(), bo.ID, "Bob") }},
		{"a table of the player", func() error {
			open = MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
			return nil
		}},
		{"somebody who joins it", func() error {
			_, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open.ID, Player: cy.ID}, nil)
			return err
		}},
		{"an action there", func() error { _, err := s.Append(t.Context(), db.Once{}, open.ID, Move("E6-E8")); return err }},
	} {
		if err := write.do(); err != nil {
			t.Fatalf("%s: %v", write.name, err)
		}
		after, ok := s.Version(m.ID, ada.ID)
		if known && (!ok || after == before) {
			t.Errorf("%s: version %d, known: %v; it was %d before", write.name, after, ok, before)
		}
		before = after
	}
}

func order(s db.Store, m db.Match, seat games.Seat) error {
	_, err := s.Append(context.Background(), db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{seat: "secret"}}, nil
	})
	return err
}

// Orders leave the version of a match as it is for everybody except their owner. Two ids may
// share a counter by chance. For all of three matches that hardly happens.
func testVersionIgnoresOrders(t *testing.T, e Engine) {
	s := e.open(t)
	for range 3 {
		bo, cy := MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
		m := MustStart(t, s, MustPlayer(t, s, "Ada"), bo)
		var before, after [3]uint64
		for i, viewer := range []string{bo.ID, cy.ID, ""} {
			before[i], _ = s.Version(m.ID, viewer)
		}
		if err := order(s, m, 1); err != nil {
			t.Fatal(err)
		}
		for i, viewer := range []string{bo.ID, cy.ID, ""} {
			after[i], _ = s.Version(m.ID, viewer)
		}
		if after == before {
			return
		}
	}
	t.Error("orders change the version of the match for others")
}
