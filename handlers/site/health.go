package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/static"
)

const (
	// QuickCheckFirst is how many bytes of a database are checked before the site
	// is ready; a larger one is checked while it runs.
	QuickCheckFirst = 64 << 20

	WatchEvery = 2 * time.Second // how often the file is checked
	ProbeLife  = time.Second     // how long a proof that a write is possible holds
	probeLimit = 5 * time.Second

	RestoreHint = "stop the server and run: tableronde restore --force BACKUP"
)

var errStopping = errors.New("the server is stopping")

// Health holds whether the site can do its work, and reports it on /readyz and in the log. A match
// that is damaged leaves the site ready. A file that is damaged or gone leaves it with nothing to
// show.
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

// Start checks the file if it has at most the given number of bytes, and reports it if nothing can
// be written.
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

// writable proves by a write that the store takes writes. The proof serves all calls within a
// second. After a failed write of another request, that second passes first.
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

// note records an error of the file or the disk that a request has met. A proof under way has the
// same result, so note then does nothing.
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

// Vitals remembers how this process does: how long its last answers took, and how many
// errors there were in each of the last hours.
type Vitals struct {
	mu     sync.Mutex
	took   [1024]time.Duration
	next   int // number of answers so far
	errors map[int64]int
}

// answered notes how long an answer took.
func (v *Vitals) answered(took time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.took[v.next%len(v.took)] = took
	v.next++
}

func hourOf(t time.Time) int64 { return t.Unix() / 3600 }

// failed counts an error.
func (v *Vitals) failed(now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.errors == nil {
		v.errors = make(map[int64]int)
	}
	v.errors[hourOf(now)]++
	for hour := range v.errors {
		if hour < hourOf(now)-24 {
			delete(v.errors, hour)
		}
	}
}

// Read returns the errors of the last 24 hours, and within which times half of the last
// answers and all but one in a hundred were made.
func (v *Vitals) Read(now time.Time) (errors int, median, slow time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for hour, n := range v.errors {
		if hour > hourOf(now)-24 {
			errors += n
		}
	}
	took := slices.Sorted(slices.Values(v.took[:min(v.next, len(v.took))]))
	if len(took) == 0 {
		return errors, 0, 0
	}
	return errors, took[len(took)/2], took[len(took)*99/100]
}

// Meters count the requests of a site, for Prometheus. Labels are routes, methods and statuses
// from the site itself, never text that a visitor has sent.
type Meters struct {
	set      *metrics.Set
	counters sync.Map // of *metrics.Counter by meterKey
	took     *metrics.PrometheusHistogram
	errors   *metrics.Counter
}

type meterKey struct {
	method, route string
	status        int
}

func NewMeters() *Meters {
	set := metrics.NewSet()
	return &Meters{set: set, took: set.NewPrometheusHistogram("tableronde_request_seconds"), errors: set.NewCounter("tableronde_errors_total")}
}

// request counts a request that was answered, and how long that took if it was no stream.
func (m *Meters) request(method, route string, status int, took time.Duration, stream bool) {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE":
	default:
		method = "other"
	}
	if route == "" {
		route = "none"
	}
	key := meterKey{method, route, status}
	counter, ok := m.counters.Load(key)
	if !ok {
		name := fmt.Sprintf("tableronde_requests_total{method=%q,route=%q,status=%q}", key.method, key.route, strconv.Itoa(key.status))
		counter, _ = m.counters.LoadOrStore(key, m.set.GetOrCreateCounter(name))
	}
	counter.(*metrics.Counter).Inc()
	if !stream {
		m.took.Update(took.Seconds())
	}
}

// WriteMetrics writes how the process and its site do, in the text format of Prometheus.
func (s *Site) WriteMetrics(w io.Writer) {
	s.Meters.set.WritePrometheus(w)
	held, _ := s.Gate.Held()
	streams, _, _ := s.Hub.Open()
	metrics.WriteGaugeUint64(w, fmt.Sprintf("tableronde_info{version=%q}", s.Version), 1)
	metrics.WriteGaugeUint64(w, "tableronde_streams", uint64(streams))
	metrics.WriteGaugeUint64(w, "tableronde_requests_held", uint64(held))
	metrics.WriteGaugeUint64(w, "tableronde_database_bytes", uint64(s.Store.Size()))
	metrics.WriteCounterUint64(w, "tableronde_store_failures_total", uint64(s.Store.LastFailure().Number))
	metrics.WriteGaugeUint64(w, "tableronde_damaged_matches", uint64(s.Health.damagedMatches()))
	if parked, err := s.Store.ListParked(context.Background(), ""); err == nil {
		metrics.WriteGaugeUint64(w, "tableronde_parked_work", uint64(len(parked)))
	}
	ready := uint64(1)
	if s.Health.check() != nil {
		ready = 0
	}
	metrics.WriteGaugeUint64(w, "tableronde_ready", ready)
	metrics.WriteProcessMetrics(w)
}
