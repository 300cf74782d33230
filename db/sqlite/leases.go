package sqlite

import (
	"context"
	"fmt"
	"time"

	"tableronde/db"
)

// AcquireLease implements db.Leases.
func (s *Store) AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (bool, error) {
		now := s.now()
		res, err := t.exec(ctx, `INSERT INTO leases (job, holder, until) VALUES (?, ?, ?)
			ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until
			WHERE leases.holder = excluded.holder OR leases.until <= ?`, job, holder, now+lasts.Milliseconds(), now)
		if err != nil {
			return false, fmt.Errorf("acquire lease: %w", err)
		}
		n, err := res.RowsAffected()
		return n == 1, err
	})
}

// ReleaseLease implements db.Leases.
func (s *Store) ReleaseLease(ctx context.Context, job, holder string) error {
	return s.w.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.exec(ctx, `DELETE FROM leases WHERE job = ? AND holder = ?`, job, holder); err != nil {
			return fmt.Errorf("release lease: %w", err)
		}
		return nil
	})
}

// Feed implements db.Store: one process owns the file.
func (s *Store) Feed() db.Feed { return nil }
