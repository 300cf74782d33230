package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// An analysis is theirs who keep it: what others read, and the streams, are the same to
// the byte.
func TestAPIAnalysis(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	watcher := site.Guest("Cy")
	path := "/matches/" + m.ID + "/analysis"
	before := [][]byte{bo.Get("/matches/" + m.ID).Body, watcher.Get("/matches/" + m.ID).Body, bo.Get("/me/matches").Body}
	stream := bo.Listen("/matches/" + m.ID + "/events")
	stream.Begun()

	const empty = "{\"from\":[]}\n"
	if got := string(ada.Get(path).Want(t, http.StatusOK, "").Body); got != empty {
		t.Errorf("at first: %s", got)
	}
	given := `{"from":[{"after":0,"note":"To begin","lines":[{"move":"e6-e8","lines":[{"move":"F10-F9","note":"\u265e"}]},{"move":"D6-D8"}]}]}`
	const want = `{"from":[{"after":0,"note":"To begin","lines":[{"seat":1,"move":"E6-E8","lines":[{"seat":2,"move":"F10-F9","note":"♞"}]},{"seat":1,"move":"D6-D8"}]}]}` + "\n"
	if got := string(ada.Call(http.MethodPut, path, []byte(given)).Want(t, http.StatusOK, "").Body); got != want {
		t.Errorf("PUT = %s, want %s", got, want)
	}
	if got := string(ada.Get(path).Want(t, http.StatusOK, "").Body); got != want {
		t.Errorf("GET = %s", got)
	}
	for i, after := range [][]byte{bo.Get("/matches/" + m.ID).Body, watcher.Get("/matches/" + m.ID).Body, bo.Get("/me/matches").Body} {
		if !bytes.Equal(after, before[i]) {
			t.Errorf("others see %s, and saw %s", after, before[i])
		}
	}
	if got := string(bo.Get(path).Want(t, http.StatusOK, "").Body); got != empty {
		t.Errorf("another has %s", got)
	}
	watcher.Put(path, json.RawMessage(want)).Want(t, http.StatusOK, "")
	ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	if change := stream.Next(); !strings.Contains(change.Data, `"ply":1`) {
		t.Errorf("the stream tells %+v first", change)
	}
	ada.Call(http.MethodPut, path, []byte(`{"from":[]}`)).Want(t, http.StatusOK, "")
	if got := string(watcher.Get(path).Body); got != want {
		t.Errorf("the watcher's is %s", got)
	}
	site.Nobody().Get(path).Want(t, http.StatusUnauthorized, "unauthorized")
	site.Nobody().Call(http.MethodPut, path, []byte(given)).Want(t, http.StatusUnauthorized, "unauthorized")
}

func TestAPIAnalysisRefusals(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	path := "/matches/" + m.ID + "/analysis"
	deep := strings.Repeat(`{"move":"E6-E8","lines":[`, 41) + strings.Repeat(`]}`, 41)
	for body, want := range map[string]struct {
		status int
		code   string
	}{
		`{}`:                     {http.StatusBadRequest, "malformed"},
		`{"from":null}`:          {http.StatusBadRequest, "malformed"},
		`{"from":[{"x":1}]}`:     {http.StatusBadRequest, "malformed"},
		`{"from":[{"after":1}]}`: {http.StatusUnprocessableEntity, "invalid_position"},
		`{"from":[{"after":0,"lines":[{"move":"E6-E9"}]}]}`:                                         {http.StatusUnprocessableEntity, "illegal_action"},
		`{"from":[{"after":0,"lines":[{"move":"E6-E8"},{"move":"e6-e8"}]}]}`:                        {http.StatusUnprocessableEntity, "study_twice"},
		`{"from":[{"after":0,"note":"` + strings.Repeat("x", 501) + `"}]}`:                          {http.StatusUnprocessableEntity, "study_note"},
		`{"from":[{"after":0,"lines":[` + deep + `]}]}`:                                             {http.StatusUnprocessableEntity, "study_depth"},
		`{"from":[{"after":0,"lines":[` + strings.Repeat(`{"move":"a"},`, 300) + `{"move":"b"}]}]}`: {http.StatusUnprocessableEntity, "study_moves"},
	} {
		ada.Call(http.MethodPut, path, []byte(body)).Want(t, want.status, want.code)
	}
	site.Guest("Eve").Get(path).Want(t, http.StatusNotFound, "not_found")
	waiting := ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "").Match
	ada.Get("/matches/"+waiting.ID+"/analysis").Want(t, http.StatusConflict, "not_started")
	cards := site.Start(ada, bo, map[string]any{"game": "knizia"})
	ada.Get("/matches/"+cards.ID+"/analysis").Want(t, http.StatusUnprocessableEntity, "no_analysis")
}
