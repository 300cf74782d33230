package db

import (
	"context"
	"time"
)

// Leases divide the work of the site among the processes that share a store: a
// job is done by the process that holds its lease.
type Leases interface {
	// AcquireLease gives the lease of a job to a holder, or renews it, for a duration
	// from now, and reports whether the holder has it. Another holder gets it only after
	// it was released or has expired, by the clock of the store.
	AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error)
	// ReleaseLease ends the lease of a job if the holder has it.
	ReleaseLease(ctx context.Context, job, holder string) error
}
