package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
)

// leases implements db.Leases.
type leases struct{ *core }

func (s leases) AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (bool, error) {
		now := s.Millis()
		n, err := t.Exec(ctx, `INSERT INTO leases (job, holder, until) VALUES (?, ?, ?)
			ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until
			WHERE leases.holder = excluded.holder OR leases.until <= ?`, job, holder, now+lasts.Milliseconds(), now)
		return n == 1, wrap("acquire lease", err)
	})
}

func (s leases) ReleaseLease(ctx context.Context, job, holder string) error {
	return s.exec(ctx, "release lease", `DELETE FROM leases WHERE job = ? AND holder = ?`, job, holder)
}

const (
	// lockBeat makes concurrent beats wait for one another.
	lockBeat   = `UPDATE heartbeat SET at = at WHERE id = 1`
	lastBeat   = `SELECT at FROM heartbeat WHERE id = 1`
	listPauses = `SELECT began, ended FROM pauses WHERE id > ? ORDER BY id`
)

// heartbeats implements db.Heartbeats.
type heartbeats struct{ *core }

func (s heartbeats) Beat(ctx context.Context, at time.Time, up time.Duration, known int) (pauses []clock.Pause, paused bool, err error) {
	err = s.do(ctx, func(ctx context.Context, t *tx) error {
		if paused, err = beat(ctx, t, at, up); err != nil {
			return wrap("beat", err)
		}
		pauses, err = collect(ctx, t, "list pauses", listPauses, func(r scanner) (p clock.Pause, err error) {
			err = r.Scan(millis{&p.From}, millis{&p.Until})
			return p, err
		}, known)
		return err
	})
	return pauses, paused, err
}

// beat stores that the site runs at a time, and the pause before it, if there was one.
func beat(ctx context.Context, t *tx, at time.Time, up time.Duration) (paused bool, err error) {
	if _, err := t.Exec(ctx, lockBeat); err != nil {
		return false, err
	}
	var last time.Time
	if err := t.QueryRow(ctx, lastBeat).Scan(millis{&last}); orNone(err) != nil {
		return false, err
	}
	if !last.IsZero() {
		p, ok := clock.Outage(last, at, up)
		if paused = ok && p.From.UnixMilli() < p.Until.UnixMilli(); paused {
			// The number is a count of pauses, so that undone transactions leave no gap.
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

// parking implements db.Parking.
type parking struct{ *core }

func (s parking) Park(ctx context.Context, p db.Parked) error {
	return s.exec(ctx, "park work", `INSERT INTO parked (worker, item, failures, since) VALUES (?, ?, ?, ?) ON CONFLICT (worker, item) DO NOTHING`,
		p.Worker, p.Item, p.Failures, s.Millis())
}

func (s parking) ListParked(ctx context.Context, worker string) ([]db.Parked, error) {
	query, args := `SELECT worker, item, failures, since, dropped FROM parked WHERE worker = ? ORDER BY item`, []any{worker}
	if worker == "" {
		query, args = `SELECT worker, item, failures, since, dropped FROM parked WHERE dropped = 0 ORDER BY since`, nil
	}
	return collect(ctx, s.read, "list parked work", query, func(r scanner) (p db.Parked, err error) {
		err = r.Scan(&p.Worker, &p.Item, &p.Failures, millis{&p.Since}, &p.Dropped)
		return p, err
	}, args...)
}

func (s parking) Unpark(ctx context.Context, worker, item string) error {
	return s.exec(ctx, "release work", `DELETE FROM parked WHERE worker = ? AND item = ?`, worker, item)
}

// unpark releases or drops the parked item that an act names.
func unpark(ctx context.Context, t *tx, a *db.NewAct) error {
	worker, item, _ := strings.Cut(a.Detail, " ")
	statement := `DELETE FROM parked WHERE worker = ? AND item = ?`
	if a.Kind == db.ActDrop {
		statement = `UPDATE parked SET dropped = 1 WHERE worker = ? AND item = ? AND dropped = 0`
	}
	return t.expect(ctx, fmt.Sprint(a.Kind, " work"), statement, worker, item)
}

const (
	nextWindow    = `SELECT min(window_ends) FROM matches WHERE window_ends > ?`
	nextDeadline  = `SELECT min(deadline) FROM matches WHERE deadline > ?`
	listWindows   = `SELECT id, window_ends FROM matches WHERE window_ends <= ? ORDER BY window_ends`
	listDeadlines = `SELECT id, deadline FROM matches WHERE deadline <= ? ORDER BY deadline`
	nextForced    = `SELECT min(forced_due) FROM matches WHERE forced_due > ?`
	listForced    = `SELECT id, forced_due FROM matches WHERE forced_due <= ? ORDER BY forced_due`
	listTimed     = `SELECT id FROM matches WHERE deadline IS NOT NULL ORDER BY deadline`
)

// alarms implements db.Alarms.
type alarms struct{ *core }

func (s alarms) NextDue(ctx context.Context, after time.Time) (time.Time, error) {
	var next time.Time
	for _, query := range []string{nextWindow, nextDeadline, nextForced} {
		var found time.Time
		if err := s.read.QueryRow(ctx, query, after.UnixMilli()).Scan(millis{&found}); err != nil {
			return time.Time{}, wrap("find the next due time", err)
		}
		if next.IsZero() || !found.IsZero() && found.Before(next) {
			next = found
		}
	}
	return next, nil
}

// dueMatch is a match with the time at which it is due, in milliseconds.
type dueMatch struct {
	match string
	at    int64
}

func (s alarms) Due(ctx context.Context, by time.Time) ([]string, error) {
	var alarms []dueMatch
	for _, query := range []string{listWindows, listDeadlines, listForced} {
		found, err := collect(ctx, s.read, "list what is due", query, func(r scanner) (a dueMatch, err error) {
			err = r.Scan(&a.match, &a.at)
			return a, err
		}, by.UnixMilli())
		if err != nil {
			return nil, err
		}
		alarms = append(alarms, found...)
	}
	slices.SortStableFunc(alarms, func(a, b dueMatch) int { return cmp.Compare(a.at, b.at) })
	var ids []string
	listed := make(map[string]bool)
	for _, a := range alarms {
		if !listed[a.match] {
			ids, listed[a.match] = append(ids, a.match), true
		}
	}
	return ids, nil
}

func (s alarms) Timed(ctx context.Context) ([]string, error) {
	return collect(ctx, s.read, "list matches with a deadline", listTimed, scanText)
}
