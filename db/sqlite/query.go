package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// queryer reads from the transaction of the writer or from the pool of readers.
type queryer interface {
	queryRow(ctx context.Context, query string, args ...any) resultRow
	query(ctx context.Context, query string, args ...any) (resultRows, error)
	// events returns the first ply events of a match, the last of which is last.
	events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error)
	inviteKey() secret.InviteKey
}

// resultRow and resultRows are the types of package sql with classified errors.
type (
	resultRow  struct{ result *sql.Row }
	resultRows struct{ *sql.Rows }
)

func (r resultRow) Scan(dest ...any) error { return classify(r.result.Scan(dest...)) }

func (r resultRows) Scan(dest ...any) error { return classify(r.Rows.Scan(dest...)) }

func (r resultRows) Err() error { return classify(r.Rows.Err()) }

// runQuery runs a prepared query.
func runQuery(ctx context.Context, st *sql.Stmt, args []any) (resultRows, error) {
	found, err := st.QueryContext(ctx, args...)
	return resultRows{found}, classify(err)
}

// tx is the current transaction of the writer. Only the goroutine of the writer
// uses it.
type tx struct {
	conn    *sql.Conn
	stmts   map[string]*sql.Stmt // by query
	log     *eventLog
	pending map[int64][]db.Event // events by match, to be cached after the commit
	key     secret.InviteKey
}

func (t *tx) inviteKey() secret.InviteKey { return t.key }

func (t *tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if st, ok := t.stmts[query]; ok {
		return st, nil
	}
	st, err := t.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, classify(err)
	}
	t.stmts[query] = st
	return st, nil
}

func (t *tx) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	res, err := st.ExecContext(ctx, args...)
	return res, classify(err)
}

func (t *tx) query(ctx context.Context, query string, args ...any) (resultRows, error) {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return resultRows{}, err
	}
	return runQuery(ctx, st, args)
}

func (t *tx) queryRow(ctx context.Context, query string, args ...any) resultRow {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return resultRow{t.conn.QueryRowContext(ctx, query, args...)} // carries the error
	}
	return resultRow{st.QueryRowContext(ctx, args...)}
}

func (t *tx) close() error {
	var errs []error
	for _, st := range t.stmts {
		errs = append(errs, st.Close())
	}
	return errors.Join(append(errs, t.conn.Close())...)
}

// readers is the pool of connections for queries outside a write.
type readers struct {
	pool  *sql.DB
	log   *eventLog
	key   secret.InviteKey
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
}

func (r *readers) inviteKey() secret.InviteKey { return r.key }

func (r *readers) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.RLock()
	st, ok := r.stmts[query]
	r.mu.RUnlock()
	if ok {
		return st, nil
	}
	st, err := r.pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, classify(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if first, ok := r.stmts[query]; ok {
		st.Close()
		return first, nil
	}
	r.stmts[query] = st
	return st, nil
}

func (r *readers) query(ctx context.Context, query string, args ...any) (resultRows, error) {
	st, err := r.prepare(ctx, query)
	if err != nil {
		return resultRows{}, err
	}
	return runQuery(ctx, st, args)
}

func (r *readers) queryRow(ctx context.Context, query string, args ...any) resultRow {
	st, err := r.prepare(ctx, query)
	if err != nil {
		return resultRow{r.pool.QueryRowContext(ctx, query, args...)} // carries the error
	}
	return resultRow{st.QueryRowContext(ctx, args...)}
}

// close closes the connections and their statements.
func (r *readers) close() error { return r.pool.Close() }
