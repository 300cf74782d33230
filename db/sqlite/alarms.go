package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"
)

const (
	nextWindow    = `SELECT min(window_ends) FROM matches WHERE window_ends > ?`
	nextDeadline  = `SELECT min(deadline) FROM matches WHERE deadline > ?`
	listWindows   = `SELECT id, window_ends FROM matches WHERE window_ends <= ? ORDER BY window_ends`
	listDeadlines = `SELECT id, deadline FROM matches WHERE deadline <= ? ORDER BY deadline`
)

// NextDue implements db.Alarms.
func (s *Store) NextDue(ctx context.Context, after time.Time) (time.Time, error) {
	var next time.Time
	for _, question := range []string{nextWindow, nextDeadline} {
		var at sql.NullInt64
		if err := s.r.queryRow(ctx, question, after.UnixMilli()).Scan(&at); err != nil {
			return time.Time{}, fmt.Errorf("find what is due: %w", err)
		}
		if found := timeOf(at); next.IsZero() || at.Valid && found.Before(next) {
			next = found
		}
	}
	return next, nil
}

// alarm is a match that is due at a time, in milliseconds.
type alarm struct {
	match string
	at    int64
}

// Due implements db.Alarms.
func (s *Store) Due(ctx context.Context, by time.Time) ([]string, error) {
	var alarms []alarm
	for _, question := range []string{listWindows, listDeadlines} {
		var err error
		if alarms, err = s.appendAlarms(ctx, alarms, question, by); err != nil {
			return nil, fmt.Errorf("list what is due: %w", err)
		}
	}
	slices.SortStableFunc(alarms, func(a, b alarm) int { return cmp.Compare(a.at, b.at) })
	var ids []string
	listed := make(map[string]bool)
	for _, a := range alarms {
		if !listed[a.match] {
			ids, listed[a.match] = append(ids, a.match), true
		}
	}
	return ids, nil
}

func (s *Store) appendAlarms(ctx context.Context, alarms []alarm, question string, by time.Time) ([]alarm, error) {
	found, err := s.r.query(ctx, question, by.UnixMilli())
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var a alarm
		if err := found.Scan(&a.match, &a.at); err != nil {
			return nil, err
		}
		alarms = append(alarms, a)
	}
	return alarms, found.Err()
}
