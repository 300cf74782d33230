// Package sqlstore is the shared part of all SQL engines of the store. It has the queries of
// every method of db.Store that reads or writes rows, and the decoding of rows. An engine runs
// the queries. See Engine.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Store implements the methods of db.Store that engines share.
type Store struct {
	// Now returns the time that is stored with each write. It may be replaced before the store
	// is used.
	Now func() time.Time

	engine Engine
	read   committed
	log    *eventLog
	kept   *keptRows // nil if others write to the database, which nothing here notices
	noted  notedVisits
	uses   tokenUses
	bots   sync.Map // ids of those that are stored
	key    secret.InviteKey
	origin string // names this store in the changes that are recorded, "" where none are
	failed atomic.Pointer[db.Failure]

	purgedGuests atomic.Int64 // until when guests were made that purgeGuests has checked
}

// Options configure a Store. Zero fields have their defaults.
type Options struct {
	EventMemory int64            // bytes of events to keep in memory; 0 for EventMemory
	Key         secret.InviteKey // of invitations; nil to be set by UseKey
	Origin      string           // names the store in the changes that db.Feed reads; "" records none
	Exclusive   bool             // no other process writes to the database
}

// New returns a store on an engine.
func New(e Engine, o Options) *Store {
	if o.EventMemory == 0 {
		o.EventMemory = EventMemory
	}
	s := &Store{Now: time.Now, engine: e, log: newEventLog(o.EventMemory), key: o.Key, origin: o.Origin}
	s.read = committed{e, s}
	if o.Exclusive {
		s.kept = newKeptRows()
	}
	return s
}

// UseKey sets the key of invitations. It must be called before the first query.
func (s *Store) UseKey(key secret.InviteKey) { s.key = key }

// Forget drops all rows that are kept in memory.
func (s *Store) Forget() {
	if s.kept != nil {
		s.kept.versions.all.commits.Add(1)
	}
}

// Millis returns the present time of the store in milliseconds.
func (s *Store) Millis() int64 { return s.Now().UnixMilli() }

// LastFailure implements db.Health.
func (s *Store) LastFailure() db.Failure {
	if f := s.failed.Load(); f != nil {
		return *f
	}
	return db.Failure{}
}

// Ready implements db.Health.
func (s *Store) Ready(ctx context.Context) error {
	outcome := make(chan error, 1)
	go func() {
		outcome <- s.do(ctx, func(ctx context.Context, t *tx) error {
			_, err := t.Exec(ctx, `INSERT INTO probe (id, at) VALUES (1, ?)
				ON CONFLICT (id) DO UPDATE SET at = excluded.at`, s.Millis())
			return err
		})
	}()
	select {
	case err := <-outcome:
		return db.Unanswered(ctx, err)
	case <-ctx.Done():
		return db.Unanswered(ctx, ctx.Err())
	}
}

// source is the place from which a match is read: committed data, or a transaction.
type source interface {
	Queryer
	// events returns the first ply events of a match, the last of which is last.
	events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error)
	store() *Store
}

// committed reads outside a transaction.
type committed struct {
	Queryer
	s *Store
}

func (c committed) store() *Store { return c.s }

// tx is a transaction of a store.
type tx struct {
	Tx
	s       *Store
	logs    map[int64][]db.Event // by match, to be cached after the commit
	changes []change
	touched []string // ids that it concerns, beside those of changes
	renames bool     // it changes a name or habits, which rows of any match may have

	counters []*counter // of all that it concerns, from shortly before the commit on
	rows     []rowAfter
}

// touch notes that the transaction concerns an id.
func (t *tx) touch(id string) { t.touched = append(t.touched, id) }

func (t *tx) store() *Store { return t.s }

// do runs f in a transaction. See Engine.Write.
func (s *Store) do(ctx context.Context, f func(context.Context, *tx) error) error {
	err := s.try(ctx, f)
	for missing := (missingBots)(nil); errors.As(err, &missing); err = s.try(ctx, f) {
		if err := s.storeBots(ctx, missing); err != nil {
			return err
		}
	}
	return err
}

// try runs f in a transaction, without storing missing bots.
func (s *Store) try(ctx context.Context, f func(context.Context, *tx) error) error {
	var last *tx
	end := func() {
		if last != nil && s.kept != nil {
			s.kept.versions.end(last)
		}
	}
	err := s.engine.Write(ctx, func(ctx context.Context, engine Tx) error {
		end()
		last = &tx{Tx: engine, s: s}
		if err := f(ctx, last); err != nil {
			return err
		}
		if s.kept != nil {
			s.kept.versions.begin(last)
		}
		return last.storeChanges(ctx)
	})
	end() // after an error too: it may be of a commit that was made
	if err == nil {
		for seq, events := range last.logs {
			s.log.put(seq, events)
		}
		for _, r := range last.rows {
			s.kept.keepAfter(r)
		}
	}
	if db.IsUnavailable(err) && !errors.Is(err, db.ErrClosed) {
		s.noteFailure(err)
	}
	return err
}

// noteFailure counts an error of the database or the disk.
func (s *Store) noteFailure(err error) {
	for {
		before := s.failed.Load()
		next := &db.Failure{Number: 1, Err: err}
		if before != nil {
			next.Number += before.Number
		}
		if s.failed.CompareAndSwap(before, next) {
			return
		}
	}
}

// write is like do for a function with a value.
func write[T any](ctx context.Context, s *Store, f func(context.Context, *tx) (T, error)) (T, error) {
	var value T
	err := s.do(ctx, func(ctx context.Context, t *tx) error {
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

// Protect calls f and returns a panic in it as a *db.Panic.
func Protect(ctx context.Context, t Tx, f func(context.Context, Tx) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &db.Panic{Value: v, Stack: debug.Stack()}
		}
	}()
	return f(ctx, t)
}

// timeFrom returns the time of a stored value, the zero time for null.
func timeFrom(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64).UTC()
}

// ceilMillis rounds a time up to the millisecond, the precision of the database.
func ceilMillis(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return time.UnixMilli(t.Add(time.Millisecond - 1).UnixMilli()).UTC()
}

// nullTime returns the stored value of a time, null for the zero time.
func nullTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}
