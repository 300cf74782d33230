// Package storetest opens stores for the tests of other packages, with the engine in the
// environment variable pgtest.Engine.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/db/sqlite"
	"tableronde/db/sqlite/sqlitetest"
)

func onPostgres(t testing.TB) bool {
	t.Helper()
	switch engine := os.Getenv(pgtest.Engine); engine {
	case "", "sqlite":
		return false
	case "postgres":
		return true
	default:
		t.Fatalf("%s=%s: want sqlite or postgres", pgtest.Engine, engine)
		return false
	}
}

// Open opens a store on a new database and closes it at the end of the test. A nil now means
// time.Now.
func Open(t testing.TB, now func() time.Time) db.Store {
	t.Helper()
	return OpenAt(t, New(t), now)
}

// New returns the place of a new database: a path or a URL.
func New(t testing.TB) (place string) {
	t.Helper()
	if onPostgres(t) {
		return pgtest.NewStore(t)
	}
	return filepath.Join(newDir(t), "test.db")
}

// newDir returns a new directory, in memory if there is room.
func newDir(t testing.TB) string {
	t.Helper()
	memory := pgtest.MemoryDir()
	if memory == "" {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "storetest")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// OpenAt works like Open for the database at a place.
func OpenAt(t testing.TB, place string, now func() time.Time) db.Store {
	t.Helper()
	if onPostgres(t) {
		return pgtest.OpenURL(t, place, now)
	}
	return sqlitetest.OpenFile(t, place, now)
}

// OpenTraced works like Open for a store that calls trace with every statement.
func OpenTraced(t testing.TB, trace func(query string)) db.Store {
	t.Helper()
	var store db.Store
	var err error
	if place := New(t); onPostgres(t) {
		store, err = postgres.OpenWith(t.Context(), place, postgres.Options{Connections: 8,
			Trace: func(_ context.Context, query string) { trace(query) }})
	} else {
		store, err = sqlite.OpenWith(t.Context(), place, sqlite.Options{Exclusive: true, Trace: trace})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return store
}

// SetNow replaces the clock of a store, before the store is used.
func SetNow(s db.Store, now func() time.Time) {
	if p, ok := s.(*postgres.Store); ok {
		p.Now = now
		return
	}
	sqlitetest.SetNow(s, now)
}

// NeedFile skips a test that needs an SQLite file, if the engine is another one.
func NeedFile(t testing.TB) {
	t.Helper()
	if onPostgres(t) {
		t.Skip("there is no file")
	}
}
