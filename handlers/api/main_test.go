package api

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often: the tests make far more of it than they
// keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
