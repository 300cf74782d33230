package dbtest

import (
	"context"
	"testing"
	"time"
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
