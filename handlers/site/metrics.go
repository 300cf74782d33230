package site

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Meters count the requests of a site, for Prometheus. Labels are routes, methods and
// statuses that the site itself knows, never what a visitor has sent.
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
