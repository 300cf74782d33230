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
	"tableronde/games"
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

// mustRemark sets a player's remark on a place in a match.
func mustRemark(t *testing.T, s db.Store, player, match string, ply int, text string) {
	t.Helper()
	if err := s.SetRemark(t.Context(), player, db.Remark{Match: match, Ply: ply, Text: text}); err != nil {
		t.Fatal(err)
	}
}

// checkRemarks checks a player's remarks on a match, by ply.
func checkRemarks(t *testing.T, s db.Store, match, player string, want ...string) {
	t.Helper()
	list, err := s.RemarksOf(t.Context(), match, player)
	var got []string
	for _, r := range list {
		if r.Match != match {
			t.Errorf("a remark on %s among those on %s", r.Match, match)
		}
		got = append(got, fmt.Sprint(r.Ply, " ", r.Text))
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("RemarksOf (-want +got):\n%s%v", diff, err)
	}
}

// A remark is its player's alone, and stays until it is emptied or its player leaves.
func testRemarks(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	one, other := MustStart(t, s, ada, bo), MustStart(t, s, bo, ada)
	checkRemarks(t, s, one.ID, ada.ID)
	mustRemark(t, s, ada.ID, one.ID, 3, "at three")
	mustRemark(t, s, ada.ID, one.ID, db.WholeMatch, "of all")
	mustRemark(t, s, ada.ID, one.ID, 0, "at the beginning")
	mustRemark(t, s, bo.ID, one.ID, 3, "Bo’s")
	c.Advance(time.Minute)
	mustRemark(t, s, ada.ID, other.ID, 0, "elsewhere")
	checkRemarks(t, s, one.ID, ada.ID, "-1 of all", "0 at the beginning", "3 at three")
	checkRemarks(t, s, one.ID, bo.ID, "3 Bo’s")
	list, err := s.RemarkedBy(ctx, ada.ID)
	if diff := cmp.Diff([]db.Study{{Match: other.ID, Changed: c.Now()}, {Match: one.ID, Changed: c.Now().Add(-time.Minute)}}, list); diff != "" || err != nil {
		t.Errorf("RemarkedBy (-want +got):\n%s%v", diff, err)
	}
	mustRemark(t, s, ada.ID, one.ID, 3, "at three, anew")
	mustRemark(t, s, ada.ID, one.ID, 0, "")
	mustRemark(t, s, ada.ID, one.ID, 0, "")
	checkRemarks(t, s, one.ID, ada.ID, "-1 of all", "3 at three, anew")
	for name, of := range map[string][2]string{"no match": {ada.ID, "nosuchmatch1"}, "no player": {"nobody", one.ID}} {
		if err := s.SetRemark(ctx, of[0], db.Remark{Match: of[1], Text: "x"}); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("%s: %v, want %v", name, err, db.ErrNotFound)
		}
	}
	mustRemark(t, s, ada.ID, one.ID, 1, strings.Repeat("é", db.MaxRemark))
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	checkRemarks(t, s, one.ID, ada.ID)
	checkRemarks(t, s, one.ID, bo.ID, "3 Bo’s")
}

// The number of remarks of a player is limited. An emptied remark makes room.
func testTooManyRemarks(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	for ply := range db.MaxRemarks {
		mustRemark(t, s, ada.ID, m.ID, ply, "x")
	}
	more := db.Remark{Match: m.ID, Ply: db.WholeMatch, Text: "x"}
	if err := s.SetRemark(t.Context(), ada.ID, more); err != db.ErrTooManyRemarks {
		t.Errorf("one too many: %v, want %v", err, db.ErrTooManyRemarks)
	}
	mustRemark(t, s, ada.ID, m.ID, 7, "changed")
	mustRemark(t, s, bo.ID, m.ID, 7, "of another")
	mustRemark(t, s, ada.ID, m.ID, 7, "")
	mustRemark(t, s, ada.ID, m.ID, db.WholeMatch, "x")
}

// For a spectator, the messages of other spectators since the last visit are unread.
func testWatchersRead(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, eve, cy, dan := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Eve"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Dan")
	m := MustStart(t, s, ada, bo)
	check := func(player string, want int) {
		t.Helper()
		if n, err := s.UnreadWatchers(ctx, m.ID, player); n != want || err != nil {
			t.Errorf("UnreadWatchers = %d, %v, want %d", n, err, want)
		}
	}
	see := func(player string) {
		t.Helper()
		if err := s.SeeWatchers(ctx, m.ID, player); err != nil {
			t.Fatal(err)
		}
	}
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: cy.ID, Text: "first"})
	check(eve.ID, 0)
	see(eve.ID)
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: cy.ID, Text: "second"})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: dan.ID, Text: "third"})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: eve.ID, Text: "her own"})
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: ada.ID, To: []games.Seat{1, 2}, Text: "of the players"})
	check(eve.ID, 2)
	if err := s.SetTie(ctx, eve.ID, dan.ID, db.TieMute); err != nil {
		t.Fatal(err)
	}
	check(eve.ID, 1)
	see(eve.ID)
	check(eve.ID, 0)
	check(cy.ID, 0)
	if list, err := s.WatchedBy(ctx, eve.ID); len(list) != 1 || list[0] != m.ID || err != nil {
		t.Errorf("WatchedBy = %v, %v", list, err)
	}
	for name, of := range map[string][2]string{"no match": {"nosuchmatch1", eve.ID}, "no player": {m.ID, "nobody"}} {
		if err := s.SeeWatchers(ctx, of[0], of[1]); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("%s: %v, want %v", name, err, db.ErrNotFound)
		}
	}
	if err := s.Leave(ctx, eve.ID); err != nil {
		t.Fatal(err)
	}
	mustSay(t, s, db.NewMessage{Match: m.ID, Player: cy.ID, Text: "later"})
	check(eve.ID, 0)
}
