// Package sqlite is the engine of the store for one process, with everything in one SQLite
// file. It implements db.Store, and makes, checks and restores backups.
//
// One connection writes, and a pool of connections reads. Writes that queue up during a
// commit share the next one.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	_ "modernc.org/sqlite" // the driver
	sqlite3 "modernc.org/sqlite/lib"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks the file as ours in its header: "TbRd".
const applicationID = 0x54625264

// pragmas are set on every connection, in this order. busy_timeout comes first, because later ones
// may have to wait for a lock.
var pragmas = [...]string{"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "trusted_schema(0)"}

// Store is an open database.
type Store struct {
	*sqlstore.Store

	w *writer
	r *readers
}

var _ db.Store = (*Store)(nil)

// Options configure a store. Zero fields have their defaults.
type Options struct {
	EventMemory int64 // bytes of the cache of events; 0 for a default
	// Exclusive is set if no other process writes to the file while the store is open. Then the
	// store caches rows. See Acquire.
	Exclusive bool
	// Trace is called concurrently with every statement. It may be nil.
	Trace func(query string)
}

// Open calls OpenWith with default options.
func Open(ctx context.Context, path string) (*Store, error) { return OpenWith(ctx, path, Options{}) }

// OpenWith opens the database at path and migrates it to the current version. If there is none, it
// creates one that only its owner may read, with a key file beside it. It refuses a path that
// cannot be written, a file that is not a database of this program, and a database of a newer
// version.
func OpenWith(ctx context.Context, path string, o Options) (*Store, error) {
	s, err := open(ctx, path, o)
	if err == nil {
		if err = s.useKey(path); err != nil {
			err = errors.Join(err, s.Close())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, classify(err))
	}
	return s, nil
}

func open(ctx context.Context, path string, o Options) (_ *Store, err error) {
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	if err := retryWhileBusy(ctx, func() error { return claimFile(ctx, path) }); err != nil {
		return nil, err
	}
	wdb, err := openPool(path, 1, append(pragmas[:], "journal_size_limit(67108864)", "secure_delete(1)")...)
	if err != nil {
		return nil, err
	}
	rdb, err := openPool(path, max(4, runtime.NumCPU()), append(pragmas[:], "query_only(1)", "cache_size(-250)")...)
	if err != nil {
		return nil, errors.Join(err, wdb.Close())
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, rdb.Close(), wdb.Close())
		}
	}()
	if err := retryWhileBusy(ctx, func() error { return migrate(ctx, wdb) }); err != nil {
		return nil, err
	}
	file, err := statFile(path)
	if err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, wdb, file, o.Trace)
	if err != nil {
		return nil, err
	}
	r := newReaders(rdb, o.Trace)
	s := &Store{sqlstore.New(engine{r, w}, sqlstore.Options{EventMemory: o.EventMemory, Exclusive: o.Exclusive}), w, r}
	if err := s.Purge(ctx, nil); err != nil {
		return nil, errors.Join(err, w.shut())
	}
	return s, nil
}

// Purge implements db.Store. It also empties the write-ahead log, which contains deleted data,
// unless a reader uses it.
func (s *Store) Purge(ctx context.Context, ended func(db.Match)) error {
	if err := s.Store.Purge(ctx, ended); err != nil {
		return err
	}
	return s.w.emptyLog(ctx)
}

// Close implements db.Store.
func (s *Store) Close() error {
	defer s.Forget()
	err := errors.Join(s.StoreVisits(context.Background()), s.StoreUses(context.Background()))
	if errors.Is(err, db.ErrClosed) {
		err = nil // it has been closed before
	}
	return errors.Join(err, s.r.close(), s.w.shut())
}

// Feed implements db.Store. It is nil, because one process owns the file.
func (s *Store) Feed() db.Feed { return nil }

// prepareFile creates the file, if it does not exist, with permissions that SQLite would not set.
// It does not open an existing file: closing it would drop the locks that this process holds on it.
func prepareFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return withoutPath(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process has created it meanwhile
	}
	if err != nil {
		return withoutPath(err)
	}
	return f.Close()
}

// withoutPath removes the path from an error of package os, because Open adds it.
func withoutPath(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// openPool opens a pool of connections to an existing file and sets the pragmas on each. If the
// file were missing, a connection would create an empty one.
func openPool(path string, size int, pragmas ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs
	}
	q := url.Values{"mode": {"rw"}, "_txlock": {"immediate"}, "_defensive": {"1"}, "_dqs": {"0"}, "_pragma": pragmas}
	dsn := url.URL{Scheme: "file", Path: abs, RawQuery: q.Encode()}
	pool, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	return pool, nil
}

// retryWhileBusy repeats f while another process creates the same database. busy_timeout does not
// cover the switch to a write-ahead log.
func retryWhileBusy(ctx context.Context, f func() error) error {
	const tries, pause = 50, 100 * time.Millisecond
	for i := 1; ; i++ {
		err := f()
		if !isBusy(err) || i == tries {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// migrate migrates the schema to the newest version.
func migrate(ctx context.Context, pool *sql.DB) error {
	p, err := migrationsOf(pool)
	if err != nil {
		return err
	}
	have, know, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	switch oldest := p.ListSources()[0].Version; {
	case have > know:
		return newerError(have, know)
	case 0 < have && have < oldest:
		return fmt.Errorf("the database is of schema version %d, and this program migrates from %d on: open it once with an older program that supports version %d", have, oldest, oldest)
	}
	for have < know {
		_, err := p.Up(ctx)
		if err == nil {
			return nil
		}
		// Another process may have migrated it further at the same time.
		now, _, readErr := p.GetVersions(ctx)
		if readErr != nil || now == have {
			return fmt.Errorf("migrate: %w", err)
		}
		have = now
	}
	return nil
}

func migrationsOf(pool *sql.DB) (*goose.Provider, error) {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, pool, dir,
		goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return p, nil
}

func newerError(have, know int64) error {
	return fmt.Errorf("the database is of schema version %d, made by a newer program; this one supports versions up to %d", have, know)
}

// claimFile marks an empty database as belonging to this program, and refuses one of another
// program. It runs before any pragma changes the file.
func claimFile(ctx context.Context, path string) error {
	pool, err := openPool(path, 1, pragmas[0])
	if err != nil {
		return err
	}
	defer pool.Close()
	var id, objects int
	err = pool.QueryRowContext(ctx, `SELECT application_id, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id`).Scan(&id, &objects)
	switch {
	case err != nil:
		return fmt.Errorf("read: %w", err)
	case id == applicationID:
		return nil
	case id != 0 || objects > 0:
		return errors.New("the database belongs to another program")
	}
	if _, err := pool.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return fmt.Errorf("mark as ours: %w", err)
	}
	return nil
}

// Present implements db.Health.
func (s *Store) Present() error { return s.w.file.present() }

// Size implements db.Health.
func (s *Store) Size() int64 { return s.w.file.info.Size() }

// QuickCheck implements db.Health.
func (s *Store) QuickCheck(ctx context.Context) error {
	return checkPages(ctx, s.r.pool, "quick_check")
}

// openFile identifies the file that a store has opened.
type openFile struct {
	path string // absolute
	info os.FileInfo
}

func statFile(path string) (openFile, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return openFile{}, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return openFile{}, withoutPath(err)
	}
	return openFile{abs, info}, nil
}

func (f openFile) present() error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", db.ErrGone, withoutPath(err))
	case err != nil:
		return &db.Unavailable{Reason: "the database file cannot be reached", Err: withoutPath(err)}
	case !os.SameFile(f.info, info):
		return db.ErrGone
	}
	return nil
}

// classify wraps an error of SQLite in an error of package db. It returns other errors as they
// are.
func classify(err error) error {
	if isClosed(err) {
		return fmt.Errorf("%w: %w", db.ErrClosed, err)
	}
	var e *sqlite.Error
	if !errors.As(err, &e) || db.IsUnavailable(err) {
		return err
	}
	if e.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY {
		return &sqlstore.ReferenceError{Err: err}
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", db.ErrDamaged, err)
	case sqlite3.SQLITE_FULL:
		return &db.Unavailable{Reason: "the disk is full", Err: err}
	case sqlite3.SQLITE_IOERR:
		return &db.Unavailable{Reason: "the disk cannot be read or written", Err: err}
	case sqlite3.SQLITE_READONLY:
		return &db.Unavailable{Reason: "the database file is read-only", Err: err}
	case sqlite3.SQLITE_CANTOPEN:
		return &db.Unavailable{Reason: "the database file cannot be opened", Err: err}
	case sqlite3.SQLITE_BUSY:
		return &db.Unavailable{Reason: "another program locks the database", Err: err}
	}
	return err
}

// isClosed reports whether a query failed because the store was closed. Package sql exports no
// error value for that, so it compares the text.
func isClosed(err error) bool {
	return err != nil && (err.Error() == "sql: database is closed" || err.Error() == "sql: statement is closed")
}

// isBusy reports whether another process locked the database for too long.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// NoteBackup records in the database at path that a copy of it was made. A server may be using the
// database, because stores do not cache rows of that table.
func NoteBackup(ctx context.Context, path string, b db.Backup) (err error) {
	pool, err := openExisting(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	_, err = pool.ExecContext(ctx, sqlstore.InsertBackup, sqlstore.BackupRow(b)...)
	return classify(err)
}

// Bare is a database with one table, under the settings of a store. It is the baseline for
// measurements of writes.
type Bare struct {
	pool   *sql.DB
	insert *sql.Stmt
}

// OpenBare creates a database at path with one row an event, for matches of 100 plies.
func OpenBare(ctx context.Context, path string) (*Bare, error) {
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	pool, err := openPool(path, 1, pragmas[:]...)
	if err != nil {
		return nil, err
	}
	b := &Bare{pool: pool}
	_, err = pool.ExecContext(ctx, `CREATE TABLE events (
		match INTEGER NOT NULL, ply INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
		PRIMARY KEY (match, ply)) STRICT, WITHOUT ROWID`)
	if err == nil {
		b.insert, err = pool.PrepareContext(ctx, `INSERT INTO events (match, ply, seat, text, at) VALUES (?, ?, ?, ?, ?)`)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("create %s: %w", path, err), pool.Close())
	}
	return b, nil
}

// Insert stores event number n in a transaction of its own, and returns once it is
// durable.
func (b *Bare) Insert(ctx context.Context, n int64) error {
	tx, err := b.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.StmtContext(ctx, b.insert).ExecContext(ctx, n/100, n%100, n%2+1, "E6-E8", n); err != nil {
		return err
	}
	return tx.Commit()
}

// Close closes the database.
func (b *Bare) Close() error { return errors.Join(b.insert.Close(), b.pool.Close()) }
