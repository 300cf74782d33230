package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// newBotSite is like newTestSite with bots that do not wait.
func newBotSite(t *testing.T) *testSite {
	t.Helper()
	set := DefaultSettings()
	set.BotPause = time.Millisecond
	return newTestSiteOn(t, Config{Settings: set})
}

// One tap of a guest begins a match against the computer, which is called so, and a move
// is taken back without asking.
func TestGuestPlaysTheComputer(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	if first := r.page.Find("main .btn").First(); first.AttrOr("id", "") != "play-computer" || !first.HasClass("primary") || r.page.Find("main .btn.primary").Length() != 1 {
		t.Errorf("the first button of a guest is %q", textOf(first))
	}
	r.submit(".computer", "game", "camelot", "side", "first")
	r.expect(http.StatusOK)
	match := r.path
	if !strings.Contains(r.mainText(), "Knight (computer)") {
		t.Errorf("nobody is called a computer:\n%s", r.mainText())
	}
	if r.page.Find("#take-back").Length() != 0 {
		t.Error("there is a move to take back before the first")
	}
	r.post(match, 0, "E6-E8", "first-move")
	r.expect(http.StatusOK)
	for r.page.Find("#match").AttrOr("data-ply", "") != "2" {
		r.open(match)
	}
	if r.page.Find(`a[href*="ask=offer"]:contains("take back")`).Length() != 0 {
		t.Error("a bot is asked to let a move be taken back")
	}
	r.submit(`form:has(#take-back)`)
	r.expect(http.StatusOK)
	if ply := r.page.Find("#match").AttrOr("data-ply", ""); ply != "4" || r.page.Find("#take-back").Length() != 0 {
		t.Errorf("after the take-back the match is at ply %s:\n%s", ply, r.mainText())
	}
	r.open("/")
	if r.page.Find("details .computer").Length() != 1 || r.page.Find("main .btn.primary").AttrOr("id", "") != "next" {
		t.Error("who has a match to go on with is offered another first")
	}
}

// Who has too many matches against the computer, or begins too many, is told so in words and
// goes on once one is over.
func TestMatchesAgainstTheComputerAreBounded(t *testing.T) {
	t.Parallel()
	set := DefaultSettings()
	set.BotMatches, set.BotStarts = 2, 3
	r := newReader(t, newTestSiteOn(t, Config{Settings: set}).URL)
	begin := func() {
		r.t.Helper()
		r.send(http.MethodPost, "/computer", url.Values{"game": {"cam"}, "side": {"first"}, "level": {"1"}})
	}
	for range 2 {
		begin()
		r.expect(http.StatusOK)
	}
	match := r.path
	begin()
	r.expect(http.StatusConflict)
	if !strings.Contains(r.mainText(), "Finish one of them, or resign it") {
		t.Errorf("a third match is refused with\n%s", r.mainText())
	}
	r.post(match, 0, "resign", "no-more")
	r.expect(http.StatusOK)
	begin()
	r.expect(http.StatusOK)
	r.post(r.path, 0, "resign", "nor-this")
	r.expect(http.StatusOK)
	begin()
	r.expect(http.StatusTooManyRequests)
	if !strings.Contains(r.mainText(), "within an hour") {
		t.Errorf("a fourth match is refused with\n%s", r.mainText())
	}
	r.open(match)
	r.submit(`form[action$="/rematch"]`)
	r.expect(http.StatusTooManyRequests)
}

// The host gives the seats of a table to the computer, until the match begins.
func TestHostSeatsBots(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	ada, bo := newReader(t, s.URL), newReader(t, s.URL)
	ada.send(http.MethodPost, "/matches", url.Values{"game": {"grand-camelot"}, "seat": {"2"}, "name": {"Ada"}, "public": {"1"}})
	ada.expect(http.StatusOK)
	table := ada.path
	if bo.open(table); bo.page.Find("#bot-seat").Length() != 0 {
		t.Error("somebody else than the host is offered bots")
	}
	for seat, level := range map[string]string{"1": "5", "4": "2", "3": "5"} {
		ada.submit("#bot-seat form", "seat", seat, "level", level)
		ada.expect(http.StatusOK)
	}
	for _, name := range []string{"Legend (computer)", "Legend 2 (computer)", "Squire (computer)"} {
		if !strings.Contains(ada.mainText(), name) {
			t.Errorf("%s is missing:\n%s", name, ada.mainText())
		}
	}
	if ada.page.Find("#bot-seat").Length() != 0 {
		t.Error("the match has not begun")
	}
	ada.send(http.MethodPost, "/matches", url.Values{"game": {"knizia"}, "seats": {"3"}, "seat": {"1"}})
	for _, seat := range []string{"3", "2"} {
		ada.submit("#bot-seat form", "seat", seat, "level", "2")
		ada.expect(http.StatusOK)
	}
	if ada.page.Find("#bot-seat").Length() != 0 || !strings.Contains(ada.mainText(), "Squire 2 (computer)") {
		t.Errorf("a tournament against two bots:\n%s", ada.mainText())
	}
	bo.send(http.MethodPost, "/computer", url.Values{"game": {"knizia"}, "level": {"6"}})
	bo.expect(http.StatusUnprocessableEntity)
	if bo.hasSession() {
		t.Error("a refusal makes a guest")
	}
}
