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

// onceLifetime is how long an answer is kept for those who ask again.
const onceLifetime = 24 * time.Hour

// Once makes a write happen once, however often it is asked for. The zero
// value, and one without Key, promises nothing.
//
// Asked again within 24 hours by the same caller under the same key, a write
// does nothing and returns an *Answered; with another request under that key
// the error is ErrKeyReused. What was answered is stored in the transaction of
// the write itself, encrypted under a key derived from Key, which is not
// stored: it is as safe as Key is hard to guess.
type Once struct {
	Caller  string // who asks; keys of different callers have nothing to do with each other
	Key     string
	Request []byte // what is asked: method, path and body, or a digest of them
}

// onceKey is what a Once is stored by.
type onceKey struct {
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
	return &onceKey{id: bits[:sha256.Size], request: mac.Sum(nil), seal: bits[2*sha256.Size:]}, nil
}

// Answer tells whether a request was answered before: nil if it is new,
// otherwise an *Answered or ErrKeyReused.
func (s *Store) Answer(ctx context.Context, o Once) error {
	k, err := o.derive()
	if err != nil {
		return err
	}
	return k.check(ctx, s.r, s.now())
}

// Remember stores an answer to a request that had no other effect. If the
// request was answered meanwhile, the error is that of Answer.
func (s *Store) Remember(ctx context.Context, o Once, status int, body []byte) error {
	if o.Key == "" {
		return nil
	}
	_, err := writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (answer, error) {
		return answer{status, body}, nil
	}, func(a answer) (int, []byte) { return a.status, a.body })
	return err
}

type answer struct {
	status int
	body   []byte
}

// writeOnce is write under the protection of o. The answer to remember is made
// from the value by respond; without one it is status 0 and an empty body.
func writeOnce[T any](ctx context.Context, s *Store, o Once, f func(context.Context, *tx) (T, error), respond func(T) (int, []byte)) (T, error) {
	k, err := o.derive()
	if err != nil {
		var zero T
		return zero, err
	}
	return write(ctx, s, func(ctx context.Context, t *tx) (T, error) {
		var zero T
		now := s.now()
		if err := k.check(ctx, t, now); err != nil {
			return zero, err
		}
		value, err := f(ctx, t)
		if err != nil || k == nil {
			return value, err
		}
		var a answer
		if respond != nil {
			a.status, a.body = respond(value)
		}
		if err := k.remember(ctx, t, a, now); err != nil {
			return zero, fmt.Errorf("remember answer: %w", err)
		}
		return value, nil
	})
}

func (k *onceKey) check(ctx context.Context, q queryer, now int64) error {
	if k == nil {
		return nil
	}
	var request, sealed []byte
	var status int
	err := q.row(ctx, `SELECT request, status, answer FROM once WHERE id = ? AND at > ?`,
		k.id, now-onceLifetime.Milliseconds()).Scan(&request, &status, &sealed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look up answer: %w", err)
	case !bytes.Equal(request, k.request):
		return ErrKeyReused
	}
	body, err := k.open(sealed)
	if err != nil {
		return fmt.Errorf("unseal answer: %w", err)
	}
	return &Answered{Status: status, Body: body}
}

func (k *onceKey) remember(ctx context.Context, t *tx, a answer, now int64) error {
	sealed, err := k.close(a.body)
	if err != nil {
		return err
	}
	// check has passed, so a row that stands in the way has expired.
	_, err = t.exec(ctx, `INSERT INTO once (id, request, status, answer, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET request = excluded.request, status = excluded.status,
			answer = excluded.answer, at = excluded.at`, k.id, k.request, a.status, sealed, now)
	return err
}

func (k *onceKey) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.seal)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// close encrypts a body; open is its inverse. Both bind it to the request.
func (k *onceKey) close(body []byte) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, body, k.request), nil
}

func (k *onceKey) open(sealed []byte) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, nil, sealed, k.request)
}
