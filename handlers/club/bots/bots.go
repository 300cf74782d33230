package bots

import (
	"context"
	"time"

	"tableronde/handlers/club"
)

// botsAtOnce is how many bots may search, or wait to search or to move, at a time.
const botsAtOnce = 64

// BotWorker plays for the bots, and waits by after, which is like time.After. The players whose
// matches they are take turns. Each move names the ply that it is for, so none comes twice.
func (s *Bots) BotWorker(after func(time.Duration) <-chan time.Time) club.Worker {
	await := func(ctx context.Context, at time.Time) error {
		select {
		case <-ctx.Done():
		case <-after(at.Sub(s.now())):
		}
		return ctx.Err()
	}
	return club.Worker{Name: "bots", Pause: club.LongPause, Woken: s.botDue, Size: botsAtOnce, Fresh: true, List: func(ctx context.Context, look club.Look) (items []club.Item, next time.Time, err error) {
		now := s.now()
		list, err := s.store.BotsDue(ctx, now, look.Most)
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, due := range list {
			items = append(items, club.Item{ID: due.Match, Do: func(ctx context.Context) error {
				return s.PlayBot(ctx, due, func(at time.Time) error { return await(ctx, at) })
			}})
		}
		next, err = s.store.NextBotDue(ctx, now)
		return items, next, err
	}}
}
