package sqlstore

import (
	"context"
	"fmt"

	"tableronde/db"
)

const (
	listExpired = selectMatch + `WHERE m.started IS NULL AND m.created <= ? ORDER BY m.created LIMIT ?`
	countHosted = `SELECT count(*) FROM matches WHERE host = ? AND started IS NULL`
	deleteMatch = `DELETE FROM matches WHERE seq = ? AND started IS NULL`
)

// DeleteOpenMatch implements db.Tables.
func (s *Store) DeleteOpenMatch(ctx context.Context, id, host string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockMatch(ctx, id); err != nil {
			return err
		}
		r, err := findMatch(ctx, t, matchByID, id)
		switch {
		case err != nil:
			return err
		case r.Host != host:
			return db.ErrNotFound
		case !r.Started.IsZero():
			return db.ErrStarted
		}
		if _, err := t.Exec(ctx, `UPDATE standing SET paused = 1 WHERE id = (SELECT offer FROM standing_tables WHERE match = ?)`, r.seq); err != nil {
			return fmt.Errorf("pause standing offer: %w", err)
		}
		if _, err := t.Exec(ctx, deleteMatch, r.seq); err != nil {
			return fmt.Errorf("delete match: %w", err)
		}
		t.changed(&r.Match, listable(r.Match))
		return nil
	})
}

// checkOpen returns db.ErrTooManyTables if the host has at least most open tables.
func checkOpen(ctx context.Context, t *tx, host string, most int) error {
	if err := t.LockPlayer(ctx, host); err != nil {
		return err
	}
	var open int
	if err := t.QueryRow(ctx, countHosted, host).Scan(&open); err != nil {
		return fmt.Errorf("count open tables: %w", err)
	}
	if open >= most {
		return db.ErrTooManyTables
	}
	return nil
}

// purgeTables deletes tables created at or before a time, in small steps.
func (s *Store) purgeTables(ctx context.Context, until int64, ended func(db.Match)) error {
	const step = 50
	for {
		deleted, err := write(ctx, s, func(ctx context.Context, t *tx) ([]storedMatch, error) {
			tables, err := expiredTables(ctx, t, until, step)
			if err != nil {
				return nil, err
			}
			var deleted []storedMatch
			for _, r := range tables {
				n, err := t.Exec(ctx, deleteMatch, r.seq)
				if err != nil {
					return nil, err
				}
				if n > 0 { // else it has started at this moment
					deleted = append(deleted, r)
					t.changed(&r.Match, listable(r.Match))
				}
			}
			return deleted, nil
		})
		if err != nil {
			return err
		}
		for _, r := range deleted {
			if ended != nil {
				ended(r.Match)
			}
		}
		if len(deleted) == 0 {
			return nil
		}
	}
}

func expiredTables(ctx context.Context, t *tx, until int64, limit int) ([]storedMatch, error) {
	return collect(ctx, t, "list expired tables", listExpired, func(r scanner) (storedMatch, error) { return scanMatch(r, t.s.key) }, until, limit)
}
