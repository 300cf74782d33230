package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tableronde/db"
	"tableronde/handlers/club"
)

// errPassEnded refuses a pass that was used or replaced, has expired, or never was.
var errPassEnded = club.Refuse(club.Gone, "pass_ended", "this code is not good, or not any more: each is good for ten minutes and one use")

// CreatePass makes a pass by which one more browser plays as a player, in place of the
// one before.
func (s *Keys) CreatePass(ctx context.Context, player string) (db.Pass, error) {
	return s.store.CreatePass(ctx, player)
}

// ReadCode returns a code that somebody has typed, without blanks and hyphens; ok is false
// for a text that cannot be one.
func ReadCode(typed string) (code string, ok bool) {
	apart := func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) }
	code = strings.Join(strings.FieldsFunc(norm.NFKC.String(typed), apart), "")
	return code, len(code) == db.CodeLength && strings.Trim(code, "0123456789") == ""
}

// PlayerByPass returns whose pass a token is, and does not use it up. No code is looked up
// like that.
func (s *Keys) PlayerByPass(ctx context.Context, token string) (db.Player, error) {
	p, err := s.store.PlayerByPass(ctx, token)
	return p, passError(err)
}

// UsePass returns whose pass a token or code is, and uses it up.
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
