package api_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games/effort"
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
		if want := "there is no account of this name and password"; got.Error.Message != want {
			t.Errorf("%v: %q, want %q", wrong, got.Error.Message, want)
		}
	}
}

// Whatever a guest has is there after becoming an account: seats, orders, hidden cards,
// the log, and the tokens.
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
