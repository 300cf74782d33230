package club

import (
	"context"
	"log/slog"
	"runtime"
	"time"
)

// Bots is the worker that plays for the bots. The store knows in which matches one is due,
// so a crash forgets none, and each move names the ply it is for, so none comes twice. A
// few searches run at a time, those that are due first; a match that fails is tried again
// later and does not delay the others.
type Bots struct {
	matches   *Service
	log       *slog.Logger
	after     func(time.Duration) <-chan time.Time
	size      int // searches at a time
	searching int
	busy      map[string]bool // matches in which a bot searches or waits with its move
	done      chan botResult
	failing   map[string]failedMatch
}

// botResult is how a match has fared in which a bot was due, or that its search is over.
type botResult struct {
	match    string
	searched bool // since the last result
	waits    bool // with its move, which comes later
	err      error
}

// NewBots returns the worker for the matches of a service, which searches on half of the
// processors; after is like time.After.
func NewBots(s *Service, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Bots {
	size := max(1, runtime.GOMAXPROCS(0)/2)
	return &Bots{matches: s, log: log, after: after, size: size, busy: make(map[string]bool),
		done: make(chan botResult, size), failing: make(map[string]failedMatch)}
}

// Run plays for the bots until ctx ends, and returns when no search is under way.
func (b *Bots) Run(ctx context.Context) {
	for ctx.Err() == nil {
		timer, err := b.round(ctx)
		if err != nil && ctx.Err() == nil {
			b.log.LogAttrs(ctx, slog.LevelError, "bots", slog.Any("error", err))
			timer = b.after(alarmPause)
		}
		select {
		case <-ctx.Done():
		case <-timer:
		case <-b.matches.bots:
		case r := <-b.done:
			b.finish(ctx, r)
		}
	}
	for len(b.busy) > 0 {
		b.finish(ctx, <-b.done)
	}
}

// round starts searches for the matches that are due, as many as may run at a time. It
// returns a channel that fires when the next match is due, nil if none is known or no more
// searches may run. Its error is that of the store.
func (b *Bots) round(ctx context.Context) (<-chan time.Time, error) {
	if b.searching >= b.size {
		return nil, nil
	}
	now := b.matches.now()
	most := b.size + len(b.failing) + len(b.busy)
	due, err := b.matches.store.BotsDue(ctx, now, most)
	if err != nil {
		return nil, err
	}
	failing := make(map[string]failedMatch)
	for _, id := range due {
		f, failed := b.failing[id]
		if failed {
			failing[id] = f
		}
		if !b.busy[id] && !f.until.After(now) && b.searching < b.size {
			b.busy[id] = true
			b.searching++
			go b.play(ctx, id)
		}
	}
	if len(due) < most {
		b.failing = failing // the others are not due any more
	}
	next, err := b.matches.store.NextBotDue(ctx, now)
	if err != nil {
		return nil, err
	}
	for _, f := range b.failing {
		if f.until.After(now) && (next.IsZero() || f.until.Before(next)) {
			next = f.until
		}
	}
	if next.IsZero() {
		return nil, nil
	}
	return b.after(next.Sub(b.matches.now())), nil
}

// play plays for a bot, and tells how that went. While a bot waits with its move, another
// may search.
func (b *Bots) play(ctx context.Context, id string) {
	r := botResult{match: id, searched: true}
	r.err = recovered(func() error {
		return b.matches.playBot(ctx, id, func(at time.Time) error {
			b.done <- botResult{match: id, searched: true, waits: true}
			r.searched = false
			select {
			case <-ctx.Done():
			case <-b.after(at.Sub(b.matches.now())):
			}
			return ctx.Err()
		})
	})
	b.done <- r
}

// finish notes how a match has fared.
func (b *Bots) finish(ctx context.Context, r botResult) {
	if r.searched {
		b.searching--
	}
	if r.waits {
		return
	}
	delete(b.busy, r.match)
	if r.err == nil || ctx.Err() != nil {
		delete(b.failing, r.match)
		return
	}
	b.failing[r.match] = b.failing[r.match].again(ctx, b.log, "bot", r.match, b.matches.now(), r.err)
}
