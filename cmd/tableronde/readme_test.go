package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// TestReadmeCommands runs the commands of README.md beside a server.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "cmd"), filepath.Join(dir, "cmd")); err != nil {
		t.Fatal(err)
	}
	s := clitest.StartServer(t, filepath.Join(dir, "tableronde.db"))
	clitest.RunReadme(t, "../../README.md", dir, s.URL)
}

// TestReadmeRecord plays the record that the README shows.
func TestReadmeRecord(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)\n```\n(\\[Game .*?)\n```\n").FindStringSubmatch(string(readme))
	if block == nil {
		t.Fatal("no record was found")
	}
	cmd := exec.Command("tableronde", "replay", "-")
	cmd.Stdin = strings.NewReader(block[1])
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s\n\n%v, output:\n%s", block[1], err, out)
	}
}
