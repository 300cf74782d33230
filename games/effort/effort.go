// Package effort sets the effort of random tests: the number of games, positions or pairs of
// states. Only tests import it.
package effort

import (
	"os"
	"runtime/debug"
	"strconv"
	"testing"
)

// Variable is the environment variable that multiplies the repetitions of all random tests by a
// positive number: 10 for ten times as many, 0.1 for a tenth.
const Variable = "TABLERONDE_EFFORT"

// reduced is the factor for short tests, and for tests under the race detector.
const reduced = 1. / 40

// N returns the number of repetitions of a random test whose default is n. It is at least 1; with
// -short or under the race detector it is a fortieth, and Variable multiplies it.
func N(n int) int { return max(1, int(factor()*float64(n))) }

// Full reports whether N does not reduce any number, so that a test may require that every case has
// occurred.
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
