package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// conditionTable opens a game of Camelot between two readers, in which Ada has made her
// first move and Bo has to wait for the answer to his.
func conditionTable(t *testing.T, s *testSite) (ada, bo *reader, match string) {
	ada, bo = newReader(t, s.URL), newReader(t, s.URL)
	ada.send(http.MethodPost, "/matches", url.Values{"name": {"Ada"}, "game": {"camelot"}, "seat": {"1"}, "public": {"1"}})
	ada.expect(http.StatusOK)
	match = ada.path
	bo.send(http.MethodPost, match+"/join", url.Values{"name": {"Bo"}})
	bo.expect(http.StatusOK)
	ada.post(match, 0, "E6-E8", "plays")
	bo.post(match, 1, "F10-F9", "plays")
	return ada, bo, match
}

// try makes a move on a board on which one looks ahead.
func (r *reader) try(from, to string) {
	r.t.Helper()
	r.follow("#sq-" + from)
	r.follow("#sq-" + to)
	r.follow("#next")
}

// moves returns the moves that a reader sees on the page of a match.
func (r *reader) moves(match string) []string {
	r.t.Helper()
	r.open(match)
	var all []string
	for _, cell := range r.page.Find("table.moves tbody td a").EachIter() {
		all = append(all, strings.TrimSpace(cell.Text()))
	}
	return all
}

// Conditions are entered by nothing but links and forms, on a page that plays nothing,
// and play when their moment comes.
func TestConditionalMovesWithoutScripts(t *testing.T) {
	ada, bo, match := conditionTable(t, newTestSite(t))
	bo.open(match)
	bo.follow(`.actions a#orders`)
	before := ada.moves(match)

	bo.try("C6", "C7") // Ada's move
	bo.try("D10", "C9")
	if bo.page.Find(`form[action="`+match+`"]`).Length() != 0 {
		t.Error("a form of the page plays a move")
	}
	bo.submit(`form:has(#keep)`)
	bo.expect(http.StatusOK)
	if got := strings.Join(strings.Fields(bo.page.Find(".conditions .cond").Text()), " "); got != "If Ada plays C6-C7 I play D10-C9" {
		t.Errorf("the page keeps %q", got)
	}

	// A second pair, from the first, then it is taken back.
	bo.follow("#look-1")
	bo.try("J6", "K7")
	bo.try("G10", "G9")
	bo.submit(`form:has(#keep)`)
	if n := bo.page.Find(".conditions .cond").Length(); n != 2 {
		t.Errorf("%d pairs are kept", n)
	}
	bo.submit(`form:has(#cut-2)`)
	if n := bo.page.Find(".conditions .cond").Length(); n != 1 {
		t.Errorf("%d pairs are left", n)
	}
	if got := ada.moves(match); strings.Join(got, " ") != strings.Join(before, " ") {
		t.Errorf("keeping conditions has played %v", got)
	}

	// One that is not understood comes back with what was typed.
	bo.submit(`form:has(#save)`, "text", "C6-C7: D10-D1")
	bo.expect(http.StatusUnprocessableEntity)
	if got := bo.page.Find("textarea#text").Text(); !strings.Contains(got, "D10-D1") || bo.page.Find("#problem").Text() == "" {
		t.Errorf("what was typed comes back as %q, %q", got, bo.mainText())
	}

	ada.post(match, 2, "C6-C7", "plays")
	if got := strings.Join(ada.moves(match), " "); got != "E6-E8 F10-F9 C6-C7 D10-C9" {
		t.Errorf("after the move that was foreseen the moves are %s", got)
	}
	bo.open(match + "/orders")
	if bo.page.Find(".conditions .cond").Length() != 0 {
		t.Error("the condition that was played is still kept")
	}
}

// The page of conditions knows whose turn it is, and nobody else sees it.
func TestConditionsAreForThoseWhoWait(t *testing.T) {
	ada, bo, match := conditionTable(t, newTestSite(t))
	ada.open(match + "/orders")
	if ada.page.Find("#board").Length() != 0 || !strings.Contains(ada.mainText(), "It is your turn") {
		t.Errorf("Ada, who is to move, reads %q", ada.mainText())
	}
	bo.send(http.MethodPost, match+"/orders", url.Values{"text": {"C6-C7: D10-C9"}, "after": {"2"}})
	bo.expect(http.StatusOK)
	ada.open(match + "/orders")
	if strings.Contains(ada.body, "D10-C9") || strings.Contains(ada.body, "after 2") {
		t.Error("Ada reads the conditions of Bo")
	}
	ada.send(http.MethodPost, match+"/orders", url.Values{"text": {"F9-F8: C6-C7"}, "after": {"2"}})
	ada.expect(http.StatusUnprocessableEntity)
	// A page that is out of date says nothing else than it was meant to.
	ada.post(match, 2, "J6-K7", "plays")
	bo.send(http.MethodPost, match+"/orders", url.Values{"add": {"C6-C7: D10-C9"}, "kept": {""}, "after": {"2"}})
	bo.expect(http.StatusUnprocessableEntity)
}
