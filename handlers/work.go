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
)

// startWork starts the background work of the server, which goes on until the server is
// closed. Its workers wait by after.
func (s *Server) startWork(after func(time.Duration) <-chan time.Time) error {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	workers := club.Workers{Store: s.store, Log: s.log, Now: s.now, After: after}
	means := rooms.Means{Pages: notify.StreamChannel{Hub: s.hub, Now: s.now}, Tell: s.teller.tells(), After: after, Log: s.log}
	if s.post != nil {
		means.Send = s.post.send
	}
	list := append(s.club.Workers(means),
		club.Worker{Name: "presence", Everywhere: true, Pause: watchEvery, Round: func(context.Context) error { s.health.checkPresent(); return nil }},
		club.Worker{Name: "inspection", Everywhere: true, Pause: inspectRest, Round: s.health.inspect})
	if feed := s.store.Feed(); feed != nil {
		follower, err := live.NewFollower(ctx, s.club.Live, feed, s.hub)
		if err != nil {
			stop()
			return fmt.Errorf("read the feed: %w", err)
		}
		workers.Holder = rand.Text()
		list = append(list, follower.Worker())
	}
	s.health.start(ctx, quickCheckFirst)
	for _, w := range list {
		s.work.Go(func() { workers.Run(ctx, w) })
	}
	return nil
}
