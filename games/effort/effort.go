// Package effort sets how much the tests that play at random do: how many games,
// positions or pairs of states they try. Only tests import it.
package effort

import (
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// Variable is the environment variable that multiplies the repetitions of all
// random tests by a positive number: 10 for ten times as many, 0.1 for a tenth.
const Variable = "TABLERONDE_EFFORT"

// reduced is the factor for short tests, and for those under the race detector.
const reduced = 1. / 40

// N returns how many repetitions a random test makes of the n that it makes by
// default: at least one, a fortieth of them with -short or under the race
// detector, and another number where Variable says so.
func N(n int) int { return max(1, int(factor()*float64(n))) }

// Full reports whether N does not reduce any number, so that a test may require
// that chance has met everything.
func Full() bool { return factor() >= 1 }

func factor() float64 {
	if f, err := strconv.ParseFloat(os.Getenv(Variable), 64); err == nil && f > 0 {
		return f
	}
	if testing.Short() || raceDetector() {
		return reduced
	}
	return 1
}

// raceDetector reports whether the program was built with -race.
func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-race" {
			return setting.Value == "true"
		}
	}
	return false
}
