package handlers

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// standingOf returns the standing offers of a player.
func standingOf(t *testing.T, of *sitetest.Client) (list []api.Standing) {
	t.Helper()
	of.Get("/me/standing").Want(t, http.StatusOK, "").Read(t, &list)
	return list
}

// waitForTable waits until the first standing offer of a player has an open table other than
// the last one, and returns its id.
func waitForTable(t *testing.T, of *sitetest.Client, last string) string {
	t.Helper()
	for {
		if list := standingOf(t, of); len(list) > 0 && list[0].Open != nil && *list[0].Open != last {
			return *list[0].Open
		}
		select {
		case <-t.Context().Done():
			t.Fatal("no table was opened")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A standing offer is made by the form of a table. It keeps one table open until the given number
// of matches are under way, and opens the next when one of them is over.
func TestStandingOffer(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	r := reads(t, s, ada)
	r.open("/me")
	r.follow(`a[href="/me/standing"]`)
	r.follow("#new-standing")
	r.open("/new?standing=1&game=cam")
	r.submit(`form[action="/me/standing"]`, "pace", "move-3d", "most", "2")
	if r.path != "/me/standing" || !strings.Contains(r.mainText(), "a table is open · 0 of 2 matches under way") {
		t.Fatalf("the form leads to %s: %s", r.path, r.mainText())
	}
	first := waitForTable(t, ada, "")
	if m := bo.Get("/matches/"+first).Want(t, http.StatusOK, "").Match; !m.Public || m.Game != "cam" {
		t.Errorf("the table is %+v", m)
	}
	join := func(id string) {
		t.Helper()
		bo.Post("/matches/"+id+"/join", map[string]any{}).Want(t, http.StatusOK, "")
	}
	join(first)
	second := waitForTable(t, ada, first)
	join(second)
	if list := standingOf(t, ada); list[0].Live != 2 || list[0].Open != nil {
		t.Errorf("with two matches under way there is %+v", list[0])
	}
	bo.Play(second, bo.Get("/matches/"+second).Match.Ply, "resign").Want(t, http.StatusOK, "")
	third := waitForTable(t, ada, second)
	if n := len(bo.MatchIDs("/tables")); n != 1 {
		t.Errorf("%d tables are open", n)
	}

	r.open("/me/standing")
	r.submit(`form[action^="/me/standing/"]`, "do", "pause")
	if !strings.Contains(r.mainText(), "paused") || len(bo.MatchIDs("/tables")) != 0 {
		t.Errorf("paused: %s", r.mainText())
	}
	r.submit(`form[action^="/me/standing/"]`, "do", "resume")
	fourth := waitForTable(t, ada, third)
	ada.Post("/matches/"+fourth+"/withdraw", struct{}{}).Want(t, http.StatusOK, "")
	if list := standingOf(t, ada); !list[0].Paused || list[0].Open != nil {
		t.Errorf("after its table was withdrawn the offer is %+v", list[0])
	}
	r.open("/me/standing")
	r.submit(`form[action^="/me/standing/"]`, "do", "remove")
	if len(standingOf(t, ada)) != 0 || r.page.Find("form").Length() > 1 && strings.Contains(r.mainText(), "Cam") {
		t.Errorf("removed: %s", r.mainText())
	}
	if got := ada.Get("/matches/" + first).Match; got.Over {
		t.Error("a match that came of it has ended")
	}
}

// A standing offer keeps whether its matches count for ratings, by page and API.
func TestStandingOfferIsCasual(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	r := reads(t, s, ada)
	r.open("/new?standing=1&game=cam")
	r.submit(`form[action="/me/standing"]`, "casual", "1")
	bo.Post("/me/standing", map[string]any{"game": "cam", "most": 1, "casual": true}).Want(t, http.StatusCreated, "")
	for _, by := range []*sitetest.Client{ada, bo} {
		if list := standingOf(t, by); len(list) != 1 || !list[0].Casual {
			t.Errorf("the offers are %+v", list)
		}
		m, err := s.site.Store.Match(t.Context(), waitForTable(t, by, ""))
		if err != nil || m.Rated {
			t.Errorf("the table counts for ratings: %v, %v", m.Rated, err)
		}
	}
}

// Faulty standing offers are refused, by page and API; the same request twice makes one.
func TestStandingOffersAreRefused(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	for code, body := range map[string]map[string]any{
		"invalid_most": {"game": "cam", "most": 11}, "unknown_game": {"game": "chess", "most": 1}, "invalid_seats": {"game": "knizia", "seats": 9, "most": 1},
	} {
		ada.Post("/me/standing", body).Want(t, http.StatusUnprocessableEntity, code)
	}
	one, _ := json.Marshal(map[string]any{"game": "cam", "most": 1})
	for range 2 {
		ada.Call(http.MethodPost, "/me/standing", one, "Idempotency-Key", "k").Want(t, http.StatusCreated, "")
	}
	list := standingOf(t, ada)
	if len(list) != 1 {
		t.Fatalf("one request made %+v", list)
	}
	for range 4 {
		ada.Post("/me/standing", map[string]any{"game": "camette", "most": 1}).Want(t, http.StatusCreated, "")
	}
	ada.Post("/me/standing", map[string]any{"game": "cam", "most": 1}).Want(t, http.StatusConflict, "too_many_standing")
	r := reads(t, s, ada)
	if r.open("/me/standing"); r.page.Find("#new-standing").Length() > 0 {
		t.Error("a sixth offer can be made")
	}
	bo.Put("/me/standing/"+list[0].ID, map[string]any{"most": 2, "paused": true}).Want(t, http.StatusNotFound, "no_standing")
	if got := bo.Call(http.MethodDelete, "/me/standing/"+list[0].ID, nil); got.Status != http.StatusNotFound {
		t.Errorf("removed by another: %d", got.Status)
	}
	ada.Put("/me/standing/"+list[0].ID, map[string]any{"most": 0, "paused": true}).Want(t, http.StatusUnprocessableEntity, "invalid_most")
	ada.Put("/me/standing/"+list[0].ID, map[string]any{"most": 4, "paused": true}).Want(t, http.StatusOK, "")
	if got := standingOf(t, ada)[0]; got.Most != 4 || !got.Paused || got.Open != nil {
		t.Errorf("the offer is %+v", got)
	}
}

// Standing offers and challenges are in the export of their player and go with them.
func TestExportOfOffers(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	ada.Post("/me/standing", map[string]any{"game": "camette", "most": 7}).Want(t, http.StatusCreated, "")
	asked := bo.Post("/matches", map[string]any{"game": "cam", "challenge": ada.Player.ID}).Want(t, http.StatusCreated, "").Match
	files := sitetest.Unzip(t, ada.Get("/me/export").Want(t, http.StatusOK, "").Body)
	if text := files["offers.json"]; !strings.Contains(text, `"camette"`) || !strings.Contains(text, asked.ID) {
		t.Errorf("the export has %s", text)
	}
	if got := ada.Call(http.MethodDelete, "/me", []byte(`{}`)); got.Status != http.StatusNoContent {
		t.Fatalf("leaving: %d %s", got.Status, got.Body)
	}
	if m := bo.Get("/matches/" + asked.ID).Match; m.Seats[0].Kept != nil || m.Seats[1].Kept != nil {
		t.Errorf("a seat is kept for who has left: %+v", m.Seats)
	}
	if n := len(bo.MatchIDs("/tables")); n != 0 {
		t.Errorf("%d tables of who has left are open", n)
	}
}
