package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// Who is invited sees how the match begins, from the side they would have, and in
// short how it is played.
func TestInvitationShowsTheGame(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, stranger := site.guest("Ada"), looker(t, site)
	for game, want := range map[string]struct{ label, said string }{
		"camelot":       {"You play Black, at the bottom: ten men and four knights.", "At one sitting it takes about 45 min."},
		"grand-camelot": {"Each army has eight men and four knights.", "Red to move first."},
		"knizia":        {"", "A red tournament: 10 against 7."},
	} {
		made := ada.post("/matches", map[string]any{"game": game, "seat": 1}).want(t, http.StatusCreated, "").match
		stranger.open(made.Invite)
		if got := stranger.page.Find("#invitation .start svg.board").AttrOr("aria-label", ""); !strings.HasPrefix(got, want.label) {
			t.Errorf("%s: the picture is called %q", game, got)
		}
		if n := stranger.page.Find("#invitation .brief dd").Length(); n != 3 || !strings.Contains(stranger.said(), want.said) {
			t.Errorf("%s: %d sentences in short; the page says %q", game, n, stranger.said())
		}
	}
}

// A link to a seat shows the board from there; the link to a match that has begun
// shows nothing of it.
func TestInvitationShowsNoMatchUnderWay(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo, stranger := site.guest("Ada"), site.guest("Bo"), looker(t, site)
	made := ada.post("/matches", map[string]any{"game": "camelot", "seat": 2}).want(t, http.StatusCreated, "").match
	stranger.open(made.Invite + "?seat=1")
	if label := stranger.page.Find(".start svg.board").AttrOr("aria-label", ""); !strings.HasPrefix(label, "You play White, at the bottom") {
		t.Errorf("the picture is called %q", label)
	}
	bo.post("/matches/"+made.ID+"/join", map[string]any{"invite": made.Invite[strings.LastIndex(made.Invite, "/")+1:]}).want(t, http.StatusOK, "")
	bo.play(made.ID, 0, "E6-E8").want(t, http.StatusOK, "")
	stranger.open(made.Invite)
	if n := stranger.page.Find("svg.board").Length(); n != 0 || strings.Contains(stranger.body, "E8") {
		t.Error("the invitation shows the match")
	}
}
