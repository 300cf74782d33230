package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jessevdk/go-flags"
	"github.com/rogpeppe/go-internal/testscript"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/cmd/tableronde/program"
)

// TestMain makes both programs commands that tests can run.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"trlab": main, "tableronde": program.New().Main})
}

// mustRun runs trlab to its end, on the program under test.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	clitest.NeedProcess(t)
	cmd := exec.Command("trlab", args...)
	cmd.Env = append(cmd.Environ(), "TRLAB_PROGRAM=tableronde")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("trlab %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestScripts runs the commands as testdata/script says.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("measures and plays")
	}
	t.Parallel()
	clitest.RunReadme(t, "README.md", t.TempDir(), "")
	clitest.CheckFlags(t, "README.md", "trlab")
}

func TestHelpOfLab(t *testing.T) {
	for _, c := range flags.NewParser(new(labCommands), flags.None).Commands() {
		_, err := newLab().Parse([]string{c.Name, "--help"})
		if !flags.WroteHelp(err) || strings.Contains(err.Error(), "fixed bytes") {
			t.Errorf("help of %s: %v", c.Name, err)
		}
	}
	if _, err := newLab().Parse([]string{"load", "-h"}); !flags.WroteHelp(err) {
		t.Errorf("load -h: %v", err)
	}
}

func TestLoadIsLoadMoves(t *testing.T) {
	command, err := newLab().Parse([]string{"load", "--for", "7s"})
	if moves, ok := command.(*loadMovesCmd); err != nil || !ok || moves.For != 7*time.Second {
		t.Errorf("load: %v, %v", command, err)
	}
	if _, err := newLab().Parse([]string{"load", "5"}); err == nil || err.Error() != "unexpected argument 5" {
		t.Errorf("load 5: %v", err)
	}
}
