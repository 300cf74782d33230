package handlers

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/club/match"
)

// While no public match of people is played, the home page and the stand show the exhibition, which
// any visitor may open.
func TestExhibitionOnPages(t *testing.T) {
	s := newTestSiteOn(t, Config{Exhibition: true})
	s.stopWork()
	if err := s.site.Club.Shows.Worker(time.After).Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := s.site.Club.Shows.Latest(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("exhibitions: %v, %v", list, err)
	}
	path := "/m/" + list[0].ID
	for lang, title := range map[string]string{"en": "against", "fr": "contre"} {
		r := newReader(t, s.URL)
		r.header.Set("Accept-Language", lang)
		r.open("/")
		if got := r.page.Find("#shown-title").Text(); !strings.Contains(got, title) || strings.Contains(got, "(") {
			t.Errorf("home is titled %q", got)
		}
		if n := r.page.Find(`#shown a[href="` + path + `"] svg`).Length(); n == 0 {
			t.Error("home shows no board of the exhibition")
		}
		r.open("/watch")
		if got := r.page.Find(`#exhibition + p a[href="` + path + `"]`).Text(); !strings.Contains(got, title) {
			t.Errorf("the stand names %q", got)
		}
		if n := r.page.Find("#watch-" + list[0].ID).Length(); n != 1 {
			t.Errorf("the stand shows %d boards", n)
		}
		r.open(path)
		r.expect(http.StatusOK)
	}
}

// Without exhibitions no page speaks of one.
func TestNoExhibition(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	for _, path := range []string{"/", "/watch"} {
		r.open(path)
		if strings.Contains(r.mainText(), "against") || r.page.Find("#exhibition").Length() != 0 {
			t.Errorf("%s has an exhibition", path)
		}
	}
}

// Players see others who are here and show it, and can ask them for a match.
func TestPlayersWhoAreHere(t *testing.T) {
	s := newTestSite(t)
	ada, _, _ := startCamelot(t, s, false)
	shown, hidden := s.Guest("Cy"), s.Guest("Di")
	if err := s.site.Club.Accounts.SetHabits(t.Context(), shown.Player.ID, []string{match.HabitHere}); err != nil {
		t.Fatal(err)
	}
	shown.Listen("/me/events").Begun()
	hidden.Listen("/me/events").Begun()
	for _, path := range []string{"/", "/watch"} {
		ada.open(path)
		here := ada.page.Find("#here")
		if here.Find(`a[href="/new?with=`+shown.Player.ID+`"]`).Length() != 1 || strings.Contains(here.Text(), "Di") {
			t.Errorf("on %s here are %q", path, here.Text())
		}
	}
	ada.open("/new?with=" + shown.Player.ID)
	if !strings.Contains(ada.mainText(), "Cy") {
		t.Error("the form does not name the player to ask")
	}
	stranger := newReader(t, s.URL)
	stranger.open("/watch")
	if stranger.page.Find("#here").Length() != 0 {
		t.Error("a visitor without a name sees who is here")
	}
}
