package club

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
)

const (
	// BeatInterval is how often the site notes that it is up.
	BeatInterval = 10 * time.Second
	// lateBeat is how late a beat may be without an outage: a busy machine is up.
	lateBeat = 3 * BeatInterval
	// drift is how much the clock of the machine may gain on time between two beats
	// without being a step of that clock.
	drift = 50 * time.Millisecond
)

// heart notes in the store when the site is up, and knows all pauses of the clocks. The
// time of the machine may jump; uptime never does.
type heart struct {
	store  db.Heartbeats
	now    func() time.Time
	uptime func() time.Duration // since whatever moment

	mu      sync.Mutex
	beaten  bool
	last    time.Time     // of the last beat
	lastUp  time.Duration // uptime at the last beat
	read    int           // number of pauses that were read
	pauses  clock.Pauses
	changed chan struct{} // of size one: filled when a beat has found a pause
}

// beat notes that the site is up, and reads the pauses that are new.
func (h *heart) beat(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.beatLocked(ctx)
}

func (h *heart) beatLocked(ctx context.Context) error {
	now, uptime := h.wall(), h.uptime()
	var up time.Duration
	if h.beaten {
		up = min(uptime-h.lastUp, lateBeat) + drift
	}
	pauses, paused, err := h.store.Beat(ctx, now, up, h.read)
	if err != nil {
		return err
	}
	if h.read == 0 {
		h.pauses = clock.NewPauses(pauses...)
	} else {
		for _, p := range pauses {
			h.pauses = h.pauses.With(p)
		}
	}
	h.read += len(pauses)
	h.beaten, h.last, h.lastUp = true, now, uptime
	if paused {
		signal(h.changed)
	}
	return nil
}

// current returns all pauses of the clocks up to now. It beats first if the last beat is
// long ago or the clock of the machine has been set since, so that a pause is known
// before anything is timed after it.
func (h *heart) current(ctx context.Context) (clock.Pauses, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.steady() {
		if err := h.beatLocked(ctx); err != nil {
			return h.pauses, err
		}
	}
	return h.pauses, nil
}

// known returns all pauses up to now, nil if only a beat can tell.
func (h *heart) known() *clock.Pauses {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.steady() {
		return nil
	}
	pauses := h.pauses
	return &pauses
}

// snapshot returns the pauses that are known, of which the last may still be missing.
func (h *heart) snapshot() clock.Pauses {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.pauses
}

// steady reports whether nothing can have happened to time since the last beat.
func (h *heart) steady() bool {
	if !h.beaten {
		return false
	}
	up, passed := h.uptime()-h.lastUp, h.wall().Sub(h.last)
	return up < lateBeat && (passed-up).Abs() <= drift
}

// wall returns the time that the machine has, without what it knows of its uptime.
func (h *heart) wall() time.Time { return h.now().Round(0) }

// Beat notes every BeatInterval that the site is up, until ctx ends. After a pause of
// the clocks it stores when they fall now.
func (s *Service) Beat(ctx context.Context, log *slog.Logger, after func(time.Duration) <-chan time.Time) {
	for {
		if err := s.heart.beat(ctx); err != nil && ctx.Err() == nil {
			log.LogAttrs(ctx, slog.LevelError, "heartbeat", slog.Any("error", err))
		}
		select {
		case <-s.heart.changed:
			if err := s.postponeAll(ctx); err != nil && ctx.Err() == nil {
				log.LogAttrs(ctx, slog.LevelError, "deadlines", slog.Any("error", err))
			}
		default:
		}
		select {
		case <-ctx.Done():
			return
		case <-after(BeatInterval):
		}
	}
}

// postponeAll stores of all matches when their clocks fall.
func (s *Service) postponeAll(ctx context.Context) error {
	ids, err := s.store.Timed(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.advance(ctx, db.Once{}, id, "", nil, func(*txn) error { return nil }); err != nil {
			return err
		}
	}
	return nil
}
