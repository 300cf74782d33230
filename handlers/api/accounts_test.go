package api_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games/effort"
	"tableronde/handlers/api"
	"tableronde/handlers/sitetest"
)

// A guest becomes an account and keeps the token and the seat; name and password give
// another token, and every refusal has its code.
func TestAPIAccounts(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	m := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1})
	const password = "nine white swans"
	account := map[string]any{"name": "Ada", "password": password}
	site.Nobody().Post("/accounts", account).Want(t, http.StatusUnauthorized, "unauthorized")
	ada.Post("/accounts", map[string]any{"name": "Ada"}).Want(t, http.StatusBadRequest, "malformed")
	ada.Post("/accounts", map[string]any{"name": "Ada", "password": "short"}).Want(t, http.StatusUnprocessableEntity, "weak_password")
	ada.Post("/accounts", map[string]any{"name": "Ada", "password": password, "email": "ada@example.org"}).Want(t, http.StatusUnprocessableEntity, "no_mail")

	var made struct {
		Player struct {
			ID, Name string
			Account  bool
		}
	}
	for range 2 { // the second time by the same key
		ada.Post("/accounts", account, "Idempotency-Key", "account").Want(t, http.StatusCreated, "").Read(t, &made)
		if made.Player.ID != ada.Player.ID || !made.Player.Account {
			t.Fatalf("the account is %+v", made)
		}
	}
	ada.Post("/accounts", account).Want(t, http.StatusConflict, "has_account")
	bo.Post("/accounts", map[string]any{"name": "ADA", "password": password}).Want(t, http.StatusConflict, "name_alike") // at one table
	site.Guest("Cy").Post("/accounts", map[string]any{"name": "ADA", "password": password}).Want(t, http.StatusConflict, "name_taken")
	ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusOK, "")

	var session struct{ Token string }
	site.Nobody().Post("/sessions", account).Want(t, http.StatusCreated, "").Read(t, &session)
	again := site.Client(session.Token)
	again.Get("/me").Want(t, http.StatusOK, "").Read(t, &made.Player)
	if made.Player.Name != "Ada" || !made.Player.Account {
		t.Errorf("the token is that of %+v", made.Player)
	}
	if got := again.Get("/matches/"+m.ID).Want(t, http.StatusOK, "").Match; got.You == nil || *got.You != 1 {
		t.Errorf("the account sits at %v", got.You)
	}
	for _, wrong := range []map[string]any{{"name": "Ada", "password": "nine black swans"}, {"name": "Nobody", "password": password}} {
		got := site.Nobody().Post("/sessions", wrong).Want(t, http.StatusUnauthorized, "wrong_credentials")
		if want := "the name or the password is wrong: type both again"; got.Error.Message != want {
			t.Errorf("%v: %q, want %q", wrong, got.Error.Message, want)
		}
	}
}

// A guest keeps everything after becoming an account: seats, orders, hidden cards, the log, and
// the tokens.
func TestAPIAccountKeepsEverything(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "seats": 2, "seat": 1})
	site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 2})
	ada.Order(cards.ID, "riposte any minLoss=4")
	ada.Post("/me/tokens", map[string]any{"name": "notebook", "scopes": []string{"read"}}).Want(t, http.StatusCreated, "")
	paths := []string{"/me/matches", "/me/tokens", "/matches/" + cards.ID, "/matches/" + cards.ID + "/orders"}
	used := regexp.MustCompile(`"used":"[^"]*"`)
	read := func(path string) string {
		return used.ReplaceAllString(string(ada.Get(path).Want(t, http.StatusOK, "").Body), `"used":"…"`)
	}
	before := map[string]string{}
	for _, path := range paths {
		before[path] = read(path)
	}
	ada.Post("/accounts", map[string]any{"name": "Ada", "password": "nine white swans"}).Want(t, http.StatusCreated, "")
	for _, path := range paths {
		if diff := cmp.Diff(before[path], read(path)); diff != "" {
			t.Errorf("%s differs (-guest +account):\n%s", path, diff)
		}
	}
}

// The site compares few of a thousand guesses from one network. Guesses for one account, from
// any number of addresses, keep out neither its owner nor its token.
func TestAPIGuessing(t *testing.T) {
	site := newSite(t)
	ada := site.Guest("Ada")
	ada.Post("/accounts", map[string]any{"name": "Ada", "password": "nine white swans"}).Want(t, http.StatusCreated, "")
	guess := func(name, from string) int {
		return site.Nobody().Post("/sessions", map[string]any{"name": name, "password": "not this one"}, "X-Forwarded-For", from).Status
	}
	looked := func(times int, guesses func(i int) int) (n int) {
		for i := range times {
			switch status := guesses(i); status {
			case http.StatusUnauthorized:
				n++
			case http.StatusTooManyRequests:
			default:
				t.Fatalf("status %d", status)
			}
		}
		return n
	}
	if n := looked(30, func(i int) int { return guess("Ada", address(i)) }); n != 30 {
		t.Errorf("from many addresses %d passwords for one account were looked at", n)
	}
	if n := looked(30, func(i int) int { return guess("Ada", "198.18.0.1") }); n != 15 {
		t.Errorf("from one address %d passwords for one account were looked at", n)
	}
	site.Nobody().Post("/sessions", map[string]any{"name": "Ada", "password": "nine white swans"}, "X-Forwarded-For", "203.0.113.5").Want(t, http.StatusCreated, "")
	if n := looked(max(effort.N(1000), 200), func(i int) int { return guess(address(i), fmt.Sprintf("2001:db8::%x", i)) }); n > 60 {
		t.Errorf("from one network %d passwords were looked at", n)
	}
	ada.Get("/me").Want(t, http.StatusOK, "")
}

func address(i int) string { return fmt.Sprintf("192.0.%d.%d", i/250, 1+i%250) }

// A token alone deletes a guest, and no account: that takes its password, or the settings page.
func TestDeletingTakesAProof(t *testing.T) {
	site := newSite(t)
	guest, ada, eve := site.Guest("Gus"), site.Guest("Ada"), site.Guest("Eve")
	ada.Post("/accounts", map[string]any{"name": "Ada", "password": "nine white swans"}).Want(t, http.StatusCreated, "")
	key := db.NewPasskey{ID: []byte{1}, Public: []byte{2}, Handle: make([]byte, 32), Name: "key"}
	if _, err := site.Store.CreateAccount(t.Context(), db.Once{}, db.NewAccount{Player: eve.Player.ID, Name: "Eve", Keys: []string{"eve"}, Passkey: &key}, nil); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{``, `{}`, `{"password":""}`, `{"password":"nine black swans"}`} {
		ada.Call(http.MethodDelete, "/me", []byte(body)).Want(t, http.StatusForbidden, "proof_required")
		eve.Call(http.MethodDelete, "/me", []byte(body)).Want(t, http.StatusForbidden, "proof_required")
	}
	ada.Call(http.MethodDelete, "/me", []byte(`{"word":1}`)).Want(t, http.StatusBadRequest, "malformed")
	ada.Call(http.MethodDelete, "/me", []byte(`{"password":"nine white swans"}`)).Want(t, http.StatusNoContent, "")
	ada.Get("/me").Want(t, http.StatusUnauthorized, "unauthorized")
	guest.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
}

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

// Every call of the API needs a scope, except the calls by which players get tokens. A token that
// has all other scopes is refused before anything else is checked.
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
