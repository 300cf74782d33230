package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Sessions keeps the sessions of the site's visitors in the same file. It is a
// context store of alexedwards/scs, which hashes the tokens if told to.
type Sessions struct{ s *Store }

// Sessions returns the store's sessions.
func (s *Store) Sessions() *Sessions { return &Sessions{s} }

// FindCtx returns the data of a session that has not expired.
func (x *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = x.s.r.row(ctx, `SELECT data FROM sessions WHERE token = ? AND expiry > ?`, token, x.s.now()).Scan(&data)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("find session: %w", err)
	}
	return data, true, nil
}

// CommitCtx stores a session, in place of one with the same token.
func (x *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	if data == nil {
		data = []byte{}
	}
	return x.s.w.do(ctx, func(ctx context.Context, t *tx) error {
		_, err := t.exec(ctx, `INSERT INTO sessions (token, data, expiry) VALUES (?, ?, ?)
			ON CONFLICT (token) DO UPDATE SET data = excluded.data, expiry = excluded.expiry`,
			token, data, expiry.UnixMilli())
		if err != nil {
			return fmt.Errorf("store session: %w", err)
		}
		return nil
	})
}

// DeleteCtx deletes a session; there need not be one.
func (x *Sessions) DeleteCtx(ctx context.Context, token string) error {
	return x.s.w.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.exec(ctx, `DELETE FROM sessions WHERE token = ?`, token); err != nil {
			return fmt.Errorf("delete session: %w", err)
		}
		return nil
	})
}

// Find is FindCtx without a context.
func (x *Sessions) Find(token string) ([]byte, bool, error) {
	return x.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (x *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return x.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (x *Sessions) Delete(token string) error {
	return x.DeleteCtx(context.Background(), token)
}
