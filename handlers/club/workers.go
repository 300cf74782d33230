package club

import (
	"context"
	"log/slog"
	"time"

	"tableronde/db"
)

// Means are what the workers of a site use besides its store.
type Means struct {
	Pages Channel                                    // to the open pages
	Tell  map[db.NoticeChannel]Tell                  // by each channel that the site has
	Send  func(ctx context.Context, m db.Mail) error // mail about accounts; nil for a site that sends none
	After func(time.Duration) <-chan time.Time       // like time.After
	Log   *slog.Logger
}

// Workers returns the workers of a site.
func (s *Service) Workers(m Means) []Worker {
	list := []Worker{
		s.uptimeWorker(), s.deadlineWorker(), s.alarmWorker(), s.botWorker(m.After), s.reviewWorker(), s.archiveWorker(),
		s.outboxWorker(m.Pages), s.notificationWorker(m.Tell, m.Log), s.repeatTableWorker(), s.ladderWorker(), s.absenceWorker(),
		s.cupWorker(), s.leavingWorker(), {Name: "purge", Pause: time.Hour, Round: s.Purge},
	}
	if m.Send != nil {
		list = append(list, s.mailWorker(m.Send, m.Log))
	}
	return list
}
