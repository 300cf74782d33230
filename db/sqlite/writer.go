package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

const (
	queueLength = 1024 // waiting writes; further callers wait to queue
	maxBatch    = 256  // writes that share a commit
)

// writer runs all writes of a store in sequence on one connection. Writes that queue up during a
// commit share the next one. Each runs under its own savepoint, so that a failed one is undone
// alone. A write returns once its commit is durable. If no other write is waiting, its caller runs
// it.
type writer struct {
	pool    *sql.DB
	running sync.Mutex // held while tx is used
	tx      *tx
	jobs    chan *job
	waiting atomic.Int64 // queued jobs that are not done
	closing chan struct{}
	shut    func() error // finishes the queued writes and closes the connection
	stopped chan struct{}

	file openFile
}

// States of a job. The goroutine that changes it from jobWaiting decides whether it runs or is
// dropped.
const (
	jobWaiting = iota
	jobRunning
	jobDropped
)

type job struct {
	run   func(context.Context, sqlstore.Tx) error
	state atomic.Int32
	err   error         // valid when done is closed
	done  chan struct{} // closed when the result is durable
}

func newWriter(ctx context.Context, pool *sql.DB, file openFile, trace func(string)) (*writer, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{
		pool:    pool,
		tx:      &tx{conn: conn, stmts: make(map[string]*sql.Stmt), trace: trace},
		jobs:    make(chan *job, queueLength),
		closing: make(chan struct{}),
		stopped: make(chan struct{}),
		file:    file,
	}
	w.shut = sync.OnceValue(func() error {
		close(w.closing)
		<-w.stopped
		w.running.Lock()
		defer w.running.Unlock() // afterwards, waiting writes find the writer closing
		return errors.Join(w.tx.close(), w.pool.Close())
	})
	go w.loop()
	return w, nil
}

// do runs a write, at once or after earlier writes, and waits until it is done. If ctx ends before
// the write has begun, the write is dropped and the error is the error of ctx. Once begun, the
// write is completed, and do waits for it. So an error of ctx always means that nothing was
// written.
func (w *writer) do(ctx context.Context, run func(context.Context, sqlstore.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{run: run, done: make(chan struct{})}
	if w.waiting.Load() == 0 && w.running.TryLock() {
		defer w.running.Unlock()
		if w.isClosing() {
			return db.ErrClosed
		}
		w.runBatch([]*job{j})
		return j.err
	}
	return w.queue(ctx, j)
}

// isClosing reports whether the writer refuses further writes.
func (w *writer) isClosing() bool {
	select {
	case <-w.closing:
		return true
	default:
		return false
	}
}

// queue waits behind earlier writes, then until the write is done. The error may be db.ErrClosed or
// an error of do.
func (w *writer) queue(ctx context.Context, j *job) error {
	select {
	case w.jobs <- j:
		w.waiting.Add(1)
		defer w.waiting.Add(-1)
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return db.ErrClosed
	}
	var dropErr error
	select {
	case <-j.done:
		return j.err
	case <-ctx.Done():
		dropErr = ctx.Err()
	case <-w.stopped:
		dropErr = db.ErrClosed
	}
	if j.state.CompareAndSwap(jobWaiting, jobDropped) {
		return dropErr
	}
	<-j.done
	return j.err
}

// emptyLog copies the write-ahead log into the file and empties it, unless a reader uses it.
func (w *writer) emptyLog(ctx context.Context) error {
	w.running.Lock()
	defer w.running.Unlock()
	if w.isClosing() {
		return db.ErrClosed
	}
	for _, pragma := range []string{"busy_timeout = 0", "wal_checkpoint(TRUNCATE)", pragmas[0]} {
		if _, err := w.tx.conn.ExecContext(ctx, "PRAGMA "+pragma); err != nil {
			return fmt.Errorf("empty the write-ahead log: %w", classify(err))
		}
	}
	return nil
}

func (w *writer) loop() {
	defer close(w.stopped)
	batch := make([]*job, 0, maxBatch)
	for {
		batch = w.nextBatch(batch[:0])
		if len(batch) == 0 {
			return
		}
		w.running.Lock()
		batch = w.fill(batch)
		w.runBatch(batch)
		w.running.Unlock()
		clear(batch)
	}
}

// nextBatch waits for a job and returns it with the jobs queued behind it. It returns an empty
// batch when the writer is closing and the queue is empty.
func (w *writer) nextBatch(batch []*job) []*job {
	select {
	case j := <-w.jobs:
		batch = append(batch, j)
	case <-w.closing:
	}
	return w.fill(batch)
}

// fill adds queued jobs to a batch.
func (w *writer) fill(batch []*job) []*job {
	for len(batch) < maxBatch {
		select {
		case j := <-w.jobs:
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// runBatch runs the jobs that are still waiting in one transaction, and then wakes their callers.
// An error of the transaction becomes the error of all, because even a refusal may depend on the
// write of an earlier job.
func (w *writer) runBatch(batch []*job) {
	live := batch[:0]
	for _, j := range batch {
		if j.state.CompareAndSwap(jobWaiting, jobRunning) {
			live = append(live, j)
		}
	}
	if len(live) == 0 {
		return
	}
	err := w.transact(context.Background(), live)
	for _, j := range live {
		if err != nil {
			j.err = err
		}
		close(j.done)
	}
}

// transact runs jobs in one transaction. If it cannot commit everything, it rolls back, which is
// harmless if SQLite has already done so.
func (w *writer) transact(ctx context.Context, jobs []*job) error {
	t := w.tx
	committed := false
	defer func() {
		if !committed {
			t.Exec(ctx, "ROLLBACK")
		}
	}()
	// A write to a file without a name would be lost, so it must fail.
	if err := w.file.present(); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if len(jobs) == 1 { // a single job needs no savepoint
		if jobs[0].err = sqlstore.Protect(ctx, t, jobs[0].run); jobs[0].err != nil {
			return nil
		}
	} else {
		for _, j := range jobs {
			if err := t.runNested(ctx, j); err != nil {
				return err
			}
		}
	}
	if _, err := t.Exec(ctx, "COMMIT"); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	committed = true
	return nil
}

// runNested runs a job under a savepoint. An error means that the whole transaction is lost, for
// example because the disk is full.
func (t *tx) runNested(ctx context.Context, j *job) error {
	if _, err := t.Exec(ctx, "SAVEPOINT job"); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	j.err = sqlstore.Protect(ctx, t, j.run)
	if j.err != nil {
		if _, err := t.Exec(ctx, "ROLLBACK TO job"); err != nil {
			return fmt.Errorf("transaction lost: %w", j.err)
		}
	}
	if _, err := t.Exec(ctx, "RELEASE job"); err != nil {
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}

// dialect replaces parts of a query: functions with another name in SQLite, row locks, which SQLite
// does not need, and a limit that is a single parameter. SQLite would plan the statement again for
// each new value of such a limit.
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

// Queue implements sqlstore.Tx. It runs the statement at once.
func (t *tx) Queue(ctx context.Context, st sqlstore.Statement) error {
	n, err := t.Exec(ctx, st.Query, st.Args...)
	if err != nil || n == 0 {
		return st.Fail(err)
	}
	return nil
}

// LockMatch implements sqlstore.Tx. It does nothing, because a transaction is the only writer.
func (t *tx) LockMatch(context.Context, string) error { return nil }

// LockPlayer implements sqlstore.Tx. It does nothing, like LockMatch.
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
