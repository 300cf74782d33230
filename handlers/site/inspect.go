package site

import (
	"context"
	"log/slog"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

const (
	inspectPause = 50 * time.Millisecond // after a match, and nine times as long as it took
	InspectRest  = 6 * time.Hour         // after all of them
)

// Inspect checks the pages of the file and replays all stored matches once, slowly, and keeps
// the list of those that are damaged. The pages of a small file were checked at the start.
func (h *Health) Inspect(ctx context.Context) error {
	if h.inspected || h.store.Size() > QuickCheckFirst {
		h.quickCheck(ctx)
	}
	h.inspected = true
	damaged := make(map[string]bool)
	err := h.store.EachMatch(ctx, func(id string, m db.Match, err error) error {
		begin := time.Now()
		if err == nil {
			err = club.Recovered(func() error { return h.verify(m) })
		}
		if err != nil && ctx.Err() == nil {
			damaged[id] = true
			h.tellDamaged(id, err)
		}
		sleep(ctx, inspectPause+9*time.Since(begin))
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.matches = damaged
	return nil
}

// tellDamaged logs a match that is damaged, once, and then counts it for /readyz,
// which refers to the log.
func (h *Health) tellDamaged(id string, err error) {
	h.mu.Lock()
	known := h.matches[id]
	h.mu.Unlock()
	if known {
		return
	}
	h.log.LogAttrs(context.Background(), slog.LevelError, "a stored match is damaged",
		slog.String("match", id), slog.Any("error", err), slog.String("do", RestoreHint))
	h.mu.Lock()
	h.matches[id] = true
	h.mu.Unlock()
}

func (h *Health) damagedMatches() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.matches)
}

// sleep waits for a duration, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
