package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// Whose conditional moves have missed what the other played reads so on the page of the
// match, kept or made anew, and in the feed, until the next move; nobody else does.
func TestPagesTellWhatOrdersMiss(t *testing.T) {
	s := newTestSite(t)
	ada, bo, path := startCamelot(t, s, true)
	nobody := newReader(t, s.URL)
	const word = "Your orders did not fit what has happened."
	reads := func(when string, r *reader, want bool) {
		t.Helper()
		for range 2 {
			r.open(path)
			if got := strings.Contains(r.mainText(), word); got != want {
				t.Errorf("%s: it is told: %v\n%s", when, got, r.mainText())
			}
		}
	}
	ada.post(path, 0, "E6-E8", "k0")
	m, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(path, "/m/"))
	if err != nil {
		t.Fatal(err)
	}
	reads("before", ada, false)
	if _, err := s.site.Club.Match.SetOrders(t.Context(), m.ID, m.Seats[0].ID, 0, "after 1\nH11-F9: E8-E9"); err != nil {
		t.Fatal(err)
	}
	reads("with orders", ada, false)
	bo.post(path, 1, "F10-F9", "k1")
	bo.expect(http.StatusOK)
	reads("the owner", ada, true)
	tells := func(when string, seat int, want bool) {
		t.Helper()
		token, err := s.site.Club.Notify.FeedToken(t.Context(), m.Seats[seat-1].ID)
		if err != nil {
			t.Fatal(err)
		}
		for lang, sentence := range map[string]string{"en": "Your orders did not fit what has happened.", "fr": "Vos ordres ne convenaient pas à ce qui s’est passé."} {
			nobody.open("/feed/" + token + "?lang=" + lang)
			if got := strings.Contains(nobody.body, sentence); got != want {
				t.Errorf("%s: the feed tells it: %v\n%s", when, got, nobody.body)
			}
		}
	}
	tells("the owner", 1, true)
	tells("the other", 2, false)
	reads("the other", bo, false)
	reads("a visitor", nobody, false)
	f, err := s.site.Club.Match.Match(t.Context(), m.ID, m.Seats[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	ada.post(path, 2, f.Table.Legal(1)[0], "k2")
	reads("after the move", ada, false)
	tells("after the move", 1, false)
}
