// Package pgtest runs a throw-away PostgreSQL server for the tests of a process. It
// has a directory of its own and listens on a Unix socket only. Its files are not
// synced to disk, so it survives no crash of the machine; commits are otherwise
// what they are in production.
package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"tableronde/db/postgres"
)

// Required is the environment variable that makes a missing PostgreSQL fail the
// tests that need it, if it is 1, instead of skipping them.
const Required = "TABLERONDE_REQUIRE_POSTGRES"

// superuser is the name of the database role that owns everything.
const superuser = "postgres"

// port names the socket; nothing listens on it.
const port = "5432"

// settings are those of a server for tests.
var settings = []string{"fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=400", "shared_buffers=64MB",
	"wal_level=minimal", "max_wal_senders=0", "log_min_messages=fatal", "synchronous_commit=on"}

// Cluster is a running server.
type Cluster struct {
	dir   string // of the socket
	admin *sql.DB
	count atomic.Int64
	alive io.Closer // the input of the shell that runs the server
}

var (
	shared    = sync.OnceValues(startShared)
	templated = sync.OnceValue(makeTemplate)
)

// errMissing means that PostgreSQL is not installed.
var errMissing = errors.New("PostgreSQL is not installed")

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
	s, err := postgres.OpenWith(t.Context(), url, postgres.Options{Connections: 8})
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

// Socket returns the path of the socket of the server of this process.
func Socket(t testing.TB) string {
	t.Helper()
	return filepath.Join(require(t).dir, ".s.PGSQL."+port)
}

// Behind returns the URL of a database as reached through another socket, at path.
func Behind(t testing.TB, address, path string) string {
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

func require(t testing.TB) *Cluster {
	t.Helper()
	c, err := shared()
	switch {
	case errors.Is(err, errMissing) && os.Getenv(Required) != "1":
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	return c
}

// create makes a database from a template. The end of the server removes it.
func (c *Cluster) create(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprint("test", c.count.Add(1))
	if _, err := c.admin.ExecContext(context.Background(), fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s ENCODING 'UTF8'", name, template)); err != nil {
		t.Fatal(err)
	}
	return c.url(name)
}

func (c *Cluster) url(database string) string {
	q := url.Values{"host": {c.dir}, "user": {superuser}, "port": {port}}
	return "postgres:///" + database + "?" + q.Encode()
}

// startShared starts the server of this process. It ends with the process, however
// that ends.
func startShared() (*Cluster, error) {
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return nil, err
	}
	owner, err := ownerOf(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "--pgdata="+data, "--username="+superuser, "--auth=trust",
		"--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
	initdb.SysProcAttr, initdb.Dir = owner, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	c := &Cluster{dir: dir}
	if err := c.start(bin, data, owner); err != nil {
		return nil, err
	}
	c.admin, err = sql.Open("pgx", c.url("postgres"))
	if err != nil {
		return nil, err
	}
	c.admin.SetMaxOpenConns(1) // one database is made from a template at a time
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := c.admin.Ping()
		if err == nil {
			return c, nil
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			return nil, fmt.Errorf("the server does not start: %w\n%s", err, log)
		}
	}
}

// start runs the server under a shell, which kills it and removes its directory
// when this process ends and so closes the shell's input.
func (c *Cluster) start(bin, data string, owner *syscall.SysProcAttr) error {
	args := []string{"-c", `trap '' INT TERM; "$@" >"$0/log" 2>&1 & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$0"`,
		c.dir, filepath.Join(bin, "postgres"), "-D", data, "-k", c.dir, "-p", port}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	shell := exec.Command("sh", args...)
	shell.Dir = c.dir
	attr := *owner
	attr.Setpgid = true
	shell.SysProcAttr = &attr
	input, err := shell.StdinPipe()
	if err != nil {
		return err
	}
	c.alive = input
	return shell.Start()
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
	s, err := postgres.Open(ctx, c.url("migrated"))
	if err != nil {
		return err
	}
	return s.Close()
}

// findBinaries returns the directory of the newest PostgreSQL.
func findBinaries() (string, error) {
	dirs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	slices.SortFunc(dirs, func(a, b string) int { return majorOf(b) - majorOf(a) })
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
			return dir, nil
		}
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	return "", errMissing
}

func majorOf(dir string) int {
	n, _ := strconv.Atoi(strings.Split(dir, "/")[4])
	return n
}

// ownerOf gives a directory to the user postgres if this process is root, as whom
// PostgreSQL does not run, and returns how to run it.
func ownerOf(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return new(syscall.SysProcAttr), nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr, os.Chown(dir, int(uid), int(gid)), os.Chmod(dir, 0o711)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
