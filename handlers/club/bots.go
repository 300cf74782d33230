package club

import (
	"context"
	"time"
)

// botsAtOnce is how many bots may search, or wait to search or to move, at a time.
const botsAtOnce = 64

// botWorker plays for the bots, and waits by after, which is like time.After. The players whose
// matches they are take turns. Each move names the ply that it is for, so none comes twice.
func (s *Service) botWorker(after func(time.Duration) <-chan time.Time) Worker {
	await := func(ctx context.Context, at time.Time) error {
		select {
		case <-ctx.Done():
		case <-after(at.Sub(s.now())):
		}
		return ctx.Err()
	}
	return Worker{Name: "bots", Pause: longPause, Woken: s.botDue, Size: botsAtOnce, Fresh: true, List: func(ctx context.Context, look Look) (items []Item, next time.Time, err error) {
		now := s.now()
		list, err := s.store.BotsDue(ctx, now, look.Most)
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, due := range list {
			items = append(items, Item{due.Match, func(ctx context.Context) error {
				return s.playBot(ctx, due, func(at time.Time) error { return await(ctx, at) })
			}})
		}
		next, err = s.store.NextBotDue(ctx, now)
		return items, next, err
	}}
}
