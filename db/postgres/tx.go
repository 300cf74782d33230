package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// maxQueued is the most statements that are joined.
const maxQueued = 16

// tx is a transaction. To save round trips, BEGIN is sent together with the first locks, and COMMIT
// with the last writes.
type tx struct {
	conn   *sql.Conn
	first  *pgx.Batch // BEGIN and the first locks; nil after they are sent
	open   bool       // the transaction has begun
	queued []sqlstore.Statement
	failed error // error of a statement; PostgreSQL refuses all later ones
}

func newTx(conn *sql.Conn) *tx {
	t := &tx{conn: conn, first: new(pgx.Batch)}
	t.first.Queue("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
	return t
}

// begin begins the transaction, unless it is open.
func (t *tx) begin(ctx context.Context) error {
	if t.open || t.failed != nil {
		return t.failed
	}
	b := t.first
	t.first = nil
	if err := sendBatch(ctx, t.conn, b); err != nil {
		return fmt.Errorf("begin: %w", t.fail(err))
	}
	t.open = true
	return nil
}

// sendBatch sends statements together and reads all their results. The first error ends the batch.
func sendBatch(ctx context.Context, conn *sql.Conn, b *pgx.Batch) error {
	var failed error
	err := conn.Raw(func(raw any) error {
		failed = raw.(*stdlib.Conn).Conn().SendBatch(ctx, b).Close()
		return nil
	})
	if failed != nil {
		return failed
	}
	return err
}

// Exec implements sqlstore.Tx.
func (t *tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := t.flush(ctx); err != nil {
		return 0, err
	}
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
	rows, err := t.conn.QueryContext(ctx, translate(query).query(), conditions(args)...)
	return sqlstore.Rows{Rows: rows, Classify: t.fail}, t.fail(err)
}

// QueryRow implements sqlstore.Queryer.
func (t *tx) QueryRow(ctx context.Context, query string, args ...any) sqlstore.Row {
	if err := t.flush(ctx); err != nil {
		return sqlstore.Row{Err: err}
	}
	if strings.HasPrefix(query, "SELECT ") {
		args = conditions(args)
	}
	return sqlstore.Row{Result: t.conn.QueryRowContext(ctx, translate(query).query(), arguments(args)...), Classify: t.fail}
}

// fail classifies an error and stores it.
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
	if t.first != nil {
		t.first.Queue(translate(query).query(), conditions([]any{id})...)
		return nil
	}
	if _, err := t.Exec(ctx, query, id); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	return nil
}

// Queue implements sqlstore.Tx.
func (t *tx) Queue(ctx context.Context, st sqlstore.Statement) error {
	for _, q := range t.queued {
		// Joined statements do not see each other's changes.
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

// flush runs the queued statements.
func (t *tx) flush(ctx context.Context) error {
	if err := t.begin(ctx); err != nil || len(t.queued) == 0 {
		return err
	}
	queued := t.queued
	t.queued = nil
	query, args := join(queued)
	if _, err := t.conn.ExecContext(ctx, query, args...); err != nil {
		return failureOf(queued, t.fail(err))
	}
	return nil
}

// commit runs the queued statements and commits, unless the transaction is empty. If the answer to
// COMMIT is lost, the error says that the write is not confirmed: it may be stored or not.
func (t *tx) commit(ctx context.Context) error {
	if t.failed != nil {
		return t.failed
	}
	if t.first != nil && len(t.queued) == 0 {
		return nil
	}
	if err := t.begin(ctx); err != nil {
		return err
	}
	var b pgx.Batch
	if len(t.queued) > 0 {
		query, args := join(t.queued)
		b.Queue(query, args...)
	}
	b.Queue("COMMIT")
	err := sendBatch(ctx, t.conn, &b)
	switch {
	case err == nil:
		return nil
	case isRefusal(err):
		return failureOf(t.queued, t.fail(err))
	}
	return &db.Unavailable{Reason: "the database has not confirmed the write", Err: fmt.Errorf("commit: %s", err)} // hides the error of the context
}

// join returns one statement that runs all the given ones in this order, with its arguments. It
// counts the rows of each, so each runs to its end first. If a statement must affect a row and
// affects none, the joined one divides by zero. That error also stops the COMMIT sent along.
func join(queued []sqlstore.Statement) (query string, args []any) {
	var b strings.Builder
	counts := make([]string, len(queued))
	for i, st := range queued {
		if i == 0 {
			b.WriteString("WITH ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "w%d AS (", i)
		translate(st.Query).write(&b, len(args)+1)
		b.WriteString(" RETURNING 1)")
		counts[i] = fmt.Sprintf("(SELECT count(*) FROM w%d)", i)
		if st.Needed || st.Conflict {
			counts[i] = "1 / " + counts[i]
		}
		args = append(args, st.Args...)
	}
	b.WriteString(" SELECT " + strings.Join(counts, ", "))
	return b.String(), arguments(args)
}

// failureOf returns the error of the joined statement that failed. The error names its table, or it
// affected no row.
func failureOf(queued []sqlstore.Statement, err error) error {
	table, noRow := tableOf(err), isCode(err, divisionByZero)
	for _, st := range queued {
		if noRow && st.Conflict || table != "" && st.Table == table {
			if noRow {
				return st.Fail(nil)
			}
			return st.Fail(err)
		}
	}
	if noRow {
		return fmt.Errorf("write: %w", db.ErrNotFound)
	}
	return fmt.Errorf("write: %w", err)
}
