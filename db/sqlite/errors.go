package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// classify wraps an error of SQLite in the error of package db by which callers
// know it. It returns other errors as they are.
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

// isClosed reports whether a query failed because the store was closed. Package
// sql has no error value for that, only its text.
func isClosed(err error) bool {
	return err != nil && (err.Error() == "sql: database is closed" || err.Error() == "sql: statement is closed")
}

// isBusy reports whether somebody else locked the database for too long.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}
