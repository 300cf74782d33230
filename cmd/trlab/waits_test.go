package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tableronde/cmd/internal/cli"
)

func TestWaits(t *testing.T) {
	RunWithInput := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := newLab().Execute(&cli.Console{Out: &out, Err: &out}, append([]string{"waits"}, args...))
		return out.String(), err
	}
	out, err := RunWithInput("--game", "kutschke", "--games", "3", "--seed", "7")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^ *kutschke +([234]) +3 +(\d+) +(\d+) +(\d+) % +(\d+) +(\d+) *$`).FindAllStringSubmatch(out, -1)
	if len(rows) != 3 {
		t.Fatalf("it prints\n%s", out)
	}
	for _, row := range rows {
		before, _ := strconv.Atoi(row[2])
		after, _ := strconv.Atoi(row[3])
		if after == 0 || after >= before {
			t.Errorf("orders turn %d waits into %d", before, after)
		}
	}
	if again, _ := RunWithInput("--game", "kutschke", "--games", "3", "--seed", "7"); again != out {
		t.Errorf("the same seed gives\n%s\nand\n%s", out, again)
	}
	if out, err = RunWithInput("--game", "knizia", "--seats", "5", "--games", "1"); err != nil || strings.Count(out, "\n") != 2 {
		t.Errorf("for one number of players it prints\n%s%v", out, err)
	}
	if out, err = RunWithInput("--game", "camette", "--games", "3"); err != nil || !regexp.MustCompile(`(?m)^ *camette +2 +3 +\d+ +\d+ +\d\d %`).MatchString(out) {
		t.Errorf("for a board it prints\n%s%v", out, err)
	}
	for _, wrong := range [][]string{{"--game", "whist"}, {"--game", "knizia", "--seats", "6"}, {"--games", "0"}} {
		if out, err := RunWithInput(wrong...); err == nil {
			t.Errorf("%q: no error, but\n%s", wrong, out)
		}
	}
}
