package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// apiPlayer plays a card game over the API with a simple strategy.
type apiPlayer struct {
	t     *testing.T
	base  string
	token string
}

func newAPIPlayer(t *testing.T, base, name string) *apiPlayer {
	t.Helper()
	k := &apiPlayer{t: t, base: base}
	var guest struct{ Token string }
	k.call(http.MethodPost, "/api/v1/guests", map[string]any{"name": name}, &guest)
	k.token = guest.Token
	return k
}

func (k *apiPlayer) call(method, path string, body, answer any) {
	k.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		k.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(k.t.Context(), method, k.base+path, bytes.NewReader(data))
	if err != nil {
		k.t.Fatal(err)
	}
	if k.token != "" {
		req.Header.Set("Authorization", "Bearer "+k.token)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		k.t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		var text bytes.Buffer
		_, _ = text.ReadFrom(resp.Body)
		k.t.Fatalf("%s %s = %s: %s", method, path, resp.Status, text.String())
	}
	if resp.StatusCode == http.StatusNoContent {
		return
	}
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		k.t.Fatal(err)
	}
}

// join takes a seat of the match at a path by an invitation.
func (k *apiPlayer) join(match, invitation string) {
	k.t.Helper()
	path := "/api/v1/matches/" + strings.TrimPrefix(match, "/m/") + "/join"
	k.call(http.MethodPost, path, map[string]any{"invite": strings.TrimPrefix(invitation, "/i/")}, &struct{}{})
}

type kniziaMatch struct {
	Ply   int
	You   int
	ToAct []int `json:"to_act"`
	Legal []string
	Over  bool
}

func (k *apiPlayer) getMatch(match string) (m kniziaMatch) {
	k.t.Helper()
	k.call(http.MethodGet, "/api/v1/matches/"+match, nil, &m)
	return m
}

// play acts in a match until the player owes no decision. It reports whether it acted.
func (k *apiPlayer) play(match string) bool {
	k.t.Helper()
	acted := false
	for range 200 {
		m := k.getMatch(match)
		if m.Over || !slices.Contains(m.ToAct, m.You) {
			return acted
		}
		if len(m.Legal) == 0 { // there are too many
			k.call(http.MethodGet, "/api/v1/matches/"+match+"/legal?from=play", nil, &m.Legal)
		}
		k.call(http.MethodPost, "/api/v1/matches/"+match+"/actions", map[string]any{"ply": m.Ply, "action": simpleAction(m.Legal)}, &m)
		acted = true
	}
	k.t.Fatal("a turn without end")
	return false
}

// simpleAction chooses among the legal actions: to end, else to place the first card,
// else an action card now and then, else the first legal action.
func simpleAction(legal []string) string {
	for _, want := range []string{"end", "play ", "adapt", "charge", "drop_weapon", "shield", "withdraw"} {
		for _, action := range legal {
			if strings.HasPrefix(action, want) {
				return action
			}
		}
	}
	return legal[0]
}

// interruptAction returns an action card that a seat may play now, "" for none.
func interruptAction(legal []string) string {
	for _, action := range legal {
		switch verb, _, _ := strings.Cut(action, " "); verb {
		case "colour", "play", "end", "withdraw", "token", "pass", "lancelot", "keep":
		default:
			return action
		}
	}
	return ""
}
