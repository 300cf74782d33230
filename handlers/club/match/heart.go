package match

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club"
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

	beating sync.Mutex            // held during a beat, which waits for the store
	last    atomic.Pointer[pulse] // nil before the first beat; to be read while others beat
	paused  atomic.Bool           // a beat has found a pause, which the deadlines do not have yet
	changed club.Signal           // of size one: filled then
	asked   club.Signal           // of size one: filled when only a beat can find out whether there was a pause
}

// pulse is what is known after a beat.
type pulse struct {
	wall   time.Time
	uptime time.Duration
	read   int // number of pauses that were read
	pauses clock.Pauses
}

// beat notes that the site is up, and reads the pauses that are new.
func (h *heart) beat(ctx context.Context) error {
	h.beating.Lock()
	defer h.beating.Unlock()
	return h.beatNow(ctx)
}

// beatNow is beat for who holds the mutex.
func (h *heart) beatNow(ctx context.Context) error {
	next := &pulse{wall: h.wall(), uptime: h.uptime()}
	var up time.Duration
	last := h.last.Load()
	if last != nil {
		up = min(next.uptime-last.uptime, lateBeat) + drift
	} else {
		last = new(pulse)
	}
	pauses, paused, err := h.store.Beat(ctx, next.wall, up, last.read)
	if err != nil {
		return err
	}
	next.read, next.pauses = last.read+len(pauses), last.pauses
	if last.read == 0 {
		next.pauses = clock.NewPauses(pauses...)
	} else {
		for _, p := range pauses {
			next.pauses = next.pauses.With(p)
		}
	}
	h.last.Store(next)
	if paused {
		h.paused.Store(true)
		h.changed.Send()
	}
	return nil
}

// current returns all pauses of the clocks up to now. It beats first if the last beat is
// long ago or the clock of the machine has been set since, so that a pause is known
// before anything is timed after it. It must not be called within a transaction.
func (h *heart) current(ctx context.Context) (clock.Pauses, error) {
	if known := h.known(); known != nil {
		return *known, nil
	}
	h.beating.Lock()
	defer h.beating.Unlock()
	if known := h.known(); known != nil {
		return *known, nil
	}
	err := h.beatNow(ctx)
	return h.snapshot(), err
}

// refresh asks the worker for a beat, if only a beat can find all pauses up to now.
func (h *heart) refresh() {
	if h.known() == nil {
		h.asked.Send()
	}
}

// known returns all pauses up to now, nil if only a beat can tell.
func (h *heart) known() *clock.Pauses {
	last := h.last.Load()
	if last == nil {
		return nil
	}
	up, passed := h.uptime()-last.uptime, h.wall().Sub(last.wall)
	if up >= lateBeat || (passed-up).Abs() > drift {
		return nil
	}
	return &last.pauses
}

// snapshot returns the pauses that are known, of which the last may still be missing.
func (h *heart) snapshot() clock.Pauses {
	if last := h.last.Load(); last != nil {
		return last.pauses
	}
	return clock.Pauses{}
}

// wall returns the time that the machine has, without what it knows of its uptime.
func (h *heart) wall() time.Time { return h.now().Round(0) }

// UptimeWorker notes that the site is up, every BeatInterval and when refresh asks for it.
func (s *Matches) UptimeWorker() club.Worker {
	return club.Worker{Name: "uptime", Everywhere: true, Pause: BeatInterval, Woken: s.heart.asked, Round: s.heart.beat}
}

// DeadlineWorker stores when the clocks fall now, after this process has found a pause of them.
func (s *Matches) DeadlineWorker() club.Worker {
	left := make(map[string]bool) // matches whose deadlines are still to be stored
	timed := func(ctx context.Context, _ int) ([]string, error) {
		if s.heart.paused.Load() {
			ids, err := s.store.Timed(ctx)
			if err != nil {
				return nil, err
			}
			s.heart.paused.Store(false)
			for _, id := range ids {
				left[id] = true
			}
		}
		return slices.Sorted(maps.Keys(left)), nil
	}
	return club.Worker{Name: "deadlines", Everywhere: true, Woken: s.heart.changed, List: club.ItemsOf(timed, func(ctx context.Context, id string) error {
		_, err := s.advance(ctx, db.Once{}, id, "", nil, func(*txn) error { return nil })
		if errors.Is(err, db.ErrNotFound) {
			err = nil // the match has been deleted
		}
		if err == nil {
			delete(left, id)
		}
		return err
	})}
}
