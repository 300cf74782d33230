package dbtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

func testTokens(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, first, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	born := c.Now()
	c.Advance(time.Minute)
	made, second, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: ada.ID, Name: "notebook", Scopes: db.ScopeRead | db.ScopePlay}, nil)
	want := db.Token{ID: made.ID, Name: "notebook", Scopes: db.ScopeRead | db.ScopePlay, Created: c.Now()}
	if diff := cmp.Diff(want, made); diff != "" || err != nil || !regexp.MustCompile(`^[a-z2-7]{12}$`).MatchString(made.ID) {
		t.Fatalf("CreateToken (-want +got):\n%s%v", diff, err)
	}
	for secret, want := range map[string]db.Token{first: {Scopes: db.AllScopes, Created: born}, second: want} {
		if !regexp.MustCompile(`^[a-z2-7]{52}$`).MatchString(secret) {
			t.Errorf("token %q, want 256 bits of base32", secret)
		}
		p, got, err := s.PlayerByToken(ctx, secret)
		if want.ID = got.ID; p != ada || got != want || strings.Contains(secret, got.ID) || err != nil {
			t.Errorf("PlayerByToken = %+v, %+v, %v, want %+v", p, got, err, want)
		}
	}
	hash := sha256.Sum256([]byte(first))
	for _, token := range []string{"", "x", first[1:], first + "a", string(hash[:])} {
		if _, _, err := s.PlayerByToken(ctx, token); err != db.ErrNotFound {
			t.Errorf("PlayerByToken(%q): %v, want %v", token, err, db.ErrNotFound)
		}
	}
	for _, player := range []string{"nobody", ""} {
		if _, _, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: player, Scopes: db.AllScopes}, nil); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("CreateToken for %q: %v, want %v", player, err, db.ErrNotFound)
		}
	}
	c.Advance(time.Minute)
	once := db.Once{Caller: ada.ID, Key: "k", Request: []byte("a")}
	for i := range 2 {
		var answered *db.Answered
		note := func(made db.Token, secret string) (int, []byte) { return 201, []byte(made.ID + secret) }
		_, _, err := s.CreateToken(ctx, once, db.NewToken{Player: ada.ID, Name: "once", Scopes: db.ScopeRead}, note)
		if errors.As(err, &answered) != (i == 1) {
			t.Errorf("CreateToken %d by one key: %v", i, err)
		}
	}
	checkTokens(t, s, ada.ID, "once", "notebook", "")
}

// checkTokens checks the names of the tokens of a player, and returns the tokens.
func checkTokens(t *testing.T, s db.Store, player string, want ...string) []db.Token {
	t.Helper()
	list, err := s.TokensOf(t.Context(), player)
	var got []string
	for _, token := range list {
		got = append(got, token.Name)
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("TokensOf (-want +got):\n%s%v", diff, err)
	}
	return list
}

// A token that was revoked is unknown at once, though it was used just before.
func testRevokedTokens(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, first, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Advance(time.Second)
	made, second, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: ada.ID, Name: "one", Scopes: db.ScopeManage}, nil)
	if err != nil {
		t.Fatal(err)
	}
	bo := MustPlayer(t, s, "Bo")
	for range 3 {
		if _, _, err := s.PlayerByToken(ctx, second); err != nil {
			t.Fatal(err)
		}
	}
	for _, wrong := range [][2]string{{bo.ID, made.ID}, {ada.ID, "none"}, {ada.ID, ""}, {"nobody", made.ID}} {
		if err := s.RevokeToken(ctx, wrong[0], wrong[1]); err != db.ErrNotFound {
			t.Errorf("RevokeToken of %q: %v, want %v", wrong, err, db.ErrNotFound)
		}
	}
	if err := s.RevokeToken(ctx, ada.ID, made.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.PlayerByToken(ctx, second); err != db.ErrNotFound {
		t.Errorf("a token that was revoked: %v, want %v", err, db.ErrNotFound)
	}
	if p, _, err := s.PlayerByToken(ctx, first); p != ada || err != nil {
		t.Errorf("the other token: %+v, %v", p, err)
	}
	checkTokens(t, s, ada.ID, "")
}

// The number of tokens of a player is limited. Beyond it, a sign-in replaces the token of the
// sign-in that was unused for the longest time. A token with a name is refused.
func testTooManyTokens(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, first, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	make := func(name string) (string, error) {
		c.Advance(time.Hour)
		_, secret, err := s.CreateToken(ctx, db.Once{}, db.NewToken{Player: ada.ID, Name: name, Scopes: db.AllScopes}, nil)
		return secret, err
	}
	second, err := make("")
	if err != nil {
		t.Fatal(err)
	}
	for i := range db.MaxTokens - 2 {
		if _, err := make(fmt.Sprint("program ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := make("one more"); !errors.Is(err, db.ErrTooManyTokens) {
		t.Errorf("one token more: %v, want %v", err, db.ErrTooManyTokens)
	}
	for want := range 2 {
		if _, err := make(""); err != nil {
			t.Fatal(err)
		}
		for i, secret := range []string{first, second} {
			if _, _, err := s.PlayerByToken(ctx, secret); (err == nil) != (i > want) {
				t.Errorf("after %d sign-ins token %d: %v", want+1, i, err)
			}
		}
	}
	if list, err := s.TokensOf(ctx, ada.ID); len(list) != db.MaxTokens || err != nil {
		t.Errorf("%d tokens, %v", len(list), err)
	}
}

// A store that is opened later also has the last use of a token, to within an hour.
func testTokenUse(t *testing.T, e Engine) {
	place := e.New(t)
	c := NewClock()
	s := e.Open(t, place, c.Now)
	ctx := t.Context()
	ada, secret, err := s.CreateGuest(ctx, db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	use := func() {
		t.Helper()
		if _, _, err := s.PlayerByToken(ctx, secret); err != nil {
			t.Fatal(err)
		}
	}
	used := func(want time.Time) {
		t.Helper()
		if got := checkTokens(t, s, ada.ID, "")[0].Used; !got.Equal(want) {
			t.Errorf("used at %v, want %v", got, want)
		}
	}
	used(time.Time{})
	c.Advance(time.Minute)
	use()
	first := c.Now()
	used(first)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = e.openPlace(t, place, c.Now)
	used(first)
	c.Advance(db.TokenUseInterval - time.Second)
	use()
	used(first)
	c.Advance(time.Second)
	use()
	used(c.Now())
}
