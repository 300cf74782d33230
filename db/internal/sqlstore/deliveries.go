package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"tableronde/db"
)

const selectDelivery = `SELECT d.id, d.target, d.kind, d.player, m.id, d.ply, d.at, d.remains, d.due, d.tries, d.message FROM deliveries d JOIN matches m ON m.seq = d.match `

// storeDelivery stores a delivery of a notice that is in the outbox.
func (t *tx) storeDelivery(ctx context.Context, d db.NewDelivery) error {
	if d.Target == db.MailTarget(d.Recipient) {
		if err := t.insertTarget(ctx, d.Target, db.NewTarget{Player: d.Recipient, Channel: db.ByMail}); err != nil {
			return err
		}
	}
	_, err := t.Exec(ctx, `INSERT INTO deliveries (id, target, kind, player, match, ply, at, remains, due, tries, message)
		SELECT CAST(? AS TEXT), t.id, n.kind, n.recipient, n.match, n.ply, n.at, n.remains, CAST(? AS BIGINT), 0, '' FROM notices n, targets t
		WHERE n.id = ? AND t.id = ? AND t.off IS NULL ON CONFLICT (id) DO NOTHING`,
		t.s.key.DeliveryID(d.ID, d.Target), d.Due.UnixMilli(), d.ID, d.Target)
	switch {
	case isReference(err):
		return fmt.Errorf("store delivery: %w", ErrConflict) // the target has gone since
	case err != nil:
		return fmt.Errorf("store delivery: %w", err)
	}
	return nil
}

// DueTargets implements db.Telling: it lists the first delivery of each target.
func (s *Store) DueTargets(ctx context.Context, limit int) ([]string, error) {
	return collect(ctx, s.read, "list targets that are due", `SELECT d.target FROM deliveries d WHERE d.due <= ?
		AND NOT EXISTS (SELECT 1 FROM deliveries e WHERE e.target = d.target AND (e.due < d.due OR e.due = d.due AND e.id < d.id)) ORDER BY d.due LIMIT ?`,
		scanText, s.Millis(), limit)
}

// DueFor implements db.Telling.
func (s *Store) DueFor(ctx context.Context, target string, limit int) ([]db.Delivery, error) {
	return s.listDeliveries(ctx, `WHERE d.target = ? AND d.due <= ? ORDER BY d.due LIMIT ?`, target, s.Millis(), limit)
}

func (s *Store) listDeliveries(ctx context.Context, where string, args ...any) ([]db.Delivery, error) {
	return collect(ctx, s.read, "list deliveries", selectDelivery+where, func(r scanner) (d db.Delivery, err error) {
		var at, due int64
		var remains sql.NullInt64
		err = r.Scan(&d.ID, &d.Target, &d.Kind, &d.Recipient, &d.Match, &d.Ply, &at, &remains, &due, &d.Tries, &d.Message)
		d.At, d.Due, d.Left = time.UnixMilli(at).UTC(), time.UnixMilli(due).UTC(), time.Duration(remains.Int64)*time.Millisecond
		return d, err
	}, args...)
}

// JoinDeliveries implements db.Telling.
func (s *Store) JoinDeliveries(ctx context.Context, message string, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.execEach(ctx, "join deliveries", `UPDATE deliveries SET message = ? WHERE id = ? AND message = ''`, ids, message)
	})
}

// Delivered implements db.Telling.
func (s *Store) Delivered(ctx context.Context, target string, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.execEach(ctx, "forget deliveries", `DELETE FROM deliveries WHERE id = ?`, ids); err != nil {
			return err
		}
		return t.noteDelivered(ctx, target)
	})
}

// DropDeliveries implements db.Telling.
func (s *Store) DropDeliveries(ctx context.Context, ids []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		return t.execEach(ctx, "drop deliveries", `DELETE FROM deliveries WHERE id = ?`, ids)
	})
}

// FailDeliveries implements db.Telling.
func (s *Store) FailDeliveries(ctx context.Context, target string, ids []string, why string, wait time.Duration) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		now := s.Millis()
		until := now + wait.Milliseconds()
		if err := t.execEach(ctx, "note failure", `UPDATE deliveries SET tries = tries + 1 WHERE id = ?`, ids); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `UPDATE targets SET failing = coalesce(failing, ?), why = ?, tried = tried + 1 WHERE id = ?`, now, why, target)
		if err != nil {
			return fmt.Errorf("note failure: %w", err)
		}
		if _, err := t.Exec(ctx, `UPDATE deliveries SET due = ? WHERE target = ? AND due < ?`, until, target, until); err != nil {
			return fmt.Errorf("delay deliveries: %w", err)
		}
		var worn int
		if err := t.QueryRow(ctx, `SELECT count(*) FROM targets WHERE id = ? AND channel = 'webhook' AND tried >= ?`, target, db.MaxFailures).Scan(&worn); err != nil {
			return fmt.Errorf("count failures: %w", err)
		}
		if worn > 0 {
			return t.switchOff(ctx, target, why)
		}
		return nil
	})
}

// SwitchOff implements db.Telling.
func (s *Store) SwitchOff(ctx context.Context, target, why string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error { return t.switchOff(ctx, target, why) })
}

func (t *tx) switchOff(ctx context.Context, target, why string) error {
	now := t.s.Millis()
	if _, err := t.Exec(ctx, `UPDATE targets SET failing = coalesce(failing, ?), why = ?, off = ? WHERE id = ?`, now, why, now, target); err != nil {
		return fmt.Errorf("switch off: %w", err)
	}
	if _, err := t.Exec(ctx, `DELETE FROM deliveries WHERE target = ?`, target); err != nil {
		return fmt.Errorf("switch off: %w", err)
	}
	return nil
}

// execEach runs a statement for each delivery, whose id is its last argument. It locks their
// target first.
func (t *tx) execEach(ctx context.Context, doing, query string, ids []string, args ...any) error {
	if len(ids) > 0 {
		if _, err := t.Exec(ctx, `SELECT 1 FROM targets WHERE id = (SELECT target FROM deliveries WHERE id = ?) FOR NO KEY UPDATE`, ids[0]); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	for _, id := range ids {
		if _, err := t.Exec(ctx, query, append(args[:len(args):len(args)], id)...); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	return nil
}
