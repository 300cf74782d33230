package db

import (
	"context"
	"time"

	"tableronde/games"
)

// Limits on studies.
const (
	MaxStudy   = 24_000 // bytes of one
	MaxStudies = 200    // of a player
)

// Study names a match of which a player has a study.
type Study struct {
	Match   string
	Changed time.Time
}

// Studies stores the players' analyses of matches, called studies here: variations and notes. A
// study is a secret of its player.
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

// WholeMatch is the Ply of a remark on the whole match.
const WholeMatch = -1

// Remark is a player's note on a match.
type Remark struct {
	Match   string
	Ply     int // number of events before the remark, or WholeMatch
	Text    string
	Changed time.Time
}

// Remarks stores the notes of players on matches. A remark is a secret of its player.
type Remarks interface {
	// RemarksOf lists a player's remarks on a match, by ply.
	RemarksOf(ctx context.Context, match, player string) ([]Remark, error)
	// SetRemark replaces a player's remark on a place in a match. An empty text deletes it.
	// The error is ErrNotFound if there is no such match or player, ErrTooManyRemarks for a
	// new one beyond MaxRemarks.
	SetRemark(ctx context.Context, player string, r Remark) error
	// RemarkedBy lists the matches on which a player has remarks, the last changed first.
	RemarkedBy(ctx context.Context, player string) ([]Study, error)
}

// Limits of pending reviews: of all players together, and of one player.
const (
	MaxPendingReviews       = 500
	MaxPlayerPendingReviews = 50
)

// MaxReview is the longest text of a review, in bytes.
const MaxReview = 1_000_000

// NoAsker is the asker of a review that is made though nobody has asked for it.
const NoAsker = "-"

// RecentlyEnded is the number of matches, the last to end, that Unreviewed searches.
const RecentlyEnded = 100

// PendingReview is a review to be made.
type PendingReview struct{ Match, Asker string }

// Review is the stored review of a match.
type Review struct {
	Text    string // the part that is ready
	Asked   time.Time
	Done    time.Time // time of completion; zero before
	Unasked bool      // it is incomplete, and nobody has asked for it
}

// PlayerReview is the complete review of a match in which a player has a seat.
type PlayerReview struct {
	Match, Game string
	Seat        games.Seat
	Ended       time.Time // of the match
	Text        string
}

// Reviews stores the reviews of finished matches, and the requests for reviews.
type Reviews interface {
	// ReviewOf returns the review of a match. The error is ErrNotFound if nobody has asked
	// for it.
	ReviewOf(ctx context.Context, match string) (Review, error)
	// AskReview queues the review of a match for a player, "" for a visitor, NoAsker for nobody. It
	// does nothing if the review exists or is queued for somebody already. The error is ErrNotFound if
	// there is no such match, ErrTooManyReviews while MaxPendingReviews wait for somebody, or
	// MaxPlayerPendingReviews for the asker.
	AskReview(ctx context.Context, match, asker string) error
	// RedoReview queues a new review in place of a complete one. It does nothing if the review no
	// longer has the given text.
	RedoReview(ctx context.Context, match, text string) error
	// SaveReview replaces the text of an incomplete review. With done, the review becomes complete.
	// If the review no longer has the text old, nothing changes. Thus a process that continues a
	// review later than another one overwrites nothing.
	SaveReview(ctx context.Context, match, old, text string, done bool) error
	// PendingReviews lists at most most incomplete reviews. Askers take turns in the order of their
	// ids, beginning after the asker with the id last. Each asker's oldest request comes first.
	// Reviews that nobody has asked for come last.
	PendingReviews(ctx context.Context, last string, most int) ([]PendingReview, error)
	// Unreviewed lists the matches without a review among the last RecentlyEnded to end,
	// the newest first. Only archived matches of several seats that were played to the end count. An
	// imported or historic match does not.
	Unreviewed(ctx context.Context) ([]string, error)
	// ReviewsBy lists the complete reviews of a player's matches against others, the newest match
	// first.
	ReviewsBy(ctx context.Context, player string, most int) ([]PlayerReview, error)
}
