package sqlstore

import (
	"context"
	"errors"
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

// purgeTables deletes tables created at or before a time, each in a transaction of its own.
func (s *Store) purgeTables(ctx context.Context, until int64, ended func(db.Match)) error {
	const step = 50
	for {
		tables, err := collect(ctx, s.read, "list expired tables", listExpired, func(r scanner) (storedMatch, error) { return scanMatch(r, s.key) }, until, step)
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
			case err != nil && !errors.Is(err, db.ErrNotFound): // else it has started at this moment
				return err
			}
		}
	}
}
