package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// sessionStore implements db.Sessions in the same database.
type sessionStore struct{ s *Store }

// Sessions implements db.Store.
func (s *Store) Sessions() db.Sessions { return sessionStore{s} }

// FindCtx implements db.Sessions.
func (x sessionStore) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = x.s.read.QueryRow(ctx, `SELECT data FROM sessions WHERE token = ? AND expiry > ?`, token, x.s.Millis()).Scan(&data)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("find session: %w", err)
	}
	return data, true, nil
}

// CommitCtx implements db.Sessions.
func (x sessionStore) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	if data == nil {
		data = []byte{}
	}
	return x.s.do(ctx, func(ctx context.Context, t *tx) error {
		_, err := t.Exec(ctx, `INSERT INTO sessions (token, data, expiry) VALUES (?, ?, ?)
			ON CONFLICT (token) DO UPDATE SET data = excluded.data, expiry = excluded.expiry`,
			token, data, expiry.UnixMilli())
		if err != nil {
			return fmt.Errorf("store session: %w", err)
		}
		return nil
	})
}

// DeleteCtx implements db.Sessions.
func (x sessionStore) DeleteCtx(ctx context.Context, token string) error {
	return x.s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE token = ?`, token); err != nil {
			return fmt.Errorf("delete session: %w", err)
		}
		return nil
	})
}

// Find implements db.Sessions.
func (x sessionStore) Find(token string) ([]byte, bool, error) {
	return x.FindCtx(context.Background(), token)
}

// Commit implements db.Sessions.
func (x sessionStore) Commit(token string, data []byte, expiry time.Time) error {
	return x.CommitCtx(context.Background(), token, data, expiry)
}

// Delete implements db.Sessions.
func (x sessionStore) Delete(token string) error {
	return x.DeleteCtx(context.Background(), token)
}
