package handlers

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"tableronde/handlers/club"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/site"
)

// startWork starts the background work, which runs until the server is closed. Its workers wait
// with after.
func (s *Server) startWork(after func(time.Duration) <-chan time.Time) error {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	workers := club.Workers{Store: s.site.Store, Log: s.site.Log, Now: s.site.Now, After: after}
	means := rooms.Means{Pages: notify.StreamChannel{Hub: s.site.Hub, Now: s.site.Now}, Senders: s.teller.Senders(), After: after, Log: s.site.Log}
	if s.post != nil {
		means.Send = s.post.Send
	}
	list := append(s.site.Club.Workers(means),
		club.Worker{Name: "presence", Everywhere: true, Pause: site.WatchEvery, Round: func(context.Context) error { s.site.Health.CheckPresent(); return nil }},
		club.Worker{Name: "inspection", Everywhere: true, Pause: site.InspectRest, Round: s.site.Health.Inspect})
	if feed := s.site.Store.Feed(); feed != nil {
		follower, err := live.NewFollower(ctx, s.site.Club.Live, feed, s.site.Hub)
		if err != nil {
			stop()
			return fmt.Errorf("read the feed: %w", err)
		}
		workers.Holder = rand.Text()
		list = append(list, follower.Worker())
	}
	s.site.Health.Start(ctx, site.QuickCheckFirst)
	for _, w := range list {
		s.work.Go(func() { workers.Run(ctx, w) })
	}
	return nil
}
