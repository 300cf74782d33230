// Package pgtest runs temporary PostgreSQL servers for tests. Each has its own directory, listens
// only on a Unix socket, and ends with the process. The server shared by the tests of a process
// keeps its files in memory if possible and does not sync them. So its data would not survive a
// crash of the machine; otherwise its commits work as in production.
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

// Required is the environment variable that, set to 1, makes tests fail instead of skipping them if
// PostgreSQL is missing. Short tests use PostgreSQL only then, or if Engine asks for it.
const Required = "TABLERONDE_REQUIRE_POSTGRES"

// Engine is the environment variable with the engine for tests of other packages: sqlite, the
// default, or postgres.
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

// NewDatabase creates an empty database without a schema on this process's server, and returns its
// URL. It skips the test if PostgreSQL is missing.
func NewDatabase(t testing.TB) string {
	t.Helper()
	return require(t).create(t, "template0")
}

// NewStore creates a database with the newest schema and returns its URL.
func NewStore(t testing.TB) string {
	t.Helper()
	c := require(t)
	if err := templated(); err != nil {
		t.Fatal(err)
	}
	return c.create(t, "migrated")
}

// Open opens a store on a new database and closes it at the end of the test. If now is nil, the
// store uses its own clock.
func Open(t testing.TB, now func() time.Time) *postgres.Store {
	t.Helper()
	return OpenURL(t, NewStore(t), now)
}

// OpenURL works like Open for the database at a URL.
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

// behind returns the URL of a database through another socket, at path.
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

// skipShort skips a short test, unless PostgreSQL is asked for.
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

// create creates a database from a template for the duration of a test. It copies files, which
// needs PostgreSQL 15 and takes half the time of a copy by the write-ahead log.
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

// startShared starts the shared server of this process.
func startShared() (*cluster, error) {
	server, err := initServer(MemoryDir(), "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0")
	if err != nil {
		return nil, err
	}
	admin, err := sql.Open("pgx", server.URL("postgres"))
	if err != nil {
		return nil, err
	}
	admin.SetMaxOpenConns(1) // a template can be copied only once at a time
	return &cluster{Server: server, admin: admin}, nil
}

// makeTemplate creates the database that NewStore copies.
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
