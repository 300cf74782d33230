package db

import (
	"context"
	"time"
)

// FormerName is what a player is called who has left for good.
const FormerName = "a former player"

// LeavingLasts is for how long the matches of a player who has left are looked at again:
// a request that was under way may have taken a seat after all.
const LeavingLasts = time.Minute

// Leaver is a player who has left and whose matches are not all without them yet.
type Leaver struct {
	Player string // id
	Since  time.Time
}

// Leavers lets players leave for good. The player stays, under FormerName, for the
// records of what was played.
type Leavers interface {
	// Leave takes from a player the name, the account, tokens, sessions, passes, orders,
	// studies, visits and offers of rematches. The name of an account stays reserved for
	// NameReserved. The player is listed by Leaving until HasLeft. The error is
	// ErrNotFound if there is no such player.
	Leave(ctx context.Context, player string) error
	// Leaving lists those who are leaving, the first leading.
	Leaving(ctx context.Context) ([]Leaver, error)
	// LeaveTable frees the seat of a player at an open table. The error is ErrNotFound
	// if they have none there, ErrStarted if it is too late.
	LeaveTable(ctx context.Context, match, player string) (Match, error)
	// HasLeft ends the leaving of a player.
	HasLeft(ctx context.Context, player string) error
}
