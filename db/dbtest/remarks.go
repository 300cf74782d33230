package dbtest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

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

// Only the player sees a remark. It is deleted when it is emptied or its player leaves.
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

// For a spectator, the spectators' messages since the last visit are unread.
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
