package handlers

import (
	"net/http"
	"net/url"
	"testing"
)

// Nobody waits at a table that one has for oneself: it stands apart, and counts
// for none of those that await the visitor.
func TestTablesForYourselfDoNotAwaitYou(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, false)
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	ada.expect(http.StatusOK)
	alone := ada.path
	for _, want := range []struct{ count, headline string }{{"1", "One match awaits you"}, {"", "Nothing awaits you"}} {
		ada.open("/")
		if got := ada.page.Find("#turns .count").Text(); got != want.count {
			t.Errorf("the count says %q, want %q", got, want.count)
		}
		if got := ada.page.Find("h1").Text(); got != want.headline {
			t.Errorf("the headline says %q, want %q", got, want.headline)
		}
		if n := ada.page.Find(`.turns a[href="` + alone + `"]`).Length(); n != 0 {
			t.Error("the table for oneself awaits Ada")
		}
		if n := ada.page.Find(`#alone + .waits a[href="` + alone + `"]`).Length(); n != 1 {
			t.Errorf("the table for oneself is listed %d times", n)
		}
		if want.count == "1" {
			ada.post(match, 0, "E6-E8", "k")
			ada.expect(http.StatusOK)
		}
	}
	if bo.open("/"); bo.page.Find("#turns .count").Text() != "1" {
		t.Error("Bo's turn is not counted")
	}
}
