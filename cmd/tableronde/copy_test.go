package main

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tableronde/db/postgres/pgtest"
	"tableronde/db/sqlite"
	"tableronde/games/effort"
	"tableronde/handlers/club/clubtest"
)

// password is part of the URLs of databases, and of nothing that is printed.
const password = "gwenhwyfar"

// newDatabase returns the URL of an empty database, with a password.
func newDatabase(t *testing.T) string {
	t.Helper()
	return pgtest.NewDatabase(t) + "&password=" + password
}

// mustSay runs the program to its end, which must print what is wanted and no
// password.
func mustSay(t *testing.T, want string, args ...string) {
	t.Helper()
	says(t, mustCommand(t, args...), want)
}

// mustRefuse is like mustSay for a command that must fail.
func mustRefuse(t *testing.T, want string, args ...string) {
	t.Helper()
	out, err := runCommand(t, args...)
	if err == nil {
		t.Errorf("tableronde %s is not refused", args[0])
	}
	says(t, out, want)
}

func says(t *testing.T, out, want string) {
	t.Helper()
	if !strings.Contains(out, want) {
		t.Errorf("it says %q, want %q", out, want)
	}
	if strings.Contains(out, password) {
		t.Errorf("the password is printed: %s", out)
	}
}

// kill kills a server.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// A site that moves to PostgreSQL while its guests stay away goes on there, and goes
// on in a file after it has moved back.
func TestCopyMovesTheSite(t *testing.T) {
	t.Parallel()
	path, database := filepath.Join(t.TempDir(), "tableronde.db"), newDatabase(t)
	s := startServer(t, path)
	ada := newSoloist(t, s.url)
	ada.move(s.url, "0", "E6-E8")
	s.kill()
	mustSay(t, withAnnals(1)+", and compared.", "copy", "--from", path, "--to", database)
	mustRefuse(t, "it is not empty: its table players has 2", "copy", "--from", path, "--to", database)
	s = startServer(t, database)
	ada.move(s.url, "1", "H11-F9")
	s.kill()
	back := filepath.Join(t.TempDir(), "back.db")
	mustSay(t, back+": "+withAnnals(2)+", and compared.", "copy", "--from", database, "--to", back)
	s = startServer(t, back)
	if got := ada.ply(s.url); got != 2 {
		t.Errorf("the match is at ply %d after the way back, want 2", got)
	}
	mustRefuse(t, "it is not empty", "copy", "--from", database, "--to", path)
	mustRefuse(t, "in use by a running server", "copy", "--from", database, "--to", back)
	mustRefuse(t, "no such file", "copy", "--from", filepath.Join(t.TempDir(), "none.db"), "--to", newDatabase(t))
	mustRefuse(t, "there is no database of Table Ronde", "copy", "--from", newDatabase(t), "--to", filepath.Join(t.TempDir(), "new.db"))
}

// What was backed up from PostgreSQL while the site ran is what either engine
// restores.
func TestBackupOfPostgres(t *testing.T) {
	t.Parallel()
	dir, database := t.TempDir(), newDatabase(t)
	copied := filepath.Join(dir, "copy.db")
	s := startServer(t, database)
	ada := newSoloist(t, s.url)
	ada.move(s.url, "0", "E6-E8")
	mustSay(t, "", "backup", "--db", database, copied)
	ada.move(s.url, "1", "H11-F9")
	mustSay(t, "xxxxx", "check", database)
	mustSay(t, "is whole: "+withAnnals(2)+".", "check", database)
	mustSay(t, "is whole: "+withAnnals(1)+".", "check", copied)
	mustRefuse(t, "file already exists", "backup", "--db", database, copied)
	mustRefuse(t, "create a new, empty database and restore into that one", "restore", "--force", copied, "--db", database)
	s.kill()
	for _, place := range []string{filepath.Join(dir, "tableronde.db"), newDatabase(t)} {
		mustSay(t, "is restored from "+copied+": "+withAnnals(1)+".", "restore", copied, "--db", place)
		s := startServer(t, place)
		if got := ada.ply(s.url); got != 1 {
			t.Errorf("the match is at ply %d after the restore, want 1", got)
		}
		ada.move(s.url, "1", "F11-F9")
		s.kill()
	}
}

// A damaged database is not copied, nor restored, to either engine.
func TestCopyOfDamage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := startServer(t, path)
	ada := newSoloist(t, s.url)
	ada.move(s.url, "0", "E6-E8")
	s.kill()
	clubtest.Damage(t, path, ada.match, 0, "E6-E9")
	file, database := filepath.Join(t.TempDir(), "copy.db"), newDatabase(t)
	for _, to := range []string{file, database} {
		mustRefuse(t, "match "+ada.match+": ", "copy", "--from", path, "--to", to)
	}
	mustRefuse(t, "match "+ada.match+": ", "restore", path, "--db", database)
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a copy of a damaged database is there: %v", err)
	}
	mustSay(t, "is whole: 0 matches replayed", "check", database)
	clubtest.DamagePage(t, path, "players")
	mustRefuse(t, "integrity_check: damaged", "copy", "--from", path, "--to", database)
}

// A copy that is killed leaves nothing that could be taken for one.
func TestKilledCopy(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes at random, which takes many rounds")
	}
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
		"database": func() string { return newDatabase(t) },
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			mustCommand(t, "copy", "--from", path, "--to", place())
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
				out, err := runCommand(t, "copy", "--from", path, "--to", to)
				if whole := strings.Contains(out, "it is not empty: its table sessions has 40"); err != nil && !whole || !killed && !whole {
					t.Errorf("killed: %v; after it another copy says %s", killed, out)
				}
			}
		})
	}
}
