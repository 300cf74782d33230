package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/handlers/club/clubtest"
)

// mustSay runs the program to its end. The program must succeed and print want, and no password.
func mustSay(t *testing.T, want string, args ...string) {
	t.Helper()
	says(t, clitest.MustRun(t, args...), want)
}

// mustRefuse is like mustSay for a command that must fail.
func mustRefuse(t *testing.T, want string, args ...string) {
	t.Helper()
	out, err := clitest.Run(t, args...)
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
	if strings.Contains(out, clitest.Password) {
		t.Errorf("the password is printed: %s", out)
	}
}

// A site that moves to PostgreSQL while its guests stay away goes on there, and goes
// on in a file after it has moved back.
func TestCopyMovesTheSite(t *testing.T) {
	t.Parallel()
	path, database := filepath.Join(t.TempDir(), "tableronde.db"), clitest.NewDatabase(t)
	s := clitest.StartServer(t, path)
	ada := clitest.NewSoloist(t, s.URL)
	ada.Move(s.URL, 0, "E6-E8")
	s.Kill()
	mustSay(t, clitest.DescribeHistory(1)+", and compared.", "copy", "--from", path, "--to", database)
	mustRefuse(t, "it is not empty: its table players has 2", "copy", "--from", path, "--to", database)
	s = clitest.StartServer(t, database)
	ada.Move(s.URL, 1, "H11-F9")
	s.Kill()
	back := filepath.Join(t.TempDir(), "back.db")
	mustSay(t, back+": "+clitest.DescribeHistory(2)+", and compared.", "copy", "--from", database, "--to", back)
	s = clitest.StartServer(t, back)
	if got := ada.Ply(s.URL); got != 2 {
		t.Errorf("the match is at ply %d after the way back, want 2", got)
	}
	mustRefuse(t, "it is not empty", "copy", "--from", database, "--to", path)
	mustRefuse(t, "in use by a running server", "copy", "--from", database, "--to", back)
	mustRefuse(t, "no such file", "copy", "--from", filepath.Join(t.TempDir(), "none.db"), "--to", clitest.NewDatabase(t))
	mustRefuse(t, "the database has no tables of Table Ronde", "copy", "--from", clitest.NewDatabase(t), "--to", filepath.Join(t.TempDir(), "new.db"))
}

// Both engines restore a backup that was made from PostgreSQL while the site ran.
func TestBackupOfPostgres(t *testing.T) {
	t.Parallel()
	dir, database := t.TempDir(), clitest.NewDatabase(t)
	copied := filepath.Join(dir, "copy.db")
	s := clitest.StartServer(t, database)
	ada := clitest.NewSoloist(t, s.URL)
	ada.Move(s.URL, 0, "E6-E8")
	mustSay(t, "", "backup", "--db", database, copied)
	ada.Move(s.URL, 1, "H11-F9")
	mustSay(t, "xxxxx", "check", database)
	mustSay(t, "is whole: "+clitest.DescribeHistory(2)+".", "check", database)
	mustSay(t, "is whole: "+clitest.DescribeHistory(1)+".", "check", copied)
	mustRefuse(t, "file already exists", "backup", "--db", database, copied)
	mustRefuse(t, "create a new, empty database and restore into that one", "restore", "--force", copied, "--db", database)
	s.Kill()
	for _, place := range []string{filepath.Join(dir, "tableronde.db"), clitest.NewDatabase(t)} {
		mustSay(t, "is restored from "+copied+": "+clitest.DescribeHistory(1)+".", "restore", copied, "--db", place)
		s := clitest.StartServer(t, place)
		if got := ada.Ply(s.URL); got != 1 {
			t.Errorf("the match is at ply %d after the restore, want 1", got)
		}
		ada.Move(s.URL, 1, "F11-F9")
		s.Kill()
	}
}

// A damaged database is not copied, nor restored, to either engine.
func TestCopyOfDamage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := clitest.StartServer(t, path)
	ada := clitest.NewSoloist(t, s.URL)
	ada.Move(s.URL, 0, "E6-E8")
	s.Kill()
	clubtest.Damage(t, path, ada.Match, 0, "E6-E9")
	file, database := filepath.Join(t.TempDir(), "copy.db"), clitest.NewDatabase(t)
	for _, to := range []string{file, database} {
		mustRefuse(t, "match "+ada.Match+": ", "copy", "--from", path, "--to", to)
	}
	mustRefuse(t, "match "+ada.Match+": ", "restore", path, "--db", database)
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a copy of a damaged database is there: %v", err)
	}
	mustSay(t, "is whole: 0 matches replayed", "check", database)
	clubtest.DamagePage(t, path, "players")
	mustRefuse(t, "integrity_check: damaged", "copy", "--from", path, "--to", database)
}
