package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"tableronde/db/internal/sqlstore"
)

// maxQueued is how many statements are joined at most.
const maxQueued = 16

// tx is a transaction. What is queued is sent as one statement.
type tx struct {
	conn   *sql.Conn
	queued []sqlstore.Statement
	failed error // of a statement: PostgreSQL refuses all after it
}

// Exec implements sqlstore.Tx.
func (t *tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := t.flush(ctx); err != nil {
		return 0, err
	}
	return t.exec(ctx, query, args...)
}

func (t *tx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := t.conn.ExecContext(ctx, translate(query).query(), arguments(args)...)
	if err != nil {
		return 0, t.fail(err)
	}
	return res.RowsAffected()
}

// Query implements sqlstore.Queryer.
func (t *tx) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	if err := t.flush(ctx); err != nil {
		return sqlstore.Rows{}, err
	}
	rows, err := t.conn.QueryContext(ctx, translate(query).query(), arguments(args)...)
	return sqlstore.Rows{Rows: rows, Classify: t.fail}, t.fail(err)
}

// QueryRow implements sqlstore.Queryer.
func (t *tx) QueryRow(ctx context.Context, query string, args ...any) sqlstore.Row {
	if err := t.flush(ctx); err != nil {
		return sqlstore.Row{Err: err}
	}
	return sqlstore.Row{Result: t.conn.QueryRowContext(ctx, translate(query).query(), arguments(args)...), Classify: t.fail}
}

// fail classifies an error and remembers it.
func (t *tx) fail(err error) error {
	err = classify(err)
	if err != nil && err != sql.ErrNoRows && t.failed == nil {
		t.failed = err
	}
	return err
}

// LockMatch implements sqlstore.Tx.
func (t *tx) LockMatch(ctx context.Context, id string) error { return t.lock(ctx, lockMatch, id) }

// LockPlayer implements sqlstore.Tx.
func (t *tx) LockPlayer(ctx context.Context, id string) error { return t.lock(ctx, lockPlayer, id) }

func (t *tx) lock(ctx context.Context, query, id string) error {
	if _, err := t.Exec(ctx, query, id); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

// Queue implements sqlstore.Tx.
func (t *tx) Queue(ctx context.Context, st sqlstore.Statement) error {
	for _, q := range t.queued {
		// The parts of a statement do not see what the others do.
		if q.Table == st.Table && !(inserts(q) && inserts(st)) || len(t.queued) == maxQueued {
			if err := t.flush(ctx); err != nil {
				return err
			}
			break
		}
	}
	t.queued = append(t.queued, st)
	return nil
}

func inserts(st sqlstore.Statement) bool { return strings.HasPrefix(st.Query, "INSERT ") }

// flush runs what is queued, joined as the parts of one WITH, which counts the rows
// of those that must have affected one.
func (t *tx) flush(ctx context.Context) error {
	queued := t.queued
	t.queued = nil
	switch len(queued) {
	case 0:
		return nil
	case 1:
		n, err := t.exec(ctx, queued[0].Query, queued[0].Args...)
		if err != nil || n == 0 {
			return queued[0].Fail(err)
		}
		return nil
	}
	var b, counts strings.Builder
	var args []any
	var counted []sqlstore.Statement
	for i, st := range queued {
		if i == 0 {
			b.WriteString("WITH ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "w%d AS (", i)
		translate(st.Query).write(&b, len(args)+1)
		if st.Needed || st.Conflict {
			b.WriteString(" RETURNING 1")
			if len(counted) > 0 {
				counts.WriteString(", ")
			}
			fmt.Fprintf(&counts, "(SELECT count(*) FROM w%d)", i)
			counted = append(counted, st)
		}
		b.WriteString(")")
		args = append(args, st.Args...)
	}
	if len(counted) == 0 {
		counts.WriteString("1")
	}
	fmt.Fprintf(&b, " SELECT %s", &counts)
	rows := make([]int64, max(1, len(counted)))
	into := make([]any, len(rows))
	for i := range rows {
		into[i] = &rows[i]
	}
	if err := t.fail(t.conn.QueryRowContext(ctx, b.String(), arguments(args)...).Scan(into...)); err != nil {
		return failed(queued, err)
	}
	for i, st := range counted {
		if rows[i] == 0 {
			return st.Fail(nil)
		}
	}
	return nil
}

// failed returns the error of joined statements as that of the one for the table
// that the error names.
func failed(queued []sqlstore.Statement, err error) error {
	table := tableOf(err)
	for _, st := range queued {
		if st.Table == table {
			return st.Fail(err)
		}
	}
	return fmt.Errorf("write: %w", err)
}
