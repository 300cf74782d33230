package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// StudyOf implements db.Studies.
func (s *Store) StudyOf(ctx context.Context, match, player string) (string, error) {
	var text string
	err := s.read.QueryRow(ctx, `SELECT x.text FROM matches m JOIN studies x ON x.match = m.seq
		WHERE m.id = ? AND x.player = ?`, match, player).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("load study: %w", err)
	}
	return text, nil
}

// ChangeStudy implements db.Studies.
func (s *Store) ChangeStudy(ctx context.Context, match, player string, change func(string) (string, error)) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
			return err
		}
		var seq int64
		var stored sql.NullString
		err := t.QueryRow(ctx, `SELECT m.seq, x.text FROM matches m LEFT JOIN studies x ON x.match = m.seq AND x.player = ?
			WHERE m.id = ?`, player, match).Scan(&seq, &stored)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return db.ErrNotFound
		case err != nil:
			return fmt.Errorf("load study: %w", err)
		}
		text, err := change(stored.String)
		switch {
		case err != nil:
			return err
		case text == stored.String:
			return nil
		case text == "":
			_, err = t.Exec(ctx, `DELETE FROM studies WHERE player = ? AND match = ?`, player, seq)
		default:
			err = t.storeStudy(ctx, player, seq, text, !stored.Valid)
		}
		t.touch(player)
		return err
	})
}

// storeStudy stores a study, which may be a player's first of a match.
func (t *tx) storeStudy(ctx context.Context, player string, seq int64, text string, first bool) error {
	if first {
		var kept int
		if err := t.QueryRow(ctx, `SELECT count(*) FROM studies WHERE player = ?`, player).Scan(&kept); err != nil {
			return fmt.Errorf("count studies: %w", err)
		}
		if kept >= db.MaxStudies {
			return db.ErrTooManyStudies
		}
	}
	_, err := t.Exec(ctx, `INSERT INTO studies (player, match, text, changed) VALUES (?, ?, ?, ?)
		ON CONFLICT (player, match) DO UPDATE SET text = excluded.text, changed = excluded.changed`, player, seq, text, t.s.Millis())
	switch {
	case isReference(err):
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("store study: %w", err)
	}
	return nil
}

// StudiesOf implements db.Studies.
func (s *Store) StudiesOf(ctx context.Context, player string) ([]db.Study, error) {
	return collect(ctx, s.read, "list studies", `SELECT m.id, x.changed FROM studies x JOIN matches m ON m.seq = x.match
		WHERE x.player = ? ORDER BY x.changed DESC, x.match`, func(r scanner) (one db.Study, err error) {
		var changed int64
		err = r.Scan(&one.Match, &changed)
		one.Changed = time.UnixMilli(changed).UTC()
		return one, err
	}, player)
}
