package sqlstore

import (
	"context"
	"fmt"
)

// scanner is a row, alone or among others.
type scanner interface{ Scan(...any) error }

// collect returns what scan reads of each row that a query finds; doing names it in errors.
func collect[T any](ctx context.Context, q Queryer, doing, query string, scan func(scanner) (T, error), args ...any) (list []T, err error) {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	defer rows.Close()
	for rows.Next() {
		value, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doing, err)
		}
		list = append(list, value)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return list, nil
}

// scanText reads a row of one column.
func scanText(row scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}
