package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"tableronde/handlers/match"
)

// A hint is asked for, read, staged and confirmed by links and forms alone.
func TestHintWithoutScripts(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.send(http.MethodPost, "/computer", url.Values{"game": {"cam"}, "level": {"1"}, "side": {"first"}})
	ada.expect(http.StatusOK)
	match := ada.path
	ada.follow("#hint")
	move, found := strings.CutPrefix(strings.TrimSpace(ada.page.Find("#status").Contents().First().Text()), "Hint: ")
	if !found || ada.page.Find("#status small").Text() == "" || ada.page.Find("#board .path").Length() == 0 {
		t.Fatalf("the hint: %s", ada.mainText())
	}
	if ada.page.Find("#confirm").Length() != 0 {
		t.Error("a hint can be confirmed before it is staged")
	}
	ada.follow("#hint-next")
	if got, _ := strings.CutPrefix(strings.TrimSpace(ada.page.Find("#status").Contents().First().Text()), "Hint: "); got == move || got == "" {
		t.Errorf("another hint than %s is %q", move, got)
	}
	for range 2 { // which are counted once
		ada.open(ada.path)
		if got := ada.page.Find("#hints").Text(); !strings.Contains(got, "Hint 2 of this match") {
			t.Errorf("after two hints: %q", got)
		}
	}
	ada.follow("#hint-away")
	ada.follow("#hint")
	ada.follow("#hint-stage")
	ada.submit("form:has(#confirm)")
	ada.expect(http.StatusOK)
	if got := strings.Join(ada.moves(match), " "); !strings.HasPrefix(got, move) {
		t.Errorf("played %s, the hint was %s", got, move)
	}
	ada.open(match + "/record")
	if !strings.Contains(ada.body, `[Hints "2"]`) {
		t.Errorf("the record is %s", ada.body)
	}
	ada.open(match)
	if got := ada.mainText(); !strings.Contains(got, "2 hints") {
		t.Errorf("the page of the match says %s", got)
	}
	for _, number := range []string{"0", "6", "x"} {
		if ada.open(match + "?hint=" + number); ada.page.Find("#hint-stage").Length() != 0 {
			t.Errorf("there is a hint %s", number)
		}
	}
}

// Among people there are no hints, whatever the address says.
func TestNoHintAmongPeople(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := conditionTable(t, s)
	ada.open(match)
	if ada.page.Find("#hint").Length() != 0 {
		t.Error("a hint is offered against a person")
	}
	ada.open(match + "?hint=1")
	if ada.page.Find("#hint-stage").Length() != 0 {
		t.Error("a hint is given against a person")
	}
}

// Who asks often is told to wait.
func TestHintsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("searches until that is refused")
	}
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.send(http.MethodPost, "/computer", url.Values{"game": {"camette"}, "level": {"1"}, "side": {"first"}})
	id := ada.path
	for i := range 2 * match.AskBurst {
		ada.open(id + "?hint=1&again=" + strconv.Itoa(i)) // the same page would be kept
	}
	if got := ada.page.Find("#notice").Text(); !strings.Contains(got, "asked the computer often") {
		t.Errorf("the page says %q", got)
	}
}

// The analysis tells the value of a position to whom it is asked, with the best line and
// moves, but not to the players of a match that stands there.
func TestValueOnTheAnalysisBoard(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := conditionTable(t, s)
	ada.open(match + "/analysis")
	ada.follow("#ask-value")
	if got := ada.page.Find("#problem").Text(); !strings.Contains(got, "once that match is over") || ada.page.Find("#value").Length() != 0 {
		t.Errorf("a player of the match reads %q", got)
	}
	ada.post(match, 2, "resign", "resigns")
	ada.open(match + "/analysis?ply=2&line=C6-C7")
	ada.follow("#ask-value")
	if ada.page.Find("#value-title").Length() != 1 || ada.page.Find("#value-moves tr").Length() == 0 {
		t.Fatalf("once the match is over: %s", ada.mainText())
	}
	first := ada.page.Find("#value-moves a").First().Text()
	ada.follow("#value-moves a")
	if got := ada.page.Find("#tried-2").Text(); !strings.Contains(got, first) {
		t.Errorf("the analysis goes on with %q, want %s", got, first)
	}
	eve := newReader(t, s.URL)
	eve.open(match + "/analysis?value=1")
	if eve.page.Find("#value, #ask-value").Length() != 0 {
		t.Error("a stranger is told a value, or may ask")
	}
}
