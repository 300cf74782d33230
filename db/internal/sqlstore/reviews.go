package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// ReviewOf implements db.Reviews.
func (s *Store) ReviewOf(ctx context.Context, match string) (r db.Review, err error) {
	var asked int64
	var done sql.NullInt64
	err = s.read.QueryRow(ctx, `SELECT x.text, x.asked, x.done FROM matches m JOIN reviews x ON x.match = m.seq
		WHERE m.id = ?`, match).Scan(&r.Text, &asked, &done)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Review{}, db.ErrNotFound
	case err != nil:
		return db.Review{}, fmt.Errorf("load review: %w", err)
	}
	r.Asked, r.Done = time.UnixMilli(asked).UTC(), timeFrom(done)
	return r, nil
}

// AskReview implements db.Reviews.
func (s *Store) AskReview(ctx context.Context, match, asker string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var seq int64
		var asked sql.NullInt64
		var pending, own int
		err := t.QueryRow(ctx, `SELECT m.seq, x.asked, (SELECT count(*) FROM reviews WHERE done IS NULL), (SELECT count(*) FROM reviews WHERE done IS NULL AND asker = ?)
			FROM matches m LEFT JOIN reviews x ON x.match = m.seq WHERE m.id = ?`, asker, match).Scan(&seq, &asked, &pending, &own)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return db.ErrNotFound
		case err != nil:
			return fmt.Errorf("find review: %w", err)
		case asked.Valid:
			return nil
		case pending >= db.MaxPendingReviews || own >= db.MaxPlayerPendingReviews:
			return db.ErrTooManyReviews
		}
		if _, err := t.Exec(ctx, `INSERT INTO reviews (match, asked, text, asker) VALUES (?, ?, '', ?) ON CONFLICT (match) DO NOTHING`, seq, t.s.Millis(), asker); err != nil {
			return fmt.Errorf("ask for review: %w", err)
		}
		return nil
	})
}

// RedoReview implements db.Reviews.
func (s *Store) RedoReview(ctx context.Context, match, text string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		_, err := t.Exec(ctx, `UPDATE reviews SET text = '', asked = ?, done = NULL
			WHERE match = (SELECT seq FROM matches WHERE id = ?) AND done IS NOT NULL AND text = ?`, t.s.Millis(), match, text)
		if err != nil {
			return fmt.Errorf("ask for review again: %w", err)
		}
		return nil
	})
}

// SaveReview implements db.Reviews.
func (s *Store) SaveReview(ctx context.Context, match, old, text string, done bool) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		_, err := t.Exec(ctx, `UPDATE reviews SET text = ?, done = CASE CAST(? AS BIGINT) WHEN 1 THEN greatest(asked, CAST(? AS BIGINT)) END,
			asker = CASE CAST(? AS BIGINT) WHEN 1 THEN '' ELSE asker END
			WHERE match = (SELECT seq FROM matches WHERE id = ?) AND done IS NULL AND text = ?`, text, done, t.s.Millis(), done, match, old)
		if err != nil {
			return fmt.Errorf("save review: %w", err)
		}
		return nil
	})
}

// PendingReviews implements db.Reviews.
func (s *Store) PendingReviews(ctx context.Context, last string, most int) ([]db.PendingReview, error) {
	scan := func(row scanner) (r db.PendingReview, err error) {
		err = row.Scan(&r.Match, &r.Asker)
		return r, err
	}
	return collect(ctx, s.read, "list pending reviews", `SELECT m.id, x.asker FROM reviews x JOIN matches m ON m.seq = x.match
		WHERE x.done IS NULL ORDER BY CASE WHEN x.asker > ? THEN 0 ELSE 1 END, x.asker, x.asked, x.match LIMIT ?`, scan, last, most)
}
