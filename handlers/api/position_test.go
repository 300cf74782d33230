package api_test

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/games/catalog"
	"tableronde/games/record"
)

// A match begins from a position, its record tells so, and so does a rematch.
func TestAPIMatchFromPosition(t *testing.T) {
	t.Parallel()
	ada := newSite(t).Guest("Ada")
	const position = "camelot 2 KE13,KF15/D7,C11,J11"
	made := ada.Post("/matches", map[string]any{
		"game": "camelot", "solo": true, "options": map[string]string{"position": position},
	}).Want(t, http.StatusCreated, "").Match
	if made.Options["position"] != position || len(made.ToAct) != 1 || made.ToAct[0] != 2 {
		t.Fatalf("begins as %+v", made)
	}
	ada.Play(made.ID, 0, "C11-C10").Want(t, http.StatusOK, "")
	ada.Play(made.ID, 1, "F15-F16").Want(t, http.StatusOK, "")
	text := string(ada.Get("/matches/"+made.ID+"/record").Want(t, http.StatusOK, "").Body)
	if !strings.Contains(text, `[Option.position "`+position+`"]`) {
		t.Errorf("the record does not say where the match began:\n%s", text)
	}
	rec, err := record.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if m, err := rec.Match(catalog.Find); err != nil || m.Ply() != 2 {
		t.Errorf("the record is replayed to ply %d: %v", m.Ply(), err)
	}
	ada.Play(made.ID, 2, "resign").Want(t, http.StatusOK, "")
	again := ada.Post("/matches/"+made.ID+"/rematch", map[string]any{}).Want(t, http.StatusOK, "").Match
	if again.Options["position"] != position || again.ToAct[0] != 2 {
		t.Errorf("the rematch begins as %+v", again)
	}
}

func TestAPIRefusesPositions(t *testing.T) {
	t.Parallel()
	ada := newSite(t).Guest("Ada")
	for _, tt := range []struct {
		name, game string
		options    map[string]string
		why        string
	}{
		{"no position", "camelot", map[string]string{"position": "mate in two"}, "“mate” is none"},
		{"none at all", "camelot", map[string]string{"position": ""}, "not a position"},
		{"of another game", "camelot", map[string]string{"position": "cam 1 D4/D9"}, "This is a position of cam, not of camelot"},
		{"off the board", "camelot", map[string]string{"position": "camelot 1 A1,C6/D9,E9"}, "There is no square A1"},
		{"nobody to move", "camelot", map[string]string{"position": "camelot 1 -/D9,E9"}, "The game is over in this position"},
		{"a board without pieces", "camelot", map[string]string{"position": "camelot 1 -/-"}, "has no pieces"},
		{"with a setup", "grand-camelot", map[string]string{"position": "grand-camelot 1 H2/A7/H15/P8", "setup": "1932"}, "not with both"},
		{"very long", "camelot", map[string]string{"position": "camelot 1 " + strings.Repeat("D6,", 1000) + "E6/E8"}, "not a position"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ada.Post("/matches", map[string]any{"game": tt.game, "options": tt.options})
			got.Want(t, http.StatusUnprocessableEntity, "invalid_options")
			if !strings.Contains(string(got.Body), tt.why) || !strings.Contains(string(got.Body), `"field":"options","rule":"`) {
				t.Errorf("refused by %s, want %q, the field and the rule", got.Body, tt.why)
			}
		})
	}
}
