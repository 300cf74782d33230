package parker

import (
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// effort scales the size of a random test by the factor that is given in the
// environment variable PARKER_EFFORT, by default 1, and under the race detector
// a sixteenth.
func effort(n int) int {
	f, err := strconv.ParseFloat(os.Getenv("PARKER_EFFORT"), 64)
	if err != nil {
		f = defaultEffort
	}
	return max(1, int(f*float64(n)))
}

// TestMain lets garbage lie: the tests make far more of it than they keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}
