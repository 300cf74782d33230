package postgres

import (
	"context"
	"fmt"

	"tableronde/db"
)

// tables lists the tables that QuickCheck reads.
var tables = [...]string{"players", "tokens", "matches", "seats", "events", "orders", "visits", "rematches", "rematch_votes",
	"once", "once_use", "sessions", "accounts", "account_names", "passkeys", "passes", "mails", "leaving", "heartbeat", "pauses", "notices", "notice_settings", "targets", "deliveries", "leases", "changes"}

// Present implements db.Health.
func (s *Store) Present() error {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	return classify(db.Unanswered(ctx, s.engine.pool.PingContext(ctx)))
}

// Size implements db.Health. If the database does not answer, it is the size known
// before.
func (s *Store) Size() int64 {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	var size int64
	if err := s.engine.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&size); err != nil {
		return s.size.Load()
	}
	s.size.Store(size)
	return size
}

// QuickCheck implements db.Health: it reads every row of every table once. Where the
// server keeps checksums, that finds damaged pages.
func (s *Store) QuickCheck(ctx context.Context) error {
	for _, table := range tables {
		var rows int64
		if err := s.engine.QueryRow(ctx, `SELECT count(*) FROM `+table).Scan(&rows); err != nil {
			return fmt.Errorf("read %s: %w", table, err)
		}
	}
	return nil
}
