package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/handlers/club/admin"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/sitetest"
)

// said is a message in an answer of the API.
type said struct{ ID, To, Text string }

// textsOf lists the messages of a match that a player reads, the last first.
func textsOf(t *testing.T, by *sitetest.Client, match string) (texts []string, list []said) {
	t.Helper()
	var got struct{ Messages []said }
	by.Get("/matches/"+match+"/messages").Want(t, http.StatusOK, "").Read(t, &got)
	for _, m := range got.Messages {
		texts = append(texts, m.Text)
	}
	return texts, got.Messages
}

// say has a player write a message.
func say(t *testing.T, by *sitetest.Client, match, to, text string) said {
	t.Helper()
	var got said
	by.Post("/matches/"+match+"/messages", map[string]any{"to": to, "text": text}).Want(t, http.StatusCreated, "").Read(t, &got)
	return got
}

// startTeams has four play in teams, the first with the third.
func startTeams(t *testing.T, s *testSite, four []*sitetest.Client, options map[string]any) string {
	t.Helper()
	options["game"] = "chivalry-4-teams"
	return s.Seat(options, four...).ID
}

// Players, partners and spectators write to each other, each unseen by the others.
func TestWhoReadsMessages(t *testing.T) {
	s := newTestSite(t)
	four := []*sitetest.Client{s.Guest("Bors"), s.Guest("Gawain"), s.Guest("Enid"), s.Guest("Lunete")}
	eve := s.Guest("Eve")
	id := startTeams(t, s, four, map[string]any{"public": true})
	say(t, four[0], id, "table", "to all")
	say(t, four[0], id, "team", "to my partner")
	say(t, eve, id, "watchers", "to who watch")
	for i, want := range [][]string{{"to my partner", "to all"}, {"to all"}, {"to my partner", "to all"}, {"to all"}} {
		if got, _ := textsOf(t, four[i], id); !slices.Equal(got, want) {
			t.Errorf("seat %d reads %q, want %q", i+1, got, want)
		}
	}
	if got, _ := textsOf(t, eve, id); !slices.Equal(got, []string{"to who watch"}) {
		t.Errorf("who watches reads %q", got)
	}
	s.Nobody().Get("/matches/"+id+"/messages").Want(t, http.StatusUnauthorized, "unauthorized")
	for to, by := range map[string]*sitetest.Client{"watchers": four[1], "table": eve, "team": eve, "nonsense": four[0]} {
		by.Post("/matches/"+id+"/messages", map[string]any{"to": to, "text": "x"}).Want(t, http.StatusForbidden, "no_talk")
	}
	var row struct{ Unread int }
	for i, want := range []int{0, 1, 2, 1} {
		row.Unread = 0
		if four[i].Get("/matches/"+id).Read(t, &row); row.Unread != want {
			t.Errorf("seat %d has %d unread, want %d", i+1, row.Unread, want)
		}
	}
	four[2].Post("/matches/"+id+"/messages/seen", nil).Want(t, http.StatusNoContent, "")
	row.Unread = 0
	if four[2].Get("/matches/"+id).Read(t, &row); row.Unread != 0 {
		t.Errorf("%d unread once they are seen", row.Unread)
	}
	if body := string(four[1].Get("/matches/" + id).Body); strings.Contains(body, "to all") {
		t.Error("the match tells messages")
	}
	for i := range four {
		now := four[i].Get("/matches/" + id).Match
		if !now.Over {
			four[i].Play(id, now.Ply, "resign")
		}
	}
	if record := string(four[1].Get("/matches/"+id+"/record").Want(t, http.StatusOK, "").Body); strings.Contains(record, "to all") {
		t.Error("the record tells messages")
	}
	if got, _ := textsOf(t, four[1], id); !slices.Equal(got, []string{"to who watch", "to all"}) {
		t.Errorf("once it is over, seat 2 reads %q", got)
	}
	mute := startTeams(t, s, four, map[string]any{"no_talk": true})
	four[0].Post("/matches/"+mute+"/messages", map[string]any{"to": "team", "text": "psst"}).Want(t, http.StatusForbidden, "no_talk")
	say(t, four[0], mute, "", "to all")
}

// Messages are bounded, cleaned, sent once, reported and muted.
func TestMessagesAreKeptWithinBounds(t *testing.T) {
	s := newTestSite(t)
	ada, bo, eve := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Eve")
	id := s.Start(ada, bo, map[string]any{"game": "camelot", "public": true}).ID
	at := "/matches/" + id + "/messages"
	for text, code := range map[string]string{"": "message_empty", " \n\u200b\u202e ": "message_empty", strings.Repeat("é", 501): "message_long"} {
		ada.Post(at, map[string]any{"text": text}).Want(t, http.StatusUnprocessableEntity, code)
	}
	if got := say(t, ada, id, "", "a\u202eb\r\nc\u0000\u0301\u0301\u0301\u0301"); got.Text != "ab\nc \u0301\u0301" || got.To != "table" {
		t.Errorf("it is stored as %+q", got)
	}
	long := strings.Repeat("𝄞", 500)
	first := ada.Post(at, map[string]any{"text": long}, "Idempotency-Key", "one").Want(t, http.StatusCreated, "")
	again := ada.Post(at, map[string]any{"text": long}, "Idempotency-Key", "one").Want(t, http.StatusCreated, "")
	if string(first.Body) != string(again.Body) {
		t.Errorf("the same call is answered with %s, before with %s", again.Body, first.Body)
	}
	texts, list := textsOf(t, bo, id)
	if len(texts) != 2 {
		t.Fatalf("Bo reads %q", texts)
	}
	for by, want := range map[*sitetest.Client]int{bo: http.StatusNoContent, eve: http.StatusNotFound} {
		if got := by.Post(at+"/"+list[0].ID+"/report", nil); got.Status != want {
			t.Errorf("the report of %s: %d, want %d", by.Player.Name, got.Status, want)
		}
	}
	ada.Post(at+"/"+list[0].ID+"/report", nil).Want(t, http.StatusUnprocessableEntity, "own_message")
	bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "mute"}).Want(t, http.StatusNoContent, "")
	if texts, _ := textsOf(t, bo, id); len(texts) != 0 {
		t.Errorf("who is muted is read: %q", texts)
	}
	bo.Call(http.MethodDelete, "/me/ties/"+ada.Player.ID, nil).Want(t, http.StatusNoContent, "")
	if texts, _ := textsOf(t, bo, id); len(texts) != 2 {
		t.Errorf("who is not muted any more: %q", texts)
	}
	bo.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "mute"}).Want(t, http.StatusUnprocessableEntity, "tie_self")
	bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "foe"}).Want(t, http.StatusUnprocessableEntity, "invalid_tie")
	refused := 0
	for i := range 2 * matchpages.TalkBurst {
		if bo.Post(at, map[string]any{"text": fmt.Sprint(i)}).Status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < matchpages.TalkBurst/2 {
		t.Errorf("of %d messages at once %d were refused", 2*matchpages.TalkBurst, refused)
	}
}

// A message is announced to its readers and to nobody else, without anything of it.
func TestMessagesAreTold(t *testing.T) {
	s := newTestSite(t)
	four := []*sitetest.Client{s.Guest("Bors"), s.Guest("Gawain"), s.Guest("Enid"), s.Guest("Lunete")}
	eve := s.Guest("Eve")
	id := startTeams(t, s, four, map[string]any{"public": true})
	own, rival, watcher := four[2].Listen("/me/events"), four[1].Listen("/matches/"+id+"/events"), eve.Listen("/matches/"+id+"/events")
	say(t, four[0], id, "team", "to my partner")
	say(t, eve, id, "watchers", "to who watch")
	say(t, four[0], id, "table", "to all")
	four[0].Play(id, 0, four[0].Get("/matches/" + id).Match.Legal[0]).Want(t, http.StatusOK, "")
	names := func(stream *sitetest.Stream) (heard []string) {
		for {
			e := stream.Next()
			heard = append(heard, e.Name)
			if strings.Contains(e.Data, "to ") {
				t.Errorf("an event tells a message: %s", e.Data)
			}
			if e.Name == "changed" {
				return heard
			}
		}
	}
	for name, tt := range map[string]struct {
		stream *sitetest.Stream
		most   int
	}{"the partner": {own, 2}, "a rival": {rival, 1}, "who watches": {watcher, 1}} {
		got := names(tt.stream)
		if n := len(got) - 1; n < 1 || n > tt.most || slices.Contains(got[:n], "changed") {
			t.Errorf("%s hears %q", name, got)
		}
	}
}

// A match remains open to a player who has not read the message of a player whose seat a bot has taken.
func TestMatchWithAnUnreadMessageOfAPlayerWhoIsGone(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	id := s.Start(ada, bo, map[string]any{"game": "camelot", "public": true}).ID
	say(t, bo, id, "", "Farewell")
	mustOperate(t, s, admin.Act{Kind: db.ActReplace, Match: id, Seat: 2, Level: 2, Reason: "x"})
	r := reads(t, s, ada)
	r.open("/m/" + id)
	r.expect(http.StatusOK)
}

// The page of the messages works as plain HTML, and marks the new ones.
func TestPageOfMessages(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	ada.open(match)
	if got := ada.page.Find("#messages").Text(); !strings.Contains(got, "Messages") {
		t.Errorf("the match leads to %q", got)
	}
	ada.open(match + "/messages")
	ada.submit("#say", "text", `<script>alert("x")</script> & "quotes"`)
	ada.expect(http.StatusOK)
	if got := ada.page.Find(".said .text").Text(); got != `<script>alert("x")</script> & "quotes"` || ada.page.Find("#new, .said script").Length() > 0 {
		t.Errorf("Ada reads %q", got)
	}
	bo.open(match)
	if got := bo.page.Find("#messages").Text(); !strings.Contains(got, "1 new") {
		t.Errorf("the match of Bo tells %q", got)
	}
	for _, place := range []string{".heard", "#messages small"} {
		if got := bo.page.Find(place); !strings.Contains(got.Text(), "Ada") || !strings.Contains(got.Text(), `alert("x")`) || got.Find("script").Length() > 0 {
			t.Errorf("%s tells Bo %q", place, got.Text())
		}
	}
	if ada.open(match); ada.page.Find(".heard").Length() != 0 {
		t.Error("Ada hears her own message")
	}
	bo.open(match + "/messages")
	if bo.page.Find("#new + li .text").Length() != 1 {
		t.Error("nothing is marked as new")
	}
	bo.open(match + "/messages")
	if bo.page.Find("#new").Length() != 0 {
		t.Error("it stays new")
	}
	if bo.open(match); bo.page.Find(".heard, #messages small").Length() != 0 {
		t.Error("the match tells of a message that was read")
	}
	bo.open(match + "/messages")
	bo.submit("#say", "text", "   ")
	bo.expect(http.StatusUnprocessableEntity)
	if got := bo.page.Find("#say .problem").Text(); !strings.Contains(got, "is empty") {
		t.Errorf("the refusal is %q", got)
	}
	report := bo.page.Find(".report").AttrOr("value", "")
	bo.send(http.MethodPost, match+"/messages", url.Values{"report": {report}})
	if got := bo.page.Find("#notice").Text(); !strings.Contains(got, "Thank you") {
		t.Errorf("after the report: %q", got)
	}
	bo.submit("#people form", "kind", "mute")
	bo.expect(http.StatusOK)
	if got := bo.page.Find(".said .text").Length(); got != 0 {
		t.Errorf("%d messages of who is muted", got)
	}
	bo.open("/settings")
	if got := bo.page.Find("#people ~ ul").Text(); !strings.Contains(got, "Ada") || !strings.Contains(got, "Muted") {
		t.Errorf("the settings tell %q", got)
	}
	bo.header.Set("HX-Request", "true")
	bo.open(match + "/messages")
	if bo.page.Find("#say").Length() != 0 || bo.page.Find("section#messages").Length() != 1 {
		t.Error("htmx gets another part")
	}
	stranger := newReader(t, s.URL)
	stranger.send(http.MethodGet, match+"/messages", nil)
	stranger.expect(http.StatusForbidden)
}

// ownWords matches the parts that differ between answers about two tables that do not exist: their
// ids and tokens, and the number of the request.
var ownWords = regexp.MustCompile(`[A-Za-z0-9]{12,}`)

// A blocked player gets the same answers about a table as if it had been withdrawn, wherever they
// ask, and nothing says why; for everybody else it is there.
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

	reader := reads(t, s, bo)
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

// The lists are without the tables of a blocked player, for both, until the block is undone.
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

// An open cup of a player who has blocked another does not exist for the other, until it starts; a
// player in the cup sees it.
func TestCupsAcrossABlock(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	var made struct{ ID string }
	cup := map[string]any{"title": "Autumn Cup", "game": "camette", "format": "round-robin", "places": 4, "bots": 1, "level": 1, "plays": true}
	if err := json.Unmarshal(ada.Post("/cups", cup).Want(t, http.StatusCreated, "").Body, &made); err != nil {
		t.Fatal(err)
	}
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")

	reader := reads(t, s, bo)
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
