package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/handlers"
)

// A hint names a move that the caller can post, and what speaks for it; it is for matches
// against bots alone.
func TestAPIHint(t *testing.T) {
	t.Parallel()
	set := handlers.DefaultSettings()
	set.BotPause = time.Hour
	s := newSiteWith(t, handlers.Config{Settings: set})
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := ada.Post("/matches", map[string]any{"game": "cam", "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match
	path := "/matches/" + m.ID + "/hint"
	var got struct {
		Ply, Seat     int
		Number, Hints int
		More          bool
		Action        string
		Line          []string
		Reasons       []struct{ Kind string }
	}
	ada.Get(path).Want(t, http.StatusOK, "").Read(t, &got)
	if got.Ply != 0 || got.Seat != 1 || len(got.Line) == 0 || got.Line[0] != got.Action || len(got.Reasons) == 0 || got.Number != 1 || got.Hints != 1 || !got.More {
		t.Errorf("the hint is %+v", got)
	}
	first := got
	for number, more := range map[string]bool{"4": true, "5": false} {
		ada.Get(path+"?number="+number).Want(t, http.StatusOK, "").Read(t, &got)
		if got.Action == first.Action || got.More != more || got.Hints < 4 {
			t.Errorf("hint %s is %+v", number, got)
		}
	}
	ada.Get(path+"?number=6").Want(t, http.StatusUnprocessableEntity, "no_other_hint")
	ada.Get(path+"?number=0").Want(t, http.StatusBadRequest, "malformed")
	if m := ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, ""); !strings.Contains(string(m.Body), `"hints":5`) {
		t.Errorf("the match is %s", m.Body)
	}
	ada.Get(path).Want(t, http.StatusOK, "").Read(t, &got)
	ada.Post("/matches/"+m.ID+"/actions", map[string]any{"ply": got.Ply, "action": got.Action}).Want(t, http.StatusOK, "")
	ada.Get(path).Want(t, http.StatusUnprocessableEntity, "not_your_turn")
	bo.Get(path).Want(t, http.StatusNotFound, "not_found")
	s.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	people := s.Start(ada, bo, map[string]any{"game": "cam", "seat": 1})
	ada.Get("/matches/"+people.ID+"/hint").Want(t, http.StatusForbidden, "no_hint")
}

// A hint at cards compares actions, each with what speaks for it by what the caller sees, and tells the
// moment of the match.
func TestAPIHintAtCards(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.Guest("Ada")
	m := ada.Post("/matches", map[string]any{"game": "kutschke", "seats": 2, "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match
	for end := time.Now().Add(time.Minute); len(m.Legal) < 2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
		m = ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match
	}
	var got struct {
		Options []struct {
			Action  string
			Reasons []struct {
				Kind   string
				Number int
			}
		}
		Moment struct {
			Phase       string
			Round, Step int
		}
	}
	ada.Get("/matches/"+m.ID+"/hint").Want(t, http.StatusOK, "").Read(t, &got)
	if got.Moment.Phase != "pick" || got.Moment.Round != 1 || got.Moment.Step != 1 || len(got.Options) < 2 {
		t.Errorf("the hint is %+v", got)
	}
	for _, o := range got.Options {
		if len(o.Reasons) == 0 || o.Reasons[0].Kind == "" {
			t.Errorf("nothing speaks for %s: %+v", o.Action, o)
		}
	}
}

// The value of a position comes with the best line and moves, but not to the players of a
// match that stands there; who asks often has to wait.
func TestAPIValue(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Start(ada, bo, map[string]any{"game": "camette", "seat": 1, "public": true})
	path := "/matches/" + m.ID + "/analysis/value"
	ada.Get(path).Want(t, http.StatusForbidden, "match_under_way")
	var got struct {
		Seat  int
		Value struct{ Value string }
		Line  []string
		Moves []struct{ Action string }
	}
	cy.Get(path).Want(t, http.StatusOK, "").Read(t, &got)
	if got.Seat != 1 || got.Value.Value == "" || len(got.Line) == 0 || len(got.Moves) == 0 {
		t.Errorf("the value is %+v", got)
	}
	first := got.Line[0]
	cy.Get(path+"?line="+url.QueryEscape(first)).Want(t, http.StatusOK, "").Read(t, &got)
	if got.Seat != 2 {
		t.Errorf("after %s seat %d is to move", first, got.Seat)
	}
	cy.Get(path+"?line=A1-A2").Want(t, http.StatusUnprocessableEntity, "illegal_action")
	cy.Get(path+"?after=7").Want(t, http.StatusUnprocessableEntity, "invalid_position")
	cy.Get(path+"?after=x").Want(t, http.StatusBadRequest, "malformed")
	s.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	if testing.Short() {
		return // searches are slow under the race detector, and then nobody has to wait
	}
	for range 40 {
		if again := cy.Get(path); again.Status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("nobody has to wait")
}
