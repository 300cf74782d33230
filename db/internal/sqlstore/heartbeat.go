package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/games/clock"
)

const (
	// lockBeat makes beats wait for one another where several may write at once.
	lockBeat   = `UPDATE heartbeat SET at = at WHERE id = 1`
	lastBeat   = `SELECT at FROM heartbeat WHERE id = 1`
	listPauses = `SELECT began, ended FROM pauses WHERE id > ? ORDER BY id`
)

// Beat implements db.Heartbeats.
func (s *Store) Beat(ctx context.Context, at time.Time, up time.Duration, known int) (pauses []clock.Pause, paused bool, err error) {
	err = s.do(ctx, func(ctx context.Context, t *tx) error {
		if paused, err = t.beat(ctx, at, up); err != nil {
			return fmt.Errorf("beat: %w", err)
		}
		if pauses, err = readPauses(ctx, t, known); err != nil {
			return fmt.Errorf("list pauses: %w", err)
		}
		return nil
	})
	return pauses, paused, err
}

// beat stores a beat and the pause before it, if there was one.
func (t *tx) beat(ctx context.Context, at time.Time, up time.Duration) (paused bool, err error) {
	if _, err := t.Exec(ctx, lockBeat); err != nil {
		return false, err
	}
	var last sql.NullInt64
	if err := t.QueryRow(ctx, lastBeat).Scan(&last); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	if last.Valid {
		p, ok := clock.Outage(timeFrom(last), at, up)
		if paused = ok && p.From.UnixMilli() < p.Until.UnixMilli(); paused {
			// The number is that of the pause among all, whatever transactions were undone.
			_, err := t.Exec(ctx, `INSERT INTO pauses (id, began, ended) SELECT coalesce(max(id), 0) + 1, CAST(? AS BIGINT), CAST(? AS BIGINT) FROM pauses`,
				p.From.UnixMilli(), ceilMillis(p.Until).UnixMilli())
			if err != nil {
				return false, err
			}
		}
	}
	_, err = t.Exec(ctx, `INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`, at.UnixMilli())
	return paused, err
}

func readPauses(ctx context.Context, t *tx, known int) ([]clock.Pause, error) {
	return collect(ctx, t, "list pauses", listPauses, func(r scanner) (clock.Pause, error) {
		var from, until int64
		err := r.Scan(&from, &until)
		return clock.Pause{From: time.UnixMilli(from).UTC(), Until: time.UnixMilli(until).UTC()}, err
	}, known)
}
