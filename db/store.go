// Package db is the contract of the store: the data about players, matches and visits, the
// errors that callers compare, and the Store interface that every engine implements. It has no
// HTTP, no SQL and no rules of a game.
//
// A write returns once it is durable. If its context ends before the write has begun, nothing
// is written and the error is the error of the context. Once begun, a write is completed even
// if the context ends.
//
// Some writes call functions of the caller inside their transaction. A Decide turns a match
// into the Change to store. A Note derives the stored note of the response under an
// idempotency key. These functions must be quick and free of side effects, for an engine may
// call them again when it repeats a transaction. They must not call the store. Their errors
// abort the transaction and are returned as they are. A panic aborts it too and is returned as
// a *Panic.
//
// Package dbtest holds the tests that every engine must pass.
package db

import (
	"context"
	"time"
)

// Store stores all data of the site. It is safe for concurrent use.
type Store interface {
	Matches
	Tables
	Challenges
	Standing
	Cups
	Rematches
	Lists
	Lobby
	Alarms
	Bots
	Players
	Tokens
	Accounts
	Passkeys
	Passes
	Mails
	Notifications
	Studies
	Remarks
	Collections
	Reviews
	Lessons
	Puzzles
	Archive
	Ladders
	Talk
	Leavers
	Operators
	Requests
	Outbox
	Leases
	Parking
	Heartbeats
	Health

	// Sessions returns the store of the browser sessions.
	Sessions() Sessions
	// Feed returns the feed of changes for the processes that share the store. It is nil for an
	// engine with only one process.
	Feed() Feed
	// Purge deletes expired data: answers to idempotency keys, sessions, and tables that have been
	// open for OpenLifetime. It also deletes guests who have been idle for GuestLifetime and have
	// done nothing. After deleting a table it calls ended, which may be nil. The owner of a store
	// calls Purge about once an hour.
	Purge(ctx context.Context, ended func(Match)) error
	// Close waits for the queued writes and releases the store. Later calls fail; methods that
	// write return ErrClosed.
	Close() error
}

// Health reports whether the store can work.
type Health interface {
	// Ready makes a test write. It returns when ctx ends at the latest.
	Ready(ctx context.Context) error
	// Present returns ErrGone if the database is no longer where it was opened, or an
	// Unavailable if it does not answer.
	Present() error
	// LastFailure returns the last write that failed because of the database or the disk, the zero
	// Failure if there was none.
	LastFailure() Failure
	// Size returns the size of the database in bytes.
	Size() int64
	// QuickCheck reads the whole database and returns an error that wraps
	// ErrDamaged if it is damaged.
	QuickCheck(ctx context.Context) error
	// EachMatch calls f with every match, the oldest first, as it is stored now,
	// bypassing all caches. A match that cannot be read is passed with an error.
	// An error of f ends the loop and is returned.
	EachMatch(ctx context.Context, f func(id string, m Match, err error) error) error
}

// Failure is a write that failed because of the database or the disk.
type Failure struct {
	Number int // number of failures since the store was opened
	Err    error
}

// Parked is an item of background work that has failed too often. It waits until an operator
// releases it (ActRelease) or drops it (ActDrop).
type Parked struct {
	Worker   string
	Item     string // ID chosen by the worker
	Failures int
	Since    time.Time // set by the store
	Dropped  bool      // it is never tried again
}

// Name returns the name by which operators choose an item, as the Detail of their acts.
func (p Parked) Name() string { return p.Worker + " " + p.Item }

// Parking stores the items of background work that have failed too often, for all processes.
type Parking interface {
	// Park parks an item. Parking it again changes nothing.
	Park(ctx context.Context, p Parked) error
	// ListParked lists the parked items of a worker, the oldest first. For "" it lists the
	// items of all workers that were not dropped.
	ListParked(ctx context.Context, worker string) ([]Parked, error)
	// Unpark deletes a parked item from the list.
	Unpark(ctx context.Context, worker, item string) error
}

// Leases divide the work of the site among the processes that share a store: a
// job is done by the process that holds its lease.
type Leases interface {
	// AcquireLease gives the lease of a job to a holder, or renews it, for a duration from now. It
	// reports whether the holder has it. Another holder can get it only after it was released or
	// has expired, by the clock of the store.
	AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error)
	// ReleaseLease ends the lease of a job if the holder has it.
	ReleaseLease(ctx context.Context, job, holder string) error
}
