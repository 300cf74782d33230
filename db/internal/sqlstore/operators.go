package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// operators implements db.Operators.
type operators struct{ *core }

func (s operators) IsOperator(ctx context.Context, player string) (bool, error) {
	n, err := count(ctx, s.read, "find operator", `SELECT count(*) FROM operators WHERE player = ?`, player)
	return n > 0, err
}

func (s operators) ListOperators(ctx context.Context) ([]db.Player, error) {
	return collect(ctx, s.read, "list operators", `SELECT p.id, p.name FROM operators o JOIN players p ON p.id = o.player ORDER BY o.since LIMIT ?`,
		func(r scanner) (p db.Player, err error) {
			err = r.Scan(&p.ID, &p.Name)
			return p, err
		}, db.MaxActs)
}

func (s operators) Act(ctx context.Context, a db.NewAct) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := carryOut(ctx, t, &a); err != nil {
			return err
		}
		return storeAct(ctx, t, a)
	})
}

// carryOut carries out an act.
func carryOut(ctx context.Context, t *tx, a *db.NewAct) error {
	if a.Player != "" {
		if err := t.LockPlayer(ctx, a.Player); err != nil {
			return err
		}
	}
	switch a.Kind {
	case db.ActAppoint:
		return t.expect(ctx, "appoint", `INSERT INTO operators (player, since) SELECT a.player, CAST(? AS BIGINT) FROM accounts a WHERE a.player = ?
			ON CONFLICT (player) DO UPDATE SET since = operators.since`, t.core.Millis(), a.Player)
	case db.ActDismiss:
		return t.expect(ctx, "dismiss", `DELETE FROM operators WHERE player = ?`, a.Player)
	case db.ActSuspend, db.ActLift:
		t.renames = true
		t.endStreams(a.Player)
		return t.expect(ctx, "suspend", `UPDATE players SET suspended = ? WHERE id = ?`, nullTime(a.Until), a.Player)
	case db.ActMute, db.ActUnmute:
		t.renames = true
		return t.expect(ctx, "mute", `UPDATE players SET silent = ? WHERE id = ?`, nullTime(a.Until), a.Player)
	case db.ActRename:
		p, err := scanPlayer(t.QueryRow(ctx, selectPlayer, a.Player))
		if err != nil {
			return err
		}
		a.Detail = p.Name
		return takeName(ctx, t, a.Player, a.Name, a.Keys)
	case db.ActRetry:
		return retry(ctx, t, a)
	case db.ActRemove, db.ActDecline:
		return judge(ctx, t, a)
	case db.ActRelease, db.ActDrop:
		return unpark(ctx, t, a)
	}
	return nil
}

// retry makes a failed mail, or the failed deliveries to a target, due now.
func retry(ctx context.Context, t *tx, a *db.NewAct) error {
	now := t.core.Millis()
	err := t.QueryRow(ctx, `SELECT coalesce(max(player), '') FROM mails WHERE id = ?1 AND why <> '' AND due IS NOT NULL`, a.Detail).Scan(&a.Player)
	if err != nil {
		return fmt.Errorf("find mail: %w", err)
	}
	if a.Player != "" {
		return t.expect(ctx, "send mail again", `UPDATE mails SET due = ? WHERE id = ?`, now, a.Detail)
	}
	target, err := scanTarget(t.QueryRow(ctx, selectTarget+`WHERE id = ? AND failing IS NOT NULL`, a.Detail))
	if err != nil {
		return err
	}
	a.Player = target.Player
	if err := t.expect(ctx, "switch on", `UPDATE targets SET off = NULL, tried = 0 WHERE id = ?`, a.Detail); err != nil {
		return err
	}
	return t.run(ctx, "deliver again", `UPDATE deliveries SET due = ?1 WHERE target = ?2 AND due > ?1`, now, a.Detail)
}

// judge removes a reported message, or declines its reports. It does the same for a collection.
func judge(ctx context.Context, t *tx, a *db.NewAct) error {
	err := t.QueryRow(ctx, `SELECT x.player, m.id FROM messages x JOIN matches m ON m.seq = x.match
		WHERE x.id = ? AND EXISTS (SELECT 1 FROM reports r WHERE r.message = x.id)`, a.Detail).Scan(&a.Player, &a.Match)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return judgeCollection(ctx, t, a)
	case err != nil:
		return fmt.Errorf("find message: %w", err)
	}
	if a.Kind == db.ActRemove {
		return t.expect(ctx, "remove message", `DELETE FROM messages WHERE id = ?`, a.Detail)
	}
	a.Player, a.Match = "", "" // keep the log silent about it
	return t.expect(ctx, "decline reports", `DELETE FROM reports WHERE message = ?`, a.Detail)
}

// storeAct adds an act to the log.
func storeAct(ctx context.Context, t *tx, a db.NewAct) error {
	if a.Match != "" {
		t.touch(a.Match)
	}
	return t.run(ctx, "store act", `INSERT INTO acts (at, operator, act, player, match, seat, detail, until, reason)
		VALUES (?, nullif(?, ''), ?, nullif(?, ''), (SELECT seq FROM matches WHERE id = ?), ?, ?, ?, ?)`,
		t.core.Millis(), a.Operator, string(a.Kind), a.Player, a.Match, int(a.Seat), a.Detail, nullTime(a.Until), a.Reason)
}

const selectAct = `SELECT a.id, a.at, coalesce(o.id, ''), coalesce(o.name, ''), a.act, coalesce(p.id, ''), coalesce(p.name, ''), coalesce(m.id, ''), a.seat, a.detail, a.until, a.reason
	FROM acts a LEFT JOIN players o ON o.id = a.operator LEFT JOIN players p ON p.id = a.player LEFT JOIN matches m ON m.seq = a.match `

func (s operators) listActs(ctx context.Context, where string, args ...any) ([]db.Act, error) {
	return collect(ctx, s.read, "list acts", selectAct+where+` ORDER BY a.id DESC LIMIT ?`, func(r scanner) (a db.Act, err error) {
		err = r.Scan(&a.ID, millis{&a.At}, &a.Operator.ID, &a.Operator.Name, &a.Kind, &a.Player.ID, &a.Player.Name, &a.Match, &a.Seat, &a.Detail, millis{&a.Until}, &a.Reason)
		return a, err
	}, append(args, db.MaxActs)...)
}

func (s operators) Acts(ctx context.Context) ([]db.Act, error) { return s.listActs(ctx, ``) }

func (s operators) ActsAbout(ctx context.Context, player string) ([]db.Act, error) {
	return s.listActs(ctx, `WHERE a.player = ?`, player)
}

func (s operators) ActsBy(ctx context.Context, operator string) ([]db.Act, error) {
	return s.listActs(ctx, `WHERE a.operator = ?`, operator)
}

func (s operators) ActsIn(ctx context.Context, match string) ([]db.Act, error) {
	return s.listActs(ctx, `WHERE a.match = (SELECT seq FROM matches WHERE id = ?)`, match)
}

func (s operators) ListReports(ctx context.Context) ([]db.Report, error) {
	messages, err := collect(ctx, s.read, "list reports", `SELECT x.id, m.id, p.id, p.name, x.text, f.name, r.reporters, r.first
		FROM (SELECT message, min(at) AS first, count(*) AS reporters, min(player) AS by FROM reports GROUP BY message) r
			JOIN messages x ON x.id = r.message JOIN matches m ON m.seq = x.match JOIN players p ON p.id = x.player JOIN players f ON f.id = r.by
		ORDER BY r.first LIMIT ?`, func(row scanner) (r db.Report, err error) {
		err = row.Scan(&r.Message, &r.Match, &r.Writer.ID, &r.Writer.Name, &r.Text, &r.By, &r.Reporters, millis{&r.At})
		return r, err
	}, db.MaxActs)
	if err != nil {
		return nil, err
	}
	collections, err := reportedCollections(ctx, s.read)
	return append(messages, collections...), err
}

func (s operators) ListUndelivered(ctx context.Context) ([]db.Undelivered, error) {
	mails, err := collect(ctx, s.read, "list failing mails", `SELECT m.id, m.kind, coalesce(p.id, ''), coalesce(p.name, ''), m.why, m.queued, m.tries
		FROM mails m LEFT JOIN players p ON p.id = m.player WHERE m.why <> '' AND m.due IS NOT NULL ORDER BY m.queued LIMIT ?`,
		func(r scanner) (u db.Undelivered, err error) {
			u.Waiting = 1
			err = r.Scan(&u.ID, &u.Mail, &u.Player.ID, &u.Player.Name, &u.Why, millis{&u.Since}, &u.Tries)
			return u, err
		}, db.MaxActs)
	if err != nil {
		return nil, err
	}
	targets, err := collect(ctx, s.read, "list failing targets", `SELECT t.id, t.channel, p.id, p.name, t.why, t.failing, t.tried, CASE WHEN t.off IS NULL THEN 0 ELSE 1 END,
			(SELECT count(*) FROM deliveries d WHERE d.target = t.id)
		FROM targets t JOIN players p ON p.id = t.player WHERE t.failing IS NOT NULL ORDER BY t.failing LIMIT ?`,
		func(r scanner) (u db.Undelivered, err error) {
			err = r.Scan(&u.ID, &u.Channel, &u.Player.ID, &u.Player.Name, &u.Why, millis{&u.Since}, &u.Tries, &u.Off, &u.Waiting)
			return u, err
		}, db.MaxActs)
	return append(mails, targets...), err
}

// InsertBackup records a backup, with the arguments of BackupRow.
const InsertBackup = `INSERT INTO backups (at, bytes, took) VALUES (?, ?, ?) ON CONFLICT (at) DO NOTHING`

// BackupRow returns the columns of a backup.
func BackupRow(b db.Backup) []any {
	return []any{b.At.UnixMilli(), b.Bytes, b.Took.Milliseconds()}
}

func (s operators) NoteBackup(ctx context.Context, b db.Backup) error {
	return s.exec(ctx, "note backup", InsertBackup, BackupRow(b)...)
}

func (s operators) Backups(ctx context.Context, limit int) ([]db.Backup, error) {
	return collect(ctx, s.read, "list backups", `SELECT at, bytes, took FROM backups ORDER BY at DESC LIMIT ?`, func(r scanner) (b db.Backup, err error) {
		var took int64
		err = r.Scan(millis{&b.At}, &b.Bytes, &took)
		b.Took = time.Duration(took) * time.Millisecond
		return b, err
	}, limit)
}

func (s operators) ActivitySince(ctx context.Context, since, late time.Time) (db.Activity, error) {
	var a db.Activity
	err := s.read.QueryRow(ctx, `SELECT
		(SELECT count(*) FROM matches m JOIN events e ON e.match = m.seq WHERE m.started IS NOT NULL AND m.ended IS NULL AND m.moved >= ?1 AND e.at >= ?1)
			+ (SELECT count(*) FROM matches m JOIN events e ON e.match = m.seq WHERE m.moved >= ?1 AND m.ended IS NOT NULL AND e.at >= ?1),
		(SELECT count(*) FROM matches WHERE started IS NOT NULL AND ended IS NULL),
		(SELECT count(*) FROM accounts WHERE opened >= ?1),
		(SELECT count(*) FROM matches WHERE window_ends < ?2) + (SELECT count(*) FROM matches WHERE deadline < ?2)
			+ (SELECT count(*) FROM matches WHERE bot_due < ?2) + (SELECT count(*) FROM matches WHERE forced_due < ?2),
		(SELECT max(version_id) FROM goose_db_version)`, since.UnixMilli(), late.UnixMilli()).
		Scan(&a.Moves, &a.Running, &a.Accounts, &a.Late, &a.Schema)
	return a, wrap("count activity", err)
}
