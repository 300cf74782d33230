package club

import (
	"context"
	"log/slog"
	"time"

	"tableronde/db"
)

// botsAhead is how many matches wait in the queues of searches at a time.
const botsAhead = 64

// Bots is the worker that plays for the bots. The store knows in which matches one is due,
// so a crash forgets none, and each move names the ply it is for, so none comes twice. The
// players whose matches they are take turns; a match that fails is tried again later and does
// not delay the others.
type Bots struct {
	matches   *Service
	log       *slog.Logger
	after     func(time.Duration) <-chan time.Time
	searching int             // matches in which a bot waits for its search, or searches
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

// NewBots returns the worker for the matches of a service; after is like time.After.
func NewBots(s *Service, log *slog.Logger, after func(time.Duration) <-chan time.Time) *Bots {
	return &Bots{matches: s, log: log, after: after, busy: make(map[string]bool),
		done: make(chan botResult, botsAhead), failing: make(map[string]failedMatch)}
}

// Run plays for the bots until ctx ends, and returns when no search is under way.
func (b *Bots) Run(ctx context.Context) {
	for ctx.Err() == nil {
		timer, err := b.round(ctx)
		if err != nil && ctx.Err() == nil {
			b.log.LogAttrs(ctx, slog.LevelError, "bots", slog.Any("error", err))
			timer = b.after(alarmPause)
		}
		for more := false; !more; { // enough wait already while only results come
			more = true
			select {
			case <-ctx.Done():
			case <-timer:
			case <-b.matches.bots:
			case r := <-b.done:
				b.finish(ctx, r)
				more = b.searching <= botsAhead/2
			}
		}
	}
	for len(b.busy) > 0 {
		b.finish(ctx, <-b.done)
	}
}

// round starts searches for the matches that are due, as many as may wait. It returns a
// channel that fires when the next match is due, nil if none is known or no more searches may
// wait. Its error comes from the store.
func (b *Bots) round(ctx context.Context) (<-chan time.Time, error) {
	if b.searching >= botsAhead {
		return nil, nil
	}
	now := b.matches.now()
	most := botsAhead + len(b.failing) + len(b.busy)
	due, err := b.matches.store.BotsDue(ctx, now, most)
	if err != nil {
		return nil, err
	}
	failing := make(map[string]failedMatch)
	for _, bot := range due {
		id := bot.Match
		f, failed := b.failing[id]
		if failed {
			failing[id] = f
		}
		if !b.busy[id] && !f.until.After(now) && b.searching < botsAhead {
			b.busy[id] = true
			b.searching++
			go b.play(ctx, bot)
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
func (b *Bots) play(ctx context.Context, due db.DueBot) {
	r := botResult{match: due.Match, searched: true}
	r.err = recovered(func() error {
		return b.matches.playBot(ctx, due, func(at time.Time) error {
			b.done <- botResult{match: due.Match, searched: true, waits: true}
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
