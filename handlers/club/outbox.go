package club

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"tableronde/db"
)

const (
	outboxDelay = time.Second      // how long delivered notices wait, to be deleted together
	outboxKept  = 32               // of these, more are deleted at once
	outboxPause = 5 * time.Second  // after a failure
	outboxLook  = 10 * time.Second // between two looks at what has come due
)

// MailGrace is how long mail waits, unless Config says otherwise: who acts meanwhile gets
// none.
const MailGrace = 10 * time.Minute

// Channel is a way by which notices reach players.
type Channel interface {
	// Deliver tells the recipient. It may be called more than once with the same
	// notice.
	Deliver(ctx context.Context, n db.Notice) error
}

// Outbox delivers the notices that were stored with changes, each at least once: to the
// open pages at once, while what goes elsewhere is stored for the Courier in the
// transaction that forgets the notice. One that a crash leaves in the store is delivered
// by the next process.
type Outbox struct {
	matches *Service
	pages   Channel
	log     *slog.Logger
	after   func(time.Duration) <-chan time.Time

	delivered []int64          // IDs of the notices that were delivered and not deleted yet
	onTheWay  []db.NewDelivery // to be stored then
}

// NewOutbox returns the worker that delivers the notices of a service.
func NewOutbox(s *Service, pages Channel, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Outbox {
	return &Outbox{matches: s, pages: pages, log: log, after: after}
}

// Run delivers notices until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	var timer, look <-chan time.Time
	for ctx.Err() == nil {
		wake := o.matches.noticed
		switch err := o.deliver(ctx); {
		case err != nil && ctx.Err() == nil:
			o.log.LogAttrs(ctx, slog.LevelError, "outbox", slog.Any("error", err))
			wake, timer = nil, o.after(outboxPause)
		case timer == nil && len(o.delivered) > 0:
			timer = o.after(outboxDelay)
		}
		if look == nil {
			look = o.after(outboxLook)
		}
		select {
		case <-ctx.Done():
		case <-wake:
		case <-look:
			look = nil
		case <-timer:
			timer = nil
			o.clean(ctx)
		}
	}
	o.clean(context.WithoutCancel(ctx))
}

// deliver delivers all notices that are due, the first due first. It stops at the first
// that cannot be delivered.
func (o *Outbox) deliver(ctx context.Context) error {
	for {
		if len(o.delivered) > outboxKept {
			o.clean(ctx) // each look reads them again
		}
		list, err := o.matches.store.Notices(ctx, db.MaxPage)
		if err != nil {
			return err
		}
		before := len(o.delivered)
		for _, n := range list {
			if slices.Contains(o.delivered[:before], n.ID) {
				continue
			}
			if err := o.dispatch(ctx, n); err != nil {
				return err
			}
		}
		if len(list) < db.MaxPage || len(o.delivered) == before {
			return nil // what was stored meanwhile wakes the outbox again
		}
	}
}

// dispatch tells the open pages of the recipient, and notes where else a notice goes.
func (o *Outbox) dispatch(ctx context.Context, n db.Notice) error {
	s := o.matches
	if n.Kind == db.NoticeTimeLow {
		due, err := s.timeLowDue(ctx, n)
		switch {
		case err != nil:
			return err
		case due.After(s.now()):
			return s.store.DelayNotice(ctx, n.ID, due)
		}
	}
	r, err := s.store.Recipient(ctx, n.Recipient)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return err
	}
	if err == nil && r.Has(n.Kind, db.ByPage) {
		if err := o.pages.Deliver(ctx, n); err != nil {
			return err
		}
	}
	o.delivered = append(o.delivered, n.ID)
	o.onTheWay = append(o.onTheWay, s.deliveries(r, n)...)
	return nil
}

// deliveries lists where a notice goes beside the open pages, and when.
func (s *Service) deliveries(r db.Recipient, n db.Notice) (list []db.NewDelivery) {
	add := func(target string, due time.Time) {
		d := db.NewDelivery{Notice: n, Target: target}
		d.Due = due
		list = append(list, d)
	}
	now := s.now()
	for _, t := range r.Targets {
		if t.Channel != db.ByMail && t.Off.IsZero() && takes(r, t, n.Kind) {
			add(t.ID, now)
		}
	}
	if s.sendsMail && r.Address != "" && r.Has(n.Kind, db.ByMail) {
		add(db.MailTarget(r.ID), s.mailDue(r, n, now))
	}
	return list
}

// takes reports whether notices of a kind go to a target.
func takes(r db.Recipient, t db.Target, kind db.NoticeKind) bool {
	return r.Has(kind, t.Channel) && (t.Channel != db.ByWebhook || slices.Contains(t.Kinds, kind))
}

// mailDue returns when a mail about a notice goes out: at the hour of the recipient's one
// mail a day, else after the grace; at once when time runs out.
func (s *Service) mailDue(r db.Recipient, n db.Notice, now time.Time) time.Time {
	switch {
	case n.Kind == db.NoticeTimeLow:
		return now
	case r.Digest == nil:
		return n.At.Add(s.mailGrace)
	}
	zone, err := time.LoadLocation(r.Zone)
	if err != nil {
		zone = time.UTC
	}
	there := now.In(zone)
	due := time.Date(there.Year(), there.Month(), there.Day(), *r.Digest, 0, 0, 0, zone)
	if !due.After(now) {
		due = time.Date(there.Year(), there.Month(), there.Day()+1, *r.Digest, 0, 0, 0, zone)
	}
	return due.UTC()
}

// clean deletes the notices that were delivered. What cannot be deleted now is
// deleted later, or delivered again by the next process.
func (o *Outbox) clean(ctx context.Context) {
	if len(o.delivered) == 0 {
		return
	}
	if err := o.matches.store.DispatchNotices(ctx, o.delivered, o.onTheWay); err != nil {
		o.log.LogAttrs(ctx, slog.LevelWarn, "outbox", slog.Any("error", err))
		return
	}
	if len(o.onTheWay) > 0 {
		signal(o.matches.told)
	}
	o.delivered, o.onTheWay = o.delivered[:0], o.onTheWay[:0]
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
