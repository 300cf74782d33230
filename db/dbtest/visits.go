package dbtest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// The orders of a player are read with the visits, also before the first visit. A change of both is
// read as a whole.
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

// A delayed visit is stored before the store is closed.
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

// A store that caches rows shows each write in the following reads.
func testReadsAfterWrites(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	m := MustStart(t, s, ada, bo)
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID, HostSeat: 1})
	type reading struct {
		Ply         int
		Names       []string
		Name        string
		Seen        int
		Orders      string
		Turns, Open int
	}
	read := func() (r reading) {
		t.Helper()
		now := MustMatch(t, s, m.ID)
		r.Ply = now.Ply
		for _, p := range now.Seats {
			r.Names = append(r.Names, p.Name)
		}
		r.Open = MustMatch(t, s, open.ID).Ply
		p, err := s.Player(t.Context(), ada.ID)
		if err != nil {
			t.Fatal(err)
		}
		r.Name = p.Name
		visit, err := s.Visit(t.Context(), m.ID, ada.ID)
		if err != nil {
			t.Fatal(err)
		}
		r.Seen, r.Orders = visit.Seen, visit.Orders
		turns, err := s.Turns(t.Context(), ada.ID)
		if err != nil {
			t.Fatal(err)
		}
		r.Turns = turns.Count
		return r
	}
	want := read()
	for _, write := range []struct {
		name    string
		do      func() error
		changes func(*reading)
	}{
		{"an action", func() error { _, err := s.Append(t.Context(), db.Once{}, m.ID, Move("E6-E8")); return err },
			func(r *reading) { r.Ply, r.Turns = 1, 0 }},
		{"orders of the player", func() error { return order(s, m, 1) }, func(r *reading) { r.Orders = "secret" }},
		{"orders of the opponent", func() error { return order(s, m, 2) }, func(*reading) {}},
		{"a look", func() error { return s.NoteVisit(t.Context(), m.ID, ada.ID, db.Visit{Seen: 1}) }, func(r *reading) { r.Seen = 1 }},
		{"another name of the player", func() error { return s.RenamePlayer(t.Context(), ada.ID, "Eve") },
			func(r *reading) { r.Name, r.Names = "Eve", []string{"Eve", "Bo"} }},
		{"another name of the opponent", func() error { return s.RenamePlayer(t.Context(), bo.ID, "Bob") },
			func(r *reading) { r.Names = []string{"Eve", "Bob"} }},
		{"somebody who joins a table of the player", func() error {
			_, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: open.ID, Player: cy.ID}, nil)
			return err
		}, func(r *reading) { r.Turns = 1 }},
		{"an action there", func() error { _, err := s.Append(t.Context(), db.Once{}, open.ID, Move("E6-E8")); return err },
			func(r *reading) { r.Open, r.Turns = 1, 0 }},
	} {
		if err := write.do(); err != nil {
			t.Fatalf("%s: %v", write.name, err)
		}
		write.changes(&want)
		if diff := cmp.Diff(want, read()); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", write.name, diff)
		}
	}
}

func order(s db.Store, m db.Match, seat games.Seat) error {
	_, err := s.Append(context.Background(), db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) {
		return db.Change{Orders: db.Orders{seat: "secret"}}, nil
	})
	return err
}
