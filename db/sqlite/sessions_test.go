package sqlite

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/alexedwards/scs/v2"
)

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
	if err := s.r.QueryRow(t.Context(), `SELECT group_concat(token) FROM sessions`).Scan(&stored); err != nil || strings.Contains(stored, cookie.Value) {
		t.Errorf("stored tokens %q show the cookie %q; %v", stored, cookie.Value, err)
	}
}
