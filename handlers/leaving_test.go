package handlers

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/handlers/site"
	"tableronde/handlers/sitetest"
)

// reads returns a browser in which the player of a client is signed in.
func reads(t *testing.T, s *testSite, c *sitetest.Client) *reader {
	t.Helper()
	r := newReader(t, s.URL)
	cookie, err := site.SignIn(t.Context(), s.site.Store, c.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if r.client.Jar == nil {
		r.client.Jar, _ = cookiejar.New(nil)
	}
	r.client.Jar.SetCookies(address, []*http.Cookie{cookie})
	return r
}

// Who leaves in the middle of a match has resigned there, and is called a former player
// wherever others look, in their language.
func TestLeavingInTheMiddle(t *testing.T) {
	const name = "Zéphirine"
	for game, seats := range map[string]int{"camelot": 2, "chivalry-4-solo": 4, "knizia": 3, "shannon": 3, "kutschke": 3} {
		t.Run(game, func(t *testing.T) {
			s := newTestSite(t)
			gone, bo := s.Guest(name), s.Guest("Bo")
			made := gone.Post("/matches", map[string]any{"game": game, "seats": seats, "seat": 1, "public": true}).Want(t, http.StatusCreated, "").Match
			for i := range seats - 1 {
				by := bo
				if i > 0 {
					by = s.Guest(fmt.Sprint("Guest ", i))
				}
				by.Post("/matches/"+made.ID+"/join", map[string]any{"seat": i + 2}).Want(t, http.StatusOK, "")
			}
			path, opponent, spectator := "/m/"+made.ID, reads(t, s, bo), newStranger(t, s)
			spectator.header.Set("Accept-Language", "fr")
			for _, r := range []*reader{opponent, spectator} {
				if r.open(path); !strings.Contains(r.body, name) {
					t.Fatalf("before, the page names nobody: %s", r.mainText())
				}
			}
			gone.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
			now := bo.Get("/matches/"+made.ID).Want(t, http.StatusOK, "").Match
			if now.Seats[0].Player.Name != db.FormerName || now.Over != (seats == 2) {
				t.Errorf("the match is %+v", now)
			}
			for _, path := range []string{"/matches/" + made.ID, "/matches/" + made.ID + "/story", "/watch", "/me/matches"} {
				if got := bo.Get(path); strings.Contains(string(got.Body), name) {
					t.Errorf("%s: %s", path, got.Body)
				}
			}
			for r, called := range map[*reader]string{opponent: "a former player", spectator: "un ancien joueur"} {
				for _, page := range []string{path, path + "?history=1", "/", "/tables", path + "/deal"} {
					r.send(http.MethodGet, page, nil)
					if strings.Contains(r.body, name) {
						t.Errorf("%s tells the name", page)
					}
				}
				if r.open(path); !strings.Contains(r.page.Text(), called) {
					t.Errorf("the page does not say %q: %s", called, r.mainText())
				}
			}
			if slices.Contains(now.ToAct, 1) {
				t.Errorf("it is the turn of who has left: %+v", now)
			}
			if strings.Contains(s.Log.String(), name) {
				t.Errorf("the log tells the name: %s", s.Log)
			}
		})
	}
}

// An account is left by who knows its password and is sure; then every browser is signed
// out, and the name cannot be had.
func TestLeavingAnAccount(t *testing.T) {
	s := newTestSite(t)
	first, second, _ := threeDevices(t, s)
	first.open("/settings")
	first.follow(`a[href="/settings/leave"]`)
	if got := first.mainText(); !strings.Contains(got, "The name Ada") || !strings.Contains(got, "Nobody can bring any of it back") {
		t.Errorf("the page says %s", got)
	}
	for problem, form := range map[string]url.Values{
		"Tick the box":      {"password": {goodPassword}},
		"not your password": {"password": {"nine black swans"}, "sure": {"1"}},
	} {
		first.send(http.MethodPost, "/settings/leave", form)
		if got := first.page.Find("#leave-problem").Text(); first.status < 400 || !strings.Contains(got, problem) {
			t.Errorf("%d: %q, want %q in it", first.status, got, problem)
		}
	}
	if second.named() != "Ada" {
		t.Fatal("the account has gone already")
	}
	first.open("/settings/leave")
	first.submit("#leave-form", "password", goodPassword, "sure", "1")
	first.expect(http.StatusOK)
	if got := first.page.Find("#notice").Text(); first.path != "/settings?saved=left" || !strings.Contains(got, "You have left") || first.hasSession() {
		t.Errorf("the form led to %s: %q", first.path, got)
	}
	if first.named() != "" || second.named() != "" {
		t.Errorf("after leaving one browser is %q, another %q", first.named(), second.named())
	}
	second.open("/sign-in")
	second.submit("#enter-form", "name", "Ada", "password", goodPassword)
	second.expect(http.StatusUnauthorized)
	second.submit("#join-form", "name", "Ada", "password", goodPassword)
	second.expect(http.StatusConflict)
	for _, taken := range []string{"a former player", "Un Ancien Joueur", "а former player"} {
		second.open("/settings")
		second.submit("#naming", "name", taken)
		second.expect(http.StatusUnprocessableEntity)
	}
}

// After a match with somebody who has left no rematch is on offer.
func TestNoRematchWithWhoHasLeft(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "camelot"})
	ada.Play(m.ID, 0, "resign").Want(t, http.StatusOK, "")
	r := reads(t, s, bo)
	if r.open("/m/" + m.ID); r.page.Find(`form[action$="/rematch"]`).Length() == 0 {
		t.Fatalf("before, no rematch is on offer: %s", r.mainText())
	}
	ada.Post("/matches/"+m.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "")
	ada.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
	if r.open("/m/" + m.ID); r.page.Find(`form[action*="/rematch"]`).Length() != 0 {
		t.Errorf("a rematch is on offer: %s", r.mainText())
	}
	if r.open("/"); strings.Contains(r.mainText(), "rematch") {
		t.Errorf("the home page tells of the offer: %s", r.mainText())
	}
	bo.Post("/matches/"+m.ID+"/rematch", map[string]any{}).Want(t, http.StatusConflict, "player_left")
}
