package db

import (
	"context"
	"time"
)

// PassLifetime is how long a pass is good, and MaxWrongCodes after how many wrong codes no
// code that was good by then is taken any more.
const (
	PassLifetime  = 10 * time.Minute
	MaxWrongCodes = 10
)

// CodeLength is the length of the codes that people type, in digits.
const CodeLength = 8

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
	// PlayerByPass returns the player of a pass by its token, never by its code, and does
	// not use the pass up. The error is ErrNotFound if it was used or replaced, or has
	// expired.
	PlayerByPass(ctx context.Context, token string) (Player, error)
	// UsePass returns the player of a pass and uses the pass up: of several calls at the
	// same time one succeeds. A wrong code counts against the codes of all passes; after
	// MaxWrongCodes their tokens alone are good.
	UsePass(ctx context.Context, secret string) (Player, error)
}
