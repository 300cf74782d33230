package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// A stranger watches a public match of every game while it is played and when it is over, follows
// its events, and can do nothing.
func TestStrangersWatchEveryGame(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	for _, info := range gamesToTry() {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			players, id := seatAll(t, site, info)
			stranger := newReader(t, site.URL)
			page := "/m/" + id
			look := func(live bool) {
				t.Helper()
				stranger.open(page)
				main := stranger.page.Find("main")
				if _, watches := main.Attr("data-watch"); watches != live || main.AttrOr("data-match", "") != id {
					t.Errorf("live %v: the page follows the match: %v", live, watches)
				}
				if n := main.Find(`form[method=post], #move, #typed, .hand button`).Length(); n != 0 {
					t.Errorf("a stranger has %d forms: %s", n, stranger.mainText())
				}
			}
			look(true)
			stream := site.Nobody().ListenAt(site.URL + "/events?match=" + id)
			stream.Begun()
			ply := playSome(t, players, id, 10)
			if e := stream.Next(); e.Name != "changed" {
				t.Errorf("the stranger is told %+v", e)
			}
			look(true)
			stranger.open(fmt.Sprintf("%s?ply=%d", page, ply/2))
			if info.Hidden {
				if got := stranger.statusOf(page + "/record"); got != http.StatusForbidden {
					t.Errorf("the record of a game with hidden cards is answered %d", got)
				}
			}
			for _, p := range players {
				if m := p.Get("/matches/"+id).Want(t, http.StatusOK, "").Match; !m.Over {
					p.Play(id, m.Ply, "resign").Want(t, http.StatusOK, "")
				}
			}
			look(false)
			if got := stranger.statusOf(page + "/record"); got != http.StatusOK {
				t.Errorf("the record after the end is answered %d", got)
			}
		})
	}
}

// seatAll lets as few guests as possible sit down to a public match.
func seatAll(t *testing.T, site *testSite, info games.Info) (players []*sitetest.Client, id string) {
	t.Helper()
	for seat := range info.Seats[0] {
		p := site.Guest(fmt.Sprintf("Player %d", seat+1))
		players = append(players, p)
		if seat == 0 {
			id = p.Post("/matches", map[string]any{"game": info.ID, "seats": info.Seats[0], "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match.ID
		} else {
			p.Post("/matches/"+id+"/join", map[string]any{"seat": seat + 1}).Want(t, http.StatusOK, "")
		}
	}
	return players, id
}

// playSome makes the player to act post the first legal action, some times.
func playSome(t *testing.T, players []*sitetest.Client, id string, actions int) (ply int) {
	t.Helper()
	for range actions {
		m := players[0].Get("/matches/"+id).Want(t, http.StatusOK, "").Match
		if m.Over || len(m.ToAct) == 0 {
			return m.Ply
		}
		seat := m.ToAct[0]
		mine := players[seat-1].Get("/matches/"+id).Want(t, http.StatusOK, "").Match
		players[seat-1].Play(id, mine.Ply, mine.Legal[0]).Want(t, http.StatusOK, "")
		ply = mine.Ply + 1
	}
	return ply
}

// closedTable has two begin a match that is closed to spectators in a way.
func closedTable(t *testing.T, s *testSite, ada, bo *sitetest.Client, watch string) string {
	t.Helper()
	return s.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "public": true, "watch": watch}).ID
}

// A viewer who has no seat at a table that is closed to spectators gets nothing of its match, by
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

// While a closed table waits, it is listed, and says so to players who may sit down.
func TestClosedTablesSaySo(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada := site.Guest("Ada")
	for watch, says := range map[string]string{"none": "Nobody else can watch", "live": "never shown to anybody else"} {
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

// Everybody sees the number of spectators, each counted once, without the players.
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

// Spectators see how many messages of others have come since they read them last.
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

// The streams of spectators end with the match that is closed then; the streams of its players go
// on.
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

// startResigned returns a private match of two that Bo has resigned, and a stranger to
// it.
func startResigned(t *testing.T) (s *testSite, ada, bo, stranger *reader, match string) {
	t.Helper()
	s = newTestSite(t)
	ada, bo, match = startCamelot(t, s, false)
	stranger = newReader(t, s.URL)
	stranger.send(http.MethodPost, "/name", url.Values{"name": {"Cy"}})
	stranger.expect(http.StatusOK)
	ada.post(match, 0, "E6-E8", "k")
	ada.send(http.MethodGet, match+"/share", nil)
	ada.expect(http.StatusConflict) // while it goes on
	bo.post(match, 1, "resign", "k")
	bo.expect(http.StatusOK)
	return s, ada, bo, stranger, match
}

// statusOf returns the status that a path is answered with.
func (r *reader) statusOf(path string) int {
	r.t.Helper()
	r.send(http.MethodGet, path, nil)
	return r.status
}

// Anyone who played a match shows it to everybody once it is over, and takes that
// back.
func TestFinishedMatchIsShown(t *testing.T) {
	_, ada, bo, stranger, match := startResigned(t)
	for _, path := range []string{match, match + "/record", match + "/share", match + "/picture.png"} {
		if got := stranger.statusOf(path); got != http.StatusNotFound {
			t.Errorf("before it is shown %s is answered %d", path, got)
		}
	}
	stranger.send(http.MethodPost, match+"/share", url.Values{"do": {"show"}})
	if stranger.status != http.StatusNotFound {
		t.Errorf("a stranger shows the match: %d", stranger.status)
	}
	for _, who := range []struct{ shows, hides *reader }{{ada, bo}, {bo, ada}} {
		who.shows.open(match)
		who.shows.follow("#share")
		who.shows.submit("#share-show", "do", "show")
		who.shows.expect(http.StatusOK)
		stranger.open(match)
		if stranger.page.Find("#share, form[action^='/m/']").Length() != 0 {
			t.Error("a stranger may do something with the match")
		}
		if got := stranger.statusOf(match + "/share"); got != http.StatusForbidden {
			t.Errorf("a stranger's page to share is answered %d", got)
		}
		who.hides.open(match + "/share")
		who.hides.submit("#share-hide", "do", "hide")
		who.hides.expect(http.StatusOK)
		if got := stranger.statusOf(match); got != http.StatusNotFound {
			t.Errorf("after it is hidden the match is answered %d", got)
		}
	}
	ada.send(http.MethodPost, match+"/share", url.Values{"do": {"sell"}})
	ada.expect(http.StatusBadRequest)
}

// A rematch of a match that was shown is no more public than the match was.
func TestRematchOfAShownMatchIsPrivate(t *testing.T) {
	s, ada, bo, stranger, match := startResigned(t)
	ada.open(match + "/share")
	ada.submit("#share-show", "do", "show")
	m, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(match, "/m/"))
	if err != nil || !m.Public || !m.Shown {
		t.Fatalf("shown: %v, %v", m.Shown, err)
	}
	for _, r := range []*reader{ada, bo} {
		r.open(match)
		r.submit(`form[action$="/rematch"]`)
		r.expect(http.StatusOK)
	}
	next, _, _ := strings.Cut(bo.path, "?")
	if next == match {
		t.Fatalf("both have agreed to a rematch: %s", bo.mainText())
	}
	if got := stranger.statusOf(next); got != http.StatusNotFound {
		t.Errorf("a stranger sees the rematch: %d", got)
	}
	stranger.open(match)
	if stranger.page.Find(`a[href="`+next+`"]`).Length() != 0 {
		t.Error("a stranger is told of the rematch")
	}
}

// A visitor who has a link to a match sees all of it, until the link is withdrawn or replaced; the
// link is shown once.
func TestFinishedMatchIsSharedByLink(t *testing.T) {
	s, ada, bo, _, match := startResigned(t)
	nobody := newReader(t, s.URL)
	link := func(who *reader) string {
		t.Helper()
		who.open(match + "/share")
		who.submit("form#share-link", "do", "link")
		who.expect(http.StatusOK)
		path := strings.TrimPrefix(who.page.Find("#share-new").AttrOr("value", ""), s.URL)
		if !strings.HasPrefix(path, "/w/") {
			t.Fatalf("no link: %s", who.mainText())
		}
		return path
	}
	first := link(ada)
	nobody.open(first)
	if nobody.page.Find("#match").Length() != 1 || nobody.hasSession() {
		t.Error("the link leads to no match, or makes a guest")
	}
	nobody.followLinksOf(first)
	for _, path := range []string{"/record", "/picture.png", "/picture.svg"} {
		if got := nobody.statusOf(first + path); got != http.StatusOK {
			t.Errorf("%s is answered %d", path, got)
		}
	}
	if got := nobody.statusOf(match); got != http.StatusNotFound {
		t.Errorf("beside the link the match is answered %d", got)
	}
	ada.open(first)
	if ada.path != match {
		t.Errorf("who played the match stays at %s", ada.path)
	}
	ada.open(match + "/share")
	if strings.Contains(ada.body, strings.TrimPrefix(first, "/w/")) {
		t.Error("the link is told again")
	}
	second := link(bo)
	if nobody.statusOf(first) != http.StatusNotFound || nobody.statusOf(second) != http.StatusOK {
		t.Error("a new link does not replace the old one")
	}
	ada.open(match + "/share")
	ada.submit("#share-unlink", "do", "unlink")
	if got := nobody.statusOf(second); got != http.StatusNotFound {
		t.Errorf("after it is withdrawn the link is answered %d", got)
	}
	if got := nobody.statusOf("/w/" + strings.Repeat("a", 26)); got != http.StatusNotFound {
		t.Errorf("an invented link is answered %d", got)
	}
}

// followLinksOf asks for all that the page of a shared match links to, which leads to no
// match that is not shared.
func (r *reader) followLinksOf(shared string) {
	r.t.Helper()
	for _, a := range r.page.Find("main a").EachIter() {
		href := a.AttrOr("href", "")
		if strings.HasPrefix(href, "/m/") {
			r.t.Errorf("a link leads to %s", href)
		}
		href = r.resolved(href)
		if strings.HasPrefix(href, "/w/") {
			if got := r.statusOf(href); got != http.StatusOK {
				r.t.Errorf("%s is answered %d", href, got)
			}
		}
	}
}

// The same form sent twice makes one link, and says it both times.
func TestSameLinkTwice(t *testing.T) {
	s, ada, _, _, match := startResigned(t)
	ada.open(match + "/share")
	action, form := ada.formFields("form#share-link")
	form.Set("do", "link")
	var links [2]string
	for i := range links {
		ada.send(http.MethodPost, action, form)
		links[i] = strings.TrimPrefix(ada.page.Find("#share-new").AttrOr("value", ""), s.URL)
	}
	if links[0] == "" || links[0] != links[1] || ada.statusOf(links[0]) != http.StatusOK {
		t.Errorf("the links are %q", links)
	}
}

// A program can do the same as a person.
func TestAPIShowsFinishedMatches(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, cy := site.Guest("Ada"), site.Guest("Bo"), site.Guest("Cy")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	path := "/matches/" + m.ID
	for _, do := range []string{"/show", "/hide", "/share", "/unshare"} {
		ada.Post(path+do, map[string]any{}).Want(t, http.StatusConflict, "not_over")
		cy.Post(path+do, map[string]any{}).Want(t, http.StatusNotFound, "not_found")
		site.Nobody().Post(path+do, map[string]any{}).Want(t, http.StatusUnauthorized, "unauthorized")
	}
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	site.Nobody().Get("/watch?over=true").Want(t, http.StatusOK, "")
	if got := bo.Post(path+"/show", map[string]any{}).Want(t, http.StatusOK, ""); !strings.Contains(string(got.Body), `"shown":true`) {
		t.Errorf("the match is not shown: %s", got.Body)
	}
	cy.Get(path).Want(t, http.StatusOK, "")
	cy.Post(path+"/hide", map[string]any{}).Want(t, http.StatusForbidden, "not_seated")
	ada.Post(path+"/hide", map[string]any{}).Want(t, http.StatusOK, "")
	cy.Get(path).Want(t, http.StatusNotFound, "not_found")

	link := func(key string) string {
		t.Helper()
		answer := ada.Post(path+"/share", map[string]any{}, "Idempotency-Key", key).Want(t, http.StatusCreated, "")
		_, rest, _ := strings.Cut(string(answer.Body), `"/w/`)
		token, _, _ := strings.Cut(rest, `"`)
		return "/shared/" + token
	}
	first := link("a")
	if link("a") != first {
		t.Error("one key makes two links")
	}
	for _, more := range []string{"", "/record", "/story"} {
		site.Nobody().Get(first+more).Want(t, http.StatusOK, "")
	}
	ada.Post(path+"/unshare", map[string]any{}).Want(t, http.StatusOK, "")
	site.Nobody().Get(first).Want(t, http.StatusNotFound, "not_found")
	site.Nobody().Get("/watch?over=perhaps").Want(t, http.StatusBadRequest, "malformed")
}
