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
		j.Log.LogAttrs(ctx, slog.LevelWarn, "cannot get or release a lease", slog.String("job", j.Name), slog.Any("error", err))
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
		j.Log.LogAttrs(ending, slog.LevelWarn, "cannot get or release a lease", slog.String("job", j.Name), slog.Any("error", err))
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
