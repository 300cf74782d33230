package db

import (
	"context"
	"time"
)

// NoticeKind is what a notice tells its recipient.
type NoticeKind string

// Kinds of notices.
const (
	NoticeTurn  NoticeKind = "turn"  // the recipient owes a decision
	NoticeAsked NoticeKind = "asked" // an offer waits for the recipient's answer
	NoticeOver  NoticeKind = "over"  // the match has ended
)

// Notice is something to tell a player about a match. It is stored with the
// change that it tells of, and stays in the outbox until it is delivered.
type Notice struct {
	ID        int64 // set by the store and never used again
	Kind      NoticeKind
	Recipient string    // a player's id
	Match     string    // a match's id; set by the store
	Ply       int       // number of events of the match with the change; set by the store
	At        time.Time // when the change was stored; set by the store
}

// Outbox holds the notices that have not been delivered. A worker delivers them
// and then deletes them, so each is delivered at least once, even if the process
// is killed in between.
type Outbox interface {
	// Notices returns the notices with the lowest IDs that are in the outbox, at most
	// limit, ascending; limit is raised to 1 and lowered to MaxPage. A notice with a
	// lower ID may still appear, so a worker deletes what it has delivered and reads
	// from the start again.
	Notices(ctx context.Context, limit int) ([]Notice, error)
	// DeleteNotices deletes delivered notices. IDs that are not in the outbox are
	// ignored.
	DeleteNotices(ctx context.Context, ids []int64) error
}
