package notify

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

const (
	outboxDelay = time.Second      // delivered notifications wait this long to be deleted together
	outboxKept  = 32               // more than these are deleted at once
	outboxLook  = 10 * time.Second // between two checks for due notifications
)

// MailGrace is the time that mail waits, unless Config sets another. A player who acts in that time
// gets no mail.
const MailGrace = 10 * time.Minute

// Channel is a way by which notifications reach players.
type Channel interface {
	// Deliver sends a notification to its recipient. It may be called more than once for the same
	// one.
	Deliver(ctx context.Context, n db.Notice) error
}

// outbox delivers the notifications stored with changes, each at least once. Open pages get them at
// once. Deliveries over other channels are stored for their worker, in the transaction that deletes
// the notification. After a crash, the next process delivers those that are left.
type outbox struct {
	notifier *Notifier
	pages    Channel

	delivered []int64          // IDs of delivered notifications that are not deleted yet
	onTheWay  []db.NewDelivery // to be stored with the deletion
	until     time.Time        // the latest time of their deletion
}

// OutboxWorker returns the worker that delivers notifications to the open pages.
func (s *Notifier) OutboxWorker(pages Channel) club.Worker {
	o := &outbox{notifier: s, pages: pages}
	return club.Worker{Name: "outbox", Pause: outboxLook, Woken: s.wakes.Woken(club.Notifications), List: o.list, End: func(ctx context.Context) { _ = o.clean(ctx) }}
}

// list lists the due notifications, the first due first.
func (o *outbox) list(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
	if len(o.delivered) > outboxKept || len(o.delivered) > 0 && !o.until.After(o.notifier.now()) {
		if err := o.clean(ctx); err != nil {
			return nil, time.Time{}, err
		}
	}
	list, err := o.notifier.store.Notices(ctx, look.Most+len(o.delivered))
	for _, n := range list {
		if !slices.Contains(o.delivered, n.ID) {
			items = append(items, club.Item{ID: strconv.FormatInt(n.ID, 10), Do: func(ctx context.Context) error { return o.dispatch(ctx, n) }})
		}
	}
	if len(o.delivered) == 0 {
		o.until = time.Time{}
	}
	return items, o.until, err
}

// dispatch sends a notification to the open pages of the recipient, and lists its deliveries over
// other channels.
func (o *outbox) dispatch(ctx context.Context, n db.Notice) error {
	s := o.notifier
	if n.Kind == db.NoticeTimeLow {
		due, err := s.matches.TimeLowDue(ctx, n)
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
	if len(o.delivered) == 0 {
		o.until = s.now().Add(outboxDelay)
	}
	o.delivered = append(o.delivered, n.ID)
	o.onTheWay = append(o.onTheWay, s.deliveries(r, n)...)
	return nil
}

// deliveries lists the deliveries of a notification over channels other than open pages, with their
// times.
func (s *Notifier) deliveries(r db.Recipient, n db.Notice) (list []db.NewDelivery) {
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
	if s.accounts.SendsMail() && r.Address != "" && r.Has(n.Kind, db.ByMail) {
		add(db.MailTarget(r.ID), s.mailDue(r, n, now))
	}
	return list
}

// takes reports whether a channel gets notifications of a kind.
func takes(r db.Recipient, t db.Target, kind db.NoticeKind) bool {
	return r.Has(kind, t.Channel) && (t.Channel != db.ByWebhook || slices.Contains(t.Kinds, kind))
}

// mailDue returns when to send a mail about a notification: at the hour of the recipient's daily
// mail, otherwise after the grace. A mail about time running out is due at once.
func (s *Notifier) mailDue(r db.Recipient, n db.Notice, now time.Time) time.Time {
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

// clean deletes the delivered notifications. If that fails now, they are deleted later, or
// delivered again by the next process.
func (o *outbox) clean(ctx context.Context) error {
	if len(o.delivered) == 0 {
		return nil
	}
	if err := o.notifier.store.DispatchNotices(ctx, o.delivered, o.onTheWay); err != nil {
		return err
	}
	if len(o.onTheWay) > 0 {
		o.notifier.wakes.Wake(club.Deliveries)
	}
	o.delivered, o.onTheWay = o.delivered[:0], o.onTheWay[:0]
	return nil
}

// StreamChannel delivers notifications to the event streams of the recipient.
type StreamChannel struct {
	Hub club.Publisher
	Now func() time.Time
}

// Deliver implements Channel.
func (c StreamChannel) Deliver(_ context.Context, n db.Notice) error {
	c.Hub.PublishTo(n.Recipient, club.Change{Match: n.Match, Ply: n.Ply, At: c.Now()})
	return nil
}
