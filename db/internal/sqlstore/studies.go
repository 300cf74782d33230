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
