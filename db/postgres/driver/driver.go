// Package driver connects package sql with PostgreSQL by pgconn, the lower half of
// pgx: it knows the few types that the store uses. The upper half knows all types
// there are, which makes a program 2 MB larger.
package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	closeTimeout = 5 * time.Second
	// checkedAfter is how long a connection is idle before it is asked whether the
	// server is still there.
	checkedAfter = time.Second
)

// Trace is told of every statement.
type Trace func(query string)

// Open returns a pool of connections; trace may be nil.
func Open(c *pgconn.Config, trace Trace) *sql.DB {
	if trace == nil {
		trace = func(string) {}
	}
	return sql.OpenDB(connector{c, trace})
}

// connector makes connections.
type connector struct {
	config *pgconn.Config
	trace  Trace
}

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	pg, err := pgconn.ConnectConfig(ctx, c.config)
	if err != nil {
		return nil, err
	}
	return &Conn{pg: pg, trace: c.trace, prepared: make(map[string]*statement)}, nil
}

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return byName{} }

// byName is the driver of connectors, which cannot be opened by a name.
type byName struct{}

// Open implements driver.Driver.
func (byName) Open(string) (driver.Conn, error) { return nil, errors.New("connections have no names") }

// Conn is a connection. SendBatch is reached by Raw of package sql.
type Conn struct {
	pg       *pgconn.PgConn
	trace    Trace
	prepared map[string]*statement // by query
	count    int                   // of all that were ever prepared
	stale    []string              // names of prepared statements that are no longer used
	used     time.Time             // when the session was last reset
}

// usable returns an error that has package sql take another connection if this one is
// closed.
func (c *Conn) usable() error {
	if c.pg.IsClosed() {
		return driver.ErrBadConn
	}
	return nil
}

// retriable returns an error as that of an unusable connection if nothing was sent.
func retriable(err error) error {
	if err != nil && pgconn.SafeToRetry(err) {
		return driver.ErrBadConn
	}
	return err
}

// Close implements driver.Conn.
func (c *Conn) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	return c.pg.Close(ctx)
}

// Ping implements driver.Pinger.
func (c *Conn) Ping(ctx context.Context) error {
	if c.usable() != nil || c.pg.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	return nil
}

// ResetSession implements driver.SessionResetter: a connection is not used again in
// the transaction of somebody else, nor after the server has gone.
func (c *Conn) ResetSession(ctx context.Context) error {
	if c.usable() != nil || c.pg.TxStatus() != 'I' {
		return driver.ErrBadConn
	}
	now := time.Now()
	if now.Sub(c.used) > checkedAfter && c.pg.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	c.used = now
	for _, name := range c.stale {
		if c.pg.Deallocate(ctx, name) != nil {
			return driver.ErrBadConn
		}
	}
	c.stale = nil
	return nil
}

// Begin implements driver.Conn.
func (c *Conn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

// BeginTx implements driver.ConnBeginTx, at the level of isolation of the server.
func (c *Conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if o != (driver.TxOptions{}) {
		return nil, errors.New("a transaction has the options of the server")
	}
	if _, err := c.ExecContext(ctx, "BEGIN", nil); err != nil {
		return nil, err
	}
	return transaction{ctx, c}, nil
}

// transaction ends the transaction of a connection.
type transaction struct {
	ctx  context.Context
	conn *Conn
}

// Commit implements driver.Tx. PostgreSQL rolls back what has failed.
func (t transaction) Commit() error {
	tag, err := t.conn.execute(t.ctx, "COMMIT")
	if err == nil && tag.String() == "ROLLBACK" {
		return errors.New("the transaction had failed and was rolled back")
	}
	return err
}

// Rollback implements driver.Tx.
func (t transaction) Rollback() error {
	_, err := t.conn.execute(t.ctx, "ROLLBACK")
	return err
}
