package club

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
)

const (
	outboxDelay = time.Second     // how long delivered notices wait, to be deleted together
	outboxPause = 5 * time.Second // after a failure
)

// Channel is a way by which notices reach players.
type Channel interface {
	// Deliver tells the recipient. It may be called more than once with the same
	// notice.
	Deliver(ctx context.Context, n db.Notice) error
}

// Outbox delivers the notices that were stored with changes, each at least once:
// a notice is deleted only after it was delivered, so one that a crash leaves in
// the store is delivered by the next process.
type Outbox struct {
	store   db.Outbox
	channel Channel
	log     *slog.Logger
	after   func(time.Duration) <-chan time.Time
	wake    <-chan struct{} // yields after notices were stored

	delivered []int64 // IDs of the notices that were delivered and not deleted yet
}

// NewOutbox returns the worker that delivers the notices of a service.
func NewOutbox(s *Service, c Channel, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Outbox {
	return &Outbox{store: s.store, channel: c, log: log, after: after, wake: s.noticed}
}

// Run delivers notices until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	var timer <-chan time.Time
	for ctx.Err() == nil {
		wake := o.wake
		switch err := o.deliver(ctx); {
		case err != nil && ctx.Err() == nil:
			o.log.LogAttrs(ctx, slog.LevelError, "outbox", slog.Any("error", err))
			wake, timer = nil, o.after(outboxPause)
		case timer == nil && len(o.delivered) > 0:
			timer = o.after(outboxDelay)
		}
		select {
		case <-ctx.Done():
		case <-wake:
		case <-timer:
			timer = nil
			o.clean(ctx)
		}
	}
	o.clean(context.WithoutCancel(ctx))
}

// deliver delivers all new notices, the oldest first. It stops at the first that
// cannot be delivered.
func (o *Outbox) deliver(ctx context.Context) error {
	for {
		if len(o.delivered) > db.MaxPage/2 {
			o.clean(ctx) // they would fill the page
		}
		list, err := o.store.Notices(ctx, db.MaxPage)
		if err != nil {
			return err
		}
		before := len(o.delivered)
		for _, n := range list {
			if slices.Contains(o.delivered[:before], n.ID) {
				continue
			}
			if err := o.channel.Deliver(ctx, n); err != nil {
				return err
			}
			o.delivered = append(o.delivered, n.ID)
		}
		if len(o.delivered) == before {
			return nil
		}
	}
}

// clean deletes the notices that were delivered. What cannot be deleted now is
// deleted later, or delivered again by the next process.
func (o *Outbox) clean(ctx context.Context) {
	if err := o.store.DeleteNotices(ctx, o.delivered); err != nil {
		o.log.LogAttrs(ctx, slog.LevelWarn, "outbox", slog.Any("error", err))
		return
	}
	o.delivered = o.delivered[:0]
}

// StreamChannel delivers notices to the event streams of the recipient.
type StreamChannel struct {
	Hub Publisher
	Now func() time.Time
}

// Deliver implements Channel.
func (c StreamChannel) Deliver(_ context.Context, n db.Notice) error {
	c.Hub.PublishTo(n.Recipient, Change{Match: n.Match, Ply: n.Ply, At: c.Now()})
	return nil
}

// notices lists whom to tell what of a change: all players but the one who made
// it, and nobody at a solo table.
func (t *txn) notices(c db.Change) []db.Notice {
	if t.before.Solo {
		return nil
	}
	var notices []db.Notice
	for i, p := range t.before.Seats {
		if kind := t.noticeFor(games.Seat(i+1), c); kind != "" && p.ID != t.actor {
			notices = append(notices, db.Notice{Kind: kind, Recipient: p.ID})
		}
	}
	return notices
}

// noticeFor returns what a change tells a seat, "" for nothing.
func (t *txn) noticeFor(seat games.Seat, c db.Change) db.NoticeKind {
	acted := slices.ContainsFunc(c.Events, func(e db.Event) bool { return e.Seat == seat })
	switch {
	case c.Result != nil:
		return db.NoticeOver
	case slices.Contains(c.ToAct, seat) && (t.starts || acted || !slices.Contains(t.before.ToAct, seat)):
		return db.NoticeTurn
	case slices.Contains(c.Asked, seat) && !slices.Contains(t.before.Asked, seat):
		return db.NoticeAsked
	}
	return ""
}
