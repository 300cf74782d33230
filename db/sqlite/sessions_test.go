package sqlite

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
)

var _ scs.CtxStore = sessions{}

func TestSessions(t *testing.T) {
	s := openStore(t)
	c := newClock()
	s.Now = c.now
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
		if err := x.Commit(token, []byte(data), c.now().Add(d)); err != nil {
			t.Fatal(err)
		}
	}
	find("a", "")
	commit("a", "one", time.Hour)
	commit("b", "two", 2*time.Hour)
	find("a", "one")
	commit("a", "three", time.Hour)
	find("a", "three")
	c.advance(time.Hour)
	find("a", "")
	find("b", "two")
	if err := s.Purge(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := s.r.queryRow(t.Context(), `SELECT count(*) FROM sessions`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d sessions left after Purge, want 1; %v", left, err)
	}
	for range 2 {
		if err := x.Delete("b"); err != nil {
			t.Fatal(err)
		}
	}
	find("b", "")
	if err := x.Commit("c", nil, c.now().Add(time.Hour)); err != nil {
		t.Errorf("Commit of no data: %v", err)
	}
	if _, found, err := x.FindCtx(t.Context(), "c"); !found || err != nil {
		t.Errorf("FindCtx of no data = %t, %v, want true", found, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := x.FindCtx(ctx, "c"); err == nil {
		t.Error("FindCtx with a context that has ended succeeded")
	}
}

func TestSessionsServeSCS(t *testing.T) {
	s := openStore(t)
	sm := scs.New()
	sm.Store, sm.HashTokenInStore = s.Sessions(), true
	srv := httptest.NewServer(sm.LoadAndSave(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := sm.GetInt(r.Context(), "n") + 1
		sm.Put(r.Context(), "n", n)
		fmt.Fprint(w, n)
	})))
	defer srv.Close()
	var cookie *http.Cookie
	for want := 1; want <= 3; want++ {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if cookie != nil {
			req.AddCookie(cookie)
		}
		res, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var got int
		if _, err := fmt.Fscan(res.Body, &got); err != nil || got != want {
			t.Errorf("visit %d was counted as %d, %v", want, got, err)
		}
		res.Body.Close()
		cookie = res.Cookies()[0]
	}
	var stored string
	if err := s.r.queryRow(t.Context(), `SELECT group_concat(token) FROM sessions`).Scan(&stored); err != nil || strings.Contains(stored, cookie.Value) {
		t.Errorf("stored tokens %q show the cookie %q; %v", stored, cookie.Value, err)
	}
}
