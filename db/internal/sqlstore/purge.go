package sqlstore

import (
	"context"
	"fmt"

	"tableronde/db"
)

// Purge implements db.Store.
func (s *Store) Purge(ctx context.Context, ended func(db.Match)) error {
	now := s.Millis()
	for _, p := range []struct {
		query string
		until int64
	}{
		{`DELETE FROM once WHERE id IN (SELECT id FROM once WHERE at <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now - db.OnceLifetime.Milliseconds()},
		{`DELETE FROM once_use WHERE caller IN (SELECT caller FROM once_use WHERE since <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now - db.OnceLifetime.Milliseconds()},
		{`DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE expiry <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM account_names WHERE key IN (SELECT key FROM account_names WHERE until <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM passes WHERE player IN (SELECT player FROM passes WHERE expires <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM account_invites WHERE token IN (SELECT token FROM account_invites WHERE expires <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE queued <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now - db.MailLifetime.Milliseconds()},
	} {
		if err := s.PurgeRows(ctx, p.query, p.until); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	if err := s.purgeGuests(ctx); err != nil {
		return err
	}
	if err := s.purgeTables(ctx, now-db.OpenLifetime.Milliseconds(), ended); err != nil {
		return fmt.Errorf("purge tables: %w", err)
	}
	return nil
}

// PurgeRows runs a statement that deletes old rows, in small steps so that other
// writes can come in between. Its arguments are until and the number of rows.
func (s *Store) PurgeRows(ctx context.Context, query string, until int64) error {
	const step = 500
	for {
		deleted, err := write(ctx, s, func(ctx context.Context, t *tx) (int64, error) {
			return t.Exec(ctx, query, until, step)
		})
		if err != nil || deleted < step {
			return err
		}
	}
}
