package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Limits of what one caller may store within a day: room for 500 requests a
// second for some minutes.
const (
	onceKeys  = 100_000
	onceBytes = 32 << 20
	onceRow   = 120 // bytes of a key without its note
)

// onceKey is a secret.OnceKey with the statements that store it.
type onceKey struct{ *secret.OnceKey }

// deriveOnce derives the key of o; ok is false for a Once without Key.
func deriveOnce(o db.Once) (k onceKey, ok bool, err error) {
	derived, err := secret.DeriveOnce(o)
	return onceKey{derived}, derived != nil, err
}

// Answer implements db.Requests.
func (s *Store) Answer(ctx context.Context, o db.Once) error {
	k, ok, err := deriveOnce(o)
	if err != nil || !ok {
		return err
	}
	now := s.now()
	if err := k.check(ctx, s.r, now); err != nil {
		return err
	}
	return k.checkUse(ctx, s.r, now)
}

// Remember implements db.Requests.
func (s *Store) Remember(ctx context.Context, o db.Once, status int, note []byte) error {
	if o.Key == "" {
		return nil
	}
	_, err := writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (answerNote, error) {
		return answerNote{status, note}, nil
	}, func(a answerNote) (int, []byte) { return a.status, a.note })
	return err
}

type answerNote struct {
	status int
	note   []byte
}

// writeOnce is like write, but takes effect once for each request that o
// identifies. note derives what is kept of the response; if it is nil, that is
// status 0 and an empty note.
func writeOnce[T any](ctx context.Context, s *Store, o db.Once, f func(context.Context, *tx) (T, error), note func(T) (int, []byte)) (T, error) {
	k, known, err := deriveOnce(o)
	if err != nil {
		var zero T
		return zero, err
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (T, error) {
		var zero T
		now := s.now()
		if known {
			if err := k.check(ctx, t, now); err != nil {
				return zero, err
			}
			if err := k.checkUse(ctx, t, now); err != nil {
				return zero, err
			}
		}
		value, err := f(ctx, t)
		if err != nil || !known {
			return value, err
		}
		var a answerNote
		if note != nil {
			a.status, a.note = note(value)
		}
		if err := k.remember(ctx, t, a, now); err != nil {
			return zero, fmt.Errorf("remember answer: %w", err)
		}
		return value, nil
	})
}

func (k onceKey) check(ctx context.Context, q queryer, now int64) error {
	var request, sealed []byte
	var status int
	err := q.queryRow(ctx, `SELECT request, status, note FROM once WHERE id = ? AND at > ?`,
		k.ID, now-db.OnceLifetime.Milliseconds()).Scan(&request, &status, &sealed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look up answer: %w", err)
	case !bytes.Equal(request, k.Request):
		return db.ErrKeyReused
	}
	note, err := k.Open(sealed)
	if err != nil {
		return fmt.Errorf("unseal note: %w", err)
	}
	return &db.Answered{Status: status, Note: note}
}

// checkUse returns db.ErrKeysUsedUp for a caller who has reached the limits of a
// day.
func (k onceKey) checkUse(ctx context.Context, q queryer, now int64) error {
	var keys, size int64
	err := q.queryRow(ctx, `SELECT keys, bytes FROM once_use WHERE caller = ? AND since > ?`,
		k.Caller, now-db.OnceLifetime.Milliseconds()).Scan(&keys, &size)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look up use of keys: %w", err)
	case keys >= onceKeys || size >= onceBytes:
		return db.ErrKeysUsedUp
	}
	return nil
}

// use counts a key with a note of size bytes. A new count begins a day after the
// first key.
func (k onceKey) use(ctx context.Context, t *tx, size int, now int64) error {
	_, err := t.exec(ctx, `INSERT INTO once_use (caller, since, keys, bytes) VALUES (?1, ?2, 1, ?3)
		ON CONFLICT (caller) DO UPDATE SET
			keys = CASE WHEN since > ?4 THEN keys + 1 ELSE 1 END,
			bytes = CASE WHEN since > ?4 THEN bytes + ?3 ELSE ?3 END,
			since = CASE WHEN since > ?4 THEN since ELSE ?2 END`,
		k.Caller, now, onceRow+size, now-db.OnceLifetime.Milliseconds())
	if err != nil {
		return fmt.Errorf("count use of keys: %w", err)
	}
	return nil
}

func (k onceKey) remember(ctx context.Context, t *tx, a answerNote, now int64) error {
	if len(a.note) > db.MaxNote {
		return fmt.Errorf("a note of %d bytes", len(a.note))
	}
	sealed, err := k.Seal(a.note)
	if err != nil {
		return err
	}
	if err := k.use(ctx, t, len(sealed), now); err != nil {
		return err
	}
	// check has passed, so a conflicting row has expired.
	_, err = t.exec(ctx, `INSERT INTO once (id, request, status, note, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET request = excluded.request, status = excluded.status,
			note = excluded.note, at = excluded.at`, k.ID, k.Request, a.status, sealed, now)
	return err
}
