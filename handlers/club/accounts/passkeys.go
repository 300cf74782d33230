package accounts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tableronde/db"
	"tableronde/handlers/club"
)

var (
	errBadPasskey     = club.Refuse(club.Invalid, "bad_passkey", "the answer of the device is not valid: try again")
	errUnknownPasskey = club.Refuse(club.Unauthorized, "unknown_passkey", "this passkey is not known here: use another one")
	errPasskeyCopied  = club.Refuse(club.Unauthorized, "passkey_copied", "this passkey may have been copied, as its counter has gone back: sign in another way and remove it")
	errPasskeyTaken   = club.Refuse(club.Conflict, "passkey_taken", "this passkey already belongs to an account: sign in with it, or make another one")
	errManyPasskeys   = club.Refuse(club.Conflict, "many_passkeys", fmt.Sprintf("you have %d passkeys, the most allowed: remove one first", db.MaxPasskeys))
	errLastWayIn      = club.Refuse(club.Conflict, "last_way_in", "this passkey is your only way to sign in: add a password or another passkey first")
)

// CreateAccountWithPasskey turns a guest into an account without a password. The account keeps all
// data of the guest.
func (s *Keys) CreateAccountWithPasskey(ctx context.Context, player, name string, k db.NewPasskey) (db.Player, error) {
	name, err := s.accounts.CheckName(ctx, player, name)
	if err == nil {
		err = s.accounts.CheckRegistration(ctx, "")
	}
	if err == nil {
		err = checkPasskey(k)
	}
	if err != nil {
		return db.Player{}, err
	}
	p, err := s.store.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: player, Name: name, Keys: NameKeys(name), Passkey: &k}, nil)
	return p, passkeyError(AccountError(err))
}

// PasskeyHandle returns the handle with which devices name the account of a player, nil if the
// player never had a passkey.
func (s *Keys) PasskeyHandle(ctx context.Context, player string) ([]byte, error) {
	handle, err := s.store.Handle(ctx, player)
	return handle, club.Refusals{db.ErrNotFound: errNoAccount}.Of(err)
}

// AddPasskey adds a passkey to the account of a player.
func (s *Keys) AddPasskey(ctx context.Context, player string, k db.NewPasskey) error {
	if err := checkPasskey(k); err != nil {
		return err
	}
	defer s.wakes.Wake(club.Mails)
	err := passkeyError(s.store.AddPasskey(ctx, player, k))
	return club.Refusals{db.ErrNotFound: errNoAccount}.Of(err)
}

// RemovePasskey removes a passkey of a player. It returns no error if the passkey is already gone.
func (s *Keys) RemovePasskey(ctx context.Context, player string, id []byte, language string) error {
	defer s.wakes.Wake(club.Mails)
	err := s.store.RemovePasskey(ctx, player, id, language)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return passkeyError(err)
}

// SignInByPasskey returns the owner of a passkey. The id, handle and counter are those the device
// sent; verify returns an error unless the private key of publicKey has signed them. prover is "",
// or the id of a signed-in player who confirms their identity: then only this player's passkeys
// count.
func (s *Keys) SignInByPasskey(ctx context.Context, prover string, id, handle []byte, counter uint32, verify func(public []byte) error) (db.Player, error) {
	k, own, err := s.store.Passkey(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return db.Player{}, errUnknownPasskey
	}
	if err != nil {
		return db.Player{}, fmt.Errorf("find passkey: %w", err)
	}
	if !bytes.Equal(handle, own) || prover != "" && prover != k.Player || verify(k.Public) != nil {
		return db.Player{}, errBadPasskey
	}
	switch err := s.store.UsePasskey(ctx, id, counter); {
	case errors.Is(err, db.ErrNotFound):
		return db.Player{}, errUnknownPasskey
	case errors.Is(err, db.ErrCounter):
		return db.Player{}, errPasskeyCopied
	case err != nil:
		return db.Player{}, fmt.Errorf("note use of passkey: %w", err)
	}
	p, err := s.store.Player(ctx, k.Player)
	if prover != "" {
		return p, err
	}
	return s.accounts.entering(ctx, p, err)
}

// BadPasskey returns the refusal of data that no device would send.
func BadPasskey() error { return errBadPasskey }

// checkPasskey refuses a passkey that is larger than any device makes.
func checkPasskey(k db.NewPasskey) error {
	const maxID, maxPublic = 1023, 2000
	if len(k.ID) == 0 || len(k.ID) > maxID || len(k.Public) == 0 || len(k.Public) > maxPublic {
		return errBadPasskey
	}
	return nil
}

func passkeyError(err error) error {
	return club.Refusals{db.ErrTaken: errPasskeyTaken, db.ErrTooManyPasskeys: errManyPasskeys, db.ErrLastWayIn: errLastWayIn}.Of(err)
}

// errPassEnded refuses a pass that is used, replaced, expired or unknown.
var errPassEnded = club.Refuse(club.Gone, "pass_ended", "this code is wrong, used or older than ten minutes: ask for a new one")

// ReadCode returns a typed code without blanks and hyphens. ok is false for a text that cannot be a
// code.
func ReadCode(typed string) (code string, ok bool) {
	apart := func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) }
	code = strings.Join(strings.FieldsFunc(norm.NFKC.String(typed), apart), "")
	return code, len(code) == db.CodeLength && strings.Trim(code, "0123456789") == ""
}

// PlayerByPass returns the owner of the pass with a token, and does not use the pass up. It does
// not accept codes, so nobody can guess codes with it.
func (s *Keys) PlayerByPass(ctx context.Context, token string) (db.Player, error) {
	p, err := s.store.PlayerByPass(ctx, token)
	return p, passError(err)
}

// UsePass returns the owner of the pass with a token or code, and uses the pass up.
func (s *Keys) UsePass(ctx context.Context, secret string) (db.Player, error) {
	p, err := s.store.UsePass(ctx, secret)
	return s.accounts.entering(ctx, p, passError(err))
}

func passError(err error) error {
	switch {
	case errors.Is(err, db.ErrNotFound):
		return errPassEnded
	case err != nil:
		return fmt.Errorf("find pass: %w", err)
	}
	return nil
}

var (
	errTooManyTokens = club.Refuse(club.Conflict, "too_many_tokens", fmt.Sprintf("you have %d tokens, the most allowed: revoke one first", db.MaxTokens))
	errUnknownScope  = club.Refuse(club.Invalid, "unknown_scope", "the scopes are missing or unknown: give one or more of read, play and manage").About("scopes")
)

// scopeNames holds the names of token scopes in display order.
var scopeNames = []struct {
	scope db.Scopes
	name  string
}{{db.ScopeRead, "read"}, {db.ScopePlay, "play"}, {db.ScopeManage, "manage"}}

// ScopeNames lists the names of scopes.
func ScopeNames(scopes db.Scopes) []string {
	names := []string{}
	for _, s := range scopeNames {
		if scopes&s.scope != 0 {
			names = append(names, s.name)
		}
	}
	return names
}

// ParseScopes returns the scopes with the given names, of which there must be at least one.
func ParseScopes(names []string) (scopes db.Scopes, err error) {
	for _, name := range names {
		known := false
		for _, s := range scopeNames {
			if s.name == name {
				scopes, known = scopes|s.scope, true
			}
		}
		if !known {
			return 0, errUnknownScope
		}
	}
	if scopes == 0 {
		return 0, errUnknownScope
	}
	return scopes, nil
}

// CreateToken makes a token with which programs act for a player. The function note derives the
// stored form of the response; it may be nil.
func (s *Keys) CreateToken(ctx context.Context, once db.Once, n db.NewToken, note func(t db.Token, secret string) (int, []byte)) (db.Token, string, error) {
	var err error
	if n.Name, err = s.accounts.CleanName(n.Name); err != nil {
		return db.Token{}, "", err
	}
	defer s.wakes.Wake(club.Mails)
	token, secret, err := s.store.CreateToken(ctx, once, n, note)
	return token, secret, tokenError(err)
}

// SignInToken makes the token of a program that has signed in as a player. It has all
// scopes.
func (s *Keys) SignInToken(ctx context.Context, player string) (string, error) {
	_, secret, err := s.store.CreateToken(ctx, db.Once{}, db.NewToken{Player: player, Scopes: db.AllScopes}, nil)
	return secret, tokenError(err)
}

func tokenError(err error) error {
	return club.Refusals{db.ErrTooManyTokens: errTooManyTokens}.Of(err)
}

// RevokeToken deletes a token of a player, and ends the streams opened with it in this process. The
// error is db.ErrNotFound if there is no such token.
func (s *Keys) RevokeToken(ctx context.Context, player, id string) error {
	err := s.store.RevokeToken(ctx, player, id)
	if err == nil {
		s.hub.EndPlayer(player)
	}
	return err
}

// IsFirstToken reports whether a token was created together with the guest, and not by signing in.
func IsFirstToken(p db.Player, t db.Token) bool {
	return t.Name == "" && t.Created.Sub(p.Created) < time.Second
}
