package tables

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tableronde/cmd/internal/cli"
)

// TestMain makes the command solve a program that tests can run.
func TestMain(m *testing.M) {
	solve := cli.Program{Name: "tableronde", Commands: &struct {
		Solve SolveCommand `command:"solve"`
	}{}}
	testscript.Main(m, map[string]func(){"tableronde": solve.Main})
}
