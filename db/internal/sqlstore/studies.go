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

// RemarksOf implements db.Remarks.
func (s *Store) RemarksOf(ctx context.Context, match, player string) ([]db.Remark, error) {
	return collect(ctx, s.read, "list remarks", `SELECT m.id, r.ply, r.text, r.changed FROM matches m JOIN remarks r ON r.match = m.seq
		WHERE m.id = ? AND r.player = ? ORDER BY r.ply`, func(row scanner) (r db.Remark, err error) {
		var changed int64
		err = row.Scan(&r.Match, &r.Ply, &r.Text, &changed)
		r.Changed = time.UnixMilli(changed).UTC()
		return r, err
	}, match, player)
}

// SetRemark implements db.Remarks.
func (s *Store) SetRemark(ctx context.Context, player string, r db.Remark) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if r.Text == "" {
			_, err := t.Exec(ctx, `DELETE FROM remarks WHERE player = ? AND match = (SELECT seq FROM matches WHERE id = ?) AND ply = ?`, player, r.Match, r.Ply)
			return err
		}
		var others int
		err := t.QueryRow(ctx, `SELECT count(*) FROM remarks WHERE player = ?1 AND NOT (match = (SELECT seq FROM matches WHERE id = ?2) AND ply = ?3)`,
			player, r.Match, r.Ply).Scan(&others)
		switch {
		case err != nil:
			return fmt.Errorf("count remarks: %w", err)
		case others >= db.MaxRemarks:
			return db.ErrTooManyRemarks
		}
		n, err := t.Exec(ctx, `INSERT INTO remarks (player, match, ply, text, changed)
			SELECT CAST(?1 AS TEXT), m.seq, CAST(?2 AS BIGINT), CAST(?3 AS TEXT), CAST(?4 AS BIGINT) FROM matches m WHERE m.id = ?5
			ON CONFLICT (player, match, ply) DO UPDATE SET text = excluded.text, changed = excluded.changed`, player, r.Ply, r.Text, s.Millis(), r.Match)
		switch {
		case err != nil:
			return wrapReference("store remark", err)
		case n == 0:
			return db.ErrNotFound
		}
		return nil
	})
}

// RemarkedBy implements db.Remarks.
func (s *Store) RemarkedBy(ctx context.Context, player string) ([]db.Study, error) {
	return collect(ctx, s.read, "list matches with remarks", `SELECT m.id, max(r.changed) FROM remarks r JOIN matches m ON m.seq = r.match
		WHERE r.player = ? GROUP BY m.id ORDER BY 2 DESC, 1`, func(row scanner) (one db.Study, err error) {
		var changed int64
		err = row.Scan(&one.Match, &changed)
		one.Changed = time.UnixMilli(changed).UTC()
		return one, err
	}, player)
}
