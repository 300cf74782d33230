package clubtest

import (
	"slices"
	"testing"
	"time"
)

// ReportTimes adds the median and the 99th percentile to a benchmark.
func ReportTimes(b *testing.B, times []time.Duration) {
	if len(times) == 0 {
		return
	}
	slices.Sort(times)
	µs := func(share int) float64 { return float64(times[(len(times)-1)*share/100].Nanoseconds()) / 1e3 }
	b.ReportMetric(µs(50), "µs-p50")
	b.ReportMetric(µs(99), "µs-p99")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(len(times))/b.Elapsed().Seconds(), "ops/s")
}
