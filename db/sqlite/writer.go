package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"tableronde/db"
)

const (
	queueLength = 1024 // writes that may wait before callers wait to queue
	maxBatch    = 256  // writes that share a commit
)

// writer runs all writes of a store in sequence on one connection. Writes that
// have queued up during a commit share the next one: each runs under its own
// savepoint, so that a failed one is undone alone, and none returns before the
// commit is durable.
type writer struct {
	pool    *sql.DB
	tx      *tx
	jobs    chan *job
	closing chan struct{}
	shut    func() error // finishes the queued writes and closes the connection
	stopped chan struct{}

	file   openFile
	failed atomic.Pointer[db.Failure] // the last write that failed because of the file or the disk
}

// States of a job. The goroutine that moves it out of jobWaiting decides what
// happens to it.
const (
	jobWaiting = iota
	jobRunning
	jobDropped
)

type job struct {
	run   func(context.Context, *tx) error
	state atomic.Int32
	err   error         // valid when done is closed
	done  chan struct{} // closed when the outcome is durable
}

func newWriter(ctx context.Context, pool *sql.DB, log *eventLog, file openFile) (*writer, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{
		pool:    pool,
		tx:      &tx{conn: conn, stmts: make(map[string]*sql.Stmt), log: log, pending: make(map[int64][]db.Event)},
		jobs:    make(chan *job, queueLength),
		closing: make(chan struct{}),
		stopped: make(chan struct{}),
		file:    file,
	}
	w.shut = sync.OnceValue(func() error {
		close(w.closing)
		<-w.stopped
		return errors.Join(w.tx.close(), w.pool.Close())
	})
	go w.loop()
	return w, nil
}

// do queues a write and waits until it is done. If ctx ends before the write has
// begun, it is dropped and the error is that of ctx; once begun it is carried
// through, and do waits for it. So an error of ctx always means that nothing was
// written.
func (w *writer) do(ctx context.Context, run func(context.Context, *tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{run: run, done: make(chan struct{})}
	select {
	case w.jobs <- j:
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

func (w *writer) loop() {
	defer close(w.stopped)
	batch := make([]*job, 0, maxBatch)
	for {
		batch = w.nextBatch(batch[:0])
		if len(batch) == 0 {
			return
		}
		w.runBatch(batch)
		clear(batch)
	}
}

// nextBatch waits for a job and returns it with those that have queued up behind
// it. It returns an empty batch when the writer is closing and the queue is empty.
func (w *writer) nextBatch(batch []*job) []*job {
	select {
	case j := <-w.jobs:
		batch = append(batch, j)
	case <-w.closing:
	}
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

// runBatch runs the jobs that still wait in one transaction and then wakes their
// callers. An error of the transaction becomes the error of all of them: even a
// refusal may depend on what another job wrote before.
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
		if db.IsUnavailable(j.err) {
			w.noteFailure(j.err)
		}
		close(j.done)
	}
}

// noteFailure records an error of the file or the disk.
func (w *writer) noteFailure(err error) {
	next := &db.Failure{Number: 1, Err: err}
	if last := w.failed.Load(); last != nil {
		next.Number += last.Number
	}
	w.failed.Store(next)
}

// transact runs jobs in one transaction. Unless everything is committed it rolls
// back, which is harmless if SQLite has already done so.
func (w *writer) transact(ctx context.Context, jobs []*job) error {
	t := w.tx
	committed := false
	defer func() {
		if !committed {
			t.exec(ctx, "ROLLBACK")
		}
		clear(t.pending)
	}()
	// A write into a file that has lost its name would be lost, so it must fail.
	if err := w.file.present(); err != nil {
		return err
	}
	if _, err := t.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if len(jobs) == 1 { // needs no savepoint
		if jobs[0].err = runRecovered(ctx, t, jobs[0].run); jobs[0].err != nil {
			return nil
		}
	} else {
		for _, j := range jobs {
			if err := t.runNested(ctx, j); err != nil {
				return err
			}
		}
	}
	if _, err := t.exec(ctx, "COMMIT"); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	committed = true
	for seq, events := range t.pending {
		t.log.put(seq, events)
	}
	return nil
}

// runNested runs a job under a savepoint. An error means that the whole
// transaction is lost, as on a full disk.
func (t *tx) runNested(ctx context.Context, j *job) error {
	if _, err := t.exec(ctx, "SAVEPOINT job"); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	j.err = runRecovered(ctx, t, j.run)
	if j.err != nil {
		if _, err := t.exec(ctx, "ROLLBACK TO job"); err != nil {
			return fmt.Errorf("transaction lost: %w", j.err)
		}
	}
	if _, err := t.exec(ctx, "RELEASE job"); err != nil {
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}

// runRecovered calls run and returns a panic as a *db.Panic.
func runRecovered(ctx context.Context, t *tx, run func(context.Context, *tx) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &db.Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return run(ctx, t)
}

// write runs f in a transaction of the writer and returns its value once it is
// durable.
func write[T any](ctx context.Context, s *Store, f func(context.Context, *tx) (T, error)) (T, error) {
	var value T
	err := s.w.do(ctx, func(ctx context.Context, t *tx) error {
		var err error
		value, err = f(ctx, t)
		return err
	})
	if err != nil {
		var zero T
		return zero, err
	}
	return value, nil
}
