package sqlstore

import (
	"context"
	"database/sql"

	"tableronde/db"
)

// reviews implements db.Reviews.
type reviews struct{ *core }

func (s reviews) ReviewOf(ctx context.Context, match string) (r db.Review, err error) {
	err = s.read.QueryRow(ctx, `SELECT x.text, x.asked, x.done FROM matches m JOIN reviews x ON x.match = m.seq
		WHERE m.id = ?`, match).Scan(&r.Text, millis{&r.Asked}, millis{&r.Done})
	return r, wrap("load review", err)
}

func (s reviews) AskReview(ctx context.Context, match, asker string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var seq int64
		var asked sql.NullInt64
		var pending, own int
		err := t.QueryRow(ctx, `SELECT m.seq, x.asked, (SELECT count(*) FROM reviews WHERE done IS NULL), (SELECT count(*) FROM reviews WHERE done IS NULL AND asker = ?)
			FROM matches m LEFT JOIN reviews x ON x.match = m.seq WHERE m.id = ?`, asker, match).Scan(&seq, &asked, &pending, &own)
		switch {
		case err != nil:
			return wrap("find review", err)
		case asked.Valid:
			return nil
		case pending >= db.MaxPendingReviews || own >= db.MaxPlayerPendingReviews:
			return db.ErrTooManyReviews
		}
		return t.run(ctx, "ask for review", `INSERT INTO reviews (match, asked, text, asker) VALUES (?, ?, '', ?) ON CONFLICT (match) DO NOTHING`, seq, t.core.Millis(), asker)
	})
}

func (s reviews) RedoReview(ctx context.Context, match, text string) error {
	return s.exec(ctx, "ask for review again", `UPDATE reviews SET text = '', asked = ?, done = NULL
		WHERE match = (SELECT seq FROM matches WHERE id = ?) AND done IS NOT NULL AND text = ?`, s.Millis(), match, text)
}

func (s reviews) SaveReview(ctx context.Context, match, old, text string, done bool) error {
	return s.exec(ctx, "save review", `UPDATE reviews SET text = ?, done = CASE CAST(? AS BIGINT) WHEN 1 THEN greatest(asked, CAST(? AS BIGINT)) END,
		asker = CASE CAST(? AS BIGINT) WHEN 1 THEN '' ELSE asker END
		WHERE match = (SELECT seq FROM matches WHERE id = ?) AND done IS NULL AND text = ?`, text, done, s.Millis(), done, match, old)
}

func (s reviews) PendingReviews(ctx context.Context, last string, most int) ([]db.PendingReview, error) {
	scan := func(row scanner) (r db.PendingReview, err error) {
		err = row.Scan(&r.Match, &r.Asker)
		return r, err
	}
	return collect(ctx, s.read, "list pending reviews", `SELECT m.id, x.asker FROM reviews x JOIN matches m ON m.seq = x.match
		WHERE x.done IS NULL ORDER BY CASE WHEN x.asker > ? THEN 0 ELSE 1 END, x.asker, x.asked, x.match LIMIT ?`, scan, last, most)
}
