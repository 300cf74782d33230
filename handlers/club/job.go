package club

import (
	"context"
	"log/slog"
	"time"

	"tableronde/db"
)

const (
	leaseLasts = 10 * time.Second // a killed process is replaced after that and one leaseRenew
	leaseRenew = 3 * time.Second  // between two attempts to get or to renew a lease
)

// Job is background work that one of the processes on a store does at a time.
type Job struct {
	Name   string // of the lease
	Holder string // names this process among those that share the store
	Leases db.Leases
	Log    *slog.Logger
	After  func(time.Duration) <-chan time.Time
	Now    func() time.Time
}

// Run calls work whenever this process gets the lease of the job, until ctx ends.
// The context of work ends when the lease may have run out, or ctx has ended.
func (j Job) Run(ctx context.Context, work func(context.Context)) {
	for ctx.Err() == nil {
		if until, ok := j.acquire(ctx); ok {
			j.hold(ctx, until, work)
			continue
		}
		select {
		case <-ctx.Done():
		case <-j.After(leaseRenew):
		}
	}
}

// acquire gets or renews the lease, and returns until when it lasts at least.
func (j Job) acquire(ctx context.Context) (until time.Time, ok bool) {
	asked := j.Now()
	ctx, cancel := context.WithTimeout(ctx, leaseRenew)
	defer cancel()
	ok, err := j.Leases.AcquireLease(ctx, j.Name, j.Holder, leaseLasts)
	if err != nil && ctx.Err() == nil {
		j.Log.LogAttrs(ctx, slog.LevelWarn, "lease", slog.String("job", j.Name), slog.Any("error", err))
	}
	return asked.Add(leaseLasts), ok && err == nil
}

// hold runs work while the lease is renewed, and releases the lease after it.
func (j Job) hold(ctx context.Context, until time.Time, work func(context.Context)) {
	working, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { defer close(done); work(working) }()
	for j.renew(working, &until) {
	}
	stop()
	<-done
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseRenew)
	defer cancel()
	if err := j.Leases.ReleaseLease(ending, j.Name, j.Holder); err != nil {
		j.Log.LogAttrs(ending, slog.LevelWarn, "lease", slog.String("job", j.Name), slog.Any("error", err))
	}
}

// renew waits and renews the lease. It reports whether the work may go on: until an
// attempt succeeds, for as long as the lease is sure to last.
func (j Job) renew(ctx context.Context, until *time.Time) bool {
	select {
	case <-ctx.Done():
		return false
	case <-j.After(leaseRenew):
	}
	if later, ok := j.acquire(ctx); ok {
		*until = later
	}
	return j.Now().Add(leaseRenew).Before(*until)
}

// keepWorking calls round until ctx ends: again at once where it has found something to do,
// else after a pause, or earlier once woken. Errors, those of the store, are logged as of a
// worker with a name.
func keepWorking(ctx context.Context, log *slog.Logger, name string, round func(context.Context) (worked bool, err error),
	after func(time.Duration) <-chan time.Time, pause time.Duration, woken <-chan struct{}) {
	for ctx.Err() == nil {
		worked, err := round(ctx)
		if err != nil && ctx.Err() == nil {
			log.LogAttrs(ctx, slog.LevelError, name, slog.Any("error", err))
		}
		if worked && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-after(pause):
		case <-woken:
		}
	}
}

// failedMatches counts how often matches could not be continued, by id.
type failedMatches map[string]failedMatch

// each calls do with the matches that have not failed just now. It reports whether one has
// succeeded. Its error is that of the store.
func (f failedMatches) each(ctx context.Context, log *slog.Logger, job string, now time.Time, ids []string, do func(context.Context, string) error) (worked bool, err error) {
	for _, id := range ids {
		if f[id].until.After(now) {
			continue
		}
		err := recovered(func() error { return do(ctx, id) })
		switch {
		case ctx.Err() != nil:
			return false, nil
		case db.IsUnavailable(err) && !db.IsDamaged(err):
			return false, err
		case err == nil:
			delete(f, id)
			worked = true
		default:
			f[id] = f[id].again(ctx, log, job, id, now, err)
		}
	}
	return worked, nil
}
