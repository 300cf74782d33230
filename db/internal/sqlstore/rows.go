package sqlstore

import (
	"context"
	"fmt"
)

// scanner is a row, alone or among others.
type scanner interface{ Scan(...any) error }

// collect returns what scan reads of each row that a query finds; doing names it in errors.
func collect[T any](ctx context.Context, q Queryer, doing, query string, scan func(scanner) (T, error), args ...any) (list []T, err error) {
	err = each(ctx, q, query, func(row scanner) error {
		value, err := scan(row)
		if err == nil {
			list = append(list, value)
		}
		return err
	}, args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
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
