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

// scanner is a single row, or the current one of several rows.
type scanner interface{ Scan(...any) error }

// collect returns the values that scan reads from the rows of a query. doing describes the work in
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

// each calls f with each row of a query, until f fails.
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

// count returns the number that a query selects.
func count(ctx context.Context, q Queryer, doing, query string, args ...any) (n int, err error) {
	err = q.QueryRow(ctx, query, args...).Scan(&n)
	return n, wrap(doing, err)
}

// isReference reports whether an error is about a reference to a missing row.
func isReference(err error) bool { return errors.As(err, new(*ReferenceError)) }

// wrap adds a description of the failed work to an error. Without a row, or with a reference to a
// missing row, the error becomes db.ErrNotFound. It returns nil for nil.
func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows), isReference(err):
		return db.ErrNotFound
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// orNone returns nil for sql.ErrNoRows.
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

// toMillis rounds a time to its stored precision.
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
