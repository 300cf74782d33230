package handlers

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/games/record"
	"tableronde/handlers/api"
)

func TestAPIImport(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada, bo := site.guest("Ada"), site.guest("Bo")
	text := "[White \"Nolan\"]\n[Date \"2008\"]\n" + nolan
	answer := ada.post("/import", map[string]any{"text": text})
	m := answer.want(t, http.StatusCreated, "").match
	if m.Game != "camelot" || !m.Solo || m.Public || m.Ply != 34 || m.Title != "Nolan – ?, 2008" || m.Tags["Seat1"] != "Nolan" || len(m.Log) != 34 {
		t.Errorf("imported as %+v", m)
	}
	if got := answer.header.Get("Location"); got != api.Path+"/matches/"+m.ID {
		t.Errorf("Location: %s", got)
	}
	ada.play(m.ID, 34, "resign").want(t, http.StatusOK, "")
	bo.get("/matches/"+m.ID).want(t, http.StatusNotFound, "not_found")
	again := string(ada.get("/matches/"+m.ID+"/record").want(t, http.StatusOK, "").body)
	if m := ada.post("/import", map[string]any{"text": again, "game": "camelot"}).want(t, http.StatusCreated, "").match; !m.Over || m.Ply != 35 || m.Title != "Nolan – ?, 2008" {
		t.Errorf("its record is imported as %+v", m)
	}
}

func TestAPIImportRefuses(t *testing.T) {
	t.Parallel()
	site := newAPISite(t)
	ada := site.guest("Ada")
	broken := "1.E6-E8 H11-F9\n2.H6-F8 F11-F7"
	got := ada.post("/import", map[string]any{"text": broken})
	got.want(t, http.StatusUnprocessableEntity, "bad_record")
	for _, want := range []string{`"line":2`, `"played":3`, `"field":"text"`, `"rule":"`, "line 2, move 2: seat 2: F11-F7"} {
		if !strings.Contains(string(got.body), want) {
			t.Errorf("the refusal lacks %s: %s", want, got.body)
		}
	}
	if m := ada.post("/import", map[string]any{"text": broken, "part": true}).want(t, http.StatusCreated, "").match; m.Ply != 3 {
		t.Errorf("the part has %d events", m.Ply)
	}
	for _, tt := range []struct {
		name   string
		body   map[string]any
		status int
		code   string
	}{
		{"no text", map[string]any{"game": "camelot"}, http.StatusBadRequest, "malformed"},
		{"an unknown field", map[string]any{"text": nolan, "moves": 3}, http.StatusBadRequest, "malformed"},
		{"an unknown game", map[string]any{"text": nolan, "game": "chess"}, http.StatusUnprocessableEntity, "unknown_game"},
		{"another game", map[string]any{"text": "[Game \"cam\"]\n1.D5-D6", "game": "camelot"}, http.StatusUnprocessableEntity, "bad_record"},
		{"seats that do not fit", map[string]any{"text": "[Game \"cam\"]\n[Seats \"4\"]\n1: D5-D6"}, http.StatusUnprocessableEntity, "bad_record"},
		{"nothing", map[string]any{"text": ""}, http.StatusUnprocessableEntity, "bad_record"},
		{"nothing, and a part of it", map[string]any{"text": "", "part": true}, http.StatusUnprocessableEntity, "bad_record"},
		{"a text too long", map[string]any{"text": strings.Repeat("x", record.MaxSize+1)}, http.StatusRequestEntityTooLarge, "too_large"},
		{"a body too long", map[string]any{"text": strings.Repeat("x", 2*record.MaxSize)}, http.StatusRequestEntityTooLarge, "too_large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ada.post("/import", tt.body).want(t, tt.status, tt.code)
		})
	}
	site.nobody().post("/import", map[string]any{"text": nolan}).want(t, http.StatusUnauthorized, "unauthorized")
}
