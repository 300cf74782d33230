package clitest

import (
	"net/http"
	"testing"
)

// Soloist is a guest with a solo table.
type Soloist struct {
	t     testing.TB
	Token string
	Match string
}

// NewSoloist creates a guest who begins a solo game of Camelot.
func NewSoloist(t testing.TB, url string) *Soloist {
	t.Helper()
	s := &Soloist{t: t}
	var guest struct{ Token string }
	s.Call(url, http.MethodPost, "/guests", map[string]any{"name": "Ada"}, &guest)
	s.Token = guest.Token
	var match struct{ ID string }
	s.Call(url, http.MethodPost, "/matches", map[string]any{"game": "camelot", "solo": true}, &match)
	s.Match = match.ID
	return s
}

// Call makes a call with the guest's token to a path below /api/v1.
func (s *Soloist) Call(url, method, path string, body, into any) {
	s.t.Helper()
	if err := (Call{Site: url, Method: method, Path: "/api/v1" + path, Body: body, Token: s.Token}).Do(into); err != nil {
		s.t.Fatal(err)
	}
}

// Move makes a move at a ply.
func (s *Soloist) Move(url string, ply int, action string) {
	s.t.Helper()
	s.Call(url, http.MethodPost, "/matches/"+s.Match+"/actions", map[string]any{"ply": ply, "action": action}, nil)
}

// Ply returns the ply of the match.
func (s *Soloist) Ply(url string) int {
	s.t.Helper()
	var match struct{ Ply int }
	s.Call(url, http.MethodGet, "/matches/"+s.Match, nil, &match)
	return match.Ply
}
