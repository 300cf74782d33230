package handlers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"tableronde/db"
)

// alarmPause is how long the alarms rest after something failed.
const alarmPause = 5 * time.Second

// alarms goes on with matches whose window closes. What is due stands in the
// store, so a restart forgets nothing; what came due meanwhile is done at once.
type alarms struct {
	matches *matches
	log     *slog.Logger
	after   func(time.Duration) <-chan time.Time
}

// run does what is due, as it comes due, until ctx ends.
func (a *alarms) run(ctx context.Context) {
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

// round does what is due now. It returns what tells when the next thing is, nil
// where nothing is known to come.
func (a *alarms) round(ctx context.Context) (<-chan time.Time, error) {
	now := a.matches.now()
	due, err := a.matches.store.Due(ctx, now)
	if err != nil {
		return nil, err
	}
	var failed []error
	for _, id := range due {
		if err := a.matches.wake(ctx, id); err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) > 0 {
		return nil, errors.Join(failed...)
	}
	next, err := a.matches.store.NextDue(ctx)
	if err != nil || next.IsZero() {
		return nil, err
	}
	return a.after(next.Sub(a.matches.now())), nil
}

// wake goes on with a match that is due, unless it has gone on already.
func (ms *matches) wake(ctx context.Context, id string) error {
	_, err := ms.proceed(ctx, db.Once{}, id, "", nil, func(c *course) error {
		if c.due.IsZero() || c.due.After(c.now) {
			return nil
		}
		return c.wake()
	})
	return err
}
