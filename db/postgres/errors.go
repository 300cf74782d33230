package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// reasons explain, by code, the errors after which the same statement may succeed
// later.
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

// readOnlyTransaction is the code of a write to a standby server.
const readOnlyTransaction = "25006"

const unreachable = "the database cannot be reached"

// classify wraps an error of PostgreSQL or of the connection in the error of
// package db by which callers know it. It returns other errors as they are.
func classify(err error) error {
	var e *pgconn.PgError
	switch {
	case err == nil || db.IsUnavailable(err) || errors.As(err, new(*sqlstore.ReferenceError)):
		return err
	case err.Error() == "sql: database is closed": // package sql has no value for it
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

// isConnection reports whether an error is one of the connection.
func isConnection(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.As(err, new(net.Error)) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err)
}

// isCode reports whether an error is one of PostgreSQL with one of the codes.
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

// divisionByZero is the code of joined statements of which one affected no row; see
// join.
const divisionByZero = "22012"

// isRefusal reports whether PostgreSQL has answered with an error that leaves the
// connection open: then the transaction is rolled back.
func isRefusal(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && cmp.Or(e.SeverityUnlocalized, e.Severity) == "ERROR"
}

// isConflict reports whether a transaction was rolled back because of a concurrent
// one, and can run again. A duplicate key (23505) is one, too: a transaction looks before
// it stores what must be unique, so another has stored it since.
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
