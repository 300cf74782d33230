package db

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

const (
	onceLifetime = 24 * time.Hour // how long an answer is known to those who ask again

	// MaxNote is the length of the longest note of an answer, in bytes.
	MaxNote = 1000

	// What one caller may have noted within a day: room for 500 calls a second
	// for some minutes.
	onceKeys  = 100_000
	onceBytes = 32 << 20
	onceRow   = 120 // bytes of a key, beside its note
)

// Once makes a write happen once, however often it is asked for. The zero
// value, and one without Key, promises nothing.
//
// Asked again within 24 hours by the same caller under the same key, a write
// does nothing and returns an *Answered; with another request under that key
// the error is ErrKeyReused. A note of what was answered, of at most MaxNote
// bytes, is stored in the transaction of the write itself, encrypted under a key
// derived from Key, which is not stored: it is as safe as Key is hard to guess.
// How many keys a caller may use within a day is bounded: one more is
// ErrKeysUsedUp.
type Once struct {
	Caller  string // who asks; keys of different callers have nothing to do with each other
	Key     string
	Request []byte // what is asked: method, path and body, or a digest of them
}

// onceKey is what a Once is stored by.
type onceKey struct {
	caller  []byte
	id      []byte
	request []byte
	seal    []byte
}

// derive returns nil for a Once that promises nothing.
func (o Once) derive() (*onceKey, error) {
	if o.Key == "" {
		return nil, nil
	}
	caller := sha256.Sum256([]byte(o.Caller))
	secret, err := hkdf.Extract(sha256.New, []byte(o.Key), caller[:])
	if err != nil {
		return nil, fmt.Errorf("idempotency key: %w", err)
	}
	bits, err := hkdf.Expand(sha256.New, secret, "tableronde once 1", 3*sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("idempotency key: %w", err)
	}
	mac := hmac.New(sha256.New, bits[sha256.Size:2*sha256.Size])
	mac.Write(o.Request)
	return &onceKey{caller: caller[:16], id: bits[:sha256.Size], request: mac.Sum(nil), seal: bits[2*sha256.Size:]}, nil
}

// Answer tells whether a request was answered before: nil if it is new,
// otherwise an *Answered, ErrKeyReused, or ErrKeysUsedUp.
func (s *Store) Answer(ctx context.Context, o Once) error {
	k, err := o.derive()
	if err != nil || k == nil {
		return err
	}
	now := s.now()
	if err := k.check(ctx, s.r, now); err != nil {
		return err
	}
	return k.checkUse(ctx, s.r, now)
}

// Remember stores a note of the answer to a request that had no other effect. If
// the request was answered meanwhile, the error is that of Answer.
func (s *Store) Remember(ctx context.Context, o Once, status int, note []byte) error {
	if o.Key == "" {
		return nil
	}
	_, err := writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (answer, error) {
		return answer{status, note}, nil
	}, func(a answer) (int, []byte) { return a.status, a.note })
	return err
}

type answer struct {
	status int
	note   []byte
}

// writeOnce is write under the protection of o. What to note of the answer is made
// from the value by note; without one it is status 0 and an empty note.
func writeOnce[T any](ctx context.Context, s *Store, o Once, f func(context.Context, *tx) (T, error), note func(T) (int, []byte)) (T, error) {
	k, err := o.derive()
	if err != nil {
		var zero T
		return zero, err
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (T, error) {
		var zero T
		now := s.now()
		if k != nil {
			if err := k.check(ctx, t, now); err != nil {
				return zero, err
			}
			if err := k.checkUse(ctx, t, now); err != nil {
				return zero, err
			}
		}
		value, err := f(ctx, t)
		if err != nil || k == nil {
			return value, err
		}
		var a answer
		if note != nil {
			a.status, a.note = note(value)
		}
		if err := k.remember(ctx, t, a, now); err != nil {
			return zero, fmt.Errorf("remember answer: %w", err)
		}
		return value, nil
	})
}

func (k *onceKey) check(ctx context.Context, q queryer, now int64) error {
	var request, sealed []byte
	var status int
	err := q.row(ctx, `SELECT request, status, note FROM once WHERE id = ? AND at > ?`,
		k.id, now-onceLifetime.Milliseconds()).Scan(&request, &status, &sealed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look up answer: %w", err)
	case !bytes.Equal(request, k.request):
		return ErrKeyReused
	}
	note, err := k.open(sealed)
	if err != nil {
		return fmt.Errorf("unseal note: %w", err)
	}
	return &Answered{Status: status, Note: note}
}

// checkUse refuses a caller who has used up what a day allows.
func (k *onceKey) checkUse(ctx context.Context, q queryer, now int64) error {
	var keys, size int64
	err := q.row(ctx, `SELECT keys, bytes FROM once_use WHERE caller = ? AND since > ?`,
		k.caller, now-onceLifetime.Milliseconds()).Scan(&keys, &size)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look up use of keys: %w", err)
	case keys >= onceKeys || size >= onceBytes:
		return ErrKeysUsedUp
	}
	return nil
}

// use counts a key of so many bytes. The count begins anew a day after its first
// key.
func (k *onceKey) use(ctx context.Context, t *tx, size int, now int64) error {
	_, err := t.exec(ctx, `INSERT INTO once_use (caller, since, keys, bytes) VALUES (?1, ?2, 1, ?3)
		ON CONFLICT (caller) DO UPDATE SET
			keys = CASE WHEN since > ?4 THEN keys + 1 ELSE 1 END,
			bytes = CASE WHEN since > ?4 THEN bytes + ?3 ELSE ?3 END,
			since = CASE WHEN since > ?4 THEN since ELSE ?2 END`,
		k.caller, now, onceRow+size, now-onceLifetime.Milliseconds())
	if err != nil {
		return fmt.Errorf("count use of keys: %w", err)
	}
	return nil
}

func (k *onceKey) remember(ctx context.Context, t *tx, a answer, now int64) error {
	if len(a.note) > MaxNote {
		return fmt.Errorf("a note of %d bytes", len(a.note))
	}
	sealed, err := k.close(a.note)
	if err != nil {
		return err
	}
	if err := k.use(ctx, t, len(sealed), now); err != nil {
		return err
	}
	// check has passed, so a row that stands in the way has expired.
	_, err = t.exec(ctx, `INSERT INTO once (id, request, status, note, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET request = excluded.request, status = excluded.status,
			note = excluded.note, at = excluded.at`, k.id, k.request, a.status, sealed, now)
	return err
}

func (k *onceKey) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.seal)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// close encrypts a note; open is its inverse. Both bind it to the request.
func (k *onceKey) close(note []byte) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, note, k.request), nil
}

func (k *onceKey) open(sealed []byte) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, nil, sealed, k.request)
}
