package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

const (
	writeTimeout = 8 * time.Second // of a transaction, once it has begun
	maxTries     = 20              // of a transaction that conflicts with others
	maxConnTries = 3               // of a transaction whose connection is dead before it begins
	retryPause   = 2 * time.Millisecond
)

// engine runs the queries of a sqlstore.Store through a pool of connections.
type engine struct {
	pool      *sql.DB
	deadlocks atomic.Int64 // transactions that were undone by one
}

// Query implements sqlstore.Queryer. A query whose connection is broken runs once
// more on another one.
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

// Write implements sqlstore.Engine. A transaction that PostgreSQL has rolled back
// because of a concurrent one runs again. One whose commit was not confirmed does
// not, because it may be stored.
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
			time.Sleep(rand.N(retryPause << min(conflicts, 6)))
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

// try runs f in a transaction, and reports whether the transaction has begun.
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
		err = &db.Unavailable{Reason: "the database does not answer", Err: errors.New(err.Error())} // without the error of a context
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

// forget closes all idle connections, after one has turned out to be broken or to lead
// to a former primary server, whose data are stale.
func (e *engine) forget() {
	e.pool.SetMaxIdleConns(-1)
	e.pool.SetMaxIdleConns(e.pool.Stats().MaxOpenConnections)
}

// drop closes a connection instead of returning it to the pool: it is broken or leads
// to a former primary server.
func drop(conn *sql.Conn) {
	conn.Raw(func(any) error { return driver.ErrBadConn })
}
