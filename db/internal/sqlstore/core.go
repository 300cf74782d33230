package sqlstore

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// core is the part of a Store that all subjects share.
type core struct {
	// Now returns the time that writes store. It may be replaced before the store is used.
	Now func() time.Time

	engine Engine
	read   committed
	log    *eventLog
	kept   *keptRows // cached rows; nil if other processes write to the database
	visits waiting[visitor, db.Visit]
	uses   waiting[string, time.Time] // delayed uses of tokens, by hash
	bots   sync.Map                   // ids of bots that are stored
	key    secret.InviteKey
	origin string // name of this store in recorded changes; "" records none
	failed atomic.Pointer[db.Failure]
}

// Millis returns the present time of the store in milliseconds.
func (c *core) Millis() int64 { return c.Now().UnixMilli() }

// source is a source of a match's data: committed data, or a transaction.
type source interface {
	Queryer
	// events returns the first ply events of a match, the last of which is last.
	events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error)
	store() *core
}

// committed reads outside a transaction.
type committed struct {
	Queryer
	core *core
}

func (c committed) store() *core { return c.core }

// tx is a transaction of a store.
type tx struct {
	Tx
	core    *core
	logs    map[int64][]db.Event // events to cache after the commit, by match
	changes []change
	touched []string // ids of rows that it changes, in addition to those in changes
	renames bool     // it changes a name or habits, which cached rows of any match may contain

	counters []*counter // counters of everything that it changes, from the commit on
	rows     []rowAfter
}

// touch records that the transaction changes the row with an id.
func (t *tx) touch(id string) { t.touched = append(t.touched, id) }

func (t *tx) store() *core { return t.core }

// run runs a statement. doing describes the work in errors.
func (t *tx) run(ctx context.Context, doing, query string, args ...any) error {
	_, err := t.Exec(ctx, query, args...)
	return wrap(doing, err)
}

// expect works like run, but returns db.ErrNotFound if the statement affects no row.
func (t *tx) expect(ctx context.Context, doing, query string, args ...any) error {
	return t.expectOr(ctx, db.ErrNotFound, doing, query, args...)
}

// expectOr works like expect with another error.
func (t *tx) expectOr(ctx context.Context, none error, doing, query string, args ...any) error {
	n, err := t.Exec(ctx, query, args...)
	if err == nil && n == 0 {
		return none
	}
	return wrap(doing, err)
}

// bound returns full if a query returns a number of at least most.
func (t *tx) bound(ctx context.Context, most int, full error, query string, args ...any) error {
	n, err := count(ctx, t, "count rows", query, args...)
	if err == nil && n >= most {
		return full
	}
	return err
}

// do runs f in a transaction. See Engine.Write.
func (c *core) do(ctx context.Context, f func(context.Context, *tx) error) error {
	err := c.try(ctx, f)
	for missing := (missingBots)(nil); errors.As(err, &missing); err = c.try(ctx, f) {
		if err := c.storeBots(ctx, missing); err != nil {
			return err
		}
	}
	return err
}

// try runs f in a transaction. It does not store missing bots.
func (c *core) try(ctx context.Context, f func(context.Context, *tx) error) error {
	var last *tx
	end := func() {
		if last != nil && c.kept != nil {
			c.kept.versions.end(last)
		}
	}
	err := c.engine.Write(ctx, func(ctx context.Context, engine Tx) error {
		end()
		last = &tx{Tx: engine, core: c}
		if err := f(ctx, last); err != nil {
			return err
		}
		if c.kept != nil {
			c.kept.versions.begin(last)
		}
		return last.storeChanges(ctx)
	})
	end() // even after an error, because the commit may have succeeded
	if err == nil {
		for seq, events := range last.logs {
			c.log.put(seq, events)
		}
		for _, r := range last.rows {
			c.kept.keepAfter(r)
		}
	}
	if db.IsUnavailable(err) && !errors.Is(err, db.ErrClosed) {
		c.noteFailure(err)
	}
	return err
}

// exec runs one statement in a transaction of its own.
func (c *core) exec(ctx context.Context, doing, query string, args ...any) error {
	return c.do(ctx, func(ctx context.Context, t *tx) error { return t.run(ctx, doing, query, args...) })
}

// expect works like exec, but returns db.ErrNotFound if the statement affects no row.
func (c *core) expect(ctx context.Context, doing, query string, args ...any) error {
	return c.do(ctx, func(ctx context.Context, t *tx) error { return t.expect(ctx, doing, query, args...) })
}

// noteFailure counts an error of the database or the disk.
func (c *core) noteFailure(err error) {
	for {
		before := c.failed.Load()
		next := &db.Failure{Number: 1, Err: err}
		if before != nil {
			next.Number += before.Number
		}
		if c.failed.CompareAndSwap(before, next) {
			return
		}
	}
}

// write works like do for a function with a result.
func write[T any](ctx context.Context, c *core, f func(context.Context, *tx) (T, error)) (T, error) {
	var value T
	err := c.do(ctx, func(ctx context.Context, t *tx) error {
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

// Protect calls f and returns a panic of f as a *db.Panic.
func Protect(ctx context.Context, t Tx, f func(context.Context, Tx) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &db.Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return f(ctx, t)
}
