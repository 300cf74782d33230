package handlers

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
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

// The matches that await a player come first, those with the least time left before the
// others and those without a clock last, the longest waiting first; those that wait for
// others are sorted by the clocks of the others.
func TestHomeSortsByTimeLeft(t *testing.T) {
	for lang, next := range map[string]string{"en": "Next (4)", "fr": "Suivante (4)"} {
		s := newTestSite(t)
		ada, bo := s.Guest("Ada"), s.Guest("Bo")
		start := func(seat int, clock map[string]any) string {
			body := map[string]any{"game": "camelot", "seat": seat}
			if clock != nil {
				body["clock"] = clock
			}
			return "/m/" + s.Start(ada, bo, body).ID
		}
		move := func(time string) map[string]any { return map[string]any{"move": time, "vacation": "0s"} }
		longest := start(1, nil)
		second, lastWait := start(1, move("72h")), start(2, move("336h"))
		first, firstWait := start(1, map[string]any{"bank": "2h", "increment": "1h", "vacation": "1h"}), start(2, move("24h"))
		shortest, noClock := start(1, nil), start(2, nil)
		r := newReader(t, s.URL)
		r.header.Set("Accept-Language", lang)
		r.header.Set("Cookie", cookieOf(t, s, ada.Player.ID))
		r.open("/")
		links := func(list string) (all []string) {
			r.page.Find(list + " a.turn").Each(func(_ int, a *goquery.Selection) { all = append(all, a.AttrOr("href", "")) })
			return all
		}
		if diff := cmp.Diff([]string{first, second, longest, shortest}, links(".turns:not(.calm)")); diff != "" {
			t.Errorf("%s: those that await Ada (-want +got):\n%s", lang, diff)
		}
		if diff := cmp.Diff([]string{firstWait, lastWait, noClock}, links(".turns.calm")); diff != "" {
			t.Errorf("%s: those that wait (-want +got):\n%s", lang, diff)
		}
		if button := r.page.Find("#next"); button.AttrOr("href", "") != first || button.Text() != next {
			t.Errorf("%s: the button %q leads to %s", lang, button.Text(), button.AttrOr("href", ""))
		}
		if n := r.page.Find(".turn.soon").Length(); n != 1 {
			t.Errorf("%s: %d matches are the most pressing", lang, n)
		}
	}
}
