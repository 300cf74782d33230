package db

import (
	"context"
	"time"
)

// MaxPendingReviews is how many reviews may wait to be made.
const MaxPendingReviews = 500

// MaxReview is how long the text of a review may be, in bytes.
const MaxReview = 1_000_000

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
	// AskReview has the review of a match made, unless that was asked before. Errors:
	// ErrNotFound if there is no such match, ErrTooManyReviews while MaxPendingReviews wait.
	AskReview(ctx context.Context, match string) error
	// RedoReview has a complete review that still has this text made anew.
	RedoReview(ctx context.Context, match, text string) error
	// SaveReview replaces the text of a review that is not complete; with done, it is
	// complete from now on. A review that does not have the text old any more is left as
	// it is, so that whoever goes on with it later than another undoes nothing.
	SaveReview(ctx context.Context, match, old, text string, done bool) error
	// PendingReviews lists the ids of the matches whose reviews are not complete, in the
	// order in which they were asked for, at most so many.
	PendingReviews(ctx context.Context, most int) ([]string, error)
}
