package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"

	"tableronde/db/internal/sqlstore"
)

// dialect replaces the functions that SQLite has under another name, the locks of rows, which it
// does not need, and a limit that is a parameter alone: whenever one is bound, SQLite would plan
// the statement again.
var dialect = strings.NewReplacer("greatest(", "max(", "json_texts(?)", "(SELECT value FROM json_each(?))", " FOR NO KEY UPDATE", "", " FOR UPDATE SKIP LOCKED", "", "LIMIT ?", "LIMIT 0 + ?")

// engine runs the queries of a sqlstore.Store on a file.
type engine struct {
	*readers
	*writer
}

// Write implements sqlstore.Engine.
func (e engine) Write(ctx context.Context, f func(context.Context, sqlstore.Tx) error) error {
	return e.writer.do(ctx, f)
}

// tx is the current transaction of the writer. Only the goroutine of the writer
// uses it.
type tx struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt // by query
	trace func(query string)   // may be nil
}

func (t *tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if t.trace != nil {
		t.trace(query)
	}
	if st, ok := t.stmts[query]; ok {
		return st, nil
	}
	st, err := t.conn.PrepareContext(ctx, dialect.Replace(query))
	if err != nil {
		return nil, classify(err)
	}
	t.stmts[query] = st
	return st, nil
}

// Exec implements sqlstore.Tx.
func (t *tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := st.ExecContext(ctx, args...)
	if err != nil {
		return 0, classify(err)
	}
	return res.RowsAffected()
}

// Queue implements sqlstore.Tx: it runs the statement at once.
func (t *tx) Queue(ctx context.Context, st sqlstore.Statement) error {
	n, err := t.Exec(ctx, st.Query, st.Args...)
	if err != nil || n == 0 {
		return st.Fail(err)
	}
	return nil
}

// LockMatch implements sqlstore.Tx: nobody else writes during a transaction.
func (t *tx) LockMatch(context.Context, string) error { return nil }

// LockPlayer implements sqlstore.Tx in the same way.
func (t *tx) LockPlayer(context.Context, string) error { return nil }

// Query implements sqlstore.Queryer.
func (t *tx) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return sqlstore.Rows{}, err
	}
	return runQuery(ctx, st, args)
}

// QueryRow implements sqlstore.Queryer.
func (t *tx) QueryRow(ctx context.Context, query string, args ...any) sqlstore.Row {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return sqlstore.Row{Err: err}
	}
	return sqlstore.Row{Result: st.QueryRowContext(ctx, args...), Classify: classify}
}

func (t *tx) close() error {
	var errs []error
	for _, st := range t.stmts {
		errs = append(errs, st.Close())
	}
	return errors.Join(append(errs, t.conn.Close())...)
}

// runQuery runs a prepared query.
func runQuery(ctx context.Context, st *sql.Stmt, args []any) (sqlstore.Rows, error) {
	found, err := st.QueryContext(ctx, args...)
	return sqlstore.Rows{Rows: found, Classify: classify}, classify(err)
}

// readers is the pool of connections for queries outside a write.
type readers struct {
	pool  *sql.DB
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt // by query
	trace func(query string)   // may be nil
}

func newReaders(pool *sql.DB, trace func(query string)) *readers {
	return &readers{pool: pool, stmts: make(map[string]*sql.Stmt), trace: trace}
}

func (r *readers) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if r.trace != nil {
		r.trace(query)
	}
	r.mu.RLock()
	st, ok := r.stmts[query]
	r.mu.RUnlock()
	if ok {
		return st, nil
	}
	st, err := r.pool.PrepareContext(ctx, dialect.Replace(query))
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

// Query implements sqlstore.Queryer.
func (r *readers) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	st, err := r.prepare(ctx, query)
	if err != nil {
		return sqlstore.Rows{}, err
	}
	return runQuery(ctx, st, args)
}

// QueryRow implements sqlstore.Queryer.
func (r *readers) QueryRow(ctx context.Context, query string, args ...any) sqlstore.Row {
	st, err := r.prepare(ctx, query)
	if err != nil {
		return sqlstore.Row{Err: err}
	}
	return sqlstore.Row{Result: st.QueryRowContext(ctx, args...), Classify: classify}
}

// close closes the connections and their statements.
func (r *readers) close() error { return r.pool.Close() }
