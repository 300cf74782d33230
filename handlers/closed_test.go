package handlers

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// closedTable has two begin a match that is closed to spectators in a way.
func closedTable(t *testing.T, s *testSite, ada, bo *sitetest.Client, watch string) string {
	t.Helper()
	return s.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "public": true, "watch": watch}).ID
}

// Whoever has no seat at a table that is closed to spectators gets nothing of its match, by
// any route: not the page, the record, a picture, a feed, an event, or a message.
func TestClosedTablesShowNothing(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada of the closed table"), site.Guest("Bo of the closed table")
	never, live := closedTable(t, site, ada, bo, "none"), closedTable(t, site, ada, bo, "live")
	c := newRouteVisitors(t, site)
	c.ask("spectator", http.MethodGet, "/m/"+live, "")
	for _, id := range []string{never, live} {
		if id == live {
			if status, _ := c.ask("spectator", http.MethodGet, "/m/"+id, ""); status != http.StatusOK {
				t.Errorf("a match that may be watched while it is played answers %d", status)
			}
			bo.Play(id, bo.Get("/matches/"+id).Match.Ply, "resign").Want(t, http.StatusOK, "")
		}
		for _, route := range routesOf(site) {
			method, path, _ := strings.Cut(route, " ")
			query := requestQueries[path]
			if !strings.Contains(path+query, ":id") || strings.Contains(path, "tokens") || strings.Contains(path, "webhooks") || strings.Contains(path, "push") {
				continue
			}
			s := scene{id: id, ply: 1}
			for _, visitor := range []string{"anonymous", "spectator"} {
				status, body := c.ask(visitor, method, s.fill(path+query, visitor), s.fill(requestBodies[route], visitor))
				if status < 400 {
					t.Errorf("%s answers %s with %d", route, visitor, status)
				}
				if strings.Contains(string(body), "of the closed table") {
					t.Errorf("%s tells %s who plays", route, visitor)
				}
			}
		}
		ada.Post("/matches/"+id+"/share", struct{}{}).Want(t, http.StatusForbidden, "closed")
		ada.Post("/matches/"+id+"/show", struct{}{}).Want(t, http.StatusForbidden, "closed")
		site.Guest("Eve").Get("/matches/"+id).Want(t, http.StatusForbidden, "closed")
		if got := ada.Get("/matches/"+id).Want(t, http.StatusOK, ""); !strings.Contains(string(got.Body), `"watch":`) {
			t.Error("a player is not told who may watch")
		}
		for _, list := range []string{"/", "/tables", "/me"} {
			if _, body := c.ask("spectator", http.MethodGet, list, ""); strings.Contains(string(body), id) {
				t.Errorf("%s lists the match", list)
			}
		}
	}
	reader := newReader(t, site.URL)
	if status := reader.statusOf("/m/" + never); status != http.StatusForbidden {
		t.Errorf("the page answers %d", status)
	}
}

// While a closed table waits, it is listed, and says so to whoever may sit down.
func TestClosedTablesSaySo(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	for watch, says := range map[string]string{"none": "Nobody else may watch", "live": "never shown to anybody else"} {
		id := ada.Post("/matches", map[string]any{"game": "knizia", "seats": 2, "public": true, "watch": watch}).Want(t, http.StatusCreated, "").Match.ID
		eve := newReader(t, site.URL)
		if eve.open("/m/" + id); !strings.Contains(eve.mainText(), says) {
			t.Errorf("%s: %s", watch, eve.mainText())
		}
	}
	for _, bad := range []map[string]any{
		{"game": "knizia", "watch": "none"},
		{"game": "camelot", "public": true, "watch": "live"},
		{"game": "camelot", "public": true, "watch": "whoever"},
	} {
		ada.Post("/matches", bad).Want(t, http.StatusUnprocessableEntity, "invalid_watch")
	}
	ada.Post("/matches", map[string]any{"game": "camelot", "public": true, "watch": "all"}).Want(t, http.StatusCreated, "")
}

// A rematch is as closed as the match before.
func TestRematchesStayClosed(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	for _, watch := range []string{"none", "live"} {
		id := closedTable(t, site, ada, bo, watch)
		bo.Play(id, bo.Get("/matches/"+id).Match.Ply, "resign").Want(t, http.StatusOK, "")
		ada.Post("/matches/"+id+"/rematch", struct{}{}).Want(t, http.StatusOK, "")
		next := bo.Post("/matches/"+id+"/rematch", struct{}{})
		m, err := site.site.Store.Match(t.Context(), next.Match.ID)
		if err != nil || string(m.Watch) != watch || m.Public == (watch == "none") {
			t.Errorf("the rematch: watch %q, public %v, %v", m.Watch, m.Public, err)
		}
	}
}

// Those who watch are counted for everybody, each once, without those who play.
func TestWatchersAreCounted(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, eve := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Eve")
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "public": true}).ID
	count := func(by *sitetest.Client, want int) {
		t.Helper()
		var got struct{ Watching int }
		if by.Get("/matches/"+id).Want(t, http.StatusOK, "").Read(t, &got); got.Watching != want {
			t.Errorf("%d are said to watch, want %d", got.Watching, want)
		}
	}
	count(ada, 0)
	for _, by := range []*sitetest.Client{eve, eve, ada, site.Nobody()} {
		by.ListenAt(site.URL + api.Path + "/matches/" + id + "/events").Begun()
	}
	count(ada, 2)
	count(eve, 2)
	page := newReader(t, site.URL)
	page.open("/m/" + id)
	if text := page.page.Find("main .title").Text(); !regexp.MustCompile(`2\s+watch`).MatchString(text) {
		t.Errorf("the page says %q", text)
	}
}

// Who watches is told how many messages of others have come since they read them last.
func TestWatchersHaveUnreadMessages(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, eve, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Eve"), site.Guest("Cy")
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "public": true}).ID
	unread := func(want int) {
		t.Helper()
		var got struct{ Unread int }
		if eve.Get("/matches/"+id).Want(t, http.StatusOK, "").Read(t, &got); got.Unread != want {
			t.Errorf("%d are unread, want %d", got.Unread, want)
		}
	}
	say(t, cy, id, "watchers", "before she looks")
	unread(0)
	eve.Post("/matches/"+id+"/messages/seen", nil).Want(t, http.StatusNoContent, "")
	say(t, cy, id, "watchers", "one")
	say(t, ada, id, "table", "among players")
	unread(1)
	r := reads(t, site, eve)
	r.open("/m/" + id)
	if text := r.page.Find("#messages").Text(); !strings.Contains(text, "1") {
		t.Errorf("the page of the match says %q", text)
	}
	r.open("/m/" + id + "/messages")
	if r.page.Find("#messages .new").Length() != 1 {
		t.Errorf("nothing marks what is new: %s", r.mainText())
	}
	unread(0)
}

// The streams of those who watch end with the match that is closed then; those of its
// players go on.
func TestClosingEndsStreams(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, eve := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Eve")
	id := closedTable(t, site, ada, bo, "live")
	watched, played := eve.ListenAt(site.URL+api.Path+"/matches/"+id+"/events"), ada.ListenAt(site.URL+api.Path+"/matches/"+id+"/events")
	watched.Begun()
	played.Begun()
	bo.Play(id, bo.Get("/matches/"+id).Match.Ply, "resign").Want(t, http.StatusOK, "")
	for range watched.Events { // until it ends
	}
	if e := played.Next(); e.Name != "changed" {
		t.Errorf("the player is told %+v", e)
	}
	if site.site.Hub.Watchers(id, []string{ada.Player.ID, bo.Player.ID}) != 0 {
		t.Error("somebody watches still")
	}
}
