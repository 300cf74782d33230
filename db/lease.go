package db

import (
	"context"
	"time"
)

// Leases divide the work of the site among the processes that share a store: a
// job is done by the process that holds its lease.
type Leases interface {
	// AcquireLease gives or renews the lease of a job to a holder until it has lasted
	// so long, and reports whether the holder has it. It goes to another holder only
	// when it was released or has run out. Time is that of the store.
	AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error)
	// ReleaseLease ends the lease of a job if the holder has it.
	ReleaseLease(ctx context.Context, job, holder string) error
}
