package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// Transactions store their changes without a number, because ids of a sequence can become visible
// in another order. The readers of the feed number the visible changes, one process at a time. The
// row of the counter stays locked until the numbers are committed, so numbers become visible in
// ascending order.
const (
	feedState   = `SELECT last, EXISTS (SELECT 1 FROM changes WHERE number IS NULL) FROM change_counter`
	lockCounter = `SELECT last FROM change_counter FOR UPDATE SKIP LOCKED`
	numberNew   = `UPDATE changes SET number = CAST(? AS BIGINT) + fresh.place FROM (
		SELECT id, row_number() OVER (ORDER BY id) AS place FROM (SELECT id FROM changes WHERE number IS NULL ORDER BY id LIMIT ?) AS waiting) AS fresh
		WHERE changes.id = fresh.id`
	moveCounter  = `UPDATE change_counter SET last = last + ?`
	listChanges  = `SELECT number, match, ply, players, listed, due, CASE WHEN origin = ? THEN 1 ELSE 0 END, coalesce(talk, 0) FROM changes WHERE number > ? ORDER BY number LIMIT ?`
	purgeChanges = `DELETE FROM changes WHERE id IN (SELECT id FROM changes WHERE at <= ? AND number IS NOT NULL LIMIT ? FOR UPDATE SKIP LOCKED)`
)

// Feed implements db.Store.
func (s *Store) Feed() db.Feed { return feed{s} }

type feed struct{ s *Store }

// LastChange implements db.Feed.
func (f feed) LastChange(ctx context.Context) (int64, error) {
	last, _, err := f.state(ctx)
	return last, err
}

// state returns the number of the newest change, and whether changes without a number exist.
func (f feed) state(ctx context.Context) (last int64, more bool, err error) {
	if err := f.s.reader.QueryRow(ctx, feedState).Scan(&last, &more); err != nil {
		return 0, false, fmt.Errorf("read the feed: %w", err)
	}
	return last, more, nil
}

// Changes implements db.Feed.
func (f feed) Changes(ctx context.Context, after int64, limit int) ([]db.StoredChange, error) {
	last, more, err := f.state(ctx)
	if err != nil {
		return nil, err
	}
	if more {
		if err := f.s.reader.Write(ctx, number); err != nil {
			return nil, fmt.Errorf("number changes: %w", err)
		}
	} else if last <= after {
		return nil, nil
	}
	rows, err := f.s.reader.Query(ctx, listChanges, f.s.origin, after, min(max(limit, 1), db.MaxChanges))
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	defer rows.Close()
	var list []db.StoredChange
	for rows.Next() {
		var c db.StoredChange
		var players []byte
		var talk int
		if err := rows.Scan(&c.Number, &c.Match, &c.Ply, &players, &c.Listed, &c.Due, &c.Own, &talk); err != nil {
			return nil, fmt.Errorf("list changes: %w", err)
		}
		c.Talk, c.Others, c.Ended = talk == 1 || talk == 2, talk == 2, talk == 3
		if err := json.Unmarshal(players, &c.Players); err != nil {
			return nil, fmt.Errorf("players of change %d: %w", c.Number, err)
		}
		list = append(list, c)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	return list, nil
}

// number numbers the visible changes without a number, unless another process is doing so. Each of
// its statements sees all commits before the statement.
func number(ctx context.Context, t sqlstore.Tx) error {
	rows, err := t.Query(ctx, lockCounter)
	if err != nil {
		return err
	}
	var last int64
	locked := rows.Next()
	if locked {
		err = rows.Scan(&last)
	}
	if closed := rows.Close(); err == nil {
		err = closed
	}
	if err != nil || !locked {
		return err
	}
	n, err := t.Exec(ctx, numberNew, last, db.MaxChanges)
	if err != nil || n == 0 {
		return err
	}
	_, err = t.Exec(ctx, moveCounter, n)
	return err
}

// Purge implements db.Store.
func (s *Store) Purge(ctx context.Context, ended func(db.Match)) error {
	if err := s.Store.Purge(ctx, ended); err != nil {
		return err
	}
	if err := s.PurgeRows(ctx, purgeChanges, s.Now().Add(-db.ChangeLifetime).UnixMilli()); err != nil {
		return fmt.Errorf("purge changes: %w", err)
	}
	return nil
}

// clock returns a clock with the time of the database, so that processes on several machines agree.
// It compares the machine's clock with the database's.
func (e *engine) clock(ctx context.Context) (func() time.Time, error) {
	before := time.Now()
	var millis int64
	if err := e.QueryRow(ctx, `SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`).Scan(&millis); err != nil {
		return nil, fmt.Errorf("read the clock: %w", err)
	}
	middle := before.Add(time.Since(before) / 2)
	offset := time.UnixMilli(millis).Sub(middle)
	if offset.Abs() < 100*time.Millisecond {
		offset = 0
	}
	return func() time.Time { return time.Now().Add(offset) }, nil
}
