package handlers

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// awaitReview opens the review of a match until it is made. The page tells meanwhile how
// far that is, and has a link to look again.
func (r *reader) awaitReview(match string) {
	r.t.Helper()
	r.open(match + "/review")
	for deadline := time.Now().Add(time.Minute); r.page.Find("#look-again").Length() > 0; r.follow("#look-again") {
		if r.page.Find("progress").Length() != 1 || r.page.Find("#review").AttrOr("hx-trigger", "") == "" {
			r.t.Fatalf("while the review is made: %s", r.mainText())
		}
		if time.Now().After(deadline) {
			r.t.Fatal("waited in vain")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A match that is over is reviewed by links alone, from its page on; the better move is
// played on the analysis board.
func TestReviewWithoutScripts(t *testing.T) {
	s := newTestSiteOn(t, Config{ReviewNodes: 3_000})
	ada, bo, match := conditionTable(t, s)
	ada.open(match + "/review")
	if ada.path != match {
		t.Errorf("the review of a match under way leads to %s", ada.path)
	}
	ada.post(match, 2, "H6-I5", "plays")
	bo.post(match, 3, "G10-G9", "plays")
	ada.post(match, 4, "resign", "resigns")
	bo.open(match)
	bo.follow("a#review")
	bo.awaitReview(match)
	if rows := bo.page.Find(".judged tbody tr").Length(); rows != 4 {
		t.Errorf("%d moves are judged: %s", rows, bo.mainText())
	}
	if got := bo.page.Find(".judged [aria-current]").Length(); got != 1 {
		t.Errorf("%d moves are looked at", got)
	}
	for i := range bo.page.Find(".judged tbody a").Length() {
		link := bo.page.Find(".judged tbody a").Eq(i)
		href := link.AttrOr("href", "")
		look := newReader(t, s.URL)
		look.open(href) // the match is public
		if better := look.page.Find("#better").Text(); better != "" {
			look.follow("#analyse")
			if got := look.page.Find("#tried-1").Text(); !strings.Contains(got, better) {
				t.Errorf("the analysis shows %q, want %s", got, better)
			}
		}
	}
	bo.send(http.MethodGet, match+"/review?ply=99", nil)
	bo.expect(http.StatusBadRequest)
	bo.send(http.MethodGet, "/m/aaaaaaaaaaaa/review", nil)
	bo.expect(http.StatusNotFound)
}
