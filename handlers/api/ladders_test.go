package api_test

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/handlers/sitetest"
)

// Players climb a ladder by the API: they see whom they may challenge, nobody but the two
// learns of the match.
func TestLadderByCalls(t *testing.T) {
	s := newSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	for _, p := range []*sitetest.Client{ada, bo, cy} {
		p.Put("/ladders/camette/me", nil).Want(t, http.StatusNoContent, "")
	}
	var ladder struct {
		Players, Reach int
		You            *int
		Rungs          []struct {
			Place     int
			Player    struct{ ID string }
			InReach   bool `json:"in_reach"`
			Challenge *struct{ Match string }
		}
	}
	cy.Get("/ladders/camette").Want(t, http.StatusOK, "").Read(t, &ladder)
	if ladder.Players != 3 || ladder.Reach != 3 || ladder.You == nil || *ladder.You != 3 || len(ladder.Rungs) != 3 || !ladder.Rungs[0].InReach || ladder.Rungs[2].InReach {
		t.Errorf("the ladder is %+v", ladder)
	}
	challenge := map[string]any{"player": ada.Player.ID}
	made := cy.Post("/ladders/camette/challenges", challenge, "Idempotency-Key", "up").Want(t, http.StatusCreated, "").Match
	if again := cy.Post("/ladders/camette/challenges", challenge, "Idempotency-Key", "up").Want(t, http.StatusCreated, "").Match; again.ID != made.ID {
		t.Errorf("the same request made %s and %s", made.ID, again.ID)
	}
	cy.Post("/ladders/camette/challenges", map[string]any{"player": bo.Player.ID}).Want(t, http.StatusConflict, "ladder_busy")
	bo.Post("/ladders/camette/challenges", challenge).Want(t, http.StatusConflict, "out_of_reach")
	cy.Post("/ladders/grand-camelot/challenges", challenge).Want(t, http.StatusUnprocessableEntity, "no_ladder")
	s.Guest("Di").Post("/ladders/camette/challenges", challenge).Want(t, http.StatusConflict, "not_on_ladder")
	cy.Post("/matches/"+made.ID+"/bots", map[string]any{"seat": 1, "level": 1}).Want(t, http.StatusConflict, "ladder_table")
	for who, sees := range map[*sitetest.Client]bool{ada: true, cy: true, bo: false, s.Nobody(): false} {
		if got := strings.Contains(string(who.Get("/ladders/camette").Body), made.ID); got != sees {
			t.Errorf("%+v learns of the match: %v", who.Player, got)
		}
	}
	ada.Post("/matches/"+made.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "")
	bo.Call(http.MethodDelete, "/ladders/camette/me", nil).Want(t, http.StatusNoContent, "")
	bo.Call(http.MethodDelete, "/ladders/camette/me", nil).Want(t, http.StatusConflict, "not_on_ladder")
	s.Guest("Ed").Post("/matches", map[string]any{"game": "cam", "min_played": 3}).Want(t, http.StatusUnprocessableEntity, "invalid_needs")
	asks := s.Guest("Fay").Post("/matches", map[string]any{"game": "cam", "public": true, "min_rating": 1400}).Want(t, http.StatusCreated, "").Match
	ada.Post("/matches/"+asks.ID+"/join", map[string]any{}).Want(t, http.StatusForbidden, "needs_rating")
	for path, want := range map[string]string{"/matches/" + asks.ID: `"min_rating":1400`, "/tables?limit=1": `"min_rating":1400`, "/matches/" + made.ID: `"ladder":true`, "/me/matches": `"ladder":true`} {
		if got := cy.Get(path).Want(t, http.StatusOK, ""); !strings.Contains(string(got.Body), want) {
			t.Errorf("%s lacks %s: %s", path, want, got.Body)
		}
	}
}
