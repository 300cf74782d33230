package sqlstore

import (
	"context"
	"fmt"
	"time"
)

// AcquireLease implements db.Leases.
func (s *Store) AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (bool, error) {
		now := s.Millis()
		n, err := t.Exec(ctx, `INSERT INTO leases (job, holder, until) VALUES (?, ?, ?)
			ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until
			WHERE leases.holder = excluded.holder OR leases.until <= ?`, job, holder, now+lasts.Milliseconds(), now)
		if err != nil {
			return false, fmt.Errorf("acquire lease: %w", err)
		}
		return n == 1, nil
	})
}

// ReleaseLease implements db.Leases.
func (s *Store) ReleaseLease(ctx context.Context, job, holder string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, `DELETE FROM leases WHERE job = ? AND holder = ?`, job, holder); err != nil {
			return fmt.Errorf("release lease: %w", err)
		}
		return nil
	})
}
