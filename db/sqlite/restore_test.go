package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
)

func TestRestore(t *testing.T) {
	backup, matches := newFile(t)
	path := filepath.Join(t.TempDir(), "site.db")
	r, err := Restore(t.Context(), backup, path, false, verifyTexts)
	if want := (Restored{Checked: Checked{Matches: 3, Events: 120}}); err != nil || r != want {
		t.Fatalf("Restore = %+v, %v, want %+v", r, err, want)
	}
	s := openStoreAt(t, path)
	if m := dbtest.MustMatch(t, s, matches[0]); m.Ply != 40 {
		t.Errorf("the match has %d events", m.Ply)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// By force, the former database is kept with the content of its write-ahead log. The restored
// database does not take over that log.
func TestRestoreByForce(t *testing.T) {
	backup, matches := newFile(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "site.db")
	running := filepath.Join(dir, "running.db")
	s := openStoreAt(t, running)
	eve := dbtest.MustPlayer(t, s, "Eve")
	for _, suffix := range []string{"", "-wal", "-shm"} { // as a crash leaves them
		b, err := os.ReadFile(running + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Restore(t.Context(), backup, path, false, verifyTexts); !errors.Is(err, fs.ErrExist) {
		t.Fatalf("Restore over a database: %v", err)
	}
	r, err := Restore(t.Context(), backup, path, true, verifyTexts)
	if err != nil || r.Kept == "" {
		t.Fatalf("Restore by force = %+v, %v", r, err)
	}
	restored, kept := openStoreAt(t, path), openStoreAt(t, r.Kept)
	dbtest.MustMatch(t, restored, matches[2])
	if _, err := restored.Player(t.Context(), eve.ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("what was there is in what was restored: %v", err)
	}
	if _, err := kept.Player(t.Context(), eve.ID); err != nil {
		t.Errorf("what was there is lost: %v", err)
	}
}

// A damaged backup is not restored, and changes nothing.
func TestRestoreRefuses(t *testing.T) {
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			backup, _ := newFile(t)
			damage.do(t, backup)
			path, _ := newFile(t)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Restore(t.Context(), backup, path, true, verifyTexts); !errors.Is(err, db.ErrDamaged) {
				t.Errorf("Restore: %v, want ErrDamaged", err)
			}
			after, err := os.ReadFile(path)
			if err != nil || string(after) != string(before) {
				t.Errorf("the database was changed, %v", err)
			}
			if left, _ := filepath.Glob(path + ".*[^k]"); left != nil { // all but the lock
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestLock(t *testing.T) {
	path, _ := newFile(t)
	name := filepath.Join(t.TempDir(), "other.db")
	if err := os.Symlink(path, name); err != nil {
		t.Fatal(err)
	}
	lock, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, name} {
		if _, err := Acquire(p); !errors.Is(err, ErrInUse) {
			t.Errorf("Acquire(%s) of what is in use: %v", p, err)
		}
		if _, err := Restore(t.Context(), path, p, true, verifyTexts); !errors.Is(err, ErrInUse) {
			t.Errorf("Restore(%s) of what is in use: %v", p, err)
		}
	}
	if err := Backup(t.Context(), path, filepath.Join(t.TempDir(), "copy.db")); err != nil {
		t.Errorf("Backup of what is in use: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	if lock, err = Acquire(name); err != nil {
		t.Fatal(err)
	}
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
}

// A file with a second name is not served: of two servers, each would lock its name and keep
// a write-ahead log beside it.
func TestLockOfAFileWithTwoNames(t *testing.T) {
	path, _ := newFile(t)
	name := filepath.Join(t.TempDir(), "other.db")
	lock, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	if err := os.Link(path, name); err != nil {
		t.Fatal(err)
	}
	if lock, err := Acquire(name); !errors.Is(err, ErrLinked) {
		t.Errorf("Acquire of another name: %v, %v", lock, err)
	}
}
