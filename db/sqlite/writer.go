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

// A writer runs all writes of a store, one after the other, on one connection.
// What has queued up during a commit shares the next one: each write under its
// own savepoint, so that a failed one is undone alone, and none acknowledged
// before the commit is durable.
type writer struct {
	pool    *sql.DB
	tx      *tx
	jobs    chan *job
	closing chan struct{}
	shut    func() error // lets what is queued finish and closes the connection
	stopped chan struct{}

	file   openFile
	failed atomic.Pointer[db.Failure] // the last write that the file or the disk let fail
}

// States of a job. Who moves it out of waiting decides what becomes of it.
const (
	waiting = iota
	running
	dropped
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

// do queues a write and waits for its outcome. If ctx ends before the write is
// begun, it is dropped and the error is that of ctx; once begun it is carried
// through, and do waits for it. So an error of ctx always means that nothing
// was written.
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
	if j.state.CompareAndSwap(waiting, dropped) {
		return dropErr
	}
	<-j.done
	return j.err
}

func (w *writer) loop() {
	defer close(w.stopped)
	batch := make([]*job, 0, maxBatch)
	for {
		batch = w.take(batch[:0])
		if len(batch) == 0 {
			return
		}
		w.settle(batch)
		clear(batch)
	}
}

// take waits for a job and adds those that have queued up behind it. No job
// means that the writer is closing and the queue is empty.
func (w *writer) take(batch []*job) []*job {
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

// settle runs the jobs that still wait in one transaction and tells their
// callers. An error of the transaction is the outcome of every one of them: a
// refusal, too, may rest on what another job wrote before.
func (w *writer) settle(batch []*job) {
	live := batch[:0]
	for _, j := range batch {
		if j.state.CompareAndSwap(waiting, running) {
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
			w.fail(j.err)
		}
		close(j.done)
	}
}

// fail takes note of an error of the file or the disk.
func (w *writer) fail(err error) {
	next := &db.Failure{Number: 1, Err: err}
	if last := w.failed.Load(); last != nil {
		next.Number += last.Number
	}
	w.failed.Store(next)
}

// transact runs jobs in one transaction. Unless all is committed it is rolled
// back, which is harmless where SQLite has done so already.
func (w *writer) transact(ctx context.Context, jobs []*job) error {
	t := w.tx
	committed := false
	defer func() {
		if !committed {
			t.exec(ctx, "ROLLBACK")
		}
		clear(t.pending)
	}()
	// What is written into a file that nobody finds any more is not acknowledged.
	if err := w.file.present(); err != nil {
		return err
	}
	if _, err := t.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if len(jobs) == 1 { // needs no savepoint
		if jobs[0].err = protect(ctx, t, jobs[0].run); jobs[0].err != nil {
			return nil
		}
	} else {
		for _, j := range jobs {
			if err := t.nested(ctx, j); err != nil {
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

// nested runs a job under a savepoint. An error means that the transaction
// itself is lost, as after a full disk.
func (t *tx) nested(ctx context.Context, j *job) error {
	if _, err := t.exec(ctx, "SAVEPOINT job"); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	j.err = protect(ctx, t, j.run)
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

// protect turns a panic into an error.
func protect(ctx context.Context, t *tx, run func(context.Context, *tx) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &db.Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return run(ctx, t)
}

// write runs f in a transaction of the writer and returns its value once that
// is durable.
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
