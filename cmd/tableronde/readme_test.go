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

// root is the top of the repository, where the commands of a README start.
const root = "../.."

// TestReadmeCommands runs the commands of every README except cmd/trlab, which has a test of its
// own. Each runs in a new folder, beside a server if its commands call one.
func TestReadmeCommands(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, readme := range clitest.Markdown(t, root) {
		blocks := clitest.ReadBlocks(t, readme)
		if len(blocks) == 0 || strings.HasSuffix(readme, "cmd/trlab/README.md") {
			continue
		}
		serve := false
		for _, block := range blocks {
			if !block.Skip {
				ran++
				serve = serve || strings.Contains(block.Commands, "http://127.0.0.1:8080") || strings.Contains(block.Commands, "tableronde.db")
			}
		}
		t.Run(strings.TrimPrefix(readme, root+"/"), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, name := range []string{"cmd", "games"} {
				if err := os.Symlink(filepath.Join(top, name), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			url := ""
			if serve {
				url = clitest.StartServer(t, filepath.Join(dir, "tableronde.db")).URL
			}
			clitest.RunReadme(t, readme, dir, url)
			clitest.CheckFlags(t, readme, "tableronde")
		})
	}
	if ran < 10 {
		t.Errorf("%d blocks of commands were run", ran)
	}
}

// TestReadmeExamples checks that the READMEs have an example of every command, and of every command
// of admin.
func TestReadmeExamples(t *testing.T) {
	var examples strings.Builder
	for _, readme := range clitest.Markdown(t, root) {
		for _, block := range clitest.ReadBlocks(t, readme) {
			examples.WriteString(block.Commands)
		}
	}
	for _, program := range []string{"tableronde", "tableronde admin"} {
		help, err := exec.Command("tableronde", append(strings.Fields(program)[1:], "--help")...).Output()
		if err != nil {
			t.Fatal(err)
		}
		_, list, _ := strings.Cut(string(help), "Available commands:\n")
		commands := regexp.MustCompile(`(?m)^  (\w+) `).FindAllStringSubmatch(list, -1)
		if len(commands) < 10 {
			t.Fatalf("the help of %s lists %d commands", program, len(commands))
		}
		for _, command := range commands {
			if !regexp.MustCompile(program + ` ` + command[1] + `\b`).MatchString(examples.String()) {
				t.Errorf("no README has an example of %s %s", program, command[1])
			}
		}
	}
}

// TestReadmeRecord plays the record that a README shows.
func TestReadmeRecord(t *testing.T) {
	readme, err := os.ReadFile(root + "/games/record/README.md")
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

// TestReadmeTests checks that the tests, benchmarks and folders exist that the commands of a README
// name after go test.
func TestReadmeTests(t *testing.T) {
	commands := regexp.MustCompile("go test [^`\n]*")
	folders := regexp.MustCompile(` \./(\S+)`)
	names := regexp.MustCompile(`-(run|bench|fuzz) '?([A-Za-z0-9_|]+)`)
	for _, file := range clitest.Markdown(t, root) {
		if filepath.Base(file) == "MEASUREMENTS.md" { // whose commands are as old as their figures
			continue
		}
		for _, command := range commands.FindAllString(readFile(t, file), -1) {
			var code strings.Builder
			for _, folder := range folders.FindAllStringSubmatch(command, -1) {
				path := filepath.Join(root, strings.TrimSuffix(folder[1], "..."))
				tests, err := filepath.Glob(path + "/*_test.go")
				if _, statErr := os.Stat(path); err != nil || statErr != nil {
					t.Errorf("%s: %q names a folder that there is not: %v", file, command, statErr)
				}
				for _, test := range tests {
					code.WriteString(readFile(t, test))
				}
			}
			for _, found := range names.FindAllStringSubmatch(command, -1) {
				if strings.Contains(command, "...") || found[2] == "XXX" {
					continue
				}
				for name := range strings.SplitSeq(found[2], "|") {
					if !regexp.MustCompile(`func \w*` + name).MatchString(code.String()) {
						t.Errorf("%s: %q names a test that there is not: %s", file, command, name)
					}
				}
			}
		}
	}
}

// TestReadmeLinks follows the relative links of every Markdown file: to files, to folders and
// to headings. Pictures are at most 200 kB.
func TestReadmeLinks(t *testing.T) {
	links := regexp.MustCompile(`(!?)\[[^\]]*\]\(([^)\s]+)\)`)
	count := 0
	for _, file := range clitest.Markdown(t, root) {
		for _, link := range links.FindAllStringSubmatch(readFile(t, file), -1) {
			path, heading, _ := strings.Cut(link[2], "#")
			if strings.Contains(path, "://") {
				continue
			}
			count++
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(path))
			}
			info, err := os.Stat(target)
			switch {
			case err != nil:
				t.Errorf("%s leads to %s: %v", file, link[2], err)
			case link[1] == "!" && info.Size() > 200_000:
				t.Errorf("%s shows %s, which has %d bytes", file, link[2], info.Size())
			case heading != "" && !hasHeading(readFile(t, target), heading):
				t.Errorf("%s leads to %s: no such heading", file, link[2])
			}
		}
	}
	if count < 20 {
		t.Errorf("%d links were followed", count)
	}
}

// hasHeading reports whether a Markdown text has a heading, by the anchor that GitHub gives it.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		title := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
		title = regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(title, "")
		if strings.ReplaceAll(title, " ", "-") == anchor {
			return true
		}
	}
	return false
}

// TestReadmeLengths bounds the lines of the introductions: of the whole, of each folder.
// MEASUREMENTS.md grows.
func TestReadmeLengths(t *testing.T) {
	for _, file := range clitest.Markdown(t, root) {
		most := 200
		switch {
		case file == filepath.Join(root, "README.md"):
			most = 180
		case filepath.Base(file) == "MEASUREMENTS.md":
			continue
		}
		if lines := strings.Count(readFile(t, file), "\n"); lines > most {
			t.Errorf("%s has %d lines, more than %d", file, lines, most)
		}
	}
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
