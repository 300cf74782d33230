package sqlstore

import (
	"context"
	"fmt"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// RenewInvite implements db.Tables.
func (s *Store) RenewInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, key secret.InviteKey) (string, int) {
		return secret.HashInvite(key.Token(r.ID, r.inviteNo+1)), r.inviteNo + 1
	})
}

// WithdrawInvite implements db.Tables.
func (s *Store) WithdrawInvite(ctx context.Context, o db.Once, id, host string, note db.Note) (db.Match, error) {
	return s.changeInvite(ctx, o, id, host, note, func(r storedMatch, _ secret.InviteKey) (string, int) {
		return secret.WithdrawnInvite(r.ID), r.inviteNo
	})
}

func (s *Store) changeInvite(ctx context.Context, o db.Once, id, host string, note db.Note, next func(storedMatch, secret.InviteKey) (string, int)) (db.Match, error) {
	return writeOnce(ctx, s, o, id, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := findMatch(ctx, t, matchByID, id)
		switch {
		case err != nil:
			return db.Match{}, err
		case r.Host != host:
			return db.Match{}, db.ErrNotFound
		case !r.Started.IsZero():
			return db.Match{}, db.ErrStarted
		}
		stored, n := next(r, t.s.key)
		if _, err := t.Exec(ctx, `UPDATE matches SET invite = ?, invite_no = ? WHERE seq = ?`, stored, n, r.seq); err != nil {
			return db.Match{}, fmt.Errorf("change invitation: %w", err)
		}
		r, err = findMatch(ctx, t, matchByID, id)
		t.changed(&r.Match, false)
		return r.Match, err
	}, note)
}
