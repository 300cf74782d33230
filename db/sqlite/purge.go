package sqlite

import (
	"context"
	"fmt"

	"tableronde/db"
)

// Purge implements db.Store.
func (s *Store) Purge(ctx context.Context, ended func(db.Match)) error {
	now := s.now()
	for _, p := range []struct {
		query string
		until int64
	}{
		{`DELETE FROM once WHERE id IN (SELECT id FROM once WHERE at <= ? LIMIT ?)`, now - db.OnceLifetime.Milliseconds()},
		{`DELETE FROM once_use WHERE caller IN (SELECT caller FROM once_use WHERE since <= ? LIMIT ?)`, now - db.OnceLifetime.Milliseconds()},
		{`DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE expiry <= ? LIMIT ?)`, now},
	} {
		if err := s.purge(ctx, p.query, p.until); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	if err := s.purgeTables(ctx, now-db.OpenLifetime.Milliseconds(), ended); err != nil {
		return fmt.Errorf("purge tables: %w", err)
	}
	return nil
}

// purge deletes rows in small steps, so that other writes can come in between.
func (s *Store) purge(ctx context.Context, query string, until int64) error {
	const step = 500
	for {
		deleted, err := write(ctx, s, func(ctx context.Context, t *tx) (int64, error) {
			res, err := t.exec(ctx, query, until, step)
			if err != nil {
				return 0, err
			}
			return res.RowsAffected()
		})
		if err != nil || deleted < step {
			return err
		}
	}
}
