package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/people"
)

// The page counts and lists the visitor's matches, and nobody else's.
func TestOwnPageListsMatches(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	startCamelot(t, s, true) // of others
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camette"}})
	check := func(r *reader, path string, want ...string) {
		t.Helper()
		r.open(path)
		var rows []string
		for _, row := range r.page.Find(".matches .turn").EachIter() {
			rows = append(rows, strings.Join(strings.Fields(row.Find(".what").Text()), " "))
		}
		if got := strings.Join(rows, "; "); got != strings.Join(want, "; ") {
			t.Errorf("%s lists %q, want %q", path, got, want)
		}
	}
	tally := func(r *reader) string {
		var counts []string
		for _, li := range r.page.Find(".tally li").EachIter() {
			counts = append(counts, strings.TrimSpace(li.Text()))
		}
		return strings.Join(counts, ", ")
	}
	check(ada, "/me", "Camette nothing played yet", "Camelot against Bo Yours to begin")
	if got, want := tally(ada), "1 awaits you, 2 under way, 0 open tables, 0 finished"; got != want {
		t.Errorf("Ada's counts are %q, want %q", got, want)
	}
	check(bo, "/me", "Camelot against Ada Waiting for Ada")
	ada.post(match, 0, "resign", "k")
	check(ada, "/me?list=over", "Camelot against Bo Lost to Bo")
	check(bo, "/me?list=over", "Camelot against Ada Won against Ada")
	if got := tally(bo); got != "0 await you, 0 under way, 0 open tables, 1 finished" || !strings.Contains(bo.mainText(), "1 won, 0 lost, 0 drawn") {
		t.Errorf("Bo's counts are %q, the page says %s", got, bo.mainText())
	}
	check(bo, "/me")
	for range people.MeRows {
		bo.send(http.MethodPost, "/solo", url.Values{"game": {"cam"}})
	}
	ada.open("/me")
	bo.open("/me")
	if bo.page.Find(".pages a").Length() != 0 {
		t.Error("a list of one page has another")
	}
	bo.send(http.MethodPost, "/solo", url.Values{"game": {"grand-camelot"}})
	bo.open("/me")
	bo.follow(".pages a[rel=next]")
	if rows := bo.page.Find(".matches .turn").Length(); rows != 1 || bo.page.Find(".pages a").Length() != 1 {
		t.Errorf("the second page has %d rows", rows)
	}
	bo.send(http.MethodGet, "/me?after=zzzzzzzzzzzzzzzzzzzz", nil)
	bo.expect(http.StatusBadRequest)
}
