package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/cmd/tableronde/tables"
	"tableronde/games/bot/solve"
)

// An arena that is cut off by a signal prints the score so far, on a board and at cards.
func TestArenaIsCutOff(t *testing.T) {
	t.Parallel()
	for game, end := range map[string]syscall.Signal{"camette": syscall.SIGINT, "kutschke": syscall.SIGTERM} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("tableronde", "arena", "--game", game, "--a", "random", "--b", "random", "--games", "9999999", "--verbose")
			var out bytes.Buffer
			cmd.Stdout = &out
			scores, err := cmd.StderrPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(scores)
			for range 3 {
				if _, err := lines.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			if err := cmd.Process.Signal(end); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(lines)
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil {
				t.Error("it ends as if all games were played")
			}
			told := regexp.MustCompile(`^random against random at ` + game + `: [0-9.]+ of ([0-9]+) .*, Elo .*plies a game, cut off after ([0-9]+) of 9999999 games\n$`)
			if m := told.FindStringSubmatch(out.String()); m == nil || m[1] != m[2] || len(m[1]) == 1 && m[1] < "3" {
				t.Errorf("it prints %q", out.String())
			}
			if !bytes.Contains(rest, []byte("error: cut off after")) {
				t.Errorf("it ends with %q", rest[max(0, len(rest)-200):])
			}
		})
	}
}

// With a folder of tables level 5 plays by the tables in it. The program reports a table that it
// cannot read.
func TestArenaByTables(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
	folder := tables.Folder(t.TempDir())
	if err := solve.BuildUpTo(folder, 4, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	arena := []string{"arena", "--game", "camette", "--a", "5@500", "--b", "random", "--games", "2", "--tables", string(folder)}
	if out, complaint, ok := clitest.RunWithInput("", arena...); !ok || !strings.HasPrefix(out, "5@500 against random at camette: 2 of 2 ") {
		t.Errorf("it prints %q, %q", out, complaint)
	}
	if err := os.WriteFile(filepath.Join(string(folder), "camette-11.table"), []byte("?"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, complaint, ok := clitest.RunWithInput("", arena...); ok || !strings.Contains(complaint, string(folder)) {
		t.Errorf("with a damaged table it prints %q, %q", out, complaint)
	}
}
