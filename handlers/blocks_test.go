package handlers

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tableronde/handlers/sitetest"
)

// ownWords matches what differs between answers about two tables that do not exist: their
// ids and tokens, and the number of the request.
var ownWords = regexp.MustCompile(`[A-Za-z0-9]{12,}`)

// Who is blocked gets the same answers about a table as if it had been withdrawn, wherever
// they ask, and nothing tells them why; for everybody else it is there.
func TestWhoIsBlockedLearnsNothing(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	open := func() (id, invite string) {
		m := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
		return m.ID, m.Invite[strings.LastIndex(m.Invite, "/")+1:]
	}
	id, invite := open()
	gone, goneInvite := open()
	ada.Post("/matches/"+gone+"/withdraw", struct{}{})
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")

	reader := newReader(t, s.URL)
	reader.header.Set("Cookie", cookieOf(t, s, bo.Player.ID))
	page := func(method, path string, form map[string][]string) (int, string) {
		reader.send(method, path, form)
		return reader.status, reader.body
	}
	call := func(by *sitetest.Client, method, path string, body []byte) (int, string) {
		got := by.Call(method, path, body)
		return got.Status, string(got.Body)
	}
	for name, ask := range map[string]func(id, invite string) (int, string){
		"match":           func(id, _ string) (int, string) { return call(bo, "GET", "/matches/"+id, nil) },
		"events":          func(id, _ string) (int, string) { return call(bo, "GET", "/matches/"+id+"/events", nil) },
		"invitation":      func(_, i string) (int, string) { return call(bo, "GET", "/invitations/"+i, nil) },
		"join":            func(id, _ string) (int, string) { return call(bo, "POST", "/matches/"+id+"/join", []byte(`{}`)) },
		"messages":        func(id, _ string) (int, string) { return call(bo, "GET", "/matches/"+id+"/messages", nil) },
		"page":            func(id, _ string) (int, string) { return page("GET", "/m/"+id, nil) },
		"stream":          func(id, _ string) (int, string) { return page("GET", "/events?match="+id, nil) },
		"picture":         func(id, _ string) (int, string) { return page("GET", "/m/"+id+"/board.svg", nil) },
		"invitation page": func(_, i string) (int, string) { return page("GET", "/i/"+i, nil) },
		"join by form": func(id, _ string) (int, string) {
			return page("POST", "/m/"+id+"/join", map[string][]string{"seat": {"2"}})
		},
		"join by link": func(_, i string) (int, string) { return page("POST", "/i/"+i, map[string][]string{"seat": {"2"}}) },
		"join with the invitation": func(id, i string) (int, string) {
			return call(bo, "POST", "/matches/"+id+"/join", []byte(`{"invite":"`+i+`"}`))
		},
	} {
		status, body := ask(id, invite)
		wantStatus, want := ask(gone, goneInvite)
		if got := ownWords.ReplaceAllString(body, "x"); status != wantStatus || got != ownWords.ReplaceAllString(want, "x") {
			t.Errorf("%s: %d\n%s\nof a table that was withdrawn: %d\n%s", name, status, body, wantStatus, want)
		}
	}
	for _, path := range []string{"/", "/tables"} {
		if _, body := page("GET", path, nil); strings.Contains(body, "Ada") || strings.Contains(body, id) {
			t.Errorf("%s tells Bo of the table", path)
		}
	}
}

// The lists are without the tables of who is blocked, for both, until that is undone.
func TestListsAreWithoutWhoIsBlocked(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	id := ada.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match.ID
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	lists := func(by *sitetest.Client) int { return len(by.MatchIDs("/tables")) }
	if got, other, stranger := lists(bo), lists(cy), lists(s.Nobody()); got != 0 || other != 1 || stranger != 1 {
		t.Errorf("Bo sees %d tables, Cy %d, a stranger %d", got, other, stranger)
	}
	own := bo.Post("/matches", map[string]any{"game": "camelot", "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
	if got := lists(ada); got != 1 {
		t.Errorf("Ada sees %d tables, want her own alone", got)
	}
	ada.Post("/matches/"+own.ID+"/join", struct{}{}).Want(t, http.StatusNotFound, "not_found")
	var ties []any
	if bo.Get("/me/ties").Read(t, &ties); len(ties) != 0 {
		t.Errorf("Bo's ties are %v", ties)
	}
	ada.Call(http.MethodDelete, "/me/ties/"+bo.Player.ID, nil).Want(t, http.StatusNoContent, "")
	bo.Post("/matches/"+id+"/join", struct{}{}).Want(t, http.StatusOK, "")
}

// A match that goes on with somebody who is blocked goes on: they write, and are not read.
func TestWhoIsBlockedIsNotRead(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	id := s.Start(ada, bo, map[string]any{"game": "camelot"}).ID
	before := string(bo.Get("/matches/" + id).Body)
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	say(t, bo, id, "", "unheard")
	if texts, _ := textsOf(t, ada, id); len(texts) != 0 {
		t.Errorf("Ada reads %q", texts)
	}
	if texts, _ := textsOf(t, bo, id); len(texts) != 1 {
		t.Errorf("Bo reads %q", texts)
	}
	if after := string(bo.Get("/matches/" + id).Body); after != before {
		t.Errorf("the match of Bo differs:\n%s\n%s", before, after)
	}
	say(t, ada, id, "", "heard")
	if texts, _ := textsOf(t, bo, id); len(texts) != 2 {
		t.Errorf("Bo reads %q", texts)
	}
	ada.Play(id, 0, "resign").Want(t, http.StatusOK, "")
	bo.Post("/matches/"+id+"/rematch", struct{}{}).Want(t, http.StatusOK, "")
	if got := ada.MatchIDs("/me/matches?turn=mine"); len(got) != 0 {
		t.Errorf("Ada is asked in %v", got)
	}
}

// An open cup of who has blocked a player is to that player as one that there is not, until
// it starts; who plays in it sees it.
func TestCupsAcrossABlock(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	var made struct{ ID string }
	cup := map[string]any{"title": "Autumn Cup", "game": "camette", "format": "round-robin", "places": 4, "bots": 1, "level": 1, "plays": true}
	if err := json.Unmarshal(ada.Post("/cups", cup).Want(t, http.StatusCreated, "").Body, &made); err != nil {
		t.Fatal(err)
	}
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")

	reader := newReader(t, s.URL)
	reader.header.Set("Cookie", cookieOf(t, s, bo.Player.ID))
	for _, id := range []string{made.ID, "nothing"} {
		bo.Get("/cups/"+id).Want(t, http.StatusNotFound, "not_found")
		for _, change := range []string{"join", "leave", "start", "call-off"} {
			bo.Post("/cups/"+id+"/"+change, struct{}{}).Want(t, http.StatusNotFound, "not_found")
		}
		if reader.send("GET", "/cups/"+id, nil); reader.status != http.StatusNotFound {
			t.Errorf("the page of %s: %d", id, reader.status)
		}
	}
	if reader.send("GET", "/cups", nil); strings.Contains(reader.body, "Autumn Cup") {
		t.Error("the list of cups tells Bo of it")
	}
	cy.Post("/cups/"+made.ID+"/join", struct{}{}).Want(t, http.StatusOK, "")
	ada.Put("/me/ties/"+cy.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	cy.Get("/cups/"+made.ID).Want(t, http.StatusOK, "")
	ada.Post("/cups/"+made.ID+"/start", struct{}{}).Want(t, http.StatusOK, "")
	bo.Get("/cups/"+made.ID).Want(t, http.StatusOK, "")
}
