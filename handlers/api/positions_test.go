package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// A match begins from a position. Its record says so, and a rematch does the same.
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
		{"no position", "camelot", map[string]string{"position": "mate in two"}, "“mate” is not a board game"},
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

// A MATCH with very many legal actions has their number, and they are read by square, in pages.
func TestAPIDenseMatch(t *testing.T) {
	t.Parallel()
	ada := newSite(t).Guest("Ada")
	made := ada.Post("/matches", sitetest.StartFrom(sitetest.DensePosition, true)).Want(t, http.StatusCreated, "")
	if m := made.Match; len(m.Legal) != 0 || m.LegalCount != 11901 || len(made.Body) > 10_000 {
		t.Fatalf("%d bytes with %d of %d legal actions, want none of 11901", len(made.Body), len(m.Legal), m.LegalCount)
	}
	path := "/matches/" + made.Match.ID
	var last string
	all := make(map[string]bool)
	for square := range strings.SplitSeq("D5,I5,B6,D6,F6,H6,A7,B8,G8,I8,G10,F12,G12,E13", ",") {
		for _, action := range ada.Texts(path + "/legal?from=" + square) {
			if all[action] || !strings.HasPrefix(action, square+"x") && !strings.HasPrefix(action, square+"-") {
				t.Errorf("%s is listed twice or under %s", action, square)
			}
			all[action], last = true, action
		}
	}
	if len(all) < 11901 {
		t.Errorf("%d actions are listed, want 11901", len(all))
	}
	played := ada.Play(made.Match.ID, 0, last).Want(t, http.StatusOK, "").Match
	if played.LegalCount != 0 || len(played.Legal) == 0 {
		t.Errorf("an ordinary position lists %d legal actions and counts %d", len(played.Legal), played.LegalCount)
	}
	var few []string
	for square := range strings.SplitSeq("F7,D8,E8,F8,H8,D9,F9,H9,D10,E10,F10,H10,D11,F11", ",") {
		few = append(few, ada.Texts(path+"/legal?from="+strings.ToLower(square))...)
	}
	slices.Sort(few)
	if !slices.Equal(few, played.Legal) {
		t.Errorf("by square %v, at once %v", few, played.Legal)
	}
	ada.Get(path+"/legal").Want(t, http.StatusBadRequest, "malformed")
	ada.Get(path+"/legal?from=A1&after=x").Want(t, http.StatusBadRequest, "malformed")
	if got := ada.Get(path + "/legal?from=Z9"); string(got.Body) != "[]\n" {
		t.Errorf("from a square that is none: %s", got.Body)
	}
	ada.Guest("Bo").Get(path+"/legal?from=D5").Want(t, http.StatusNotFound, "not_found")
}

// No match begins from a position that play does not lead to, whichever way it is
// given.
func TestPositionsForPlayAreBounded(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	for _, tt := range []struct{ name, position, why string }{
		{"crowded", sitetest.CrowdedPosition, "Seat 1 has 0 men and 5 knights"},
		{"dense", sitetest.TooDensePosition, "more than 25000 legal moves"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ada.Post("/matches", sitetest.StartFrom(tt.position, true)).Want(t, http.StatusUnprocessableEntity, "invalid_options")
			if !strings.Contains(got.Error.Message, tt.why) {
				t.Errorf("refused by %q", got.Error.Message)
			}
			game, _, _ := strings.Cut(tt.position, " ")
			record := "[Game \"" + game + "\"]\n[Version \"1\"]\n[Seats \"2\"]\n[Option.position \"" + tt.position + "\"]\n\n1: resign\n"
			ada.Post("/import", map[string]any{"text": record}).Want(t, http.StatusUnprocessableEntity, "bad_record")
		})
	}
}

// Lists hold nothing that has to be replayed.
func TestAPIListsAreSummaries(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1, "public": true})
	ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusOK, "")
	ada.Post("/matches", map[string]any{"game": "cam", "public": true}).Want(t, http.StatusCreated, "")
	for _, path := range []string{"/me/matches", "/me/matches?turn=mine", "/tables", "/watch"} {
		var rows []map[string]any
		bo.Get(path).Read(t, &rows)
		if path == "/me/matches?turn=mine" && (len(rows) != 1 || rows[0]["id"] != m.ID || rows[0]["ply"] != 1. || rows[0]["you"] != 2.) {
			t.Errorf("%s: %v", path, rows)
		}
		if path != "/me/matches?turn=mine" && len(rows) == 0 {
			t.Errorf("%s is empty", path)
		}
		for _, row := range rows {
			for _, key := range []string{"legal", "legal_count", "state", "log", "orders"} {
				if _, ok := row[key]; ok {
					t.Errorf("%s: a row has %q", path, key)
				}
			}
		}
	}
}

// The answer to a keyed action is not stored: it is made again, the same, from the match as it
// was.
func TestAPIDenseAnswersAreNotStored(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	ada := site.Guest("Ada")
	made := ada.Post("/matches", sitetest.StartFrom(sitetest.DensePosition, true), "Idempotency-Key", "make").Want(t, http.StatusCreated, "")
	body := map[string]any{"ply": 0, "action": "offer draw"}
	first := ada.Post("/matches/"+made.Match.ID+"/actions", body, "Idempotency-Key", "draw").Want(t, http.StatusOK, "")
	ada.Post("/matches/"+made.Match.ID+"/actions?as=2", map[string]any{"ply": 1, "action": "decline draw"}).Want(t, http.StatusOK, "")
	again := ada.Post("/matches/"+made.Match.ID+"/actions", body, "Idempotency-Key", "draw").Want(t, http.StatusOK, "")
	if string(again.Body) != string(first.Body) {
		t.Errorf("first %s\nagain %s", first.Body, again.Body)
	}
	remade := ada.Post("/matches", sitetest.StartFrom(sitetest.DensePosition, true), "Idempotency-Key", "make").Want(t, http.StatusCreated, "")
	if string(remade.Body) != string(made.Body) || remade.Header.Get("Location") != made.Header.Get("Location") {
		t.Errorf("first %s\nagain %s", made.Body, remade.Body)
	}
}

// A caller without a token is nobody: a key leads nobody to the guest of another.
func TestAPIKeysOfNobody(t *testing.T) {
	t.Parallel()
	site := newSite(t)
	key := []string{"Idempotency-Key", "1"}
	one := site.Nobody().Post("/guests", map[string]any{"name": "Ada"}, key...).Want(t, http.StatusCreated, "")
	two := site.Nobody().Post("/guests", map[string]any{"name": "Ada"}, key...).Want(t, http.StatusCreated, "")
	var ada, other api.Guest
	one.Read(t, &ada)
	two.Read(t, &other)
	if ada.Token == other.Token || ada.Player.ID == other.Player.ID {
		t.Errorf("two visitors behind one address are both %+v", ada.Player)
	}
}
