package clitest

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// RunReadme runs the commands that a README has its reader type, in a folder: every block
// marked sh but those that build or check the program itself. Calls of the site go to the
// one at url.
func RunReadme(t *testing.T, readme, dir, url string) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	building := regexp.MustCompile(`(?m)^(go |\./check\.sh)`)
	ran := 0
	for _, block := range regexp.MustCompile("(?s)\n```sh\n(.*?)\n```\n").FindAllStringSubmatch(string(text), -1) {
		commands := block[1]
		if building.MatchString(commands) {
			continue
		}
		ran++
		cmd := exec.Command("sh", "-euc", strings.ReplaceAll(commands, "http://127.0.0.1:8080", url))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), `"error"`) {
			t.Errorf("%s\n\n%v, output:\n%s", commands, err, out)
		}
	}
	if ran == 0 {
		t.Error("no commands were found")
	}
}
