package dbtest

import (
	"testing"
	"time"

	"tableronde/db"
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
