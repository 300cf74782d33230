package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/static"
)

const (
	// QuickCheckFirst is how many bytes of a database are checked before the site
	// is ready; a larger one is checked while it runs.
	QuickCheckFirst = 64 << 20

	WatchEvery = 2 * time.Second // how often the file is looked for
	ProbeLife  = time.Second     // how long a proof that a write is possible holds
	probeLimit = 5 * time.Second

	RestoreHint = "stop the server and run: tableronde restore --force BACKUP"
)

var errStopping = errors.New("the server is stopping")

// Health knows whether the site can do its work, and tells it on /readyz and in
// the log. A match that is damaged leaves the site ready; a file that is damaged
// or gone leaves it with nothing to show.
type Health struct {
	store  db.Store
	verify func(db.Match) error
	log    *slog.Logger
	now    func() time.Time

	mu       sync.Mutex
	stopping bool
	damage   error           // of the file's pages
	absent   error           // why the database is not there
	matches  map[string]bool // that are damaged

	inspected bool // its matches were, at least once; of the worker alone

	probing sync.Mutex
	probed  probe
}

// probe is the result of the last write that proved whether the store takes writes.
type probe struct {
	at       time.Time
	err      error
	failures int // of the store by then
}

func NewHealth(store db.Store, verify func(db.Match) error, log *slog.Logger, now func() time.Time) *Health {
	return &Health{store: store, verify: verify, log: log, now: now, matches: make(map[string]bool)}
}

// Start checks a file of at most so many bytes, and tells where nothing can be
// written.
func (h *Health) Start(ctx context.Context, most int64) {
	if h.store.Size() <= most {
		h.quickCheck(ctx)
	}
	if err := h.writable(); err != nil {
		h.log.LogAttrs(ctx, slog.LevelError, "the store takes no writes",
			slog.String("reason", db.Reason(err)), slog.Any("error", err))
	}
}

func (h *Health) quickCheck(ctx context.Context) {
	err := h.store.QuickCheck(ctx)
	if err == nil || ctx.Err() != nil {
		return
	}
	h.log.LogAttrs(ctx, slog.LevelError, "the database file is damaged", slog.Any("error", err), slog.String("do", RestoreHint))
	h.mu.Lock()
	defer h.mu.Unlock()
	h.damage = err
}

// failure returns why the site can show nothing, or nil if it can.
func (h *Health) failure() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return errors.Join(h.damage, h.absent)
}

// Gate refuses requests while the database is damaged or gone.
func (h *Health) Gate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		switch path := c.Request().URL.Path; {
		case path == "/healthz", path == "/readyz", strings.HasPrefix(path, static.Prefix):
			return next(c)
		}
		if err := h.failure(); err != nil {
			return err
		}
		return next(c)
	}
}

// CloseWhenStopping makes responses close their connections once the server is about
// to stop.
func (h *Health) CloseWhenStopping(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Before(func() {
			if h.isStopping() {
				c.Response().Header().Set("Connection", "close")
			}
		})
		return next(c)
	}
}

func (h *Health) isStopping() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.stopping
}

// Stop makes /readyz report that the server is about to stop.
func (h *Health) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopping = true
}

// check returns why the site cannot do its work, or nil if it can.
func (h *Health) check() error {
	if h.isStopping() {
		return errStopping
	}
	h.CheckPresent()
	if err := h.failure(); err != nil {
		return err
	}
	return h.writable()
}

// writable proves by a write that the store takes them, for whoever asks within
// a second. After a write of somebody's has failed, that second passes first.
func (h *Health) writable() error {
	h.probing.Lock()
	defer h.probing.Unlock()
	last := h.store.LastFailure()
	switch {
	case last.Number != h.probed.failures:
		h.probed = probe{h.now(), last.Err, last.Number}
	case h.probed.at.IsZero() || h.now().Sub(h.probed.at) >= ProbeLife:
		ctx, cancel := context.WithTimeout(context.Background(), probeLimit)
		defer cancel()
		err := h.store.Ready(ctx)
		h.probed = probe{h.now(), err, h.store.LastFailure().Number}
	}
	return h.probed.err
}

// note takes note of an error of the file or the disk that a request has met. A
// proof under way tells as much by itself.
func (h *Health) note(err error) {
	if h.probing.TryLock() {
		defer h.probing.Unlock()
		h.probed = probe{h.now(), err, h.store.LastFailure().Number}
	}
}

// CheckPresent notices that the database has gone, or does not answer, or is back.
func (h *Health) CheckPresent() {
	err := h.store.Present()
	h.mu.Lock()
	changed := (err == nil) != (h.absent == nil)
	h.absent = err
	h.mu.Unlock()
	switch {
	case changed && errors.Is(err, db.ErrGone):
		h.log.LogAttrs(context.Background(), slog.LevelError, "the database file is gone", slog.Any("error", err),
			slog.String("do", "put it back, or "+RestoreHint))
	case changed && err != nil:
		h.log.LogAttrs(context.Background(), slog.LevelError, "the database does not answer", slog.String("reason", db.Reason(err)), slog.Any("error", err))
	case changed:
		h.log.LogAttrs(context.Background(), slog.LevelWarn, "the database is back")
	}
}

// isProbe reports whether a request asks only whether the site is well.
func isProbe(c echo.Context) bool { return c.Path() == "/healthz" || c.Path() == "/readyz" }

func (s *Site) GetHealth(c echo.Context) error {
	return c.String(http.StatusOK, "ok\n")
}

// GetReady answers whether the site can do its work, in words. Everybody may ask, so
// it names no match.
func (s *Site) GetReady(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	if err := s.Health.check(); err != nil {
		reason := db.Reason(err)
		switch {
		case errors.Is(err, errStopping):
			reason = err.Error()
		case db.IsDamaged(err), errors.Is(err, db.ErrGone):
			reason += "; " + RestoreHint
		case reason == "":
			reason = "the store takes no writes"
		}
		return c.String(http.StatusServiceUnavailable, "not ready: "+reason+"\n")
	}
	text := "ready\n"
	if n := s.Health.damagedMatches(); n > 0 {
		text += fmt.Sprintf("damaged: %d of the stored matches, which the log names; to go back, %s\n", n, RestoreHint)
	}
	return c.String(http.StatusOK, text)
}
