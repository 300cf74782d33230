package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/sitetest"
)

// onLadder puts players on the ladder of Cam, in their order.
func onLadder(t *testing.T, players ...*sitetest.Client) {
	t.Helper()
	for _, p := range players {
		p.Put("/ladders/cam/me", nil).Want(t, http.StatusNoContent, "")
	}
}

// A visitor joins a ladder by giving a name, and challenges by the button of a row. Both read the
// stakes; the table offers neither bots nor invitations.
func TestLadderByForms(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	onLadder(t, ada, bo)
	cy := newReader(t, s.URL)
	cy.open("/ladders")
	if link := cy.page.Find(`a[href="/ladders/cam"]`); !strings.Contains(link.Text(), "2 players") {
		t.Errorf("the list of ladders: %s", cy.mainText())
	}
	cy.open("/ladders/cam")
	cy.submit(`form[action="/ladders/cam"]`, "do", "join", "name", "")
	if cy.status != http.StatusUnprocessableEntity || cy.page.Find("#name-problem").Length() != 1 {
		t.Errorf("joined without a name: %d %s", cy.status, cy.mainText())
	}
	cy.submit(`form[action="/ladders/cam"]`, "do", "join", "name", "Cy")
	if cy.path != "/ladders/cam" || !strings.Contains(cy.mainText(), "You stand on place 3 of 3") {
		t.Fatalf("having joined, one reads at %s: %s", cy.path, cy.mainText())
	}
	if n := cy.page.Find(`.rungs button[value="challenge"]`).Length(); n != 2 {
		t.Errorf("there are %d buttons: %s", n, cy.mainText())
	}
	cy.submit("#place-1 form", "do", "challenge")
	match := cy.path
	if !strings.HasPrefix(match, "/m/") || !strings.Contains(cy.mainText(), "you take it") {
		t.Fatalf("the challenge leads to %s: %s", match, cy.mainText())
	}
	for _, form := range []string{"/bots", "/start", "/invite", "/challenge"} {
		if cy.page.Find(`form[action="`+match+form+`"]`).Length() > 0 {
			t.Errorf("the table of a challenge has a form for %s", form)
		}
	}
	cy.send(http.MethodPost, match+"/bots", url.Values{"seat": {"1"}, "level": {"1"}})
	if cy.status != http.StatusConflict || !strings.Contains(cy.mainText(), "only the challenged player") {
		t.Errorf("a bot at the table: %d %s", cy.status, cy.mainText())
	}
	checkChallenged(t, s, ada, bo, match)
	if text := sitetest.Unzip(t, ada.Get("/me/export").Want(t, http.StatusOK, "").Body)["ladders.json"]; !strings.Contains(text, `"place": 1`) || !strings.Contains(text, match[len("/m/"):]) || !strings.Contains(text, `"Cy"`) {
		t.Errorf("the export has %s", text)
	}
	cy.open("/ladders/cam")
	cy.submit(`form[action="/ladders/cam"]`, "do", "leave")
	if strings.Contains(cy.mainText(), "You stand on") || cy.page.Find("#place-3").Length() != 0 {
		t.Errorf("having left, one reads %s", cy.mainText())
	}
	cy.send(http.MethodPost, "/ladders/cam", url.Values{"do": {"leave"}})
	if cy.status != http.StatusConflict {
		t.Errorf("left twice: %d", cy.status)
	}
	cy.send(http.MethodGet, "/ladders/grand-camelot", nil)
	if cy.status != http.StatusUnprocessableEntity || !strings.Contains(cy.mainText(), "games that two can play") {
		t.Errorf("the ladder of a game for four: %d %s", cy.status, cy.mainText())
	}
}

// checkChallenged checks the challenged player's pages, and the acts of another player on the
// ladder. Then the challenged accepts.
func checkChallenged(t *testing.T, s *testSite, ada, bo *sitetest.Client, match string) {
	t.Helper()
	host := reads(t, s, ada)
	if host.open("/"); !strings.Contains(host.mainText(), "declining loses it") {
		t.Errorf("the home page of the challenged: %s", host.mainText())
	}
	host.open("/settings")
	feed := host.page.Find("#feed-atom").AttrOr("value", "")
	if host.open(strings.TrimPrefix(feed, s.URL)); !strings.Contains(host.body, "Cy asks you to play: Cam") || !strings.Contains(host.body, "Your place on the ladder is at stake") {
		t.Errorf("the feed of the challenged: %s", host.body)
	}
	if host.open(match); !strings.Contains(host.mainText(), "if you decline, or do not answer by") {
		t.Errorf("the page of the challenge: %s", host.mainText())
	}
	other := reads(t, s, bo)
	if other.open("/ladders/cam"); !strings.Contains(other.mainText(), "challenged by Cy") || strings.Contains(other.body, match) {
		t.Errorf("another reads of the challenge: %s", other.mainText())
	}
	if n := other.page.Find(`.rungs button[value="challenge"]`).Length(); n != 0 {
		t.Errorf("another may challenge %d players of whom one is in a challenge", n)
	}
	host.submit(`form[action="` + match + `/join"]`)
	if host.open("/players/" + ada.Player.ID); host.page.Find(`a[href="/ladders/cam"]`).Length() != 1 {
		t.Errorf("the profile has no ladder: %s", host.mainText())
	}
}

// A long ladder is read page by page, and one's own place is a link away.
func TestLongLadder(t *testing.T) {
	s := newTestSite(t)
	for range 53 {
		p, err := s.Store.CreatePlayer(t.Context(), "Knight")
		if err == nil {
			err = s.Store.JoinLadder(t.Context(), "cam", p.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ada := s.Guest("Ada")
	onLadder(t, ada)
	r := reads(t, s, ada)
	r.open("/ladders/cam")
	if r.page.Find(".rungs tbody tr").Length() != 50 || r.page.Find(`.own-rung a[href="/ladders/cam?from=49"]`).Length() != 1 {
		t.Errorf("the first page: %s", r.mainText())
	}
	r.open(r.page.Find(`a[rel="next"]`).AttrOr("href", ""))
	if r.page.Find("#place-54.you").Length() != 1 || r.page.Find("#place-51").Length() != 1 || r.page.Find(`a[rel="next"]`).Length() != 0 {
		t.Errorf("the second page: %s", r.mainText())
	}
	if n := r.page.Find(`.rungs button[value="challenge"]`).Length(); n != 3 {
		t.Errorf("%d are within reach on the second page, of 5", n)
	}
}

// A table that needs finished matches says so, and refuses with a sentence a player who has none;
// so does the table of a standing offer. It is not offered to that player as one that fits.
func TestTableAsksForMatches(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	host := reads(t, s, ada)
	host.open("/new?game=cam&public=1")
	host.submit(`form[action="/matches"]`, "min_played", "3", "min_rating", "1400")
	match := host.path
	if !strings.Contains(host.mainText(), "Players need 3 finished matches and a rating of 1400 or more.") {
		t.Errorf("the table: %s", host.mainText())
	}
	host.open("/new?game=cam&public=1")
	host.submit(`form[action="/matches"]`, "min_rating", "1500", "max_rating", "1400")
	if host.status != http.StatusUnprocessableEntity || host.page.Find(`#min-rating[value="1500"]`).Length() != 1 {
		t.Errorf("a rating between numbers the wrong way round: %d %s", host.status, host.mainText())
	}
	guest := reads(t, s, bo)
	bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	s.Guest("Cy").Post("/matches", map[string]any{"game": "cam", "public": true}).Want(t, http.StatusCreated, "")
	guest.open("/tables")
	if !strings.Contains(guest.mainText(), "needs 3 finished matches") || guest.page.Find(`[aria-labelledby="fitting"] [id="table-`+match[len("/m/"):]+`"]`).Length() != 0 {
		t.Errorf("the lobby: %s", guest.mainText())
	}
	guest.send(http.MethodPost, match+"/join", nil)
	if guest.status != http.StatusForbidden || !strings.Contains(guest.mainText(), "more finished matches than you have") {
		t.Errorf("who has none joins: %d %s", guest.status, guest.mainText())
	}
	stranger := newReader(t, s.URL)
	stranger.send(http.MethodPost, match+"/join", url.Values{"name": {"Di"}})
	if stranger.status != http.StatusForbidden {
		t.Errorf("somebody new joins: %d", stranger.status)
	}
	host.open("/new?game=cam&standing=1")
	host.submit(`form[action="/me/standing"]`, "min_played", "2")
	if !strings.Contains(host.mainText(), "needs 2 finished matches") {
		t.Errorf("the repeating table: %s", host.mainText())
	}
	var list []struct {
		Open      string
		MinPlayed int `json:"min_played"`
	}
	ada.Get("/me/standing").Read(t, &list)
	offer := list[0]
	if offer.MinPlayed != 2 {
		t.Errorf("the offer in the API: %+v", offer)
	}
	bo.Post("/matches/"+offer.Open+"/join", map[string]any{}).Want(t, http.StatusForbidden, "needs_played")
}
