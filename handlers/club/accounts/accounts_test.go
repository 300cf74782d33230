package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/rooms/roomstest"
)

// An account is the same player, who comes back by name and password, in whatever case and form
// the name is typed.
func TestAccountIsTheSamePlayer(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx, ada := t.Context(), c.Players[0]
	p, err := c.Accounts.CreateAccount(ctx, db.Once{}, ada.ID, roomstest.Account("  Lady Ada "), nil)
	if err != nil || p.ID != ada.ID || p.Name != "Lady Ada" {
		t.Fatalf("CreateAccount = %+v, %v", p, err)
	}
	for _, name := range []string{"Lady Ada", "lady ada", "LADYADA", "Lаdy Adа"} { // the last with Cyrillic letters
		if p, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: name, Password: roomstest.GoodPassword}); err != nil || p.ID != ada.ID {
			t.Errorf("SignIn as %s = %+v, %v", name, p, err)
		}
	}
	for _, as := range []accounts.Credentials{{"Lady Ada", "nine black swans"}, {"Nobody", roomstest.GoodPassword}, {"", ""}, {"Lady Ada", ""}, {"Lady Ada", strings.Repeat("x", 1000)}} {
		if _, err := c.Accounts.SignIn(ctx, as); roomstest.CodeOf(err) != "wrong_credentials" {
			t.Errorf("SignIn as %.20q with %.20q: %v", as.Name, as.Password, err)
		}
	}
	stored, err := c.Engine.Account(ctx, ada.ID)
	if err != nil || !strings.HasPrefix(stored.Password, "$argon2id$") || strings.Contains(stored.Password, roomstest.GoodPassword) {
		t.Errorf("stored is %q, %v", stored.Password, err)
	}
}

// Names that look like an account's name are taken, for accounts and their new names.
func TestAccountNamesAreTheirOwn(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx := t.Context()
	if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, c.Players[0].ID, roomstest.Account("Merlin"), nil); err != nil {
		t.Fatal(err)
	}
	other, _, err := c.Accounts.CreateGuest(ctx, db.Once{}, "Nimue", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Merlin", "merlin", "M e r l i n", "Mer1in", "Меrlin"} {
		if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, other.ID, roomstest.Account(name), nil); roomstest.CodeOf(err) != "name_taken" {
			t.Errorf("an account of the name %s: %v", name, err)
		}
	}
	if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, other.ID, roomstest.Account("Nimue"), nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Accounts.Rename(ctx, other.ID, "Merlin"); roomstest.CodeOf(err) != "name_taken" {
		t.Errorf("Rename to the name of another account: %v", err)
	}
	if err := c.Accounts.Rename(ctx, other.ID, "Viviane"); err != nil {
		t.Fatal(err)
	}
	if p, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Viviane", Password: roomstest.GoodPassword}); err != nil || p.ID != other.ID {
		t.Errorf("SignIn under the new name = %+v, %v", p, err)
	}
	if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Nimue", Password: roomstest.GoodPassword}); roomstest.CodeOf(err) != "wrong_credentials" {
		t.Errorf("SignIn under the name before: %v", err)
	}
}

// Passwords that are found at once are refused, long ones of few words are not.
func TestWeakPasswords(t *testing.T) {
	t.Parallel()
	for password, want := range map[string]error{
		"": accounts.ErrPasswordShort, "swan": accounts.ErrPasswordShort,
		"neuf cygne":                      nil,
		"é́é́é́é́é́é́":                    accounts.ErrPasswordCommon,
		"aaaaaaaaaaaa":                    accounts.ErrPasswordCommon,
		"1234567890":                      accounts.ErrPasswordCommon,
		"Qwertyuiop":                      accounts.ErrPasswordCommon,
		"azertyuiop":                      accounts.ErrPasswordCommon,
		"password123":                     accounts.ErrPasswordCommon,
		"Password!!":                      accounts.ErrPasswordCommon,
		"Excalibur2026":                   accounts.ErrPasswordCommon,
		"lancelotlancelot":                accounts.ErrPasswordCommon,
		"Bedivere99":                      nil,
		"Bors the Younger":                accounts.ErrPasswordCommon, // the name
		"sir bors the younger of gaunes":  nil,
		strings.Repeat("a long one ", 30): accounts.ErrPasswordLong,
		"correct horse battery staple":    nil,
		"\u65e5\u672c\u8a9e\u306e\u9577\u3044\u5408\u8a00\u8449\u3060": nil,
	} {
		if got := accounts.CheckPassword(password, "Bors the Younger"); got != want {
			t.Errorf("%.30q: %v, want %v", password, got, want)
		}
	}
}

// CheckPassword accepts only the password of an account. Only a good password can replace it.
func TestSetPassword(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx, ada := t.Context(), c.Players[0].ID
	set := func(password string) error { return c.Accounts.SetPassword(ctx, password, db.NewPassword{Player: ada}) }
	if err := set("ten grey geese"); roomstest.CodeOf(err) != "no_account" {
		t.Errorf("of a guest: %v", err)
	}
	if err := c.Accounts.CheckPassword(ctx, ada, roomstest.GoodPassword); roomstest.CodeOf(err) != "no_account" {
		t.Errorf("a guest shows a password: %v", err)
	}
	if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, ada, roomstest.Account("Ada"), nil); err != nil {
		t.Fatal(err)
	}
	if err := set("short"); roomstest.CodeOf(err) != "weak_password" {
		t.Errorf("to a short one: %v", err)
	}
	if err := c.Accounts.CheckPassword(ctx, ada, roomstest.GoodPassword); err != nil {
		t.Error(err)
	}
	if err := set("ten grey geese"); err != nil {
		t.Fatal(err)
	}
	if err := c.Accounts.CheckPassword(ctx, ada, roomstest.GoodPassword); roomstest.CodeOf(err) != "wrong_password" {
		t.Errorf("the one before: %v", err)
	}
	for password, want := range map[string]string{roomstest.GoodPassword: "wrong_credentials", "ten grey geese": ""} {
		if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Ada", Password: password}); roomstest.CodeOf(err) != want {
			t.Errorf("SignIn with %q afterwards: %v", password, err)
		}
	}
}

// A password is the same in whatever form a keyboard writes its letters; hashes from before
// this was so are still matched.
func TestPasswordsInAllForms(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	ctx, ada := t.Context(), c.Players[0].ID
	composed, apart := "neuf ch\u00e2teaux dor\u00e9s", "neuf cha\u0302teaux dore\u0301s"
	as := accounts.NewAccount{Credentials: accounts.Credentials{Name: "Ada", Password: apart}}
	if _, err := c.Accounts.CreateAccount(ctx, db.Once{}, ada, as, nil); err != nil {
		t.Fatal(err)
	}
	signIn := func(what string) {
		t.Helper()
		for _, password := range []string{composed, apart} {
			if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Ada", Password: password}); err != nil {
				t.Errorf("%s: SignIn with %+q: %v", what, password, err)
			}
		}
	}
	signIn("a new hash")
	for _, form := range []string{composed, apart} {
		hash, err := argon2id.CreateHash(form, accounts.HashParams) // as before
		if err == nil {
			err = c.Engine.SetPassword(ctx, db.NewPassword{Player: ada, Hash: hash})
		}
		if err != nil {
			t.Fatal(err)
		}
		signIn(fmt.Sprintf("a hash of %+q", form))
	}
	if _, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: "Ada", Password: "neuf chateaux dores"}); roomstest.CodeOf(err) != "wrong_credentials" {
		t.Errorf("without accents: %v", err)
	}
}

// A password is hashed whether its name is known or not, and whether the account has a
// password or only passkeys: the answer takes as long.
func TestSignInTakesTheSameWork(t *testing.T) {
	t.Parallel()
	c := roomstest.NewTable(t, catalog.Find)
	if _, err := c.Accounts.CreateAccount(t.Context(), db.Once{}, c.Players[0].ID, roomstest.Account("Ada"), nil); err != nil {
		t.Fatal(err)
	}
	_, err := c.Engine.CreateAccount(t.Context(), db.Once{}, db.NewAccount{Player: c.Players[1].ID, Name: "Bors", Keys: accounts.NameKeys("Bors")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cost := strings.SplitN(c.Accounts.Hasher().Decoy(), "$", 5)[3]; !strings.Contains(mustStored(t, c, c.Players[0].ID), cost) {
		t.Errorf("the hash of nobody costs %s", cost)
	}
	for _, name := range []string{"Ada", "Bors", "Nobody", ""} {
		ctx, cancel := context.WithCancel(t.Context())
		answered := make(chan error)
		c.Accounts.Hasher().Lock()
		go func() {
			_, err := c.Accounts.SignIn(ctx, accounts.Credentials{Name: name, Password: "nine black swans"})
			answered <- err
		}()
		for c.Accounts.Hasher().Waiting() == 0 {
			select {
			case err := <-answered:
				t.Fatalf("%q: answered without a hash: %v", name, err)
			case <-time.After(time.Millisecond):
			}
		}
		cancel() // waiting calls give up
		c.Accounts.Hasher().Unlock()
		if err := <-answered; !errors.Is(err, context.Canceled) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// mustStored returns the hash of a player's password.
func mustStored(t *testing.T, c *roomstest.Table, player string) string {
	t.Helper()
	a, err := c.Engine.Account(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	return a.Password
}
