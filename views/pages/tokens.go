package pages

import (
	"time"

	"tableronde/views"
)

// Token is a token by which programs act for the visitor.
type Token struct {
	ID, Name      string   // the name is "" for one that came with the guest or with a sign-in
	First         bool     // it came with the guest
	Scopes        []string // their names: "read", "play", "manage"
	Created, Used time.Time
}

// NewToken is the form for one more token, or the token that it has made.
type NewToken struct {
	Key     string
	Made    string // shown this once; "" until it is made
	Name    string // typed
	Scopes  []string
	Problem *views.Problem
}

// scopes are the names of what a token may be for.
var scopes = []string{"read", "play", "manage"}

// name returns what a token is called.
func (t Token) name(p views.Page) string {
	switch {
	case t.First:
		return p.T("token.first")
	case t.Name == "":
		return p.T("token.signed_in")
	}
	return t.Name
}

// about tells what a token is for, and when it was last used.
func (t Token) about(p views.Page) string {
	var may []string
	for _, scope := range t.Scopes {
		may = append(may, scopeName(p, scope))
	}
	used := p.T("token.unused", "Day", p.Day(t.Created))
	if !t.Used.IsZero() {
		used = p.T("token.used", "Time", p.Since(t.Used))
	}
	return views.Sentence(p.List(may)) + " · " + used
}

// scopeName returns what a token with a scope does.
func scopeName(p views.Page, scope string) string {
	switch scope {
	case "read":
		return p.T("token.scope.read")
	case "play":
		return p.T("token.scope.play")
	}
	return p.T("token.scope.manage")
}
