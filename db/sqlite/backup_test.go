package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
)

func TestBackup(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "a.db"), filepath.Join(dir, "copy.db")
	s := openStoreAt(t, path)
	p := dbtest.MustPlayer(t, s, "Ada")
	m := dbtest.MustCreate(t, s, db.NewMatch{Seats: 2, Host: p.ID, HostSeat: 1})

	if err := Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	dbtest.MustPlayer(t, s, "Bo") // the original goes on
	info, err := os.Stat(copied)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("mode of the copy = %o, want 600", mode)
	}
	got, err := openStoreAt(t, copied).Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Seats, got.Seats); diff != "" {
		t.Errorf("seats in the copy (-want +got):\n%s", diff)
	}
}

func TestBackupRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	openStoreAt(t, path)
	foreign := filepath.Join(dir, "foreign.txt")
	if err := os.WriteFile(foreign, []byte("not a database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, path, to string }{
		{"to write over a file", path, foreign},
		{"what is not there", filepath.Join(dir, "none.db"), filepath.Join(dir, "copy1.db")},
		{"what is no database", foreign, filepath.Join(dir, "copy2.db")},
		{"a folder that is not there", path, filepath.Join(dir, "none", "copy3.db")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := Backup(t.Context(), tt.path, tt.to); err == nil {
				t.Errorf("Backup(%s, %s) succeeded", tt.path, tt.to)
			}
			if _, err := os.Stat(tt.to); err == nil && tt.to != foreign {
				t.Errorf("%s was left behind", tt.to)
			}
		})
	}
	if text, err := os.ReadFile(foreign); err != nil || string(text) != "not a database" {
		t.Errorf("the foreign file holds %q, %v", text, err)
	}
}
