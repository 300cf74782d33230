package dbtest

import (
	"context"
	"slices"
	"testing"
	"time"

	"tableronde/db"
)

func testSessions(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	x := s.Sessions()
	find := func(token, want string) {
		t.Helper()
		got, found, err := x.Find(token)
		if err != nil || found != (want != "") || string(got) != want {
			t.Errorf("Find(%s) = %q, %t, %v, want %q", token, got, found, err, want)
		}
	}
	commit := func(token, data string, d time.Duration) {
		t.Helper()
		if err := x.Commit(token, []byte(data), c.Now().Add(d)); err != nil {
			t.Fatal(err)
		}
	}
	find("a", "")
	commit("a", "one", time.Hour)
	commit("b", "two", 2*time.Hour)
	find("a", "one")
	commit("a", "three", time.Hour)
	find("a", "three")
	c.Advance(time.Hour)
	find("a", "")
	find("b", "two")
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	find("b", "two")
	for range 2 {
		if err := x.Delete("b"); err != nil {
			t.Fatal(err)
		}
	}
	find("b", "")
	if err := x.CommitCtx(t.Context(), "c", nil, c.Now().Add(time.Hour)); err != nil {
		t.Errorf("CommitCtx of no data: %v", err)
	}
	if _, found, err := x.FindCtx(t.Context(), "c"); !found || err != nil {
		t.Errorf("FindCtx of no data = %t, %v, want true", found, err)
	}
	if err := x.DeleteCtx(t.Context(), "c"); err != nil {
		t.Errorf("DeleteCtx: %v", err)
	}
	find("c", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := x.FindCtx(ctx, "c"); err == nil {
		t.Error("FindCtx with a context that has ended succeeded")
	}
}

// The sessions of a player are listed, and ended one by one or all except one.
func testSessionsOfAPlayer(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx, x := t.Context(), s.Sessions()
	ada, bo := MustPlayer(t, s, "Ada").ID, MustPlayer(t, s, "Bo").ID
	sign := func(player string, tokens ...string) {
		t.Helper()
		for _, token := range tokens {
			c.Advance(time.Second)
			if err := x.CommitFor(ctx, token, []byte("of "+token), c.Now().Add(time.Hour), player, "device of "+token); err != nil {
				t.Fatal(err)
			}
		}
	}
	sign(ada, "a1", "a2", "a3", "a4")
	sign(bo, "b1")
	if err := x.CommitCtx(ctx, "nobody", []byte("x"), c.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	checkSessions(t, x, ada, "a4", "a3", "a2", "a1")
	checkSessions(t, x, "")
	for _, wrong := range [][2]string{{bo, "a2"}, {ada, "b1"}, {ada, "none"}, {"", "nobody"}} {
		if err := x.EndSession(ctx, wrong[0], wrong[1]); err != db.ErrNotFound {
			t.Errorf("EndSession of %q: %v, want %v", wrong, err, db.ErrNotFound)
		}
	}
	if err := x.EndSession(ctx, ada, "a2"); err != nil {
		t.Fatal(err)
	}
	checkSessions(t, x, ada, "a4", "a3", "a1")
	if err := x.EndOtherSessions(ctx, ada, "a3"); err != nil {
		t.Fatal(err)
	}
	checkSessions(t, x, ada, "a3")
	checkSessions(t, x, bo, "b1")
	for _, token := range []string{"a1", "a2", "a4"} {
		if _, found, err := x.FindCtx(ctx, token); found || err != nil {
			t.Errorf("session %s goes on, %v", token, err)
		}
	}
	sign(bo, "a3") // the same browser, another player
	checkSessions(t, x, ada)
	checkSessions(t, x, bo, "b1", "a3")
	c.Advance(2 * time.Hour)
	checkSessions(t, x, bo)
}

// checkSessions checks which sessions a player has, and that they are found.
func checkSessions(t *testing.T, x db.Sessions, player string, want ...string) {
	t.Helper()
	list, err := x.SessionsOf(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, session := range list {
		if session.Device != "device of "+session.Token || session.Begun.IsZero() {
			t.Errorf("session %+v", session)
		}
		got = append(got, session.Token)
	}
	if !slices.Equal(got, want) {
		t.Errorf("sessions %q, want %q", got, want)
	}
	for _, token := range want {
		if _, found, err := x.FindCtx(t.Context(), token); !found || err != nil {
			t.Errorf("session %s is not found, %v", token, err)
		}
	}
}
