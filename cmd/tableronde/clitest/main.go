// Package clitest helps tests that run the program in other processes. It starts servers, runs
// commands, and plays by API, by plain pages and by mail. It imports the program, and only tests
// import it.
package clitest

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tableronde/cmd/tableronde/program"
)

// Main runs the tests of a package. In child processes it runs the program tableronde instead.
func Main(m *testing.M) {
	testscript.Main(m, map[string]func(){"tableronde": program.New().Main})
}

// IsLong reports whether tests may take long, as in check.sh --long.
func IsLong() bool { return os.Getenv("TABLERONDE_LONG") != "" }

// NeedLong skips a long test, except in long runs.
func NeedLong(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: TABLERONDE_LONG=1, as check.sh --long has it")
	}
}
