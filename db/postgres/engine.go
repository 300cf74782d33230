// Package postgres is the engine of the store for several processes, which share a PostgreSQL
// database. It implements db.Store.
//
// It uses only features that distributed databases with PostgreSQL's protocol have, too: no
// notifications, advisory locks or triggers, and no order of ids. A write locks the row of its
// match first, so that writes of different matches do not wait for each other. A transaction
// that conflicts with others runs again.
package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	mathrand "math/rand/v2"
	"net"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/db/internal/sqlstore"
)

const (
	writeTimeout = 8 * time.Second // for a transaction, from its beginning
	maxTries     = 20              // for a transaction that conflicts with others
	maxConnTries = 3               // for a transaction whose connection fails before its beginning
	retryPause   = 2 * time.Millisecond
)

// engine runs the queries of a sqlstore.Store through a pool of connections.
type engine struct {
	pool      *sql.DB
	deadlocks atomic.Int64 // transactions undone because of a deadlock
}

// Query implements sqlstore.Queryer. After a broken connection, the query runs once more on another
// one.
func (e *engine) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	text, args := translate(query).query(), conditions(args)
	rows, err := e.pool.QueryContext(ctx, text, args...)
	if isConnection(err) {
		e.forget()
		rows, err = e.pool.QueryContext(ctx, text, args...)
	}
	return sqlstore.Rows{Rows: rows, Classify: classify}, classify(err)
}

// QueryRow implements sqlstore.Queryer.
func (e *engine) QueryRow(ctx context.Context, query string, args ...any) sqlstore.Row {
	text, args := translate(query).query(), conditions(args)
	row := e.pool.QueryRowContext(ctx, text, args...)
	if isConnection(row.Err()) {
		e.forget()
		row = e.pool.QueryRowContext(ctx, text, args...)
	}
	return sqlstore.Row{Result: row, Classify: classify}
}

// Write implements sqlstore.Engine. A transaction that PostgreSQL has rolled back because of a
// concurrent one runs again. If its commit is not confirmed, it does not run again, because it may
// be stored.
func (e *engine) Write(ctx context.Context, f func(context.Context, sqlstore.Tx) error) error {
	conflicts, unconnected := 0, 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		begun, err := e.try(ctx, f)
		switch {
		case isConflict(err):
			if isCode(err, "40P01") {
				e.deadlocks.Add(1)
			}
			if conflicts++; conflicts == maxTries {
				return &db.Unavailable{Reason: "the database is overloaded", Err: err}
			}
			time.Sleep(mathrand.N(retryPause << min(conflicts, 6)))
		case !begun && db.Reason(err) == unreachable:
			if unconnected++; unconnected == maxConnTries {
				return err
			}
			e.forget()
		default:
			return err
		}
	}
}

// try runs f in a transaction. It reports whether the transaction has begun.
func (e *engine) try(ctx context.Context, f func(context.Context, sqlstore.Tx) error) (begun bool, err error) {
	conn, err := e.pool.Conn(ctx)
	if err != nil {
		return false, classify(err)
	}
	defer conn.Close()
	work, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	t := newTx(conn)
	err = sqlstore.Protect(work, t, f)
	if err == nil {
		err = t.commit(work)
	}
	if err != nil && work.Err() != nil && !db.IsUnavailable(err) && errors.Is(err, context.DeadlineExceeded) {
		err = &db.Unavailable{Reason: "the database does not answer", Err: errors.New(err.Error())} // hides the error of the inner context
	}
	if err != nil && t.first == nil && !db.IsUnavailable(err) {
		if _, rollback := conn.ExecContext(work, "ROLLBACK"); rollback != nil {
			drop(conn)
		}
	}
	if db.IsUnavailable(err) {
		drop(conn)
	}
	if isCode(err, readOnlyTransaction) {
		e.forget()
	}
	return t.open, err
}

// forget closes all idle connections. It is called after one was broken, or led to a former primary
// server, which has outdated data.
func (e *engine) forget() {
	e.pool.SetMaxIdleConns(-1)
	e.pool.SetMaxIdleConns(e.pool.Stats().MaxOpenConnections)
}

// drop closes a connection and does not return it to the pool.
func drop(conn *sql.Conn) {
	conn.Raw(func(any) error { return driver.ErrBadConn })
}

const (
	connectTimeout = 2 * time.Second // of each host
	maxIdleTime    = 5 * time.Minute // of a connection
	deadAfter      = 5 * time.Second // a host that does not answer
	healthTimeout  = 2 * time.Second
)

// Store is an open database.
type Store struct {
	*sqlstore.Store

	engine *engine
	reader *engine      // for the feed, so that it does not wait for a connection
	origin string       // of this store's changes
	size   atomic.Int64 // as last read
}

var _ db.Store = (*Store)(nil)

// Options configure a store. Zero fields have their defaults.
type Options struct {
	EventMemory int64 // bytes of the cache of events; 0 for a default
	// Connections is the most open connections of the store, without the one for the feed. 0 means
	// four for each processor, at least eight.
	Connections int
	// Trace, which may be nil, is called concurrently with every statement and its context.
	Trace func(ctx context.Context, query string)
}

// Open calls OpenWith with default options.
func Open(ctx context.Context, url string) (*Store, error) { return OpenWith(ctx, url, Options{}) }

// OpenWith opens the database at a URL postgres://… and migrates it to the newest schema. The URL
// may name several hosts, of which the primary is used. It refuses a database whose commits are not
// durable, one of another program, and one that needs a newer program.
func OpenWith(ctx context.Context, url string, o Options) (*Store, error) {
	s, err := open(ctx, url, o)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", classify(err))
	}
	return s, nil
}

func open(ctx context.Context, url string, o Options) (_ *Store, err error) {
	config, err := configure(ctx, url, o.Trace)
	if err != nil {
		return nil, err
	}
	pool, feedPool := openPool(config, o.Connections), openPool(config, 1)
	defer func() {
		if err != nil {
			err = errors.Join(err, feedPool.Close(), pool.Close())
		}
	}()
	if err := checkServer(ctx, pool); err != nil {
		return nil, err
	}
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, pool, files); err != nil {
		return nil, err
	}
	e := &engine{pool: pool}
	key, err := e.inviteKey(ctx)
	if err != nil {
		return nil, err
	}
	origin := rand.Text()
	s := &Store{Store: sqlstore.New(e, sqlstore.Options{EventMemory: o.EventMemory, Key: key, Origin: origin}), engine: e, reader: &engine{pool: feedPool}, origin: origin}
	if s.Now, err = e.clock(ctx); err != nil {
		return nil, err
	}
	if err := s.Purge(ctx, nil); err != nil {
		return nil, err
	}
	return s, nil
}

// configure parses a URL into the configuration of connections to the primary database. With a
// pooler in front of the server, as PgBouncer, each transaction may run on another session. Then
// statements are described and not prepared.
func configure(ctx context.Context, url string, trace func(context.Context, string)) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err // the text of this error hides the password
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectTimeout
	}
	dialer := &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: deadAfter / 2, Interval: time.Second, Count: 3},
		Control:         controlSocket,
	}
	c.DialFunc = dialer.DialContext
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return nil, classify(err)
	}
	defer conn.Close(ctx)
	var session uint32 // a pooler reports other numbers to its clients
	if err := conn.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeExec).Scan(&session); err != nil {
		return nil, classify(err)
	}
	if session != conn.PgConn().PID() && c.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	if trace != nil {
		c.Tracer = tracer(trace)
	}
	return c, nil
}

// openPool prepares a pool with the given limit of connections, 0 for the default.
func openPool(c *pgx.ConnConfig, connections int) *sql.DB {
	if connections == 0 {
		connections = max(8, 4*runtime.NumCPU())
	}
	pool := stdlib.OpenDB(*c)
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	pool.SetConnMaxIdleTime(maxIdleTime)
	return pool
}

// tracer calls itself with every statement. It implements pgx.QueryTracer and
// pgx.BatchTracer.
type tracer func(ctx context.Context, query string)

// TraceQueryStart, TraceBatchQuery and the others implement the interfaces.
func (t tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	t(ctx, d.SQL)
	return ctx
}

func (t tracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (t tracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (t tracer) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchQueryData) {
	t(ctx, d.SQL)
}

func (t tracer) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// checkServer refuses a server that may lose or garble acknowledged writes.
func checkServer(ctx context.Context, pool *sql.DB) error {
	var commits, encoding string
	err := pool.QueryRowContext(ctx, `SELECT current_setting('synchronous_commit'), current_setting('server_encoding')`).Scan(&commits, &encoding)
	switch {
	case err != nil:
		return fmt.Errorf("read settings: %w", classify(err))
	case commits == "off" || commits == "local":
		return fmt.Errorf("synchronous_commit is %s, so that acknowledged moves may be lost: set it to on", commits)
	case encoding != "UTF8":
		return fmt.Errorf("the database is encoded in %s: create it with ENCODING 'UTF8'", encoding)
	}
	return nil
}

// Close implements db.Store. Uses of tokens that it cannot store are lost.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	_ = s.StoreUses(ctx)
	return errors.Join(s.reader.pool.Close(), s.engine.pool.Close())
}

// inviteKey returns the key of invitations, and creates it at the first start. All processes need
// the same key, so it is in the database. So everybody who can read the whole database can join
// private tables.
func (e *engine) inviteKey(ctx context.Context) (secret.InviteKey, error) {
	err := e.Write(ctx, func(ctx context.Context, t sqlstore.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO keys (name, key) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`, inviteKeyName, []byte(secret.NewInviteKey()))
		return err
	})
	var key []byte
	if err == nil {
		err = e.QueryRow(ctx, `SELECT key FROM keys WHERE name = ?`, inviteKeyName).Scan(&key)
	}
	if err == nil && len(key) != secret.InviteKeySize {
		err = fmt.Errorf("it has %d bytes, not %d", len(key), secret.InviteKeySize)
	}
	if err != nil {
		return nil, fmt.Errorf("key of invitations: %w", err)
	}
	return key, nil
}

// tables lists the tables that QuickCheck reads.
var tables = [...]string{"players", "tokens", "matches", "seats", "events", "orders", "visits", "rematches", "rematch_votes",
	"once", "once_use", "sessions", "accounts", "account_names", "passkeys", "passes", "mails", "leaving", "heartbeat", "pauses", "notices", "notice_settings", "targets", "deliveries", "leases", "changes"}

// Present implements db.Health.
func (s *Store) Present() error {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	return classify(db.Unanswered(ctx, s.engine.pool.PingContext(ctx)))
}

// Size implements db.Health. If the database does not answer, it returns the last known size.
func (s *Store) Size() int64 {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	var size int64
	if err := s.engine.QueryRow(ctx, `SELECT pg_database_size(current_database())`).Scan(&size); err != nil {
		return s.size.Load()
	}
	s.size.Store(size)
	return size
}

// QuickCheck implements db.Health. It reads every row of every table once. If the server keeps
// checksums, that finds damaged pages.
func (s *Store) QuickCheck(ctx context.Context) error {
	for _, table := range tables {
		var rows int64
		if err := s.engine.QueryRow(ctx, `SELECT count(*) FROM `+table).Scan(&rows); err != nil {
			return fmt.Errorf("read %s: %w", table, err)
		}
	}
	return nil
}

// NoteBackup records in the database at a URL that a copy of it was made.
func NoteBackup(ctx context.Context, url string, b db.Backup) error {
	s, err := OpenWith(ctx, url, Options{Connections: 2})
	if err != nil {
		return err
	}
	return errors.Join(s.NoteBackup(ctx, b), s.Close())
}

// reasons has, by error code, the reasons of failures that may pass.
var reasons = map[string]string{
	"53100":             "the disk of the database is full",
	"53200":             "the database is out of memory",
	"53300":             "the database has too many connections",
	"53400":             "the database has reached a limit of its configuration",
	"57014":             "the database has cancelled a query",
	"57P01":             "the database is stopping",
	"57P02":             "the database has crashed",
	"57P03":             "the database is starting or stopping",
	"57P05":             "the database has closed an idle connection",
	readOnlyTransaction: "the database is read-only",
	"25P03":             "the database has closed an idle transaction",
	"55P03":             "another program locks the database",
	"58030":             "the disk of the database cannot be read or written",
}

// readOnlyTransaction is the error code of a write to a standby server.
const readOnlyTransaction = "25006"

const unreachable = "the database cannot be reached"

// classify wraps an error of PostgreSQL or of the connection in an error of package db. It
// returns other errors as they are.
func classify(err error) error {
	var e *pgconn.PgError
	switch {
	case err == nil || db.IsUnavailable(err) || errors.As(err, new(*sqlstore.ReferenceError)):
		return err
	case err.Error() == "sql: database is closed": // package sql exports no value for it
		return fmt.Errorf("%w: %w", db.ErrClosed, err)
	case errors.As(err, new(*pgconn.ConnectError)):
		return &db.Unavailable{Reason: unreachable, Err: err}
	case !errors.As(err, &e):
		if isConnection(err) {
			return &db.Unavailable{Reason: unreachable, Err: err}
		}
		return err
	case e.Code == "23503":
		return &sqlstore.ReferenceError{Err: err}
	case e.Code == "XX001" || e.Code == "XX002":
		return fmt.Errorf("%w: %w", db.ErrDamaged, err)
	case reasons[e.Code] != "":
		return &db.Unavailable{Reason: reasons[e.Code], Err: err}
	case e.Code[:2] == "08":
		return &db.Unavailable{Reason: unreachable, Err: err}
	}
	return err
}

// isConnection reports whether an error is about the connection.
func isConnection(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.As(err, new(net.Error)) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err)
}

// isCode reports whether an error is from PostgreSQL and has one of the codes.
func isCode(err error, codes ...string) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		for _, code := range codes {
			if e.Code == code {
				return true
			}
		}
	}
	return false
}

// divisionByZero is the error code of joined statements if one of them affected no row. See join.
const divisionByZero = "22012"

// isRefusal reports whether PostgreSQL has answered with an error and kept the connection open.
// Then the transaction is rolled back.
func isRefusal(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && cmp.Or(e.SeverityUnlocalized, e.Severity) == "ERROR"
}

// isConflict reports whether a transaction was rolled back because of a concurrent one, and can run
// again. A duplicate key (23505) is a conflict, too: a transaction looks up a unique value before
// it stores it, so another one has stored it since.
func isConflict(err error) bool {
	return isCode(err, "40001", "40P01", "23505") || errors.Is(err, sqlstore.ErrConflict)
}

// tableOf returns the table that an error names, "" for none.
func tableOf(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.TableName
	}
	return ""
}
