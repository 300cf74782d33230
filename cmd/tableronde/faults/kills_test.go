package faults

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/db/sqlite"
	"tableronde/games/effort"
	"tableronde/handlers/club/match"
)

// A backup that is killed leaves nothing that could be taken for one.
func TestKilledBackup(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tableronde.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 { // something to copy
		if err := store.Sessions().Commit(string(rune('a'+i)), make([]byte, 500_000), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	clitest.MustRun(t, "backup", "--db", path, filepath.Join(dir, "whole.db"))
	took := time.Since(begin)
	for i := range max(5, effort.N(20)) {
		copied := filepath.Join(dir, "copy"+string(rune('a'+i))+".db")
		cmd := exec.Command("tableronde", "backup", "--db", path, copied)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(took))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := os.Stat(copied); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := sqlite.Check(context.Background(), copied, match.Verify); err != nil {
			t.Errorf("a killed backup left half a copy: %v", err)
		}
	}
}

// A copy that is killed leaves nothing that could be taken for one.
func TestKilledCopy(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	const sessions = 40
	for i := range sessions { // something to copy
		if err := store.Sessions().Commit(string(rune('a'+i)), make([]byte, 500_000), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for name, place := range map[string]func() string{
		"file":     func() string { return filepath.Join(t.TempDir(), "copy.db") },
		"database": func() string { return clitest.NewDatabase(t) },
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			clitest.MustRun(t, "copy", "--from", path, "--to", place())
			took := time.Since(begin)
			for range effort.N(4) {
				to := place()
				cmd := exec.Command("tableronde", "copy", "--from", path, "--to", to)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(rand.N(took))
				_ = cmd.Process.Kill()
				killed := cmd.Wait() != nil
				out, err := clitest.Run(t, "copy", "--from", path, "--to", to)
				if whole := strings.Contains(out, "it is not empty: its table sessions has 40"); err != nil && !whole || !killed && !whole {
					t.Errorf("killed: %v; after it another copy says %s", killed, out)
				}
			}
		})
	}
}
