package api_test

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/games/record"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

func TestAPIImport(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	text := "[White \"Nolan\"]\n[Date \"2008\"]\n" + sitetest.Nolan
	answer := ada.Post("/import", map[string]any{"text": text})
	m := answer.Want(t, http.StatusCreated, "").Match
	if m.Game != "camelot" || !m.Solo || m.Public || m.Ply != 34 || m.Title != "Nolan – ?, 2008" || m.Tags["Seat1"] != "Nolan" || len(m.Log) != 34 {
		t.Errorf("imported as %+v", m)
	}
	if got := answer.Header.Get("Location"); got != api.Path+"/matches/"+m.ID {
		t.Errorf("Location: %s", got)
	}
	ada.Play(m.ID, 34, "resign").Want(t, http.StatusOK, "")
	bo.Get("/matches/"+m.ID).Want(t, http.StatusNotFound, "not_found")
	again := string(ada.Get("/matches/"+m.ID+"/record").Want(t, http.StatusOK, "").Body)
	if m := ada.Post("/import", map[string]any{"text": again, "game": "camelot"}).Want(t, http.StatusCreated, "").Match; !m.Over || m.Ply != 35 || m.Title != "Nolan – ?, 2008" {
		t.Errorf("its record is imported as %+v", m)
	}
}

func TestAPIImportRefuses(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	broken := "1.E6-E8 H11-F9\n2.H6-F8 F11-F7"
	got := ada.Post("/import", map[string]any{"text": broken})
	got.Want(t, http.StatusUnprocessableEntity, "bad_record")
	for _, want := range []string{`"line":2`, `"played":3`, `"field":"text"`, `"rule":"`, "line 2, move 2: seat 2: F11-F7"} {
		if !strings.Contains(string(got.Body), want) {
			t.Errorf("the refusal lacks %s: %s", want, got.Body)
		}
	}
	if m := ada.Post("/import", map[string]any{"text": broken, "part": true}).Want(t, http.StatusCreated, "").Match; m.Ply != 3 {
		t.Errorf("the part has %d events", m.Ply)
	}
	for _, tt := range []struct {
		name   string
		body   map[string]any
		status int
		code   string
	}{
		{"no text", map[string]any{"game": "camelot"}, http.StatusBadRequest, "malformed"},
		{"an unknown field", map[string]any{"text": sitetest.Nolan, "moves": 3}, http.StatusBadRequest, "malformed"},
		{"an unknown game", map[string]any{"text": sitetest.Nolan, "game": "chess"}, http.StatusUnprocessableEntity, "unknown_game"},
		{"another game", map[string]any{"text": "[Game \"cam\"]\n1.D5-D6", "game": "camelot"}, http.StatusUnprocessableEntity, "bad_record"},
		{"seats that do not fit", map[string]any{"text": "[Game \"cam\"]\n[Seats \"4\"]\n1: D5-D6"}, http.StatusUnprocessableEntity, "bad_record"},
		{"nothing", map[string]any{"text": ""}, http.StatusUnprocessableEntity, "bad_record"},
		{"nothing, and a part of it", map[string]any{"text": "", "part": true}, http.StatusUnprocessableEntity, "bad_record"},
		{"a text too long", map[string]any{"text": strings.Repeat("x", record.MaxSize+1)}, http.StatusRequestEntityTooLarge, "too_large"},
		{"a body too long", map[string]any{"text": strings.Repeat("x", 2*record.MaxSize)}, http.StatusRequestEntityTooLarge, "too_large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ada.Post("/import", tt.body).Want(t, tt.status, tt.code)
		})
	}
	site.Nobody().Post("/import", map[string]any{"text": sitetest.Nolan}).Want(t, http.StatusUnauthorized, "unauthorized")
}
