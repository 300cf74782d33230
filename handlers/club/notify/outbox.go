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
	outboxDelay = time.Second      // how long delivered notices wait, to be deleted together
	outboxKept  = 32               // of these, more are deleted at once
	outboxLook  = 10 * time.Second // between two checks for notices that have come due
)

// MailGrace is how long mail waits, unless Config says otherwise. A player who acts in that time
// gets none.
const MailGrace = 10 * time.Minute

// Channel is a way by which notices reach players.
type Channel interface {
	// Deliver sends a notice to its recipient. It may be called more than once with the same
	// notice.
	Deliver(ctx context.Context, n db.Notice) error
}

// outbox delivers the notices that were stored with changes, each at least once: to the
// open pages at once, while a delivery elsewhere is stored for its worker in the
// transaction that forgets the notice. One that a crash leaves in the store is delivered
// by the next process.
type outbox struct {
	notifier *Notifier
	pages    Channel

	delivered []int64          // IDs of the notices that were delivered and not deleted yet
	onTheWay  []db.NewDelivery // to be stored then
	until     time.Time        // when they are deleted at the latest
}

// OutboxWorker returns the worker that delivers notices to the open pages.
func (s *Notifier) OutboxWorker(pages Channel) club.Worker {
	o := &outbox{notifier: s, pages: pages}
	return club.Worker{Name: "outbox", Pause: outboxLook, Woken: s.wakes.Woken(club.Notifications), List: o.list, End: func(ctx context.Context) { _ = o.clean(ctx) }}
}

// list lists the notices that are due, the first due first.
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

// dispatch sends a notice to the open pages of the recipient, and notes the other targets it goes
// to.
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

// deliveries lists where a notice goes beside the open pages, and when.
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

// takes reports whether notices of a kind go to a target.
func takes(r db.Recipient, t db.Target, kind db.NoticeKind) bool {
	return r.Has(kind, t.Channel) && (t.Channel != db.ByWebhook || slices.Contains(t.Kinds, kind))
}

// mailDue returns when a mail about a notice goes out: at the hour of the recipient's one
// mail a day, else after the grace; at once when time runs out.
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

// clean deletes the notices that were delivered. Notices that cannot be deleted now are deleted
// later, or delivered again by the next process.
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

// StreamChannel delivers notices to the event streams of the recipient.
type StreamChannel struct {
	Hub club.Publisher
	Now func() time.Time
}

// Deliver implements Channel.
func (c StreamChannel) Deliver(_ context.Context, n db.Notice) error {
	c.Hub.PublishTo(n.Recipient, club.Change{Match: n.Match, Ply: n.Ply, At: c.Now()})
	return nil
}
