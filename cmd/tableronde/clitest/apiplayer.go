package clitest

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// APIPlayer plays a card game over the API with a simple strategy.
type APIPlayer struct {
	T     *testing.T
	Base  string
	token string
}

// NewAPIPlayer creates a guest.
func NewAPIPlayer(t *testing.T, base, name string) *APIPlayer {
	t.Helper()
	k := &APIPlayer{T: t, Base: base}
	var guest struct{ Token string }
	k.Call(http.MethodPost, "/api/v1/guests", map[string]any{"name": name}, &guest)
	k.token = guest.Token
	return k
}

// Call makes a call with the player's token.
func (k *APIPlayer) Call(method, path string, body, answer any) {
	k.T.Helper()
	if err := (Call{Site: k.Base, Method: method, Path: path, Body: body, Token: k.token}).Do(answer); err != nil {
		k.T.Fatal(err)
	}
}

// Join takes a seat of a match with an invitation.
func (k *APIPlayer) Join(match, invitation string) {
	k.T.Helper()
	path := "/api/v1/matches/" + strings.TrimPrefix(match, "/m/") + "/join"
	k.Call(http.MethodPost, path, map[string]any{"invite": strings.TrimPrefix(invitation, "/i/")}, &struct{}{})
}

// APIMatch holds the fields of a match that an APIPlayer reads.
type APIMatch struct {
	Ply   int
	You   int
	ToAct []int `json:"to_act"`
	Legal []string
	Over  bool
}

// GetMatch returns a match as the player sees it.
func (k *APIPlayer) GetMatch(match string) (m APIMatch) {
	k.T.Helper()
	k.Call(http.MethodGet, "/api/v1/matches/"+match, nil, &m)
	return m
}

// Play acts in a match until the player owes no decision. It reports whether it acted.
func (k *APIPlayer) Play(match string) bool {
	k.T.Helper()
	acted := false
	for range 200 {
		m := k.GetMatch(match)
		if m.Over || !slices.Contains(m.ToAct, m.You) {
			return acted
		}
		if len(m.Legal) == 0 { // the list is too long to be sent
			k.Call(http.MethodGet, "/api/v1/matches/"+match+"/legal?from=play", nil, &m.Legal)
		}
		k.Call(http.MethodPost, "/api/v1/matches/"+match+"/actions", map[string]any{"ply": m.Ply, "action": SimpleAction(m.Legal)}, &m)
		acted = true
	}
	k.T.Fatal("a turn without end")
	return false
}

// SimpleAction chooses a legal action. It prefers ending the turn, then placing the first card,
// then sometimes an action card, then the first action.
func SimpleAction(legal []string) string {
	for _, want := range []string{"end", "play ", "adapt", "charge", "drop_weapon", "shield", "withdraw"} {
		for _, action := range legal {
			if strings.HasPrefix(action, want) {
				return action
			}
		}
	}
	return legal[0]
}

// InterruptAction returns an action card that a seat may play now, "" for none.
func InterruptAction(legal []string) string {
	for _, action := range legal {
		switch verb, _, _ := strings.Cut(action, " "); verb {
		case "colour", "play", "end", "withdraw", "token", "pass", "lancelot", "keep":
		default:
			return action
		}
	}
	return ""
}
