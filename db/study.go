package db

import (
	"context"
	"time"
)

// Bounds of what a store keeps of studies.
const (
	MaxStudy   = 24_000 // bytes of one
	MaxStudies = 200    // of a player
)

// Study says of which match a player keeps a study.
type Study struct {
	Match   string
	Changed time.Time
}

// Studies keeps what players try and note in matches, each for themselves. They are
// secrets of the players.
type Studies interface {
	// StudyOf returns a player's study of a match, "" if there is none.
	StudyOf(ctx context.Context, match, player string) (string, error)
	// ChangeStudy replaces a player's study of a match by what change makes of it; ""
	// deletes it. Of two changes of a player's, the second sees the first. An error of
	// change leaves everything as it was and is returned as is. Other errors:
	// ErrNotFound if there is no such match or player, ErrTooManyStudies for a new one
	// beyond MaxStudies.
	ChangeStudy(ctx context.Context, match, player string, change func(text string) (string, error)) error
	// StudiesOf lists the studies of a player, the last changed first.
	StudiesOf(ctx context.Context, player string) ([]Study, error)
}
