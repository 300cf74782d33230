package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
)

const (
	listNotices = `SELECT n.id, n.kind, n.recipient, m.id, n.ply, n.at, nullif(n.due, 0), coalesce(n.remains, 0) FROM notices n JOIN matches m ON m.seq = n.match
		WHERE n.due <= ? ORDER BY n.due, n.id LIMIT ?`
	deleteNotices = `DELETE FROM notices WHERE id IN (SELECT value FROM json_each(?))`
)

// outbox implements db.Outbox.
type outbox struct{ *core }

func (s outbox) Notices(ctx context.Context, limit int) ([]db.Notice, error) {
	return collect(ctx, s.read, "list notices", listNotices, func(r scanner) (n db.Notice, err error) {
		var left int64
		err = r.Scan(&n.ID, &n.Kind, &n.Recipient, &n.Match, &n.Ply, millis{&n.At}, millis{&n.Due}, &left)
		n.Left = time.Duration(left) * time.Millisecond
		return n, err
	}, s.Millis(), max(limit, 1))
}

func (s outbox) DispatchNotices(ctx context.Context, ids []int64, deliveries []db.NewDelivery) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("delete notices: %w", err)
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		for _, d := range deliveries {
			if err := storeDelivery(ctx, t, d); err != nil {
				return err
			}
		}
		return t.run(ctx, "delete notices", deleteNotices, string(list))
	})
}

// storeDelivery stores a delivery of a notification in the outbox.
func storeDelivery(ctx context.Context, t *tx, d db.NewDelivery) error {
	if d.Target == db.MailTarget(d.Recipient) {
		if err := insertTarget(ctx, t, d.Target, db.NewTarget{Player: d.Recipient, Channel: db.ByMail}); err != nil {
			return err
		}
	}
	_, err := t.Exec(ctx, `INSERT INTO deliveries (id, target, kind, player, match, ply, at, remains, due, tries, message)
		SELECT CAST(? AS TEXT), t.id, n.kind, n.recipient, n.match, n.ply, n.at, n.remains, CAST(? AS BIGINT), 0, '' FROM notices n, targets t
		WHERE n.id = ? AND t.id = ? AND t.off IS NULL ON CONFLICT (id) DO NOTHING`,
		t.core.key.DeliveryID(d.ID, d.Target), d.Due.UnixMilli(), d.ID, d.Target)
	if isReference(err) {
		return fmt.Errorf("store delivery: %w", ErrConflict) // the target was deleted meanwhile
	}
	return wrap("store delivery", err)
}

func (s outbox) DelayNotice(ctx context.Context, id int64, due time.Time) error {
	return s.exec(ctx, "delay notice", `UPDATE notices SET due = ? WHERE id = ?`, due.UnixMilli(), id)
}

// storeNotices puts notifications about a match into the outbox, in this order.
func (r *storedMatch) storeNotices(ctx context.Context, t *tx, notices []db.Notice, now int64) error {
	if len(notices) == 0 {
		return nil
	}
	args := make([]any, 0, 7*len(notices))
	for _, n := range notices {
		due, remains := int64(0), any(nil)
		if !n.Due.IsZero() {
			due = n.Due.UnixMilli()
		}
		if n.Left > 0 {
			remains = n.Left.Milliseconds()
		}
		args = append(args, string(n.Kind), n.Recipient, r.seq, r.Ply, now, due, remains)
	}
	return t.Queue(ctx, Statement{Doing: "store notices", Table: "notices", Args: args,
		Query: `INSERT INTO notices (kind, recipient, match, ply, at, due, remains) VALUES (?, ?, ?, ?, ?, ?, ?)` + strings.Repeat(`, (?, ?, ?, ?, ?, ?, ?)`, len(notices)-1)})
}
