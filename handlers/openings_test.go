package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/sitetest"
)

// A position is found however it is named: by moves on the board, as text, or from the
// analysis; and the matches that passed it are chosen by player, side, result and rating.
func TestFindPosition(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newStranger(t, site)
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true}).ID
	ada.Play(id, 0, "F7-F8").Want(t, http.StatusOK, "")
	bo.Play(id, 1, "F10-F9").Want(t, http.StatusOK, "")
	for ply := 2; ply < 6; ply++ { // long enough to be rated
		mover := []*sitetest.Client{ada, bo}[ply%2]
		mover.Play(id, ply, mover.Get("/matches/" + id).Match.Legal[0]).Want(t, http.StatusOK, "")
	}
	ada.Play(id, 6, "resign").Want(t, http.StatusOK, "")
	waitArchived(t, site)

	stranger.open("/archive/openings?game=camelot")
	follow := func(square string) {
		t.Helper()
		href := stranger.page.Find("#sq-"+square).AttrOr("href", "")
		if href == "" {
			t.Fatalf("%s leads nowhere", square)
		}
		stranger.open(href)
	}
	follow("F7")
	if got := stranger.pageText("#status"); !strings.HasPrefix(got, "The board plays") {
		t.Errorf("while a piece is chosen: %q", got)
	}
	follow("F8")
	if got := stranger.pageText(".open-t .mv"); got != "F10-F9" {
		t.Errorf("after a move on the board the answers are %q", got)
	}

	stranger.open("/m/" + id + "/analysis?ply=1")
	found := stranger.page.Find("#find").AttrOr("href", "")
	stranger.open(found)
	if got := stranger.pageText(".open-t .mv"); got != "F10-F9" || stranger.page.Find(`.passed a[href="/m/`+id+`?ply=2"]`).Length() != 1 {
		t.Errorf("from the analysis the answers are %q", got)
	}
	stranger.open(stranger.page.Find(".open-t a").AttrOr("href", ""))
	if got := stranger.pageText(".began [aria-current]"); !strings.Contains(got, "F10-F9") || stranger.pageText("#openings h1") == "" {
		t.Errorf("on from a position: %q", got)
	}

	checkChosen(t, site, stranger, ada, bo)
	var answer struct {
		Game, Start string
		Line        []string
		Next        []struct{ Move string }
	}
	position, _ := url.Parse(found)
	site.Nobody().Get("/openings?"+position.RawQuery+"&line=F10-F9").Want(t, http.StatusOK, "").Read(t, &answer)
	if answer.Game != "camelot" || answer.Start != position.Query().Get("position") || len(answer.Line) != 1 || len(answer.Next) != 1 {
		t.Errorf("the API finds %+v", answer)
	}
}

// checkChosen checks how the pages and the API choose among the matches that passed the
// first position of Camelot: one that the second player has won.
func checkChosen(t *testing.T, site *testSite, stranger *reader, ada, bo *sitetest.Client) {
	t.Helper()
	for query, want := range map[string]int{
		"player=" + idOf(t, ada): 1, "player=" + idOf(t, ada) + "&seat=2": 0, "player=" + idOf(t, bo) + "&seat=2&result=won": 1, "player=" + idOf(t, bo) + "&result=lost": 0,
		"result=lost": 1, "result=won": 0, "result=drawn": 0, "since=30": 1, "rating=1400": 0, "rating=1000": 1,
	} {
		stranger.open("/archive/openings?game=camelot&" + query)
		if got := stranger.page.Find(".passed li").Length(); got != want {
			t.Errorf("%s finds %d matches, want %d", query, got, want)
		}
		var answer struct{ Matches int }
		if strings.Contains(query, "since") {
			query = "since=2020-01-01T00:00:00Z"
		}
		site.Nobody().Get("/openings?game=camelot&"+query).Want(t, http.StatusOK, "").Read(t, &answer)
		if answer.Matches != want {
			t.Errorf("the API finds %d matches by %s, want %d", answer.Matches, query, want)
		}
	}
	for query, status := range map[string]int{"position=cam+1+Z9": 422, "game=knizia": 422, "game=camelot&player=Nobody+of+this+name": 422, "game=camelot&rating=9999": 422, "game=camelot&seat=7&player=" + idOf(t, ada): 400, "game=camelot&m=Z9&try=Z9": 200} {
		if stranger.send(http.MethodGet, "/archive/openings?"+query, nil); stranger.status != status {
			t.Errorf("%s answers %d, want %d", query, stranger.status, status)
		}
	}
}

// Once all hands are open, positions show them all, or what one of the players knew; while a
// match goes on, nobody else's hand is shown whatever the address says.
func TestReplayThroughTheEyesOfAPlayer(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "seat": 1, "public": true}).ID
	r := newStranger(t, site)
	r.open("/m/" + id)
	before := r.pageText("main")
	if r.open("/m/" + id + "?eyes=1"); r.pageText("main") != before || r.page.Find(".eyes").Length() != 0 {
		t.Error("a spectator looks through the eyes of a player while the match goes on")
	}
	for _, c := range []*sitetest.Client{ada, bo} {
		var match struct {
			Ply   int
			Legal []string
		}
		if c.Get("/matches/"+id).Want(t, http.StatusOK, "").Read(t, &match); len(match.Legal) > 0 {
			c.Play(id, match.Ply, match.Legal[0]).Want(t, http.StatusOK, "")
			break
		}
	}
	ada.Play(id, ada.Get("/matches/"+id).Match.Ply, "resign").Want(t, http.StatusOK, "")
	texts := map[string]string{}
	for _, eyes := range []string{"", "1", "2"} {
		r.open("/m/" + id + "?ply=0&eyes=" + eyes)
		if r.page.Find(".eyes a").Length() != 3 {
			t.Fatalf("there is no choice of eyes: %s", r.pageText("main"))
		}
		texts[eyes] = r.pageText("main")
		if href := r.page.Find("#step-next").AttrOr("href", ""); eyes != "" && !strings.Contains(href, "eyes="+eyes) {
			t.Errorf("the next position is at %q", href)
		}
	}
	if texts[""] == texts["1"] || texts["1"] == texts["2"] {
		t.Error("all eyes see the same")
	}
}
