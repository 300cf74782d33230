package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"tableronde/games/bot/solve"
	"tableronde/handlers"
)

// tableMemory is a solve.Store in memory.
type tableMemory map[string][]byte

func (m tableMemory) Open(name string) (solve.Part, int64, error) {
	text, ok := m[name]
	if !ok {
		return nil, 0, solve.ErrAbsent
	}
	return tablePart{bytes.NewReader(text)}, int64(len(text)), nil
}

func (m tableMemory) Write(name string, parts ...[]byte) error {
	m[name] = bytes.Join(parts, nil)
	return nil
}

type tablePart struct{ *bytes.Reader }

func (tablePart) Close() error { return nil }

// TestAPISolution asks for the values of positions; the table has those of three pieces.
func TestAPISolution(t *testing.T) {
	t.Parallel()
	m := tableMemory{}
	if err := solve.BuildUpTo(m, 3, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.Open(m)
	if err != nil {
		t.Fatal(err)
	}
	nobody := newSiteWith(t, handlers.Config{Solver: table}).Nobody()
	ask := func(position string) string { return "/solution?position=" + url.QueryEscape(position) }
	for _, tt := range []struct {
		position, value string
		endsIn          int
		best            string
	}{
		{"camette 1 C6/B2", "win", 1, "C6-C7"},
		{"camette 2 C6/B2", "win", 1, "B2-C1"},
		{"camette 1 C2/B4", "loss", 6, ""},
	} {
		var got struct {
			Position, Value string
			Seat            int
			EndsIn          int `json:"ends_in"`
			Moves           []struct {
				Action, Value string
				EndsIn        int `json:"ends_in"`
			}
		}
		body := nobody.Get(ask(tt.position)).Want(t, http.StatusOK, "").Body
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		if got.Position != tt.position || got.Value != tt.value || got.EndsIn != tt.endsIn || len(got.Moves) == 0 {
			t.Errorf("%s: %s", tt.position, body)
			continue
		}
		if best := got.Moves[0]; tt.best != "" && best.Action != tt.best || best.Value != tt.value || best.EndsIn != tt.endsIn {
			t.Errorf("%s: the best move is %+v", tt.position, best)
		}
	}
	for query, want := range map[string]struct {
		status int
		code   string
	}{
		"/solution":                  {http.StatusNotFound, "unsolved"},
		ask("camette 1 B3/C3,C4,C5"): {http.StatusNotFound, "unsolved"},
		ask("cam 1 D4/D9"):           {http.StatusUnprocessableEntity, "not_solved"},
		ask("camette 1 C7/B3"):       {http.StatusUnprocessableEntity, "finished"},
		ask("camette"):               {http.StatusUnprocessableEntity, "illegal_action"},
	} {
		nobody.Get(query).Want(t, want.status, want.code)
	}
	newSite(t).Nobody().Get("/solution").Want(t, http.StatusNotFound, "not_found")
}
