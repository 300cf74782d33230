package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/handlers/club/clubtest"
)

// Of a backup each night for a year, 7d,4w,6m keeps the last of each of seven days, four weeks
// and six months.
func TestRetention(t *testing.T) {
	t.Parallel()
	var keep retention
	if err := keep.UnmarshalFlag("7d,4w,6m"); err != nil {
		t.Fatal(err)
	}
	last := time.Date(2026, 11, 28, 3, 30, 0, 0, time.UTC) // a Saturday
	var times []time.Time
	for i := range 365 {
		times = append(times, last.AddDate(0, 0, -i))
	}
	var got []string
	for at := range keep.keeps(times) {
		got = append(got, at.Format("01-02"))
	}
	slices.Sort(got)
	want := strings.Fields("06-30 07-31 08-31 09-30 10-31 11-08 11-15 11-22 11-23 11-24 11-25 11-26 11-27 11-28")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", "7", "d", "7x", "0d", "-1d", "7d,", "7d 4w", "1dd"} {
		if err := new(retention).UnmarshalFlag(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// A backup with --keep is checked; then older ones go, with their keys and what killed backups
// have left, and nothing else. One that is not whole deletes nothing.
func TestBackupKeeps(t *testing.T) {
	needProcess(t)
	t.Parallel()
	dir := t.TempDir()
	db, folder := filepath.Join(dir, "t.db"), filepath.Join(dir, "backups")
	s := startServer(t, db)
	ada := newSoloist(t, s.url)
	ada.move(s.url, "0", "E6-E8")
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
	mustCommand(t, "backup", "--db", db, "--keep", "2d", folder)
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
	mustCommand(t, "check", filepath.Join(folder, made[0]))
	if err := os.Rename(filepath.Join(folder, made[0]), filepath.Join(folder, "tableronde-20260102T033000Z.db")); err != nil { // not of this second
		t.Fatal(err)
	}
	if err := s.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	clubtest.Damage(t, db, ada.match, 0, "A1-A9")
	out, err := runCommand(t, "backup", "--db", db, "--keep", "1d", folder)
	if err == nil || !strings.Contains(out, "no other is deleted") || len(names()) != 2+len(stay) {
		t.Errorf("a damaged copy: %v, %s; the folder has %v", err, out, names())
	}
}

// The units are as closed as systemd can judge without running them.
func TestUnitsAreClosed(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("no systemd-analyze")
	}
	units, err := filepath.Glob("../../.deploy/*.service")
	if err != nil || len(units) < 2 {
		t.Fatal(units, err)
	}
	for _, unit := range units {
		out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", unit).CombinedOutput()
		_, verdict, _ := strings.Cut(string(out), "Overall exposure level for ")
		words := strings.Fields(verdict)
		if err != nil || len(words) < 2 {
			t.Errorf("%s: %v\n%s", unit, err, out)
			continue
		}
		if exposure, err := strconv.ParseFloat(words[1], 64); err != nil || exposure > 2 {
			t.Errorf("%s has an exposure of %s, want 2.0 at most:\n%s", unit, words[1], out)
		}
	}
}
