package db

import (
	"context"
	"time"
)

// Limits on studies.
const (
	MaxStudy   = 24_000 // bytes of one
	MaxStudies = 200    // of a player
)

// Study names a match of which a player keeps a study.
type Study struct {
	Match   string
	Changed time.Time
}

// Studies keeps the moves that players try and their notes in matches. A study is a secret of
// its player.
type Studies interface {
	// StudyOf returns a player's study of a match, "" if there is none.
	StudyOf(ctx context.Context, match, player string) (string, error)
	// ChangeStudy replaces a player's study of a match by the result of change. "" deletes it.
	// Of two concurrent changes by a player, the second sees the first. An error of change
	// leaves everything as it was and is returned as is. Other errors: ErrNotFound if there is
	// no such match or player, ErrTooManyStudies for a new one beyond MaxStudies.
	ChangeStudy(ctx context.Context, match, player string, change func(text string) (string, error)) error
	// StudiesOf lists the studies of a player, the last changed first.
	StudiesOf(ctx context.Context, player string) ([]Study, error)
}

// Limits on remarks.
const (
	MaxRemark  = 2_000 // characters
	MaxRemarks = 2_000 // of one player
)

// WholeMatch is the Ply of a remark on a match as a whole.
const WholeMatch = -1

// Remark is a player's own note on a match.
type Remark struct {
	Match   string
	Ply     int // number of events before the remark, or WholeMatch
	Text    string
	Changed time.Time
}

// Remarks keeps the notes of players on matches. A remark is a secret of its player.
type Remarks interface {
	// RemarksOf lists a player's remarks on a match, by ply.
	RemarksOf(ctx context.Context, match, player string) ([]Remark, error)
	// SetRemark replaces a player's remark on a place in a match. An empty text deletes it.
	// The error is ErrNotFound if there is no such match or player, ErrTooManyRemarks for a
	// new one beyond MaxRemarks.
	SetRemark(ctx context.Context, player string, r Remark) error
	// RemarkedBy lists the matches that a player has remarks on, the last changed first.
	RemarkedBy(ctx context.Context, player string) ([]Study, error)
}

// Limits on the reviews that wait to be made: of all players together, and of one player.
const (
	MaxPendingReviews       = 500
	MaxPlayerPendingReviews = 50
)

// MaxReview is how long the text of a review may be, in bytes.
const MaxReview = 1_000_000

// PendingReview is a review that is to be made.
type PendingReview struct{ Match, Asker string }

// Review is the stored review of a match.
type Review struct {
	Text  string // the part that was made so far
	Asked time.Time
	Done  time.Time // when it was complete; zero while it is not
}

// Reviews keeps the reviews of matches that are over, and the requests for reviews.
type Reviews interface {
	// ReviewOf returns the review of a match. The error is ErrNotFound if nobody has asked
	// for it.
	ReviewOf(ctx context.Context, match string) (Review, error)
	// AskReview has the review of a match made for a player, "" for a visitor without a name,
	// unless somebody has asked before. Errors: ErrNotFound if there is no such match,
	// ErrTooManyReviews while MaxPendingReviews wait, or MaxPlayerPendingReviews of the asker.
	AskReview(ctx context.Context, match, asker string) error
	// RedoReview orders a new review in place of a complete one. It does nothing unless the
	// review still has the given text.
	RedoReview(ctx context.Context, match, text string) error
	// SaveReview replaces the text of a review that is not complete. With done, the review is
	// complete from now on. A review that does not have the text old any more is left as it
	// is. So a process that goes on with a review later than another one undoes nothing.
	SaveReview(ctx context.Context, match, old, text string, done bool) error
	// PendingReviews lists the reviews that are not complete, up to a number. Askers follow
	// each other by id, and the asker with the given id comes last. Of each asker, the review
	// that was asked for first comes first.
	PendingReviews(ctx context.Context, last string, most int) ([]PendingReview, error)
}
