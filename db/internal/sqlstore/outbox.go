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
	listNotices   = `SELECT n.id, n.kind, n.recipient, m.id, n.ply, n.at FROM notices n JOIN matches m ON m.seq = n.match ORDER BY n.id LIMIT ?`
	deleteNotices = `DELETE FROM notices WHERE id IN (SELECT value FROM json_each(?))`
)

// Notices implements db.Outbox.
func (s *Store) Notices(ctx context.Context, limit int) ([]db.Notice, error) {
	found, err := s.read.Query(ctx, listNotices, min(max(limit, 1), db.MaxPage))
	if err != nil {
		return nil, fmt.Errorf("list notices: %w", err)
	}
	defer found.Close()
	var list []db.Notice
	for found.Next() {
		var n db.Notice
		var at int64
		if err := found.Scan(&n.ID, &n.Kind, &n.Recipient, &n.Match, &n.Ply, &at); err != nil {
			return nil, fmt.Errorf("list notices: %w", err)
		}
		n.At = time.UnixMilli(at).UTC()
		list = append(list, n)
	}
	if err := found.Err(); err != nil {
		return nil, fmt.Errorf("list notices: %w", err)
	}
	return list, nil
}

// DeleteNotices implements db.Outbox.
func (s *Store) DeleteNotices(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("delete notices: %w", err)
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, deleteNotices, string(list)); err != nil {
			return fmt.Errorf("delete notices: %w", err)
		}
		return nil
	})
}

// storeNotices puts the notices about a match into the outbox, in this order.
func (r *storedMatch) storeNotices(ctx context.Context, t *tx, notices []db.Notice, now int64) error {
	if len(notices) == 0 {
		return nil
	}
	args := make([]any, 0, 5*len(notices))
	for _, n := range notices {
		args = append(args, string(n.Kind), n.Recipient, r.seq, r.Ply, now)
	}
	return t.Queue(ctx, Statement{Doing: "store notices", Table: "notices", Args: args,
		Query: `INSERT INTO notices (kind, recipient, match, ply, at) VALUES (?, ?, ?, ?, ?)` + strings.Repeat(`, (?, ?, ?, ?, ?)`, len(notices)-1)})
}
