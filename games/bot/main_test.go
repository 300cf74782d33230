package bot

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often: the tests make far more of it than they
// keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}
