package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeCommands runs what the README tells its reader to type, with a
// server at hand: every block marked sh but those that build or check the
// program itself.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
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
	s := startServer(t, filepath.Join(dir, "tableronde.db"))
	building := regexp.MustCompile(`(?m)^(go |\./check\.sh)`)
	ran := 0
	for _, block := range regexp.MustCompile("(?s)\n```sh\n(.*?)\n```\n").FindAllStringSubmatch(string(readme), -1) {
		commands := block[1]
		if building.MatchString(commands) {
			continue
		}
		ran++
		cmd := exec.Command("sh", "-euc", strings.ReplaceAll(commands, "http://127.0.0.1:8080", s.url))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), `"error"`) {
			t.Errorf("%s\n\n%v, output:\n%s", commands, err, out)
		}
	}
	if ran == 0 {
		t.Error("no commands were found")
	}
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
