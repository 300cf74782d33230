package notify

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

const (
	courierPage = 200 // deliveries read at a time
	courierMost = 8   // channels served at a time
)

// Message is sent over one channel. It has the news of one notification; mail may combine several.
type Message struct {
	ID     string // the same in all attempts
	To     db.Recipient
	Target db.Target
	News   []News
}

// News is the content of a notification.
type News struct {
	db.Delivery
	Of       match.Match
	Seat     games.Seat // of the recipient
	Deadline time.Time  // for the recipient's decision; see RunsOut
	Missed   bool       // the advance orders of the recipient did not fit the decision
}

// SendError is the error of a message that was not delivered.
type SendError struct {
	Code    string        // the code shown to the owner of the channel: "no_answer", "private", …
	Gone    bool          // the channel will never accept a message again
	Refused bool          // this message would fail at any later attempt
	Wait    time.Duration // wait that the channel asks for, 0 for none
}

func (e *SendError) Error() string { return "the target is not reached: " + e.Code }

// Sender sends a message by one channel. Its error is a *SendError, or the error of ctx.
type Sender func(ctx context.Context, m Message) error

// courier sends notifications over the channels that players have chosen, except the open pages. It
// sends each at least once, always with the same id. It drops a notification to which the player
// has reacted before it is sent.
type courier struct {
	notifier *Notifier
	senders  map[db.NoticeChannel]Sender
	log      *slog.Logger
}

// NotificationWorker returns the worker that sends due notifications with senders, over several
// channels at a time.
func (s *Notifier) NotificationWorker(senders map[db.NoticeChannel]Sender, log *slog.Logger) club.Worker {
	c := &courier{s, senders, log}
	return club.Worker{Name: "notices", Pause: club.WorkPause, Woken: s.wakes.Woken(club.Deliveries), Size: courierMost, HasParts: true, List: func(ctx context.Context, look club.Look) (items []club.Item, _ time.Time, err error) {
		targets, err := s.store.DueTargets(ctx, look.Most)
		for _, target := range targets {
			items = append(items, club.Item{ID: target, Do: func(ctx context.Context) error { return c.serve(ctx, target, look.Skip) }})
		}
		return items, time.Time{}, err
	}}
}

// serve sends the due notifications of one channel. It stops at the first message that the channel
// does not accept. Skipped notifications, and those that fail by themselves, delay no other.
func (c *courier) serve(ctx context.Context, target string, skip map[string]bool) error {
	due, err := c.notifier.store.DueFor(ctx, target, courierPage+len(skip))
	due = slices.DeleteFunc(due, func(d db.Delivery) bool { return skip[d.ID] })
	if err != nil || len(due) == 0 {
		return err
	}
	to, at, err := c.find(ctx, due[0])
	if err != nil {
		return err
	}
	var news []News
	var stale []string
	failed := make(club.PartErrors)
	for _, d := range due {
		var n News
		var ok bool
		err := club.Recovered(func() (err error) {
			n, ok, err = c.newsOf(ctx, d, to, at)
			return err
		})
		switch {
		case ctx.Err() != nil, db.IsUnavailable(err) && !db.IsDamaged(err):
			return err
		case err != nil:
		case ok:
			news = append(news, n)
		default:
			stale = append(stale, d.ID)
		}
		failed[d.ID] = err
	}
	if err := c.notifier.store.DropDeliveries(ctx, stale); err != nil {
		return err
	}
	messages, err := c.messages(ctx, to, at, news)
	if err != nil {
		return err
	}
	for _, m := range messages {
		reached, err := false, error(nil)
		fault := club.Recovered(func() error { reached, err = c.send(ctx, m); return nil })
		for _, n := range m.News {
			failed[n.ID] = fault
		}
		if err != nil {
			return err
		}
		if !reached && fault == nil {
			break
		}
	}
	return failed
}

// find returns the recipient and the channel of a delivery; both are zero if one is gone.
func (c *courier) find(ctx context.Context, d db.Delivery) (db.Recipient, db.Target, error) {
	to, err := c.notifier.store.Recipient(ctx, d.Recipient)
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return db.Recipient{}, db.Target{}, err
	}
	for _, t := range to.Targets {
		if t.ID != d.Target {
			continue
		}
		if t.Channel == db.ByMail {
			t.Address = to.Address
		}
		return to, t, nil
	}
	return to, db.Target{}, nil
}

// newsOf returns the content of a delivery. ok is false if it must not be sent any more.
func (c *courier) newsOf(ctx context.Context, d db.Delivery, to db.Recipient, at db.Target) (News, bool, error) {
	wanted := at.Address != "" && at.Off.IsZero() && takes(to, at, d.Kind) && c.senders[at.Channel] != nil
	if !wanted || c.notifier.now().Sub(d.Due) > db.MaxWaiting && d.Tries > 0 {
		return News{}, false, nil
	}
	m, err := c.notifier.matches.Match(ctx, d.Match, d.Recipient)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return News{}, false, nil
	case err != nil:
		return News{}, false, err
	}
	own := m.SeatsOf(d.Recipient)
	if kept := m.KeptFor(d.Recipient); kept != 0 {
		own = append(own, kept)
	}
	if len(own) == 0 || !m.IsNews(d.Notice) {
		return News{}, false, nil
	}
	n := News{Delivery: d, Of: m, Seat: own[0]}
	if times := m.Times(); int(n.Seat) <= len(times) {
		n.Deadline = match.RunsOut(times[n.Seat-1])
	}
	if d.Kind == db.NoticeTurn && m.TakesOrders() {
		orders, err := c.notifier.store.OrdersOf(ctx, m.ID, n.Seat)
		if err != nil {
			return News{}, false, err
		}
		n.Missed = m.HasMissed(n.Seat, orders)
	}
	return n, true, nil
}

// messages returns the messages to send over a channel. Mail gets the messages that were tried
// before, then one mail with all other due news. Other channels get one message for each
// notification.
func (c *courier) messages(ctx context.Context, to db.Recipient, at db.Target, news []News) ([]Message, error) {
	var list []Message
	var fresh []string
	for i, n := range news {
		if n.Message == "" && at.Channel == db.ByMail {
			fresh = append(fresh, n.ID)
			news[i].Message = fresh[0]
		}
		id := news[i].Message
		if at.Channel != db.ByMail {
			id = n.ID
		}
		j := slices.IndexFunc(list, func(m Message) bool { return m.ID == id })
		if j < 0 {
			j, list = len(list), append(list, Message{ID: id, To: to, Target: at})
		}
		list[j].News = append(list[j].News, news[i])
	}
	if len(fresh) == 0 {
		return list, nil
	}
	return list, c.notifier.store.JoinDeliveries(ctx, fresh[0], fresh)
}

// send sends a message and stores the result. It reports whether the next one may follow.
func (c *courier) send(ctx context.Context, m Message) (reached bool, err error) {
	store := c.notifier.store
	ids := make([]string, len(m.News))
	tries := 0
	for i, n := range m.News {
		ids[i], tries = n.ID, max(tries, n.Tries)
	}
	err = c.senders[m.Target.Channel](ctx, m)
	if err == nil {
		return true, store.Delivered(ctx, m.Target.ID, ids)
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	failure := &SendError{Code: "no_answer"}
	errors.As(err, &failure)
	c.log.LogAttrs(ctx, slog.LevelInfo, "notice not delivered", slog.String("channel", string(m.Target.Channel)), slog.String("id", m.ID),
		slog.String("why", failure.Code), slog.Int("tries", tries))
	switch {
	case failure.Gone:
		return false, store.SwitchOff(ctx, m.Target.ID, failure.Code)
	case failure.Refused:
		return true, errors.Join(store.NoteTarget(ctx, m.Target.ID, failure.Code), store.DropDeliveries(ctx, ids))
	}
	return false, store.FailDeliveries(ctx, m.Target.ID, ids, failure.Code, max(accounts.Delay(m.Target.Tried), failure.Wait))
}
