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
	// QuickCheckFirst is the size in bytes up to which a database is checked before the site is
	// ready. A larger one is checked later.
	QuickCheckFirst = 64 << 20

	WatchEvery = 2 * time.Second // between two checks of the file
	ProbeLife  = time.Second     // time for which a successful test write counts
	probeLimit = 5 * time.Second

	RestoreHint = "stop the server and run: tableronde restore --force BACKUP"
)

var errStopping = errors.New("the server is stopping")

// Health holds whether the site can work, and reports it on /readyz and in the log. With a damaged
// match the site is still ready. With a damaged or missing file it is not.
type Health struct {
	store  db.Store
	verify func(db.Match) error
	log    *slog.Logger
	now    func() time.Time

	mu       sync.Mutex
	stopping bool
	damage   error           // of the database file's pages
	absent   error           // the reason why the database is unreachable
	matches  map[string]bool // ids of damaged matches

	inspected bool // all matches were inspected once; used by the worker alone

	probing sync.Mutex
	probed  probe
}

// probe is the result of a test write to the store.
type probe struct {
	at       time.Time
	err      error
	failures int // of the store until then
}

func NewHealth(store db.Store, verify func(db.Match) error, log *slog.Logger, now func() time.Time) *Health {
	return &Health{store: store, verify: verify, log: log, now: now, matches: make(map[string]bool)}
}

// Start checks a file of at most most bytes, and reports a file that cannot be written.
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

// failure returns the reason why the site can show nothing, nil if it can.
func (h *Health) failure() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return errors.Join(h.damage, h.absent)
}

// Gate refuses requests while the database is damaged or missing.
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

// CloseWhenStopping makes responses close their connections while the server is stopping.
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

// Stop makes /readyz report that the server is stopping.
func (h *Health) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopping = true
}

// check returns the reason why the site cannot work, nil if it can.
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

// writable makes a test write to the store. Its result counts for a second. After a failed write of
// another request, it waits for the end of that second.
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

// note records an error of the file or the disk in a request. It does nothing during a test write,
// which will find the same error.
func (h *Health) note(err error) {
	if h.probing.TryLock() {
		defer h.probing.Unlock()
		h.probed = probe{h.now(), err, h.store.LastFailure().Number}
	}
}

// CheckPresent checks whether the database is reachable. It logs a change before others can see it.
func (h *Health) CheckPresent() {
	err := h.store.Present()
	h.mu.Lock()
	defer h.mu.Unlock()
	changed := (err == nil) != (h.absent == nil)
	h.absent = err
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

// isProbe reports whether a request is a health check.
func isProbe(c echo.Context) bool { return c.Path() == "/healthz" || c.Path() == "/readyz" }

func (s *Site) GetHealth(c echo.Context) error {
	return c.String(http.StatusOK, "ok\n")
}

// GetReady answers whether the site can work. Everybody may ask, so it names no match.
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
	inspectPause = 50 * time.Millisecond // after a match, in addition to nine times its own duration
	InspectRest  = 6 * time.Hour         // after all matches
)

// Inspect checks the pages of the file and replays all stored matches once, slowly, and lists the
// damaged ones. The pages of a small file were checked at the start.
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

// tellDamaged logs a damaged match once and counts it for /readyz, which refers to the log.
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

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Vitals holds measurements of this process: the durations of the last answers, and the errors in
// each of the last hours.
type Vitals struct {
	mu     sync.Mutex
	took   [1024]time.Duration
	next   int // number of answers so far
	errors map[int64]int
}

// answered records the duration of an answer.
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

// Read returns the number of errors in the last 24 hours, and the median and the 99th percentile of
// the last durations.
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

// Meters counts the requests of a site for Prometheus. Its labels are routes, methods and statuses,
// never text from a visitor.
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

// request counts an answered request and, unless it was a stream, its duration.
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

// WriteMetrics writes the metrics of the process and the site, in the text format of Prometheus.
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
