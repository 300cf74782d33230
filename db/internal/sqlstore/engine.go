package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// Engine runs the queries of a Store. They use SQL that all engines understand, with the
// placeholders ? or ?1. An engine replaces the names of a few functions by its own: greatest,
// json_object, json_array, json_group_array, json_each, json_texts, json_extract and
// json_array_length. All errors are classified: an error of the database or the disk becomes an
// error of package db.
type Engine interface {
	// Queryer reads committed data.
	Queryer
	// Write runs f in a transaction and returns once it is durable. It may call f again in another
	// transaction. A panic in f becomes a *db.Panic. See Protect. If ctx ends before f has begun,
	// the error is the error of ctx.
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
	// Exec runs a statement and returns the number of affected rows.
	Exec(ctx context.Context, query string, args ...any) (int64, error)
	// Queue runs a statement at once or later: before the next call of another method
	// or the commit, which then returns its error.
	Queue(ctx context.Context, st Statement) error
	// LockMatch and LockPlayer lock a match, or a player with the tables that they host, until the
	// end of the transaction. Later queries see all changes that were committed before. An unknown
	// id locks nothing.
	LockMatch(ctx context.Context, id string) error
	LockPlayer(ctx context.Context, id string) error
}

// Statement changes rows of one table. No two statements of a transaction that are
// queued one after the other insert the same row.
type Statement struct {
	Doing string // describes the statement in errors: "store event"
	Table string
	Query string
	Args  []any
	// Needed makes the statement fail with db.ErrNotFound if it affects no row.
	Needed bool
	// Conflict makes the statement fail with ErrConflict if it affects no row.
	Conflict bool
}

// Fail returns the error of a statement that failed with err. A nil err means that it affected no
// row.
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

// ReferenceError is the error about a reference to a missing row.
type ReferenceError struct{ Err error }

func (e *ReferenceError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the engine.
func (e *ReferenceError) Unwrap() error { return e.Err }

// ErrConflict is the error of a transaction that conflicts with a concurrent one. The engine then
// runs it again.
var ErrConflict = errors.New("another transaction has changed rows that this one relies on")

// Row and Rows wrap the types of database/sql and classify their errors.
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

// Scan works like sql.Row.Scan.
func (r Row) Scan(dest ...any) error {
	if r.Err != nil {
		return r.Err
	}
	return r.Classify(r.Result.Scan(dest...))
}

// Scan works like sql.Rows.Scan.
func (r Rows) Scan(dest ...any) error { return r.Classify(r.Rows.Scan(dest...)) }

// Err works like sql.Rows.Err.
func (r Rows) Err() error { return r.Classify(r.Rows.Err()) }

// scanner is a row, alone or among others.
type scanner interface{ Scan(...any) error }

// collect returns the values that scan reads from the rows of a query. doing names the work in
// errors.
func collect[T any](ctx context.Context, q Queryer, doing, query string, scan func(scanner) (T, error), args ...any) (list []T, err error) {
	err = each(ctx, q, query, func(row scanner) error {
		value, err := scan(row)
		if err == nil {
			list = append(list, value)
		}
		return err
	}, args)
	if err != nil {
		return nil, wrap(doing, err)
	}
	return list, nil
}

// each calls f with each row that a query finds, until f fails.
func each(ctx context.Context, q Queryer, query string, f func(scanner) error, args []any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// scanText reads a row of one column.
func scanText(row scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// scanNumber reads a row of one number.
func scanNumber(row scanner) (n int64, err error) {
	err = row.Scan(&n)
	return n, err
}

// count returns the number that a query counts.
func count(ctx context.Context, q Queryer, doing, query string, args ...any) (n int, err error) {
	err = q.QueryRow(ctx, query, args...).Scan(&n)
	return n, wrap(doing, err)
}

// isReference reports whether a row was refused because it refers to a row that
// does not exist.
func isReference(err error) bool { return errors.As(err, new(*ReferenceError)) }

// wrap names in an error the work that failed. No row, and a reference to a missing row, become
// db.ErrNotFound. It returns nil for nil.
func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows), isReference(err):
		return db.ErrNotFound
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// orNone returns nil for the error of no row.
func orNone(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// millis scans a time that is stored in milliseconds, null as the zero time.
type millis struct{ *time.Time }

// Scan implements sql.Scanner.
func (m millis) Scan(value any) error {
	switch ms := value.(type) {
	case nil:
		*m.Time = time.Time{}
	case int64:
		*m.Time = time.UnixMilli(ms).UTC()
	default:
		return fmt.Errorf("a time of type %T", value)
	}
	return nil
}

// ceilMillis rounds a time up to the millisecond, the precision of the database.
func ceilMillis(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return time.UnixMilli(t.Add(time.Millisecond - 1).UnixMilli()).UTC()
}

// toMillis returns a time as it is when it has been stored.
func toMillis(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

func laterOf(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// nullTime returns the stored value of a time, null for the zero time.
func nullTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// nullText returns the stored value of a text, null for "".
func nullText(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// encodeMap returns a map as JSON.
func encodeMap(m map[string]string) (string, error) {
	if len(m) == 0 {
		return "{}", nil
	}
	text, err := json.Marshal(m)
	return string(text), err
}
