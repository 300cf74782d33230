package db

import (
	"context"
	"time"
)

// PassLifetime is how long a pass is good.
const PassLifetime = 10 * time.Minute

// Pass lets one more browser play as a player, once.
type Pass struct {
	Token string // in the link: 128 bits, as 26 letters and digits
	Code  string // 8 digits, to be typed where the link cannot be opened
	Until time.Time
}

// Passes keeps the passes of players. Only hashes of their tokens and codes are stored.
// A secret is either of the two.
type Passes interface {
	// CreatePass makes a pass of a player in place of the one before. The error is
	// ErrNotFound if there is no such player.
	CreatePass(ctx context.Context, player string) (Pass, error)
	// PlayerByPass returns the player of a pass and does not use it up. The error is
	// ErrNotFound if it was used or replaced, or has expired.
	PlayerByPass(ctx context.Context, secret string) (Player, error)
	// UsePass is like PlayerByPass and uses the pass up: of several calls at the same
	// time one succeeds.
	UsePass(ctx context.Context, secret string) (Player, error)
}
