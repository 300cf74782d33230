package dbtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// mustStudy replaces a player's study of a match.
func mustStudy(t *testing.T, s db.Store, match, player, text string) {
	t.Helper()
	if err := s.ChangeStudy(t.Context(), match, player, func(string) (string, error) { return text, nil }); err != nil {
		t.Fatal(err)
	}
}

// checkStudy checks a player's stored study of a match.
func checkStudy(t *testing.T, s db.Store, match, player, want string) {
	t.Helper()
	if got, err := s.StudyOf(t.Context(), match, player); got != want || err != nil {
		t.Errorf("StudyOf = %q, %v, want %q", got, err, want)
	}
}

// Only the player sees a study. It is deleted when it is emptied.
func testStudies(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	one, other := MustStart(t, s, ada, bo), MustStart(t, s, bo, ada)
	checkStudy(t, s, one.ID, ada.ID, "")
	mustStudy(t, s, one.ID, ada.ID, "Ada’s")
	mustStudy(t, s, one.ID, bo.ID, "Bo’s")
	began := c.Now()
	c.Advance(time.Minute)
	mustStudy(t, s, other.ID, ada.ID, "another")
	checkStudy(t, s, one.ID, ada.ID, "Ada’s")
	checkStudy(t, s, one.ID, bo.ID, "Bo’s")
	checkStudies := func(want ...db.Study) {
		t.Helper()
		list, err := s.StudiesOf(ctx, ada.ID)
		if diff := cmp.Diff(want, list); diff != "" || err != nil {
			t.Errorf("StudiesOf (-want +got):\n%s%v", diff, err)
		}
	}
	checkStudies(db.Study{Match: other.ID, Changed: c.Now()}, db.Study{Match: one.ID, Changed: began})
	c.Advance(time.Minute)
	if err := s.ChangeStudy(ctx, one.ID, ada.ID, func(text string) (string, error) { return text + ", more", nil }); err != nil {
		t.Fatal(err)
	}
	checkStudy(t, s, one.ID, ada.ID, "Ada’s, more")
	checkStudies(db.Study{Match: one.ID, Changed: c.Now()}, db.Study{Match: other.ID, Changed: c.Now().Add(-time.Minute)})
	refused := errors.New("no")
	if err := s.ChangeStudy(ctx, one.ID, ada.ID, func(string) (string, error) { return "x", refused }); err != refused {
		t.Errorf("a change that is refused: %v", err)
	}
	mustStudy(t, s, other.ID, ada.ID, "")
	checkStudies(db.Study{Match: one.ID, Changed: c.Now()})
	checkStudy(t, s, one.ID, bo.ID, "Bo’s")

	keep := func(string) (string, error) { return "x", nil }
	for name, of := range map[string][2]string{"no match": {"nosuchmatch1", ada.ID}, "no player": {one.ID, "nobody"}} {
		if err := s.ChangeStudy(ctx, of[0], of[1], keep); err != db.ErrNotFound {
			t.Errorf("%s: %v, want %v", name, err, db.ErrNotFound)
		}
	}
	long := func(string) (string, error) { return strings.Repeat("x", db.MaxStudy+1), nil }
	if err := s.ChangeStudy(ctx, one.ID, ada.ID, long); err == nil {
		t.Error("a study that is too long is stored")
	}
	mustStudy(t, s, one.ID, ada.ID, strings.Repeat("x", db.MaxStudy))
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	checkStudies()
	checkStudy(t, s, one.ID, bo.ID, "Bo’s")
}

// The number of studies of a player is limited. An emptied study makes room.
func testTooManyStudies(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var last string
	for range db.MaxStudies {
		last = MustStart(t, s, ada, bo).ID
		mustStudy(t, s, last, ada.ID, "kept")
	}
	more := MustStart(t, s, ada, bo).ID
	keep := func(string) (string, error) { return "more", nil }
	if err := s.ChangeStudy(t.Context(), more, ada.ID, keep); err != db.ErrTooManyStudies {
		t.Errorf("one too many: %v, want %v", err, db.ErrTooManyStudies)
	}
	mustStudy(t, s, more, bo.ID, "of another")
	mustStudy(t, s, last, ada.ID, "changed")
	mustStudy(t, s, last, ada.ID, "")
	mustStudy(t, s, more, ada.ID, "more")
}

// Concurrent changes of a study are all kept, even from two processes.
func testStudiesAtTheSameTime(t *testing.T, e Engine) {
	stores := []db.Store{e.open(t)}
	ada, bo := MustPlayer(t, stores[0], "Ada"), MustPlayer(t, stores[0], "Bo")
	if e.Shared {
		s, other := e.openTwo(t, time.Now)
		stores = []db.Store{s, other}
		ada, bo = MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	}
	m := MustStart(t, stores[0], ada, bo)
	const changes = 16
	var all sync.WaitGroup
	for i := range changes {
		all.Add(1)
		go func() {
			defer all.Done()
			add := func(text string) (string, error) { return text + fmt.Sprintf("%02d ", i), nil }
			if err := stores[i%len(stores)].ChangeStudy(context.WithoutCancel(t.Context()), m.ID, ada.ID, add); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	text, err := stores[0].StudyOf(t.Context(), m.ID, ada.ID)
	if words := strings.Fields(text); err != nil || len(words) != changes {
		t.Errorf("%d of %d changes are there: %q, %v", len(words), changes, text, err)
	}
}
