package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// Moves are tried from any position by links alone, and what was tried may become a
// conditional move.
func TestAnalysisWithoutScripts(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := conditionTable(t, s)
	before := strings.Join(ada.moves(match), " ")
	bo.open(match)
	bo.follow("a#analysis")
	for _, squares := range [][2]string{{"C6", "C7"}, {"D10", "C9"}} {
		bo.follow("#sq-" + squares[0])
		bo.follow("#sq-" + squares[1])
		bo.follow("#next")
	}
	if got := strings.Join(strings.Fields(bo.page.Find(".tried").Text()), " "); got != "Ada C6-C7Bo D10-C9" {
		t.Errorf("the page says that %q was tried", got)
	}
	if bo.page.Find("main form").Length() != 0 {
		t.Error("the page has a form")
	}
	bo.follow("#conditional")
	bo.submit(`form:has(#keep)`)
	bo.expect(http.StatusOK)
	if n := bo.page.Find(".conditions .cond").Length(); n != 1 {
		t.Errorf("%d conditions are kept", n)
	}
	if got := strings.Join(ada.moves(match), " "); got != before {
		t.Errorf("it has played %s", got)
	}

	// From a position of the past; a move that is not legal there is refused in words.
	bo.open(match + "/analysis?ply=1&line=F10-F9")
	if bo.page.Find("#tried-1").Length() != 1 || bo.page.Find("#conditional").Length() != 0 {
		t.Errorf("from the past it says %q", bo.mainText())
	}
	bo.follow("#before")
	bo.follow("#after")
	bo.open(match + "/analysis?line=C6-C9")
	if bo.page.Find("#problem").Text() == "" {
		t.Error("an illegal move is tried in silence")
	}
	bo.send(http.MethodGet, match+"/analysis?ply=99", nil)
	bo.expect(http.StatusBadRequest)

	// Whoever may watch the match may try moves; others do not know that it is there.
	eve := newReader(t, s.URL)
	eve.open(match + "/analysis")
	eve.send(http.MethodGet, "/m/aaaaaaaaaaaa/analysis", nil)
	eve.expect(http.StatusNotFound)
}
