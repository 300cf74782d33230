package sqlstore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Limits on the data that one caller may store within a day. They allow 500 requests a second for
// some minutes.
const (
	onceKeys  = 100_000
	onceBytes = 32 << 20
	onceRow   = 120 // bytes of a key without its note
)

// requests implements db.Requests.
type requests struct{ *core }

func (s requests) Answer(ctx context.Context, o db.Once) error {
	k, ok, err := deriveOnce(o)
	if err != nil || !ok {
		return err
	}
	return k.check(ctx, s.read, s.Millis())
}

func (s requests) Remember(ctx context.Context, o db.Once, status int, note []byte) error {
	if o.Key == "" {
		return nil
	}
	_, err := writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (answerNote, error) {
		return answerNote{status, note}, nil
	}, func(a answerNote) (int, []byte) { return a.status, a.note })
	return err
}

type answerNote struct {
	status int
	note   []byte
}

// writeOnce works like write, but takes effect only once for the request that o identifies. It
// locks the match with the given id, "" for none. note derives the stored note of the response. A
// nil note stores status 0 and an empty text.
func writeOnce[T any](ctx context.Context, c *core, o db.Once, match string, f func(context.Context, *tx) (T, error), note func(T) (int, []byte)) (T, error) {
	k, known, err := deriveOnce(o)
	if err != nil {
		var zero T
		return zero, err
	}
	value, err := write(ctx, c, func(ctx context.Context, t *tx) (T, error) {
		var zero T
		now := c.Millis()
		if match != "" {
			if err := t.LockMatch(ctx, match); err != nil {
				return zero, err
			}
		}
		if known {
			if err := k.check(ctx, t, now); err != nil {
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
	if err != nil && known && refused(err) {
		// Another process may have carried out the same request meanwhile.
		if answered := (*db.Answered)(nil); errors.As(k.check(ctx, c.read, c.Millis()), &answered) {
			err = answered
		}
	}
	return value, err
}

// refused reports whether a write failed because of the request.
func refused(err error) bool {
	return !db.IsUnavailable(err) && !errors.As(err, new(*db.Panic)) && !errors.As(err, new(*db.Answered)) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// onceKey is a secret.OnceKey with the statements for storing it.
type onceKey struct{ *secret.OnceKey }

// deriveOnce derives the key of o. ok is false for a Once without Key.
func deriveOnce(o db.Once) (k onceKey, ok bool, err error) {
	derived, err := secret.DeriveOnce(o)
	return onceKey{derived}, derived != nil, err
}

// check returns a *db.Answered for a request that was carried out before, db.ErrKeysUsedUp for a
// caller who has reached the day's limits.
func (k onceKey) check(ctx context.Context, q Queryer, now int64) error {
	var request, sealed []byte
	var status, keys, size sql.NullInt64
	err := q.QueryRow(ctx, `SELECT o.request, o.status, o.note, u.keys, u.bytes FROM (SELECT 1 AS one) AS always
		LEFT JOIN once o ON o.id = ?1 AND o.at > ?3 LEFT JOIN once_use u ON u.caller = ?2 AND u.since > ?3`,
		k.ID, k.Caller, now-db.OnceLifetime.Milliseconds()).Scan(&request, &status, &sealed, &keys, &size)
	switch {
	case err != nil:
		return fmt.Errorf("look up answer: %w", err)
	case request == nil && (keys.Int64 >= onceKeys || size.Int64 >= onceBytes):
		return db.ErrKeysUsedUp
	case request == nil:
		return nil
	case !bytes.Equal(request, k.Request):
		return db.ErrKeyReused
	}
	note, err := k.Open(sealed)
	if err != nil {
		return fmt.Errorf("unseal note: %w", err)
	}
	return &db.Answered{Status: int(status.Int64), Note: note}
}

// use counts a key with a note of size bytes. A new count begins a day after its first key.
func (k onceKey) use(ctx context.Context, t *tx, size int, now int64) error {
	return t.Queue(ctx, Statement{Doing: "count use of keys", Table: "once_use",
		Query: `INSERT INTO once_use (caller, since, keys, bytes) VALUES (?1, ?2, 1, ?3)
			ON CONFLICT (caller) DO UPDATE SET
				keys = CASE WHEN once_use.since > ?4 THEN once_use.keys + 1 ELSE 1 END,
				bytes = CASE WHEN once_use.since > ?4 THEN once_use.bytes + excluded.bytes ELSE excluded.bytes END,
				since = CASE WHEN once_use.since > ?4 THEN once_use.since ELSE excluded.since END`,
		Args: []any{k.Caller, now, onceRow + size, now - db.OnceLifetime.Milliseconds()}})
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
	return t.Queue(ctx, Statement{Doing: "store answer", Table: "once", Conflict: true,
		Query: `INSERT INTO once (id, request, status, note, at) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT (id) DO UPDATE SET request = excluded.request, status = excluded.status,
				note = excluded.note, at = excluded.at WHERE once.at <= ?6`,
		Args: []any{k.ID, k.Request, a.status, sealed, now, now - db.OnceLifetime.Milliseconds()}})
}
