package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

// PurgeRows runs a statement that deletes old rows, in small steps between which others can write.
// Its arguments are until and the number of rows.
func (s *Store) PurgeRows(ctx context.Context, query string, until int64) error {
	const step = 500
	for {
		deleted, err := write(ctx, s.core, func(ctx context.Context, t *tx) (int64, error) {
			return t.Exec(ctx, query, until, step)
		})
		if err != nil || deleted < step {
			return err
		}
	}
}

// deeds are the columns that refer to players who have done something.
var deeds = []string{"accounts.player", "seats.player", "seats.kept", "seats.stands_for", "matches.host", "messages.player", "reports.player", "remarks.player",
	"studies.player", "collections.player", "cups.host", "cup_players.player", "standing.player", "rungs.player", "ties.player", "ties.other", "targets.player",
	"played.player", "acts.player", "leaving.player"}

// purgeGuests deletes the guests older than db.GuestLifetime who have done nothing. It checks each
// guest once while the store is open.
func (s *Store) purgeGuests(ctx context.Context) error {
	const step = 500
	var done []string
	for _, deed := range deeds {
		table, column, _ := strings.Cut(deed, ".")
		done = append(done, fmt.Sprintf(`SELECT 1 FROM %s x WHERE x.%s = players.id`, table, column))
	}
	// PostgreSQL plans one condition in 10 ms, and one per table in 200 ms.
	idle := `FROM players WHERE created > ? AND created <= ? AND bot = 0 AND NOT EXISTS (` + strings.Join(done, ` UNION ALL `) + `)`
	since, until := s.purgedGuests.Load(), s.Millis()-db.GuestLifetime.Milliseconds()
	for {
		deleted, err := write(ctx, s.core, func(ctx context.Context, t *tx) (int64, error) {
			t.renames = true
			ids := `(SELECT id ` + idle + ` ORDER BY created LIMIT ?)`
			if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE player IN `+ids, since, until, step); err != nil {
				return 0, err
			}
			return t.Exec(ctx, `DELETE FROM players WHERE id IN `+ids, since, until, step)
		})
		if err != nil {
			return wrap("purge guests", err)
		}
		if deleted < step {
			s.purgedGuests.Store(until)
			return nil
		}
	}
}

// purgeTables deletes tables created at or before a time, each in a transaction of its own.
func (s *Store) purgeTables(ctx context.Context, until int64, ended func(db.Match)) error {
	const step = 50
	for {
		tables, err := collect(ctx, s.read, "list expired tables", selectMatch+`WHERE m.started IS NULL AND m.created <= ? ORDER BY m.created LIMIT ?`,
			func(r scanner) (storedMatch, error) { return scanMatch(r, s.key) }, until, step)
		if err != nil || len(tables) == 0 {
			return err
		}
		for _, r := range tables {
			err := s.do(ctx, func(ctx context.Context, t *tx) error {
				t.changed(&r.Match, listable(r.Match))
				return t.expect(ctx, "delete expired table", deleteMatch, r.seq)
			})
			switch {
			case err == nil && ended != nil:
				ended(r.Match)
			case err != nil && !errors.Is(err, db.ErrNotFound): // otherwise it has just started
				return err
			}
		}
	}
}
