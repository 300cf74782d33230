package rooms

import (
	"context"
	"log/slog"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/notify"
)

// Means holds the dependencies of a site's workers, except its store.
type Means struct {
	Pages   notify.Channel                             // delivers to the open pages
	Senders map[db.NoticeChannel]notify.Sender         // by channel
	Send    func(ctx context.Context, m db.Mail) error // sends mail about accounts; nil for a site without mail
	After   func(time.Duration) <-chan time.Time       // like time.After
	Log     *slog.Logger
}

// Workers returns the workers of a site.
func (s *Club) Workers(m Means) []club.Worker {
	list := []club.Worker{
		s.Match.UptimeWorker(), s.Match.DeadlineWorker(), s.Match.AlarmWorker(), s.Bots.BotWorker(m.After), s.Bots.ReviewWorker(), s.Archive.ArchiveWorker(),
		s.Notify.OutboxWorker(m.Pages), s.Notify.NotificationWorker(m.Senders, m.Log), s.Repeat.RepeatTableWorker(), s.Ladders.LadderWorker(), s.Ladders.AbsenceWorker(),
		s.Cups.CupWorker(), s.Tables.LeavingWorker(), {Name: "purge", Pause: time.Hour, Round: s.Tables.Purge},
	}
	if s.Shows.IsOn() {
		list = append(list, s.Shows.Worker(m.After))
	}
	if m.Send != nil {
		list = append(list, s.Accounts.MailWorker(m.Send, m.Log))
	}
	return list
}
