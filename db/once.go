package db

import (
	"context"
	"time"
)

const (
	// OnceLifetime is how long the answer to a request is kept for repetitions.
	OnceLifetime = 24 * time.Hour

	// MaxNote is the maximum length of a note, in bytes.
	MaxNote = 1000
)

// Once identifies a request by its idempotency key, so that it takes effect once
// however often it is repeated. The zero value, and one without Key, identifies
// nothing, and the write happens each time.
//
// If the same caller repeats a request under the same key within OnceLifetime,
// the write does nothing and returns an *Answered; for another request under
// that key the error is ErrKeyReused. A note of the response, of at most MaxNote
// bytes, is stored in the transaction of the write itself, encrypted under a key
// derived from Key, which is not stored: it is as safe as Key is hard to guess.
// The number of keys that a caller may use within a day is bounded; beyond it
// the error is ErrKeysUsedUp.
type Once struct {
	Caller  string // separates the keys of one caller from those of all others
	Key     string
	Request []byte // method, path and body of the request, or a digest of them
}

// Note derives, from the match that a write returns, the status of the response
// and the text from which it can be rebuilt. Where a Note may be nil, that keeps
// status 0 and an empty text.
type Note func(Match) (status int, text []byte)

// Requests remembers the answers to requests with an idempotency key.
type Requests interface {
	// Answer returns nil for a request that is new, otherwise an *Answered,
	// ErrKeyReused or ErrKeysUsedUp.
	Answer(ctx context.Context, o Once) error
	// Remember stores a note of the response to a request that had no other
	// effect. If the request was answered meanwhile, the error is that of Answer.
	Remember(ctx context.Context, o Once, status int, note []byte) error
}
