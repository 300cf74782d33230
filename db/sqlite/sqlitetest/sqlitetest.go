// Package sqlitetest opens SQLite stores for the tests of other packages.
package sqlitetest

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/sqlite"
)

// Open opens a store on a new file and closes it at the end of the test. A nil now means time.Now.
func Open(t testing.TB, now func() time.Time) db.Store {
	t.Helper()
	return OpenFile(t, filepath.Join(t.TempDir(), "test.db"), now)
}

// OpenFile works like Open for the file at path, which need not exist. No other process may write
// to it.
func OpenFile(t testing.TB, path string, now func() time.Time) db.Store {
	t.Helper()
	if err := create(path); err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.OpenWith(t.Context(), path, sqlite.Options{Exclusive: true})
	if err != nil {
		t.Fatal(err)
	}
	if now != nil {
		SetNow(s, now)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}

// create writes an empty store to a file, unless there is one.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	content, err := empty()
	if err == nil {
		_, err = f.Write(content)
	}
	return errors.Join(err, f.Close())
}

// empty returns the content of an empty store's file, because creating one takes long.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "sqlitetest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	s, err := sqlite.Open(context.Background(), path)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// SetNow replaces the clock of a store, before the store is used.
func SetNow(s db.Store, now func() time.Time) { s.(*sqlite.Store).Now = now }

// Commits returns a number that increases by one with each commit to the file at path. SQLite keeps
// it in the index of its write-ahead log.
func Commits(t testing.TB, path string) uint32 {
	t.Helper()
	index, err := os.ReadFile(path + "-shm")
	if err != nil || len(index) < 12 {
		t.Fatalf("index of the log: %d bytes, %v", len(index), err)
	}
	return binary.NativeEndian.Uint32(index[8:12])
}
