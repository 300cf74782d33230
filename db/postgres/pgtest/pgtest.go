// Package pgtest runs throw-away PostgreSQL servers for tests. Each has a directory of its
// own, listens on a Unix socket only, and ends with the process. The server that the tests of
// a process share keeps its files in memory if it can and does not sync them. So it survives
// no crash of the machine. Its commits are otherwise as in production.
package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"tableronde/db/postgres"
)

// Required is the environment variable that makes a missing PostgreSQL fail the
// tests that need it, if it is 1, instead of skipping them. Short tests use PostgreSQL only then,
// or where Engine names it.
const Required = "TABLERONDE_REQUIRE_POSTGRES"

// Engine is the environment variable that names the engine of the tests of other packages:
// sqlite, which is the default, or postgres.
const Engine = "TABLERONDE_TEST_DB"

// cluster is the server that the tests of a process share.
type cluster struct {
	*Server
	admin *sql.DB
	count atomic.Int64
}

var (
	shared    = sync.OnceValues(startShared)
	templated = sync.OnceValue(makeTemplate)
)

// NewDatabase makes an empty database on the server of this process, without a
// schema, and returns its URL. It skips the test where there is no PostgreSQL.
func NewDatabase(t testing.TB) string {
	t.Helper()
	return require(t).create(t, "template0")
}

// NewStore makes a database with the current schema and returns its URL.
func NewStore(t testing.TB) string {
	t.Helper()
	c := require(t)
	if err := templated(); err != nil {
		t.Fatal(err)
	}
	return c.create(t, "migrated")
}

// Open opens a store on a new database and closes it at the end of the test. A nil
// now is the clock of the store.
func Open(t testing.TB, now func() time.Time) *postgres.Store {
	t.Helper()
	return OpenURL(t, NewStore(t), now)
}

// OpenURL is like Open for the database at a URL.
func OpenURL(t testing.TB, url string, now func() time.Time) *postgres.Store {
	t.Helper()
	s, err := postgres.OpenWith(t.Context(), url, postgres.Options{Connections: 4})
	if err != nil {
		t.Fatal(err)
	}
	if now != nil {
		s.Now = now
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}

// Exec runs a statement on the database at a URL.
func Exec(t testing.TB, url, query string, args ...any) {
	t.Helper()
	pool, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.ExecContext(context.Background(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// behind returns the URL of a database as reached through another socket, at path.
func behind(t testing.TB, address, path string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("host", filepath.Dir(path))
	u.RawQuery = q.Encode()
	return u.String()
}

func require(t testing.TB) *cluster {
	t.Helper()
	skipShort(t)
	c, err := shared()
	skipWithout(t, err)
	return c
}

// skipShort skips a short test, which starts no server, except where PostgreSQL is asked for.
func skipShort(t testing.TB) {
	t.Helper()
	if testing.Short() && os.Getenv(Required) != "1" && os.Getenv(Engine) != "postgres" {
		t.Skip("PostgreSQL is left to check.sh")
	}
}

// skipWithout skips a test that needs PostgreSQL if it is not installed, and fails it for any
// other error.
func skipWithout(t testing.TB, err error) {
	t.Helper()
	switch {
	case errors.Is(err, errMissing) && os.Getenv(Required) != "1":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
}

// create makes a database from a template, for as long as a test runs. Files are copied, for
// which it takes PostgreSQL 15, in half the time of a copy by the write-ahead log.
func (c *cluster) create(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprint("test", c.count.Add(1))
	if _, err := c.admin.ExecContext(context.Background(), fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s ENCODING 'UTF8' STRATEGY FILE_COPY", name, template)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := c.admin.ExecContext(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return c.URL(name)
}

// startShared starts the server of this process.
func startShared() (*cluster, error) {
	server, err := initServer(MemoryDir(), "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0")
	if err != nil {
		return nil, err
	}
	admin, err := sql.Open("pgx", server.URL("postgres"))
	if err != nil {
		return nil, err
	}
	admin.SetMaxOpenConns(1) // one database is made from a template at a time
	return &cluster{Server: server, admin: admin}, nil
}

// makeTemplate makes the database from which stores are copied.
func makeTemplate() error {
	c, err := shared()
	if err != nil {
		return err
	}
	ctx := context.Background()
	if _, err := c.admin.ExecContext(ctx, "CREATE DATABASE migrated TEMPLATE template0 ENCODING 'UTF8'"); err != nil {
		return err
	}
	s, err := postgres.Open(ctx, c.URL("migrated"))
	if err != nil {
		return err
	}
	return s.Close()
}
