package clitest

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// Soloist is a guest of a server with a table of one.
type Soloist struct {
	t     testing.TB
	Token string
	Match string
}

func NewSoloist(t testing.TB, url string) *Soloist {
	t.Helper()
	s := &Soloist{t: t}
	var guest struct{ Token string }
	s.Call(url, http.MethodPost, "/guests", `{"name":"Ada"}`, &guest)
	s.Token = guest.Token
	var match struct{ ID string }
	s.Call(url, http.MethodPost, "/matches", `{"game":"camelot","solo":true}`, &match)
	s.Match = match.ID
	return s
}

func (s *Soloist) Call(url, method, path, body string, into any) {
	s.t.Helper()
	req, err := http.NewRequest(method, url+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if s.Token != "" {
		req.Header.Set("Authorization", "Bearer "+s.Token)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil || resp.StatusCode/100 != 2 {
		s.t.Fatalf("%s %s: %s, %v", method, path, resp.Status, err)
	}
}

func (s *Soloist) Move(url string, ply, action string) {
	s.t.Helper()
	var match struct{}
	s.Call(url, http.MethodPost, "/matches/"+s.Match+"/actions", `{"ply":`+ply+`,"action":"`+action+`"}`, &match)
}

func (s *Soloist) Ply(url string) int {
	s.t.Helper()
	var match struct{ Ply int }
	s.Call(url, http.MethodGet, "/matches/"+s.Match, "", &match)
	return match.Ply
}
