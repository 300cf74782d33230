// Package storetest opens stores for the tests of other packages, on the engine that
// the environment names.
package storetest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/db/sqlite/sqlitetest"
)

// Variable is the environment variable that names the engine: sqlite, which is the
// default, or postgres.
const Variable = "TABLERONDE_TEST_DB"

func onPostgres(t testing.TB) bool {
	t.Helper()
	switch engine := os.Getenv(Variable); engine {
	case "", "sqlite":
		return false
	case "postgres":
		return true
	default:
		t.Fatalf("%s=%s: want sqlite or postgres", Variable, engine)
		return false
	}
}

// Open opens a store on a new database and closes it at the end of the test. A nil
// now is time.Now.
func Open(t testing.TB, now func() time.Time) db.Store {
	t.Helper()
	return OpenAt(t, New(t), now)
}

// New returns the place of a new database: the path of a file or a URL.
func New(t testing.TB) (place string) {
	t.Helper()
	if onPostgres(t) {
		return pgtest.NewStore(t)
	}
	return filepath.Join(t.TempDir(), "test.db")
}

// OpenAt is like Open for the database at a place.
func OpenAt(t testing.TB, place string, now func() time.Time) db.Store {
	t.Helper()
	if onPostgres(t) {
		return pgtest.OpenURL(t, place, now)
	}
	return sqlitetest.OpenFile(t, place, now)
}

// SetNow replaces the clock of a store, before the store is used.
func SetNow(s db.Store, now func() time.Time) {
	if p, ok := s.(*postgres.Store); ok {
		p.Now = now
		return
	}
	sqlitetest.SetNow(s, now)
}

// NeedFile skips a test that needs the file of SQLite, unless that is the engine.
func NeedFile(t testing.TB) {
	t.Helper()
	if onPostgres(t) {
		t.Skip("there is no file")
	}
}
