package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// A queryer answers questions: the writer's transaction or the readers' pool.
type queryer interface {
	row(ctx context.Context, query string, args ...any) *sql.Row
	query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	// events gives the first ply events of a match, the last of which is last.
	events(ctx context.Context, seq int64, ply int, last Event) ([]Event, error)
	inviteKey() inviteKey
}

// tx is the transaction that the writer has under way. It is used by the
// writer's goroutine alone.
type tx struct {
	conn    *sql.Conn
	stmts   map[string]*sql.Stmt // by their text
	log     *eventLog
	pending map[int64][]Event // events by match that go to log after the commit
	key     inviteKey
}

func (t *tx) inviteKey() inviteKey { return t.key }

func (t *tx) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if st, ok := t.stmts[query]; ok {
		return st, nil
	}
	st, err := t.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	t.stmts[query] = st
	return st, nil
}

func (t *tx) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(ctx, args...)
}

func (t *tx) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

func (t *tx) row(ctx context.Context, query string, args ...any) *sql.Row {
	st, err := t.prepare(ctx, query)
	if err != nil {
		return t.conn.QueryRowContext(ctx, query, args...) // carries the error
	}
	return st.QueryRowContext(ctx, args...)
}

func (t *tx) close() error {
	var errs []error
	for _, st := range t.stmts {
		errs = append(errs, st.Close())
	}
	return errors.Join(append(errs, t.conn.Close())...)
}

// readers is the pool that every question outside a write goes to.
type readers struct {
	db    *sql.DB
	log   *eventLog
	key   inviteKey
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
}

func (r *readers) inviteKey() inviteKey { return r.key }

func (r *readers) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.RLock()
	st, ok := r.stmts[query]
	r.mu.RUnlock()
	if ok {
		return st, nil
	}
	st, err := r.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
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

func (r *readers) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	st, err := r.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

func (r *readers) row(ctx context.Context, query string, args ...any) *sql.Row {
	st, err := r.prepare(ctx, query)
	if err != nil {
		return r.db.QueryRowContext(ctx, query, args...) // carries the error
	}
	return st.QueryRowContext(ctx, args...)
}

// close closes the connections, and with them the statements.
func (r *readers) close() error { return r.db.Close() }
