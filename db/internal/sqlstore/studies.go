package sqlstore

import (
	"context"
	"database/sql"

	"tableronde/db"
)

// studies implements db.Studies.
type studies struct{ *core }

func (s studies) StudyOf(ctx context.Context, match, player string) (string, error) {
	var text string
	err := s.read.QueryRow(ctx, `SELECT x.text FROM matches m JOIN studies x ON x.match = m.seq
		WHERE m.id = ? AND x.player = ?`, match, player).Scan(&text)
	return text, wrap("load study", orNone(err))
}

func (s studies) ChangeStudy(ctx context.Context, match, player string, change func(string) (string, error)) error {
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
		if err != nil {
			return wrap("load study", err)
		}
		text, err := change(stored.String)
		switch {
		case err != nil:
			return err
		case text == stored.String:
			return nil
		case text == "":
			err = t.run(ctx, "remove study", `DELETE FROM studies WHERE player = ? AND match = ?`, player, seq)
		default:
			err = storeStudy(ctx, t, player, seq, text, !stored.Valid)
		}
		t.touch(player)
		return err
	})
}

// storeStudy stores a study. first is set if the player has none of the match yet.
func storeStudy(ctx context.Context, t *tx, player string, seq int64, text string, first bool) error {
	if first {
		if err := t.bound(ctx, db.MaxStudies, db.ErrTooManyStudies, `SELECT count(*) FROM studies WHERE player = ?`, player); err != nil {
			return err
		}
	}
	return t.run(ctx, "store study", `INSERT INTO studies (player, match, text, changed) VALUES (?, ?, ?, ?)
		ON CONFLICT (player, match) DO UPDATE SET text = excluded.text, changed = excluded.changed`, player, seq, text, t.core.Millis())
}

func (s studies) StudiesOf(ctx context.Context, player string) ([]db.Study, error) {
	return collect(ctx, s.read, "list studies", `SELECT m.id, x.changed FROM studies x JOIN matches m ON m.seq = x.match
		WHERE x.player = ? ORDER BY x.changed DESC, x.match`, func(r scanner) (one db.Study, err error) {
		err = r.Scan(&one.Match, millis{&one.Changed})
		return one, err
	}, player)
}

// remarks implements db.Remarks.
type remarks struct{ *core }

func (s remarks) RemarksOf(ctx context.Context, match, player string) ([]db.Remark, error) {
	return collect(ctx, s.read, "list remarks", `SELECT m.id, r.ply, r.text, r.changed FROM matches m JOIN remarks r ON r.match = m.seq
		WHERE m.id = ? AND r.player = ? ORDER BY r.ply`, func(row scanner) (r db.Remark, err error) {
		err = row.Scan(&r.Match, &r.Ply, &r.Text, millis{&r.Changed})
		return r, err
	}, match, player)
}

func (s remarks) SetRemark(ctx context.Context, player string, r db.Remark) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if r.Text == "" {
			return t.run(ctx, "remove remark", `DELETE FROM remarks WHERE player = ? AND match = (SELECT seq FROM matches WHERE id = ?) AND ply = ?`, player, r.Match, r.Ply)
		}
		err := t.bound(ctx, db.MaxRemarks, db.ErrTooManyRemarks, `SELECT count(*) FROM remarks WHERE player = ?1 AND NOT (match = (SELECT seq FROM matches WHERE id = ?2) AND ply = ?3)`,
			player, r.Match, r.Ply)
		if err != nil {
			return err
		}
		return t.expect(ctx, "store remark", `INSERT INTO remarks (player, match, ply, text, changed)
			SELECT CAST(?1 AS TEXT), m.seq, CAST(?2 AS BIGINT), CAST(?3 AS TEXT), CAST(?4 AS BIGINT) FROM matches m WHERE m.id = ?5
			ON CONFLICT (player, match, ply) DO UPDATE SET text = excluded.text, changed = excluded.changed`, player, r.Ply, r.Text, s.Millis(), r.Match)
	})
}

func (s remarks) RemarkedBy(ctx context.Context, player string) ([]db.Study, error) {
	return collect(ctx, s.read, "list matches with remarks", `SELECT m.id, max(r.changed) FROM remarks r JOIN matches m ON m.seq = r.match
		WHERE r.player = ? GROUP BY m.id ORDER BY 2 DESC, 1`, func(row scanner) (one db.Study, err error) {
		err = row.Scan(&one.Match, millis{&one.Changed})
		return one, err
	}, player)
}

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
