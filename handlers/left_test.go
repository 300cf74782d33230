package handlers

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/handlers/club/notify"
	notifypages "tableronde/handlers/notify"
	"tableronde/views"
	"tableronde/views/viewtest"
)

// The computer is suggested in the match, and answered on the home page, where it counts as
// a turn; who has left a private match goes on watching it, and nobody else does.
func TestComputerIsSuggestedForWhoHasLeft(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Seat(map[string]any{"game": "knizia", "seats": 3}, ada, bo, cy)
	match := "/m/" + m.ID
	bo.Play(m.ID, bo.Get("/matches/"+m.ID).Match.Ply, "resign").Want(t, http.StatusOK, "")
	asks, left, answers := reads(t, s, ada), reads(t, s, bo), reads(t, s, cy)
	asks.open(match)
	if got := asks.text("#offer-left-2"); !strings.Contains(got, "Bo does not play any more.") {
		t.Errorf("who may suggest the computer reads %q", got)
	}
	if got := viewtest.Values(asks.page, "#bot-left-2 option"); !slices.Equal(got, []string{"offer bot 2 1", "offer bot 2 2", "offer bot 2 3", "offer bot 2 4", "offer bot 2 5"}) {
		t.Errorf("the levels are %q", got)
	}
	if left.open(match); left.page.Find("[id^=offer-]").Length() > 0 {
		t.Errorf("who has resigned reads %q", left.text("#bar"))
	}
	asks.act(match, "offer bot 2 2")
	if got := asks.text("#bar"); !strings.Contains(got, "whether the computer (Squire) may play on for Bo. Still to answer: Cy.") {
		t.Errorf("who asks reads %q", got)
	}
	if left.open(match); !strings.Contains(left.text("#offer-bot"), "Ada would like the computer (Squire) to play on for you.") || left.page.Find("#offer-bot button").Length() > 0 {
		t.Errorf("who has resigned reads %q", left.text("#bar"))
	}
	if got := answers.turnCount(); got != "1" {
		t.Errorf("who is asked has %s turns", got)
	}
	if got := answers.text(".offers"); !strings.Contains(got, "Ada would like the computer (Squire) to play on for Bo.") {
		t.Errorf("the home page says %q", got)
	}
	answers.submit(`.offers form:has([value="accept bot"])`)
	if got := answers.text("main"); answers.path != "/?done=accept_bot" || !strings.Contains(got, "You agreed to the computer.") {
		t.Errorf("after agreeing at home, on %s: %q", answers.path, got)
	}
	if answers.open(match); !strings.Contains(answers.mainText(), "Squire (computer) plays on for Bo.") {
		t.Errorf("who has agreed reads %q", answers.mainText())
	}
	if left.open("/"); !strings.Contains(left.mainText(), "The computer plays on for you") {
		t.Errorf("the home page of who has left says %q", left.mainText())
	}
	if left.open("/me"); !strings.Contains(left.mainText(), "The computer plays on for you") {
		t.Errorf("the page of who has left says %q", left.mainText())
	}
	left.open(match)
	if got := left.text("#bar"); !strings.Contains(got, "Squire (computer) plays on for you. You may go on watching.") || left.page.Find("#match form[method=post]").Length() > 0 {
		t.Errorf("who has left reads %q", got)
	}
	s.Guest("Di").Get("/matches/"+m.ID).Want(t, http.StatusNotFound, "not_found")
	rated := s.Seat(map[string]any{"game": "knizia", "seats": 3, "public": true}, ada, bo, cy)
	bo.Play(rated.ID, bo.Get("/matches/"+rated.ID).Match.Ply, "resign").Want(t, http.StatusOK, "")
	asks.open("/m/" + rated.ID)
	if got := asks.text("#offer-left-2"); !strings.Contains(got, "For ratings, Bo comes last") {
		t.Errorf("who may suggest the computer in a rated match reads %q", got)
	}
	checkToldOfLeaving(t, s, m.ID, bo.Player.ID)
}

// checkToldOfLeaving fails the test unless a player is told that the computer plays on for
// them in a match.
func checkToldOfLeaving(t *testing.T, s *testSite, match, player string) {
	t.Helper()
	f, err := s.site.Club.Match.Match(t.Context(), match, player)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[views.Lang]string{views.English: "The computer plays on for you: ", views.French: "L’ordinateur joue désormais à votre place"} {
		news := notify.News{Delivery: db.Delivery{Notice: db.Notice{Kind: db.NoticeOver, Recipient: player, Match: match}}, Of: f}
		if got := notifypages.NoticeSentence(views.Page{Lang: lang}, news); !strings.HasPrefix(got, want) {
			t.Errorf("who has left is told %q", got)
		}
	}
}
