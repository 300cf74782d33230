package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"tableronde/db"
)

// Engine runs the queries of a Store. They are written in the SQL that all engines understand,
// with the placeholders ? or ?1. A few functions have one name in all queries, and the engine
// replaces it by its own: greatest, json_object, json_array, json_group_array, json_each,
// json_texts, json_extract and json_array_length. All errors are classified: an error of the
// database or the disk is an error of package db.
type Engine interface {
	// Queryer reads committed data.
	Queryer
	// Write runs f in a transaction and returns once that is durable. It may call f again in
	// another transaction. A panic in f becomes a *db.Panic. See Protect. If ctx ends before f
	// has begun, the error is the error of ctx.
	Write(ctx context.Context, f func(context.Context, Tx) error) error
}

// Queryer reads rows.
type Queryer interface {
	Query(ctx context.Context, query string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, query string, args ...any) Row
}

// Tx is a transaction of an engine. Its context goes on after the caller's context ends.
//
// Where several transactions run at once, each takes its locks in one order, so that no two
// wait for each other. The order is ladders, matches, players, targets, cups, and then rows
// that belong to one of these. Within a kind, a transaction takes locks by ascending key. Rows
// that belong to nobody, as openings and names of accounts, come last and by ascending key as
// well. A purge skips rows that others have locked. A row that refers to another one locks
// nothing except its key, which never changes.
type Tx interface {
	Queryer
	// Exec runs a statement and returns how many rows it has affected.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	// Queue runs a statement at once or later: before the next call of another method
	// or the commit, which then returns its error.
	Queue(ctx context.Context, st Statement) error
	// LockMatch and LockPlayer keep other transactions from changing a match or the
	// tables that a player hosts until the end of this one. Later queries see the
	// changes that were committed before. An id that does not exist locks nothing.
	LockMatch(ctx context.Context, id string) error
	LockPlayer(ctx context.Context, id string) error
}

// Statement changes rows of one table. No two statements of a transaction that are
// queued one after the other insert the same row.
type Statement struct {
	Doing string // names the statement's work in errors: "store event"
	Table string
	Query string
	Args  []any
	// Needed says that the statement fails with db.ErrNotFound if it affects no row.
	Needed bool
	// Conflict says that the statement fails with ErrConflict if it affects no row.
	Conflict bool
}

// Fail returns the error of a statement that failed with err, or that affected no
// row where err is nil.
func (st Statement) Fail(err error) error {
	switch {
	case err != nil:
		return wrap(st.Doing, err)
	case st.Conflict:
		return fmt.Errorf("%s: %w", st.Doing, ErrConflict)
	case st.Needed:
		return fmt.Errorf("%s: %w", st.Doing, db.ErrNotFound)
	}
	return nil
}

// ReferenceError is the error of a row that refers to a row that does not exist.
type ReferenceError struct{ Err error }

func (e *ReferenceError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the engine.
func (e *ReferenceError) Unwrap() error { return e.Err }

// ErrConflict is the error of a transaction that conflicts with a concurrent one. The engine
// runs it again.
var ErrConflict = errors.New("another transaction has changed rows that this one relies on")

// Row and Rows are the types of package sql with classified errors.
type (
	Row struct {
		Result   *sql.Row // not used if Err is set
		Err      error
		Classify func(error) error
	}
	Rows struct {
		*sql.Rows
		Classify func(error) error
	}
)

// Scan is Scan of package sql.
func (r Row) Scan(dest ...any) error {
	if r.Err != nil {
		return r.Err
	}
	return r.Classify(r.Result.Scan(dest...))
}

// Scan is Scan of package sql.
func (r Rows) Scan(dest ...any) error { return r.Classify(r.Rows.Scan(dest...)) }

// Err is Err of package sql.
func (r Rows) Err() error { return r.Classify(r.Rows.Err()) }
