package club

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"runtime/debug"
	"time"

	"tableronde/db"
)

const (
	alarmPause    = 5 * time.Second // after a match has failed; twice as long after each further failure
	maxAlarmPause = time.Hour
)

// Alarms is the worker that continues matches whose interrupt window has closed or where
// a clock has fallen. The store knows which are due, so a restart forgets none, and those that came due
// meanwhile are continued at once. A match that fails is tried again later and does not
// delay the others.
type Alarms struct {
	matches *Service
	log     *slog.Logger
	after   func(time.Duration) <-chan time.Time
	failing map[string]failedMatch // by match, of those that are due
}

// failedMatch counts how often a match could not be continued.
type failedMatch struct {
	failures int
	until    time.Time // when it is tried again
}

// NewAlarms returns the worker for the matches of a service; after is like time.After.
func NewAlarms(s *Service, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Alarms {
	return &Alarms{matches: s, log: log, after: after, failing: make(map[string]failedMatch)}
}

// Run continues matches as they come due, until ctx ends.
func (a *Alarms) Run(ctx context.Context) {
	for ctx.Err() == nil {
		timer, err := a.round(ctx)
		if err != nil && ctx.Err() == nil {
			a.log.LogAttrs(ctx, slog.LevelError, "alarms", slog.Any("error", err))
			timer = a.after(alarmPause)
		}
		select {
		case <-ctx.Done():
		case <-timer:
		case <-a.matches.alarm:
		}
	}
}

// round continues the matches that are due now, those that have failed before
// last. It returns a channel that fires when the next match is due, nil if none is
// known. Its error is that of the store, which concerns all matches.
func (a *Alarms) round(ctx context.Context) (<-chan time.Time, error) {
	now := a.matches.now()
	due, err := a.matches.store.Due(ctx, now)
	if err != nil {
		return nil, err
	}
	failing := make(map[string]failedMatch)
	var again []string
	for _, id := range due {
		if s, ok := a.failing[id]; ok {
			failing[id] = s
			if !s.until.After(now) {
				again = append(again, id)
			}
			continue
		}
		if err := a.try(ctx, id, failing); err != nil {
			return nil, err
		}
	}
	for _, id := range again {
		if err := a.try(ctx, id, failing); err != nil {
			return nil, err
		}
	}
	a.failing = failing
	a.matches.alarmAt.Store(0) // what is stored from now on may be missed below
	next, err := a.matches.store.NextDue(ctx, now)
	if err != nil {
		return nil, err
	}
	for _, s := range failing {
		if next.IsZero() || s.until.Before(next) {
			next = s.until
		}
	}
	if next.IsZero() {
		a.matches.alarmAt.Store(math.MaxInt64)
		return nil, nil
	}
	a.matches.alarmAt.Store(next.UnixMilli())
	return a.after(next.Sub(a.matches.now())), nil
}

// try continues a match and counts its failures. Its error is that
// of the store.
func (a *Alarms) try(ctx context.Context, id string, failing map[string]failedMatch) error {
	err := a.wake(ctx, id)
	switch {
	case err == nil || ctx.Err() != nil:
		delete(failing, id)
		return nil
	case db.IsUnavailable(err) && !db.IsDamaged(err):
		return err
	}
	failing[id] = failing[id].again(ctx, a.log, "alarm", id, a.matches.now(), err)
	return nil
}

// wake is like Service.wake but returns panics as errors.
func (a *Alarms) wake(ctx context.Context, id string) error {
	return recovered(func() error { return a.matches.wake(ctx, id) })
}

// recovered calls f, and returns its panic as an error.
func recovered(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &db.Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// again logs one failure more of what a worker does in a match, and returns when the match
// is tried again.
func (f failedMatch) again(ctx context.Context, log *slog.Logger, work, match string, now time.Time, err error) failedMatch {
	pause := min(alarmPause<<min(f.failures, 20), maxAlarmPause)
	f = failedMatch{failures: f.failures + 1, until: now.Add(pause)}
	attrs := []slog.Attr{slog.String("match", match), slog.Any("error", err),
		slog.Int("failures", f.failures), slog.Duration("again", pause)}
	var p *db.Panic
	if errors.As(err, &p) {
		attrs = append(attrs, slog.String("stack", string(p.Stack)))
	}
	log.LogAttrs(ctx, slog.LevelError, work, attrs...)
	return f
}

// wake continues a match that is due, unless that was done already.
func (s *Service) wake(ctx context.Context, id string) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		if !t.windowEnds.IsZero() && !t.windowEnds.After(t.now) && !t.hears() {
			if err := t.closeWindow(); err != nil {
				return err
			}
		}
		return t.lapse()
	})
	return err
}
