package serve

import (
	"testing"
)

// Metrics and profiles are served on this machine alone.
func TestMetricsAreOnLoopback(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"0.0.0.0:9090", ":9090", "192.168.1.5:9090", "table.example:9090", "127.0.0.1"} {
		if err := new(loopback).UnmarshalFlag(at); err == nil {
			t.Errorf("%s is taken", at)
		}
	}
	for _, at := range []string{"127.0.0.1:9090", "[::1]:0", "localhost:9090"} {
		if err := new(loopback).UnmarshalFlag(at); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
}
