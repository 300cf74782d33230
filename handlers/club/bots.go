package club

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// botsAtOnce is how many bots may search, or wait to search or to move, at a time.
const botsAtOnce = 64

// botWorker plays for the bots, and waits by after, which is like time.After. A few searches run
// at a time, on half of the processors. Each move names the ply that it is for, so none comes
// twice.
func (s *Service) botWorker(after func(time.Duration) <-chan time.Time) Worker {
	slots := make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))
	play := func(ctx context.Context, id string) error {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		free := sync.OnceFunc(func() { <-slots })
		defer free()
		return s.playBot(ctx, id, func(at time.Time) error {
			free() // while a bot waits with its move, another may search
			select {
			case <-ctx.Done():
			case <-after(at.Sub(s.now())):
			}
			return ctx.Err()
		})
	}
	return Worker{Name: "bots", Pause: longPause, Woken: s.bots, Size: botsAtOnce, List: func(ctx context.Context, look Look) ([]Item, time.Time, error) {
		now := s.now()
		items, _, err := itemsOf(func(ctx context.Context, most int) ([]string, error) { return s.store.BotsDue(ctx, now, most) }, play)(ctx, look)
		if err != nil {
			return nil, time.Time{}, err
		}
		next, err := s.store.NextBotDue(ctx, now)
		return items, next, err
	}}
}
