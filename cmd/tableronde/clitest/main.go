// Package clitest helps the tests that run the program in processes of their own. It starts
// servers, runs commands, and plays by the API, by plain pages and by mail. It imports the program,
// and only tests import it.
package clitest

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tableronde/cmd/tableronde/program"
)

// Main runs the tests of a package, in which the program is the command tableronde.
func Main(m *testing.M) {
	testscript.Main(m, map[string]func(){"tableronde": program.New().Main})
}

// IsLong reports whether tests may take long, as check.sh --long has them.
func IsLong() bool { return os.Getenv("TABLERONDE_LONG") != "" }

// NeedLong skips a test that takes long, except in long runs.
func NeedLong(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: TABLERONDE_LONG=1, as check.sh --long has it")
	}
}
