package api_test

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// madeToken is the answer to a new token.
type madeToken struct {
	Token, ID, Name string
	Scopes          []string
	Used            *string
	Current         bool
}

// Tokens are listed, made and revoked; one that is revoked is refused at once.
func TestAPITokens(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	site.Nobody().Get("/me/tokens").Want(t, http.StatusUnauthorized, "unauthorized")
	for _, wrong := range []string{`{"scopes":["read"]}`, `{"name":"x"}`, `{"name":"x","scopes":null}`} {
		ada.Call(http.MethodPost, "/me/tokens", []byte(wrong)).Want(t, http.StatusBadRequest, "malformed")
	}
	for _, wrong := range []string{`{"name":"x","scopes":[]}`, `{"name":"x","scopes":["read","admin"]}`} {
		ada.Call(http.MethodPost, "/me/tokens", []byte(wrong)).Want(t, http.StatusUnprocessableEntity, "unknown_scope")
	}
	ada.Post("/me/tokens", map[string]any{"name": "\u200b", "scopes": []string{"read"}}).Want(t, http.StatusUnprocessableEntity, "name_signs")

	var first, again madeToken
	for _, into := range []*madeToken{&first, &again} { // the second time by the same key
		ada.Post("/me/tokens", map[string]any{"name": "notebook", "scopes": []string{"read", "play"}}, "Idempotency-Key", "k").
			Want(t, http.StatusCreated, "").Read(t, into)
	}
	if first.Token == "" || first.Token != again.Token || first.ID != again.ID || first.Used != nil || first.Current {
		t.Fatalf("the token is %+v, then %+v", first, again)
	}
	program := site.Client(first.Token)
	program.Get("/me").Want(t, http.StatusOK, "")
	var list []madeToken
	program.Get("/me/tokens").Want(t, http.StatusOK, "").Read(t, &list)
	if len(list) != 2 || list[0].Name != "notebook" || !list[0].Current || list[0].Used == nil || list[1].Name != "first token" || len(list[1].Scopes) != 3 {
		t.Errorf("the tokens are %+v", list)
	}
	bo.Call(http.MethodDelete, "/me/tokens/"+first.ID, nil).Want(t, http.StatusNotFound, "not_found")
	ada.Call(http.MethodDelete, "/me/tokens/"+first.ID, nil).Want(t, http.StatusNoContent, "")
	ada.Call(http.MethodDelete, "/me/tokens/"+first.ID, nil).Want(t, http.StatusNotFound, "not_found")
	program.Get("/me").Want(t, http.StatusUnauthorized, "unauthorized")
	ada.Get("/me").Want(t, http.StatusOK, "")
}

// A call beyond the scopes of its token is refused with the scope that is missing, and a
// token gives none that it does not have.
func TestAPIScopes(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	for scope, allowed := range map[string]map[string]int{
		"read":   {"read": http.StatusOK},
		"play":   {"play": http.StatusOK},
		"manage": {"manage": http.StatusOK},
	} {
		var made madeToken
		ada.Post("/me/tokens", map[string]any{"name": scope, "scopes": []string{scope}}).Want(t, http.StatusCreated, "").Read(t, &made)
		program := site.Client(made.Token)
		for _, call := range []struct{ scope, method, path, body string }{
			{"read", "GET", "/me", ""},
			{"read", "GET", "/games", ""},
			{"read", "GET", "/me/tokens", ""},
			{"read", "HEAD", "/matches/" + m.ID, ""},
			{"play", "POST", "/matches/" + m.ID + "/actions", `{"ply":0,"action":"E6-E8"}`},
			{"play", "POST", "/matches", `{"game":"camelot","solo":true}`},
			{"play", "PUT", "/matches/" + m.ID + "/orders", `{"orders":""}`},
			{"manage", "PATCH", "/me", `{"name":"Ada"}`},
			{"manage", "POST", "/me/tokens", `{"name":"x","scopes":["` + scope + `"]}`},
			{"manage", "POST", "/accounts", `{"name":"Ada","password":"short"}`},
			{"manage", "DELETE", "/me/tokens/none", ""},
		} {
			got := program.Call(call.method, call.path, []byte(call.body))
			refused := got.Status == http.StatusForbidden && (call.method == http.MethodHead || got.Error.Code == "scope_missing" && got.Error.Field == call.scope)
			if refused != (allowed[call.scope] == 0) {
				t.Errorf("a token for %s, %s %s: %d %s", scope, call.method, call.path, got.Status, got.Body)
			}
		}
		if scope == "manage" {
			program.Post("/me/tokens", map[string]any{"name": "x", "scopes": []string{"manage", "play"}}).Want(t, http.StatusForbidden, "scope_missing")
		}
	}
}

// Every call of the API needs a scope but those by which players get tokens: a token that
// has all the others is refused before anything else is looked at.
func TestAPIScopesOfEveryCall(t *testing.T) {
	site := newSite(t)
	ada := site.Guest("Ada")
	lacking := map[string]*sitetest.Client{}
	for missing, scopes := range map[string][]string{"read": {"play", "manage"}, "play": {"read", "manage"}, "manage": {"read", "play"}} {
		var made madeToken
		ada.Post("/me/tokens", map[string]any{"name": missing, "scopes": scopes}).Want(t, http.StatusCreated, "").Read(t, &made)
		lacking[missing] = site.Client(made.Token)
	}
	for _, endpoint := range api.Endpoints() {
		method, path, _ := strings.Cut(endpoint, " ")
		needs := "play"
		switch {
		case method == http.MethodGet:
			needs = "read"
		case path == "/guests" || path == "/sessions":
			continue
		case path == "/accounts" || path == "/me" || strings.HasPrefix(path, "/me/"):
			needs = "manage"
		}
		got := lacking[needs].Call(method, strings.NewReplacer(":id", "x", ":token", "x", ":game", "x").Replace(path), []byte(`{}`))
		if got.Status != http.StatusForbidden || got.Error.Code != "scope_missing" || got.Error.Field != needs {
			t.Errorf("%s without the scope %q: %d %s", endpoint, needs, got.Status, got.Body)
		}
	}
}
