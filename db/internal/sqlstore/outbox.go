package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
)

const (
	listNotices = `SELECT n.id, n.kind, n.recipient, m.id, n.ply, n.at, n.due, n.remains FROM notices n JOIN matches m ON m.seq = n.match
		WHERE n.due <= ? ORDER BY n.due, n.id LIMIT ?`
	deleteNotices = `DELETE FROM notices WHERE id IN (SELECT value FROM json_each(?))`
)

// Notices implements db.Outbox.
func (s *Store) Notices(ctx context.Context, limit int) ([]db.Notice, error) {
	return collect(ctx, s.read, "list notices", listNotices, func(r scanner) (n db.Notice, err error) {
		var at, due int64
		var remains sql.NullInt64
		err = r.Scan(&n.ID, &n.Kind, &n.Recipient, &n.Match, &n.Ply, &at, &due, &remains)
		n.At, n.Left = time.UnixMilli(at).UTC(), time.Duration(remains.Int64)*time.Millisecond
		if due > 0 {
			n.Due = time.UnixMilli(due).UTC()
		}
		return n, err
	}, s.Millis(), max(limit, 1))
}

// DispatchNotices implements db.Outbox.
func (s *Store) DispatchNotices(ctx context.Context, ids []int64, deliveries []db.NewDelivery) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("delete notices: %w", err)
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		for _, d := range deliveries {
			if err := t.storeDelivery(ctx, d); err != nil {
				return err
			}
		}
		if _, err := t.Exec(ctx, deleteNotices, string(list)); err != nil {
			return fmt.Errorf("delete notices: %w", err)
		}
		return nil
	})
}

// DelayNotice implements db.Outbox.
func (s *Store) DelayNotice(ctx context.Context, id int64, due time.Time) error {
	return s.execTelling(ctx, "delay notice", `UPDATE notices SET due = ? WHERE id = ?`, due.UnixMilli(), id)
}

// storeNotices puts the notices about a match into the outbox, in this order.
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
