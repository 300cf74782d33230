package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/handlers/match"
	"tableronde/handlers/sitetest"
)

// challengeByForm has somebody challenge a player by the form of a new table, and returns
// the path of the table.
func challengeByForm(t *testing.T, ada *reader, who string) string {
	t.Helper()
	ada.open("/new?game=cam")
	ada.submit(`form[action="/matches"]`, "public", "named", "challenge", who)
	ada.expect(http.StatusOK)
	if !strings.HasPrefix(ada.path, "/m/") {
		t.Fatalf("the form leads to %s: %s", ada.path, ada.mainText())
	}
	return ada.path
}

// withAccount gives a guest an account of the same name.
func withAccount(t *testing.T, guest *sitetest.Client) *sitetest.Client {
	t.Helper()
	guest.Post("/accounts", map[string]any{"name": guest.Player.Name, "password": "nine white swans"}).Want(t, http.StatusCreated, "")
	return guest
}

// A player who is challenged by name finds that on the home page and in the private feed,
// sees what they are asked on a page of its own, and accepts there: the match begins.
func TestChallengeIsAccepted(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), withAccount(t, s.Guest("Bo"))
	host, guest := reads(t, s, ada), reads(t, s, bo)
	match := challengeByForm(t, host, "bo")
	if text := host.mainText(); !strings.Contains(text, "Waiting for the answer of Bo") || host.page.Find("#invite").Length() > 0 {
		t.Errorf("the host reads %s", text)
	}
	stranger := newStranger(t, s)
	stranger.open(ada.Get("/matches/" + match[len("/m/"):]).Match.Invite)
	if text := stranger.mainText(); !strings.Contains(text, "Somebody has just taken this seat") {
		t.Errorf("somebody with the link reads %s", text)
	}
	host.open("/")
	if text := host.mainText(); !strings.Contains(text, "Waiting for the answer of Bo") {
		t.Errorf("the home page of the host: %s", text)
	}
	guest.open("/")
	if text := guest.mainText(); !strings.Contains(text, "Ada asks you to play") {
		t.Errorf("the home page: %s", text)
	}
	guest.open("/settings")
	feed := guest.page.Find("#feed-atom").AttrOr("value", "")
	if guest.open(strings.TrimPrefix(feed, s.URL)); !strings.Contains(guest.body, "Ada asks you to play: Cam") {
		t.Errorf("the feed at %s: %s", feed, guest.body)
	}
	guest.open(match)
	if guest.path != match+"/challenge" || !strings.Contains(guest.mainText(), "Ada asks you to play Cam") {
		t.Errorf("the table leads to %s: %s", guest.path, guest.mainText())
	}
	guest.submit(`form[action="` + match + `/join"]`)
	if guest.path != match || guest.page.Find("#invite").Length() > 0 {
		t.Errorf("having accepted, one is at %s", guest.path)
	}
	if got := ada.Get("/matches/" + match[len("/m/"):]).Match; got.Started == nil {
		t.Error("the match has not begun")
	}
	if guest.open(match + "/challenge"); guest.path != match {
		t.Errorf("the challenge that was accepted leads to %s", guest.path)
	}
}

// Whoever declines is led home and told so; the host sees it and can ask somebody else, or
// take that back. A second answer is told to be too late.
func TestChallengeIsDeclinedAndTakenBack(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), withAccount(t, s.Guest("Bo")), s.Guest("Cy")
	ada.Put("/me/ties/"+cy.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	host, guest, friend := reads(t, s, ada), reads(t, s, bo), reads(t, s, cy)
	match := challengeByForm(t, host, "Bo")
	guest.open("/")
	guest.submit(`form[action="` + match + `/challenge"]`)
	if guest.path != "/?done=decline_challenge" || !strings.Contains(guest.mainText(), "You have declined") || strings.Contains(guest.mainText(), "Ada asks") {
		t.Errorf("having declined, one reads at %s: %s", guest.path, guest.mainText())
	}
	if guest.send(http.MethodGet, match, nil); guest.status != http.StatusNotFound {
		t.Errorf("who has declined gets %d", guest.status)
	}
	host.open(match)
	if !strings.Contains(host.mainText(), "Bo has declined") || host.page.Find("#invite").Length() == 0 {
		t.Errorf("the host reads %s", host.mainText())
	}
	host.submit(`#challenge form`, "do", "ask", "challenge", "Cy")
	if !strings.Contains(host.mainText(), "Waiting for the answer of Cy") {
		t.Errorf("the host has asked Cy and reads %s", host.mainText())
	}
	friend.open(match)
	host.submit(`form[action="`+match+`/challenge"]`, "do", "take_back")
	if strings.Contains(host.mainText(), "Cy") || host.page.Find("#invite").Length() == 0 {
		t.Errorf("the host has taken that back and reads %s", host.mainText())
	}
	friend.send(http.MethodPost, match+"/join", url.Values{"seat": {"2"}})
	if friend.status != http.StatusNotFound {
		t.Errorf("a challenge that was taken back is accepted: %d", friend.status)
	}
}

// Who was named wrongly is told apart, on the form as it was filled in.
func TestWhoCannotBeChallenged(t *testing.T) {
	s := newTestSite(t)
	ada, bo := withAccount(t, s.Guest("Ada")), withAccount(t, s.Guest("Bo"))
	s.Guest("Cy")
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	r := reads(t, s, ada)
	for who, code := range map[string]string{"Cy": "nobody_named", "": "nobody_named", "ada": "challenge_self", "Bo": "challenge_blocked"} {
		r.open("/new?game=cam")
		r.submit(`form[action="/matches"]`, "public", "named", "challenge", who)
		if r.status != http.StatusUnprocessableEntity || r.page.Find("#rival").AttrOr("value", "") != who || r.page.Find("#named[checked]").Length() != 1 {
			t.Errorf("%q: %d, %s", who, r.status, r.mainText())
		}
		if who != "" {
			ada.Post("/matches", map[string]any{"game": "cam", "challenge": who}).Want(t, http.StatusUnprocessableEntity, code)
		}
	}
	ada.Post("/matches", map[string]any{"game": "cam", "public": true, "challenge": s.Guest("Dan").Player.ID}).Want(t, http.StatusUnprocessableEntity, "invalid_challenge")
	public := bo.Post("/matches", map[string]any{"game": "cam", "public": true}).Want(t, http.StatusCreated, "").Match
	bo.Post("/matches/"+public.ID+"/challenges", map[string]any{"player": "Ada"}).Want(t, http.StatusUnprocessableEntity, "invalid_challenge")
	if n := len(ada.MatchIDs("/me/matches")); n != 0 {
		t.Errorf("%d tables were opened", n)
	}
}

// timeStamp matches a time as the API tells it.
var timeStamp = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`)

// Somebody who is blocked gets the same answers about a challenge as about one that nobody
// answers, and the player who has blocked them is neither told nor shown it.
func TestChallengeAcrossABlock(t *testing.T) {
	s := newTestSite(t)
	bo := s.Guest("Bo")
	before := ""
	for _, blocked := range []bool{false, true} {
		ada := s.Guest("Ada")
		if blocked {
			bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
		}
		r := reads(t, s, ada)
		r.open("/new?game=cam&with=" + bo.Player.ID)
		r.submit(`form[action="/matches"]`, "seat", "1")
		id := r.path[len("/m/"):]
		pages := r.mainText()
		for _, path := range []string{"/", "/m/" + id, "/me", "/new?with=" + bo.Player.ID} {
			r.open(path)
			pages += "\n" + r.mainText()
		}
		pages += "\n" + string(ada.Get("/matches/"+id).Body) + string(ada.Post("/matches/"+id+"/challenges", map[string]any{"player": bo.Player.ID}).Body)
		pages = ownWords.ReplaceAllString(timeStamp.ReplaceAllString(pages, "t"), "x")
		if before != "" && pages != before {
			t.Errorf("a host who is blocked sees\n%s\nand not\n%s", pages, before)
		}
		before = pages
		other := reads(t, s, bo)
		other.send(http.MethodGet, "/m/"+id+"/challenge", nil)
		listed := slices.Contains(bo.MatchIDs("/me/challenges"), id)
		joined := bo.Post("/matches/"+id+"/join", map[string]any{}).Status
		if blocked && (listed || other.status != http.StatusNotFound || joined != http.StatusNotFound) {
			t.Errorf("across a block: listed %v, page %d, joined %d", listed, other.status, joined)
		}
		if !blocked && (!listed || other.status != http.StatusOK || joined != http.StatusOK) {
			t.Errorf("without a block: listed %v, page %d, joined %d", listed, other.status, joined)
		}
	}
}

// Challenges are as few as messages.
func TestChallengesAreBounded(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	refused := 0
	for range match.TalkBurst + 5 {
		m := ada.Post("/matches", map[string]any{"game": "cam", "challenge": bo.Player.ID})
		if m.Status == http.StatusTooManyRequests {
			refused++
			continue
		}
		ada.Post("/matches/"+m.Match.ID+"/withdraw", struct{}{})
	}
	if refused == 0 {
		t.Error("challenges have no end")
	}
}
