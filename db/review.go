package db

import (
	"context"
	"time"
)

// Limits on the reviews that wait to be made: of all players together, and of one player.
const (
	MaxPendingReviews       = 500
	MaxPlayerPendingReviews = 50
)

// MaxReview is how long the text of a review may be, in bytes.
const MaxReview = 1_000_000

// PendingReview is a review that is to be made.
type PendingReview struct{ Match, Asker string }

// Review is what is kept of the review of a match.
type Review struct {
	Text  string // as far as it was made
	Asked time.Time
	Done  time.Time // when it was complete; zero while it is not
}

// Reviews keeps the reviews of matches that are over, and which are to be made.
type Reviews interface {
	// ReviewOf returns the review of a match. The error is ErrNotFound if nobody has asked
	// for it.
	ReviewOf(ctx context.Context, match string) (Review, error)
	// AskReview has the review of a match made for a player, "" for a visitor without a name,
	// unless somebody has asked before. Errors: ErrNotFound if there is no such match,
	// ErrTooManyReviews while MaxPendingReviews wait, or MaxPlayerPendingReviews of the asker.
	AskReview(ctx context.Context, match, asker string) error
	// RedoReview has a complete review that still has this text made anew.
	RedoReview(ctx context.Context, match, text string) error
	// SaveReview replaces the text of a review that is not complete; with done, it is
	// complete from now on. A review that does not have the text old any more is left as
	// it is, so that whoever goes on with it later than another undoes nothing.
	SaveReview(ctx context.Context, match, old, text string, done bool) error
	// PendingReviews lists the reviews that are not complete, up to a number. Askers follow
	// each other by id, and the asker with the given id comes last. Of each asker, the review
	// that was asked for first comes first.
	PendingReviews(ctx context.Context, last string, most int) ([]PendingReview, error)
}
