package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
	"tableronde/handlers/club/clubtest"
)

// A restore brings back the backup that was made while the site ran, after the site has gone on and
// was killed.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "tableronde.db"), filepath.Join(dir, "copy.db")
	s := clitest.StartServer(t, path)
	ada := clitest.NewSoloist(t, s.URL)
	ada.Move(s.URL, 0, "E6-E8")
	clitest.MustRun(t, "backup", "--db", path, copied)
	ada.Move(s.URL, 1, "H11-F9")
	if out := clitest.MustRun(t, "check", path); !strings.Contains(out, clitest.DescribeHistory(2)) {
		t.Errorf("check of the site: %s", out)
	}
	if out := clitest.MustRun(t, "check", copied); !strings.Contains(out, clitest.DescribeHistory(1)) {
		t.Errorf("check of the copy: %s", out)
	}
	if out, err := clitest.Run(t, "restore", "--force", copied, "--db", path); err == nil || !strings.Contains(out, "in use by a running server") {
		t.Errorf("restore under a running server: %v, %s", err, out)
	}
	s.Kill()
	if out, err := clitest.Run(t, "restore", copied, "--db", path); err == nil || !strings.Contains(out, "--force") {
		t.Errorf("restore over the database: %v, %s", err, out)
	}
	clitest.MustRun(t, "restore", "--force", copied, "--db", path)
	kept, err := filepath.Glob(path + ".*.old")
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	if out := clitest.MustRun(t, "check", kept[0]); !strings.Contains(out, clitest.DescribeHistory(2)) {
		t.Errorf("check of what was there: %s", out)
	}
	s = clitest.StartServer(t, path)
	if got := ada.Ply(s.URL); got != 1 {
		t.Errorf("the match is at ply %d after the restore, want 1", got)
	}
	ada.Move(s.URL, 1, "F11-F9")
}

func TestSecondServerIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tableronde.db")
	s := clitest.StartServer(t, path)
	out, err := clitest.Run(t, "--addr", "127.0.0.1:0", "--db", path)
	if err == nil || !strings.Contains(out, "in use by a running server") {
		t.Errorf("a second server: %v, %s", err, out)
	}
	clitest.Get(t, s.URL+"/readyz")
	s.Kill()
	clitest.StartServer(t, path) // the lock ends with the process
}

// A backup with --keep is checked. Then it deletes older backups with their keys, the remains of
// killed backups, and nothing else. A damaged backup deletes nothing.
func TestBackupKeeps(t *testing.T) {
	clitest.NeedProcess(t)
	t.Parallel()
	dir := t.TempDir()
	db, folder := filepath.Join(dir, "t.db"), filepath.Join(dir, "backups")
	s := clitest.StartServer(t, db)
	ada := clitest.NewSoloist(t, s.URL)
	ada.Move(s.URL, 0, "E6-E8")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	gone := strings.Fields("tableronde-20200102T033000Z.db tableronde-20200102T033000Z.db.key tableronde-20200103T033000Z.db.1.part")
	stay := strings.Fields("tableronde-20200104T033000Z.db notes.txt tableronde-2020.db")
	for _, name := range slices.Concat(gone, stay) {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clitest.MustRun(t, "backup", "--db", db, "--keep", "2d", folder)
	names := func() (list []string) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	made := slices.DeleteFunc(names(), func(name string) bool { return slices.Contains(stay, name) })
	if len(made) != 1 || len(names()) != 1+len(stay) {
		t.Fatalf("the folder has %v", names())
	}
	clitest.MustRun(t, "check", filepath.Join(folder, made[0]))
	if err := os.Rename(filepath.Join(folder, made[0]), filepath.Join(folder, "tableronde-20260102T033000Z.db")); err != nil { // not of this second
		t.Fatal(err)
	}
	s.Kill()
	clubtest.Damage(t, db, ada.Match, 0, "A1-A9")
	out, err := clitest.Run(t, "backup", "--db", db, "--keep", "1d", folder)
	if err == nil || !strings.Contains(out, "no other is deleted") || len(names()) != 2+len(stay) {
		t.Errorf("a damaged copy: %v, %s; the folder has %v", err, out, names())
	}
}
