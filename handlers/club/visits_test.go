package club

import (
	"testing"
	"time"

	"tableronde/db"
)

// A look at a match after a long pause begins a new visit.
func TestVisits(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	v := visitAfterLook(db.Visit{}, 3, noon)
	if want := (db.Visit{Seen: 3, Began: noon, Latest: noon}); v != want {
		t.Errorf("the first look: %+v, want %+v", v, want)
	}
	v = visitAfterLook(v, 5, noon.Add(29*time.Minute))
	v = visitAfterLook(v, 5, noon.Add(58*time.Minute))
	if v.Told != 0 || v.Seen != 5 || !v.Began.Equal(noon) {
		t.Errorf("looking again: %+v", v)
	}
	later := noon.Add(2 * time.Hour)
	next := visitAfterLook(v, 7, later)
	if want := (db.Visit{Seen: 7, Told: 5, Began: later, Latest: later}); next != want {
		t.Errorf("another visit: %+v, want %+v", next, want)
	}
	if done := visitAfterAction(v, 6, noon.Add(time.Hour)); done.Told != 6 || done.Seen != 6 {
		t.Errorf("after acting: %+v", done)
	}
}
