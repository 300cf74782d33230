package dbtest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// A player's lessons are kept once each, until the player leaves.
func testLessons(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	check := func(player string, want ...string) {
		t.Helper()
		got, err := s.LessonsOf(ctx, player)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("LessonsOf (-want +got):\n%s%v", diff, err)
		}
	}
	add := func(player string, lessons ...string) {
		t.Helper()
		if err := s.AddLessons(ctx, player, lessons...); err != nil {
			t.Fatal(err)
		}
	}
	check(ada.ID)
	add(ada.ID)
	add(ada.ID, "camelot.2", "camelot.1")
	add(ada.ID, "camelot.2", "cam.1", "cam.1")
	add(bo.ID, strings.Repeat("x", db.MaxLesson))
	check(ada.ID, "cam.1", "camelot.1", "camelot.2")
	check(bo.ID, strings.Repeat("x", db.MaxLesson))
	check("nobody")
	for _, name := range []string{"", strings.Repeat("x", db.MaxLesson+1)} {
		if err := s.AddLessons(ctx, bo.ID, "camelot.3", name); err == nil {
			t.Errorf("a lesson with a name of %d bytes is stored", len(name))
		}
	}
	check(bo.ID, strings.Repeat("x", db.MaxLesson))
	if err := s.AddLessons(ctx, "nobody", "camelot.1"); err != db.ErrNotFound {
		t.Errorf("AddLessons of nobody: %v, want %v", err, db.ErrNotFound)
	}
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	check(ada.ID)
}
