package db

import (
	"context"
	"time"
)

// Bounds of what is kept of remarks.
const (
	MaxRemark  = 2_000 // characters
	MaxRemarks = 2_000 // of one player
)

// WholeMatch is the Ply of a remark on a match as a whole.
const WholeMatch = -1

// Remark is what a player notes of a match, for themselves.
type Remark struct {
	Match   string
	Ply     int // after so many events; WholeMatch
	Text    string
	Changed time.Time
}

// Remarks keeps what players note of matches. A remark is a secret of its player.
type Remarks interface {
	// RemarksOf lists a player's remarks on a match, by ply.
	RemarksOf(ctx context.Context, match, player string) ([]Remark, error)
	// SetRemark replaces a player's remark on a place in a match; an empty text deletes it.
	// The error is ErrNotFound if there is no such match or player, ErrTooManyRemarks for a
	// new one beyond MaxRemarks.
	SetRemark(ctx context.Context, player string, r Remark) error
	// RemarkedBy lists the matches that a player has remarks on, the last changed first.
	RemarkedBy(ctx context.Context, player string) ([]Study, error)
}
