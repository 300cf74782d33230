package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"time"
)

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
