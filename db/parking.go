package db

import (
	"context"
	"time"
)

// Parked is an item of background work that has failed too often. It waits for an operator, who
// releases it (ActRelease) or drops it (ActDrop).
type Parked struct {
	Worker   string
	Item     string // an ID that the worker has given it
	Failures int
	Since    time.Time // set by the store
	Dropped  bool      // it is never tried again
}

// Name returns the name by which operators choose an item: the Detail of their acts.
func (p Parked) Name() string { return p.Worker + " " + p.Item }

// Parking keeps the items of background work that have failed too often, for all processes.
type Parking interface {
	// Park parks an item. One that is parked stays as it is.
	Park(ctx context.Context, p Parked) error
	// ListParked lists the parked items of a worker, the oldest first. For "" it lists the
	// items of all workers that were not dropped.
	ListParked(ctx context.Context, worker string) ([]Parked, error)
	// Unpark forgets that an item is parked.
	Unpark(ctx context.Context, worker, item string) error
}
