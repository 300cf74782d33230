package main

import (
	"bytes"
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

// TestBinarySize builds the program as the README does, but without -trimpath and -tags, so
// that the packages that the tests have compiled serve again, and counts the bytes without
// the folders of source files that are then in it. Of the bytes, 530,000 are those of HTTP/2,
// which the README leaves out, 2.2 million are those of WebAuthn, which reads the statements
// of all makers of devices, 70,000 those of package archive/zip, 300,000 those that send
// mail, 120,000 those of pushes and of the installed site with its icons, 930,000 those of
// orders, conditional moves, the analysis board, and players of boards, 130,000 those of
// what is kept of analyses, in the store, the API and the tree of the page, 1,100,000
// those of messages, operators, their metrics and profiles, and 2,000,000 those of cups,
// ladders, games of the past, collections, files, frames and moving pictures.
func TestBinarySize(t *testing.T) {
	t.Parallel()
	const most = 34_028_000
	if testing.Short() {
		t.Skip("builds the program")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile("(?m)^go build .*$").FindString(string(readme))
	if !strings.Contains(command, " -o tableronde ") {
		t.Fatalf("the README builds by %q", command)
	}
	binary := filepath.Join(t.TempDir(), "tableronde")
	cmd := exec.Command("sh", "-euc", strings.NewReplacer(" -o tableronde ", ` -o "$BINARY" `, " -trimpath", "", " -tags nethttpomithttp2", "").Replace(command))
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "BINARY="+binary)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, output:\n%s", command, err, out)
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	others, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	size := len(program)
	for _, folder := range append(strings.Split(strings.TrimSpace(string(others)), "\n"), root) {
		size -= bytes.Count(program, []byte(folder)) * len(folder)
	}
	t.Logf("%d bytes", size)
	if size > most {
		t.Errorf("the program has %d bytes, want at most %d", size, most)
	}
}
