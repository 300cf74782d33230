package db

import (
	"context"
	"time"
)

// Feed tells the processes that share a store what has changed in it.
type Feed interface {
	// LastChange returns the number of the newest change, 0 if there is none: where a
	// process that starts begins to read.
	LastChange(ctx context.Context) (int64, error)
	// Changes returns at most limit changes with a Number greater than after,
	// ascending; limit is raised to 1 and lowered to MaxChanges. Once a change was
	// returned, none with a lower number ever appears: the order is that in which
	// changes became visible. A change is kept for ChangeLifetime.
	Changes(ctx context.Context, after int64, limit int) ([]StoredChange, error)
}

// MaxChanges is the largest number of changes that Feed.Changes returns at once.
const MaxChanges = 1000

// ChangeLifetime is how long a change can be read from a Feed at least.
const ChangeLifetime = time.Hour

// StoredChange says that a match has changed and nothing of what changed.
type StoredChange struct {
	Number  int64
	Match   string   // its id
	Ply     int      // number of its events after the change
	Players []string // ids of those at the table, ascending
	Listed  bool     // a table on the public list has come, changed or gone, or a public match was closed
	Due     bool     // a window or deadline is set
	Talk    bool     // somebody has written a message, and nothing else has changed; it is told to Players alone
	Others  bool     // that message is told to all who look at the match but Players
	Ended   bool     // the event streams of Players end, who have fewer rights now, and nothing else has changed
	Own     bool     // it was stored through the store that is asked
}
