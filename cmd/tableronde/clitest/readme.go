package clitest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Block is a block of commands in a README, marked sh. A block marked "sh skip" needs root, the
// network or minutes. Tests parse it and do not run it.
type Block struct {
	Commands string
	Skip     bool
}

var blockPattern = regexp.MustCompile("(?ms)^```sh( skip)?\n(.*?)^```$")

// ReadBlocks returns the blocks of commands in a Markdown file.
func ReadBlocks(t *testing.T, file string) (blocks []Block) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range blockPattern.FindAllStringSubmatch(string(text), -1) {
		blocks = append(blocks, Block{Commands: found[2], Skip: found[1] != ""})
	}
	if marked := strings.Count(string(text), "```sh"); marked != len(blocks) {
		t.Errorf("%s has %d blocks with a mark that begins with sh, and %d of sh or sh skip", file, marked, len(blocks))
	}
	return blocks
}

// Markdown returns the paths of all Markdown files below a folder, except in folders named
// testdata.
func Markdown(t *testing.T, root string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "testdata"):
			return filepath.SkipDir
		case filepath.Ext(path) == ".md":
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// RunReadme runs the blocks of a README in a folder. Calls of the site go to the site at url. It
// parses skipped blocks without running them.
func RunReadme(t *testing.T, readme, dir, url string) {
	t.Helper()
	for _, block := range ReadBlocks(t, readme) {
		options := "-euc"
		if block.Skip {
			options = "-nc"
		}
		cmd := exec.Command("sh", options, strings.ReplaceAll(block.Commands, "http://127.0.0.1:8080", url))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), `"error"`) {
			t.Errorf("%s\n\n%v, output:\n%s", block.Commands, err, out)
		}
	}
}

// CheckFlags checks the blocks that RunReadme skips: the program has each command and flag in them.
func CheckFlags(t *testing.T, readme, program string) {
	t.Helper()
	lines := regexp.MustCompile(`(?m)^(?:sudo )?(?:go run \./cmd/)?` + program + ` .*`)
	for _, block := range ReadBlocks(t, readme) {
		if !block.Skip {
			continue
		}
		for _, line := range lines.FindAllString(block.Commands, -1) {
			line = line[strings.Index(line, program):]
			out, err := exec.Command("sh", "-c", fmt.Sprintf("%s --help", line)).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "Usage:") {
				t.Errorf("%s --help: %v, output:\n%s", line, err, out)
			}
		}
	}
}
