package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// TestExampleBots has each example bot play a whole match against a bot of the site. Then both play
// a match with a copy of the first, which has invited the others.
func TestExampleBots(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
	program := filepath.Join(t.TempDir(), "examplebot")
	if out, err := exec.Command("go", "build", "-o", program, "../examplebot").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := clitest.StartServer(t, filepath.Join(t.TempDir(), "examples.db"), "--bot-pause", "1ms")
	bots := map[string][]string{"Go": {program}, "Python": {"python3", "../examplebot/bot.py"}}
	for name, bot := range bots {
		t.Run(name, func(t *testing.T) {
			needPython(t, name == "Python")
			awaitOver(t, append(bot, "--site", s.URL, "--table", `{"game":"camette","seat":2,"bots":{"1":1}}`)...)
		})
	}
	t.Run("together", func(t *testing.T) {
		needPython(t, true)
		host := exec.Command(program, "--site", s.URL, "--table", `{"game":"grand-camelot","seats":4,"bots":{"4":1}}`)
		out, err := host.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := host.Start(); err != nil {
			t.Fatal(err)
		}
		end := func() { _ = host.Process.Kill(); _ = host.Wait() }
		t.Cleanup(end)
		told := bufio.NewScanner(out)
		told.Scan()
		link := regexp.MustCompile(`\S+$`).FindString(told.Text())
		copied := exec.Command(program, "--site", s.URL, "--join", link)
		if err := copied.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = copied.Process.Kill(); _ = copied.Wait() })
		if awaitOver(t, append(bots["Python"], "--site", s.URL, "--join", link)...); t.Failed() {
			end() // which waits for the other
		}
		if told.Scan(); !strings.Contains(told.Text(), " is over ") {
			t.Errorf("the host ends with %q", told.Text())
		}
	})
}

// awaitOver runs a bot, which has to say at its end how its match has ended.
func awaitOver(t *testing.T, command ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput()
	if err != nil || !regexp.MustCompile(`match \w+ is over at ply [1-9]\d*: \w`).Match(out) {
		t.Errorf("%q: %v, it says\n%s", command, err, out)
	}
}

// needPython skips a test that needs Python on a machine without it. In the full run of all tests
// it fails the test instead.
func needPython(t *testing.T, needed bool) {
	t.Helper()
	if _, err := exec.LookPath("python3"); needed && err != nil {
		if os.Getenv("TABLERONDE_REQUIRE_CHROMIUM") == "" {
			t.Skip("no python3")
		}
		t.Fatal(err)
	}
}

// TestExampleBotsAreShort requires examples of fewer than 100 lines, to be read in a sitting.
func TestExampleBotsAreShort(t *testing.T) {
	for _, file := range []string{"main.go", "bot.py"} {
		text, err := os.ReadFile(filepath.Join("..", "examplebot", file))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n >= 100 {
			t.Errorf("%s has %d lines, want fewer than 100", file, n)
		}
	}
}
