// Package postgres is the engine of the store for several processes, which share
// a PostgreSQL database: it implements db.Store.
//
// It uses only what distributed databases that speak PostgreSQL's protocol offer,
// too: no notifications, advisory locks or triggers, and no order of ids. A write
// locks the row of its match first, so that writes of different matches do not
// wait for each other; a transaction that conflicts with others runs again.
package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"tableronde/db"
	"tableronde/db/internal/secret"
	"tableronde/db/internal/sqlstore"
)

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
	reader *engine      // of the feed: it does not wait behind the others for a connection
	origin string       // of its own changes
	size   atomic.Int64 // as last read
}

var _ db.Store = (*Store)(nil)

// Options configure a store. Zero fields have their defaults.
type Options struct {
	EventMemory int64 // bytes of events to keep in memory; 0 for a default
	// Connections is how many connections the store has open at most, besides one for
	// the feed; 0 for four for each processor, at least eight.
	Connections int
	// Trace is called with every statement and its context, from any goroutine. It may be nil.
	Trace func(ctx context.Context, query string)
}

// Open is OpenWith with default options.
func Open(ctx context.Context, url string) (*Store, error) { return OpenWith(ctx, url, Options{}) }

// OpenWith opens the database at a URL postgres://… and migrates it to the current
// step. The URL may name several hosts, of which the primary one is used. It
// refuses a database whose commits are not durable, one of another program, and
// one that needs a newer program.
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

// configure reads a URL and returns how to connect to its primary database. A pooler in
// front of the server, PgBouncer for example, may run each transaction of a connection on
// another session: then statements are described, and not prepared.
func configure(ctx context.Context, url string, trace func(context.Context, string)) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err // its text does not show the password
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
	var session uint32 // a pooler sends its clients other numbers
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

// openPool prepares a pool with a limit of connections, 0 for the default limit.
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

// checkServer refuses a server that may lose or garble what is acknowledged.
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

// Close implements db.Store. Uses of tokens that cannot be stored any more are lost.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), healthTimeout)
	defer cancel()
	_ = s.StoreUses(ctx)
	return errors.Join(s.reader.pool.Close(), s.engine.pool.Close())
}

// inviteKey returns the key of invitations, which it makes at the first start. It
// stands in the database, because all processes need the same one; whoever can read
// the whole database can therefore join private tables.
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
