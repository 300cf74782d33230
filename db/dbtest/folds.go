package dbtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// testFold stores the fold of a long match, which keeps all its events.
func testFold(t *testing.T, e Engine) {
	if e.Alone {
		t.Skip("one store at a time")
	}
	c, place := NewClock(), e.New(t)
	s, other := e.openPlace(t, place, c.Now), e.openPlace(t, place, c.Now)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	move := func(ply int) db.Decide {
		return func(m db.Match, o db.Orders) (db.Change, error) {
			change, err := MoveAt(ply, fmt.Sprint("move ", ply))(m, o)
			change.Fold = fmt.Appendf(nil, "fold of %d\x00", ply+1)
			return change, err
		}
	}
	want := ""
	for ply := range 2*db.FoldEvery + 3 {
		c.Advance(time.Duration(1+ply%7) * 999 * time.Millisecond)
		m = MustAppend(t, s, m.ID, move(ply))
		if m.Ply%db.FoldEvery == 0 {
			want = fmt.Sprintf("fold of %d\x00", m.Ply)
		}
		if ply%20 > 0 && m.Ply%db.FoldEvery > 1 {
			continue
		}
		if fold, err := s.FoldOf(t.Context(), m.ID); err != nil || string(fold) != want {
			t.Errorf("at ply %d the fold is %q, %v, want %q", m.Ply, fold, err, want)
		}
		if diff := cmp.Diff(m, MustMatch(t, other, m.ID)); diff != "" {
			t.Errorf("another process reads (-want +got):\n%s", diff)
		}
	}
	for name, s := range map[string]db.Store{"from memory": s, "anew": e.openPlace(t, place, c.Now)} {
		if diff := cmp.Diff(m, MustMatch(t, s, m.ID)); diff != "" {
			t.Errorf("read %s (-want +got):\n%s", name, diff)
		}
		err := s.EachMatch(t.Context(), func(_ string, all db.Match, err error) error {
			if string(all.Fold) != want {
				t.Errorf("EachMatch has the fold %q, want %q", all.Fold, want)
			}
			if all.Fold = nil; !cmp.Equal(all, m) {
				t.Errorf("EachMatch (-want +got):\n%s", cmp.Diff(m, all))
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	MustAppend(t, s, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) { // the rules of this game have no fold
		change, err := Move("first")(m, nil)
		for range db.FoldEvery {
			change.Events = append(change.Events, change.Events[0])
		}
		return change, err
	})
	if fold, err := s.FoldOf(t.Context(), m.ID); err != nil || fold != nil {
		t.Errorf("the fold is %q, %v, want none", fold, err)
	}
}

// testFoldOfAnImport stores the fold of a match that was played elsewhere.
func testFoldOfAnImport(t *testing.T, e Engine) {
	s := e.open(t)
	if fold, err := s.FoldOf(t.Context(), "nosuchmatch1"); err != nil || fold != nil {
		t.Errorf("the fold of no match is %q, %v", fold, err)
	}
	ada := MustPlayer(t, s, "Ada")
	for _, plies := range []int{db.FoldEvery - 1, db.FoldEvery} {
		n := db.NewMatch{Seats: 2, Solo: true, Host: ada.ID, ToAct: []games.Seat{1}, Fold: []byte("fold")}
		for ply := range plies {
			n.Events = append(n.Events, db.Event{Seat: games.Seat(ply%2 + 1), Text: "E6-E8"})
		}
		m := MustCreate(t, s, n)
		fold, err := s.FoldOf(t.Context(), m.ID)
		if want := plies == db.FoldEvery; err != nil || (string(fold) == "fold") != want {
			t.Errorf("of %d plies the fold is %q, %v", plies, fold, err)
		}
		stored := MustMatch(t, s, m.ID)
		if len(stored.Events) != plies {
			t.Errorf("%d events, want %d", len(stored.Events), plies)
		}
		logs, err := s.Logs(t.Context(), []string{m.ID, "nosuchmatch1"})
		if diff := cmp.Diff(map[string]db.Log{m.ID: {Events: stored.Events, Fold: fold}}, logs); diff != "" || err != nil {
			t.Errorf("Logs: %v (-want +got):\n%s", err, diff)
		}
	}
}
