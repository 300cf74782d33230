package accounts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

var (
	errTooManyTokens = club.Refuse(club.Conflict, "too_many_tokens", fmt.Sprintf("you have %d tokens, and more are not allowed: revoke one first", db.MaxTokens))
	errUnknownScope  = club.Refuse(club.Invalid, "unknown_scope", "a token is for one or more of read, play and manage").About("scopes")
)

// scopeNames are the names of the scopes of tokens, in the order in which they are listed.
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

// ParseScopes returns the scopes with some names, of which there is at least one.
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

// CreateToken makes a token by which programs act for a player. note derives what is
// kept of the response; it may be nil.
func (s *Keys) CreateToken(ctx context.Context, once db.Once, n db.NewToken, note func(t db.Token, secret string) (int, []byte)) (db.Token, string, error) {
	var err error
	if n.Name, err = s.accounts.CleanName(n.Name); err != nil {
		return db.Token{}, "", err
	}
	defer s.mailed.Send()
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
	if errors.Is(err, db.ErrTooManyTokens) {
		return errTooManyTokens
	}
	return err
}

// PlayerByToken returns the player that a token belongs to and what is known of the
// token, or db.ErrNotFound.
func (s *Keys) PlayerByToken(ctx context.Context, secret string) (db.Player, db.Token, error) {
	return s.store.PlayerByToken(ctx, secret)
}

// TokensOf lists the tokens of a player, the newest first.
func (s *Keys) TokensOf(ctx context.Context, player string) ([]db.Token, error) {
	return s.store.TokensOf(ctx, player)
}

// RevokeToken ends a token of a player, and the streams that it has opened here. The
// error is db.ErrNotFound if there is none.
func (s *Keys) RevokeToken(ctx context.Context, player, id string) error {
	err := s.store.RevokeToken(ctx, player, id)
	if err == nil {
		s.hub.EndPlayer(player)
	}
	return err
}

// IsFirstToken reports whether a token came with the guest, and not with a sign-in.
func IsFirstToken(p db.Player, t db.Token) bool {
	return t.Name == "" && t.Created.Sub(p.Created) < time.Second
}
