package sqlstore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tableronde/db"
)

// Park implements db.Parking.
func (s *Store) Park(ctx context.Context, p db.Parked) error {
	return s.execTelling(ctx, "park work", `INSERT INTO parked (worker, item, failures, since) VALUES (?, ?, ?, ?) ON CONFLICT (worker, item) DO NOTHING`,
		p.Worker, p.Item, p.Failures, s.Millis())
}

// ListParked implements db.Parking.
func (s *Store) ListParked(ctx context.Context, worker string) ([]db.Parked, error) {
	query, args := `SELECT worker, item, failures, since, dropped FROM parked WHERE worker = ? ORDER BY item`, []any{worker}
	if worker == "" {
		query, args = `SELECT worker, item, failures, since, dropped FROM parked WHERE dropped = 0 ORDER BY since`, nil
	}
	return collect(ctx, s.read, "list parked work", query, func(r scanner) (p db.Parked, err error) {
		var since int64
		err = r.Scan(&p.Worker, &p.Item, &p.Failures, &since, &p.Dropped)
		p.Since = time.UnixMilli(since).UTC()
		return p, err
	}, args...)
}

// Unpark implements db.Parking.
func (s *Store) Unpark(ctx context.Context, worker, item string) error {
	return s.execTelling(ctx, "release work", `DELETE FROM parked WHERE worker = ? AND item = ?`, worker, item)
}

// unpark releases or drops the parked item that an act names.
func (t *tx) unpark(ctx context.Context, a *db.NewAct) error {
	worker, item, _ := strings.Cut(a.Detail, " ")
	statement := `DELETE FROM parked WHERE worker = ? AND item = ?`
	if a.Kind == db.ActDrop {
		statement = `UPDATE parked SET dropped = 1 WHERE worker = ? AND item = ? AND dropped = 0`
	}
	return t.expect(ctx, fmt.Sprint(a.Kind, " work"), statement, worker, item)
}
