package db

import (
	"context"
	"time"
)

// NoticeKind is what a notice tells its recipient.
type NoticeKind string

// Kinds of notices.
const (
	NoticeTurn    NoticeKind = "turn"     // the recipient owes a decision
	NoticeInvited NoticeKind = "invited"  // a rematch or a challenge waits for the recipient's answer
	NoticeStarted NoticeKind = "started"  // all seats are taken: the match has begun, and others are to move first
	NoticeOffer   NoticeKind = "offer"    // an offer in a match waits for the recipient's answer
	NoticeTimeLow NoticeKind = "time_low" // the time for a decision runs out
	NoticeOver    NoticeKind = "over"     // the match has ended
	NoticeMessage NoticeKind = "message"  // somebody has written to the recipient
)

// NoticeKinds lists all kinds.
var NoticeKinds = []NoticeKind{NoticeTurn, NoticeTimeLow, NoticeOffer, NoticeInvited, NoticeStarted, NoticeOver, NoticeMessage}

// Notice is something to tell a player about a match. It is stored with the
// change that it tells of, and stays in the outbox until it is delivered.
type Notice struct {
	ID        int64 // set by the store and never used again
	Kind      NoticeKind
	Recipient string        // a player's id
	Match     string        // a match's id; set by the store
	Ply       int           // number of events of the match with the change; set by the store
	At        time.Time     // when the change was stored; set by the store
	Due       time.Time     // when to tell it; zero for at once
	Left      time.Duration // to decide when it is due, of NoticeTimeLow
}

// Outbox holds the notices that have not been delivered. A worker delivers them
// and then deletes them, so each is delivered at least once, even if the process
// is killed in between.
type Outbox interface {
	// Notices returns notices that are due, the first due first and of those the ones
	// with the lowest IDs, at most limit; limit is raised to 1. A
	// notice that comes before may still appear, so a worker deletes what it has
	// delivered and reads from the start again.
	Notices(ctx context.Context, limit int) ([]Notice, error)
	// DispatchNotices deletes notices and stores what is to be delivered of them. IDs that
	// are not in the outbox are ignored, as are deliveries of them and to targets that are
	// gone.
	DispatchNotices(ctx context.Context, ids []int64, deliveries []NewDelivery) error
	// DelayNotice has a notice wait for a later time.
	DelayNotice(ctx context.Context, id int64, due time.Time) error
}
